"""The API of the page: every route with good input and with bad, limits, safety, and kept games."""

import json
import shutil
import sqlite3
import time

import pytest

from tests.web import API, Page, client_of
from yomikiri.games import families, load
from yomikiri.play import files
from yomikiri.play.tree import Tree
from yomikiri.web.forms import fault_in
from yomikiri.web.store import Store
from yomikiri.words import in_both

SMALL = {"nip": "nip:4x4", "othello": "othello:4x4", "connect4": "connect4:4x4"}


@pytest.fixture
def page(tmp_path):
    with client_of(tmp_path) as client:
        yield Page(client)


# Looking.


def test_every_family_has_a_card_a_picture_and_a_scene(page):
    listed = page.get("/families")
    assert {family["name"] for family in listed} >= {"nip", "othello", "connect4", "tictactoe"}
    for family in listed:
        assert set(family["titles"]) == set(family["descriptions"]) == {"en", "ja"}
        picture = page.get(f"/families/{family['name']}/picture")
        assert len(picture["box"]) == 4 and "<" in picture["markup"]
        scene = page.get(f"/scene?game={family['name']}")
        assert scene["family"] == family["name"] and len(scene["box"]) == 4


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_drawing_data_tells_all_that_is_needed(page, family):
    game = load(SMALL.get(family.name, family.name))
    scene = game.page_scene
    zones = {zone.name for zone in scene.zones}
    state = game.start
    for _ in range(12):
        moves = game.legal_moves(state)
        if not moves:
            break
        paths = [game.touches(state, move) for move in moves]
        assert len({touches.path for touches in paths}) == len(moves), "two moves look the same"
        for piece in game.pieces_on(state):
            assert piece.place in scene.places and piece.look in scene.looks
        for touches in paths if scene.places else ():
            assert not touches.at or touches.at in scene.places
            words = [name for name in touches.path if name not in zones]
            assert all(word in scene.choices for word in words), words
        state = game.play(state, moves[len(moves) // 2])


def test_a_scene_draws_what_the_picture_draws(page):
    game = load("nip:6x6")
    assert set(game.page_scene.places) == {zone.name for zone in game.page_scene.zones}
    assert len(game.page_scene.places) == 24
    for look in game.page_scene.looks.values():
        assert look.markup.count("<circle") == 3 and "data-cell" not in look.markup
    assert "stone" not in game.page_scene.ground


def test_a_position_says_what_stands_where_and_what_moves_change(page):
    view = page.send("/position", {"game": "othello", "moves": "f5"})
    assert {piece["place"]: piece["look"] for piece in view["pieces"]} == {
        "d4": "o", "e4": "x", "d5": "x", "e5": "x", "f5": "x",
    }  # fmt: skip
    assert view["mover"] == 1 and view["last"] == {"move": "f5", "path": ["f5"], "at": "f5"}
    changes = {move["move"]: move["changes"] for move in view["moves"]}
    assert changes == {
        "f4": [["e4", "o"], ["f4", "o"]],
        "d6": [["d5", "o"], ["d6", "o"]],
        "f6": [["e5", "o"], ["f6", "o"]],
    }


def test_a_column_is_touched_and_the_stone_lands_below(page):
    view = page.send("/position", {"game": "connect4", "moves": "d d"})
    assert [(move["path"], move["at"]) for move in view["moves"]][3] == (["d"], "d4")


def test_a_pass_is_a_button(page):
    view = page.send("/position", {"game": "othello:4x4", "position": "xxxo/xxxx/xxx./xxx. x"})
    assert [move["path"] for move in view["moves"]] in ([["--"]], [])


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "nib"}, "did you mean 'nip'"),
        ({"game": "nip:5x5"}, "even sides"),
        ({"game": "othello", "position": "xo"}, "expected rows"),
        ({"game": "othello", "moves": "a1"}, "illegal move"),
        ({"game": "shogi-file:/etc/passwd"}, "reads files"),
        ({"game": " Shogi-File :x"}, "reads files"),
    ],
)
def test_bad_positions_are_told_in_one_line(page, body, words):
    answer = page.send("/position", body, status=400)
    assert words in answer["error"] and "\n" not in answer["error"]
    assert answer["errors"]["en"] == answer["error"] != answer["errors"]["ja"]


def test_an_unknown_game_is_told_with_those_that_the_page_has(page):
    error = page.send("/position", {"game": "chequers"}, status=400)["error"]
    assert "there are nip, othello" in error and "shogi-file" not in error


@pytest.mark.parametrize(
    "body",
    [{}, {"game": 3}, {"game": "nip", "more": 1}, {"game": "x" * 300}, {"game": "nip", "moves": 1}],
)
def test_bodies_of_the_wrong_kind_are_refused(page, body):
    assert "body" in page.send("/position", body, status=422)["error"]


@pytest.mark.parametrize(
    ("path", "body", "name", "japanese"),
    [
        ("/position", {}, "missing", "body.game: この項目がありません"),
        ("/position", {"game": "nip", "more": 1}, "extra_forbidden", "そのような項目は"),
        ("/position", {"game": 3}, "string_type", "文字列のはずです（'3'）"),
        ("/position", {"game": "x" * 300}, "string_too_long", "200 文字までです"),
        ("/position", [1], "model_attributes_type", "JSON のオブジェクト"),
        ("/games", {"game": "nip", "players": 1}, "list_type", "配列のはずです"),
        ("/games", {"game": "nip", "players": []}, "too_short", "2 個以上です（0 個）"),
        ("/games", {"game": "nip", "players": ["", "", ""]}, "too_long", "2 個までです"),
        ("/games", {"game": "nip", "seed": -1}, "greater_than_equal", "0 以上です（-1）"),
        ("/games", {"game": "nip", "seed": 1 << 40}, "less_than", "より小さい数です"),
        ("/games", {"game": "nip", "seed": 0.5}, "int_type", "整数のはずです（'0.5'）"),
        ("/games/load", {"document": 1}, "dict_type", "JSON のオブジェクト"),
        (
            "/setup",
            {"game": "nip", "pieces": [1]},
            "model_attributes_type",
            "body.pieces.0: JSON の",
        ),
        ("/analyses", {"game": "nip", "seconds": "x"}, "float_parsing", "数のはずです（'x'）"),
        ("/analyses", {"game": "nip", "seconds": []}, "float_type", "数のはずです"),
        ("/analyses", {"game": "nip", "seconds": 0}, "greater_than", "0 より大きい数です"),
        ("/analyses", {"game": "nip", "seconds": 99}, "less_than_equal", "30 までです（99）"),
        ("/games/x/node", {"node": 1 << 40}, "less_than_equal", "1,000,000 までです"),
        (
            "/solves",
            {"game": "nip", "goal": "tea"},
            "one_of",
            "body.goal: score、win、mate、stages=all か stages=4,8 のはずです（'tea'）",
        ),
        (
            "/games/x/resign",
            {"side": 0, "reason": "rain"},
            "one_of",
            "body.reason: resigned か time のはずです（'rain'）",
        ),
        ("/games/x/nodes/y/note", {"text": ""}, "int_parsing", "path.node: 整数のはずです"),
    ],
)
def test_what_is_wrong_with_a_field_is_said_in_both_languages(page, path, body, name, japanese):
    method = "PUT" if path.endswith("note") else "POST"
    answer = page.send(path, body, method=method, status=422)
    assert answer["name"] == f"form.{name}"
    assert japanese in answer["errors"]["ja"]
    assert answer["errors"]["en"] == answer["error"] and answer["error"].isascii()


def test_what_is_wrong_with_json_is_said_in_both_languages(page):
    headers = {"content-type": "application/json"}
    answer = page.client.post(f"{API}/position", content='{"game": ', headers=headers).json()
    assert answer["name"] == "form.json_invalid" and "JSON のはずですが" in answer["errors"]["ja"]


def test_a_fault_in_a_field_that_nobody_foresaw_is_still_said_in_both_languages():
    said = in_both(fault_in({"type": "tea", "loc": ("body", "cup"), "input": 1, "msg": "English"}))
    assert "body.cup" in said["ja"] and "English" not in said["ja"]


# Playing.


def test_a_game_is_played_taken_back_and_branches(page):
    view = page.begin("tictactoe", players=["human", "human"])
    game = f"/games/{view['id']}"
    for move in ("b2", "a1", "c1"):
        view = page.send(f"{game}/moves", {"move": move})
    assert view["line"] == ["b2", "a1", "c1"] and view["node"] == 3
    view = page.send(f"{game}/node", {"node": 1})
    view = page.send(f"{game}/moves", {"move": "c3"})
    assert view["line"] == ["b2", "c3"] and len(view["tree"]) == 5
    view = page.send(f"{game}/moves", {"move": "a1", "node": 1})
    assert view["node"] == 2, "the same move goes along the tree"
    view = page.send(f"{game}/nodes/4/note", {"text": "not so good"}, method="PUT")
    assert [node["note"] for node in view["tree"]][4] == "not so good"
    view = page.send(f"{game}/nodes/2", method="DELETE")
    assert [node["id"] for node in view["tree"]] == [0, 1, 4] and view["node"] == 1


def test_a_move_of_somebody_who_is_behind_is_refused(page):
    view = page.begin("tictactoe", players=["human", "human"])
    moves = f"/games/{view['id']}/moves"
    page.send(moves, {"move": "b2", "here": 0})
    said = page.send(moves, {"move": "a1", "here": 0}, status=409)
    assert said["error"] == "the game has gone on meanwhile"
    view = page.send(moves, {"move": "a1", "here": 1})
    assert view["line"] == ["b2", "a1"] and len(view["tree"]) == 3


def test_dice_are_laid_at_the_start_where_that_can_be_chosen(page):
    game = load("janken:single,pieces=1")
    view = page.begin(str(game), start="cpg/pgc")
    assert view["start"] == game.show(game.read_start("cpg/pgc")) and not view["is_usual_start"]
    page.send("/games", {"game": "tictactoe", "start": "cpg/pgc"}, status=400)
    starts = {family["name"]: family["has_starts"] for family in page.get("/families")}
    assert starts["janken"] and not starts["nip"]


def test_a_game_ends_and_resigns(page):
    view = page.begin("tictactoe", players=["human", "human"], moves="a1 b1 a2 b2 a3")
    why = {"en": "3 in a line.", "ja": "3 つ並んだ。"}
    end = {"reason": "rules", "value": 1, "winner": "first", "why": why}
    assert view["position"]["end"] == end | {"places": ["a1", "a2", "a3"]}
    assert view["position"]["moves"] == []
    page.send(f"/games/{view['id']}/moves", {"move": "c3"}, status=400)
    page.send(f"/games/{view['id']}/resign", {"side": 0}, status=400)
    view = page.begin("tictactoe", players=["human", "human"])
    view = page.send(f"/games/{view['id']}/resign", {"side": 0})
    assert view["position"]["end"]["winner"] == "second"


def test_who_loses_by_the_clock_has_not_resigned(tmp_path):
    with client_of(tmp_path) as client:
        page = Page(client)
        id = page.begin("tictactoe", players=["human", "human"])["id"]
        view = page.send(f"/games/{id}/resign", {"side": 0, "reason": "time"})
        end = view["position"]["end"]
        why = {"en": "X ran out of time.", "ja": "×の時間切れ。"}
        wanted = {"reason": "time", "value": -1, "winner": "second", "why": why, "places": []}
        assert end == wanted
        saved = page.get(f"/games/{id}/record")
        assert saved["result"]["end"] == "time" and not saved["result"]["resigned"]
        again = page.send("/games/load", {"document": saved}, status=201)
        assert again["position"]["end"] == end
    with client_of(tmp_path) as client:  # and so it is when it comes from the disk
        assert Page(client).get(f"/games/{id}")["position"]["end"] == end


def test_a_player_moves_and_only_once(page):
    view = page.begin("tictactoe", players=["human", "level:3"], moves="b2")
    game = f"/games/{view['id']}"
    done = page.job(f"{game}/think")
    assert done["state"] == "done"
    view = page.get(game)
    assert view["line"] == ["b2", done["result"]["move"]]
    again = page.job(f"{game}/think")
    assert again["state"] == "failed" and "person" in again["error"]
    assert again["errors"]["ja"] == "いまは人の番です"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("nip:4x4", "looks ahead as far as 6,000 positions go, reads out the last 15"),
        ("dobutsu", "looks ahead as far as 24,000 positions go"),
        ("minishogi", "looks ahead as far as 8,000 positions go"),
        ("janken:single", "looks 6 plies ahead, overlooks 8% of the moves"),
        ("janken:full", "looks 7 plies ahead, overlooks 2% of the moves"),
    ],
)
def test_seats_tell_how_the_levels_of_this_game_play(page, game, words):
    seats = {seat["player"]: seat for seat in page.get(f"/seats?game={game}")}
    assert seats == {seat["player"]: seat for seat in page.get(f"/scene?game={game}")["seats"]}
    assert seats["level:8"]["detail"]["en"] == f"level:8: {words}"
    for temperament in ("goal", "attack"):
        assert (f"takeda:eval={temperament}" in seats) == (game == "janken:single")
    assert ("terada" in seats) == (game == "minishogi")
    for text, seat in seats.items():
        assert set(seat["names"]) == set(seat["detail"]) == {"en", "ja"}
        page.begin(game, players=[text, "human"])


def test_who_reads_out_does_not_sit_down_to_dice(page):
    seats = page.get("/seats?game=janken:full,dice=on")
    assert "perfect" not in {seat["player"] for seat in seats}


def test_seats_change_and_bad_players_are_refused(page):
    view = page.begin("tictactoe", players=["human", "level:3"])
    game = f"/games/{view['id']}"
    assert (
        page.send(f"{game}/players", {"players": ["perfect", "human"]})["players"][0] == "perfect"
    )
    for player in (
        "usi:rm -rf /",
        "uci:sh",
        "level:11",
        "alphabeta:seconds=9999",
        "mcts:playouts=1000000000",
        "",
        "human:1",
    ):
        page.send(f"{game}/players", {"players": [player, "human"]}, status=400)
    assert page.get(game)["players"] == ["perfect", "human"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/moves", {"move": "a1"}),
        ("POST", "/node", {"node": 0}),
        ("POST", "/players", {"players": ["human", "human"]}),
        ("POST", "/resign", {"side": 0}),
        ("PUT", "/nodes/1/note", {"text": ""}),
        ("DELETE", "/nodes/1", None),
        ("POST", "/think", None),
        ("GET", "", None),
        ("GET", "/version", None),
        ("GET", "/record", None),
        ("GET", "/picture.svg", None),
        ("DELETE", "", None),
    ],
)
def test_a_game_that_is_not_there(page, method, path, body):
    answer = page.client.request(method, f"{API}/games/nobody{path}", json=body)
    assert answer.status_code == 404 and "begin a new one" in answer.json()["error"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/moves", {"move": "z9"}, 400),
        ("/moves", {"move": "a1", "node": 77}, 404),
        ("/moves", {"move": ["a1"]}, 422),
        ("/node", {"node": 77}, 404),
        ("/node", {"node": "x"}, 422),
        ("/players", {"players": ["human"]}, 422),
        ("/resign", {"side": 2}, 422),
    ],
)
def test_bad_requests_leave_a_game_as_it_was(page, path, body, status):
    view = page.begin("tictactoe", players=["human", "human"], moves="b2")
    page.send(f"/games/{view['id']}{path}", body, status=status)
    assert page.get(f"/games/{view['id']}") == view


def test_a_game_is_saved_loaded_and_drawn(page):
    view = page.begin("nip:4x4", players=["human", "level:1"], moves="b1")
    game = f"/games/{view['id']}"
    page.send(f"{game}/nodes/1/note", {"text": "角がない"}, method="PUT")
    record = page.get(f"{game}/record")
    loaded = page.send("/games/load", {"document": record}, status=201)
    assert loaded["id"] != view["id"] and loaded["line"] == ["b1"]
    assert loaded["tree"][1]["note"] == "角がない"
    svg = page.client.get(f"{API}{game}/picture.svg")
    assert svg.headers["content-type"] == "image/svg+xml" and svg.text.startswith("<svg")
    page.client.delete(f"{API}{game}")
    page.get(game, 404)
    damaged: list[dict[str, object]] = [
        {},
        record | {"format": "other"},
        record | {"version": 9},
        record | {"rules_hash": "0"},
        record | {"players": ["human"]},
        record | {"tree": [[5, "b1", ""]]},
        record | {"tree": [[0, "a1", ""]]},
        record | {"position": 3},
    ]
    for wrong in damaged:
        assert page.send("/games/load", {"document": wrong}, status=400)["error"]


def test_a_saved_game_is_one_that_the_terminal_reads(page, tmp_path):
    view = page.begin("nip:4x4", players=["human", "level:1"], moves="b1")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(page.get(f"/games/{view['id']}/record")), "utf-8")
    tree = files.load(str(file), load("nip:4x4"))
    assert tree.game.show(tree.state) == view["position"]["text"]


# Thinking.


def value(game, state):
    """The result by perfect play as the mover sees it, by trying everything."""
    result = game.outcome(state)
    if result is not None:
        return result
    return max(-value(game, game.play(state, move)) for move in game.legal_moves(state))


def test_hints_analyses_and_solves(page):
    spot = {"game": "tictactoe", "moves": "a1 b1"}
    game = load("tictactoe")
    state = game.position(moves="a1 b1").state
    winning = {
        game.move_name(state, move)
        for move in game.legal_moves(state)
        if -value(game, game.play(state, move)) == 1
    }
    assert 0 < len(winning) < 7
    assert page.job("/hints", spot)["result"]["move"] in winning
    analysis = page.job("/analyses", spot)["result"]
    assert analysis["exact"] and analysis["value"] == 1
    assert {move["move"] for move in analysis["moves"] if move["value"] == 1} == winning
    solved = page.job("/solves", {"game": "tictactoe"})["result"]
    assert solved["winner"] == "draw" and solved["exact"]
    assert page.job("/solves", {"game": "tictactoe"})["result"] == solved, "it is kept"


def test_bad_thinking_is_refused(page):
    page.send("/analyses", {"game": "nip", "seconds": 1e9}, status=422)
    page.send("/solves", {"game": "nip", "goal": "tea"}, status=422)
    page.send("/hints", {"game": "nip", "moves": "a1"}, status=400)
    page.get("/jobs/none", 404)
    assert page.client.delete(f"{API}/jobs/none").status_code == 404
    assert page.client.get(f"{API}/jobs/none/events").status_code == 404


def test_a_long_solve_is_watched_and_stopped(page):
    job = page.send("/solves", {"game": "othello:6x6"}, status=202)["job"]
    for _ in range(1200):
        view = page.get(f"/jobs/{job}")
        if view["progress"]:
            break
        time.sleep(0.05)
    assert view["state"] == "running" and view["progress"]["lower"] == -36
    page.client.delete(f"{API}/jobs/{job}")
    with page.client.stream("GET", f"{API}/jobs/{job}/events") as stream:
        events = [json.loads(line[6:]) for line in stream.iter_lines() if line]
    assert events[-1]["state"] == "done" and events[-1]["result"]["stopped"] == "interrupt"


def test_the_server_says_when_it_is_busy(tmp_path):
    with client_of(tmp_path, waiting=1, slow_workers=1) as client:
        page = Page(client)
        job = page.send("/solves", {"game": "othello:6x6"}, status=202)["job"]
        same = page.send("/solves", {"game": "othello:6x6"}, status=202)["job"]
        assert same == job, "the same question is worked on once"
        refused = client.post(f"{API}/solves", json={"game": "othello:6x8"})
        assert refused.status_code == 503 and refused.headers["retry-after"]
        assert "busy" in refused.json()["error"]
        client.delete(f"{API}/jobs/{job}")


# Safety.


def test_every_answer_has_the_headers(page):
    script = page.client.get("/static/app.js").headers
    assert script["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in script, "a script is no document"
    for path in ("/", "/static/icon.svg", f"{API}/status", f"{API}/none", "/static/none"):
        headers = page.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_answers_are_compressed_but_events_are_not(page):
    answer = page.client.get(f"{API}/families")
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.content) / 3
    job = page.send("/hints", {"game": "tictactoe"}, status=202)["job"]
    with page.client.stream("GET", f"{API}/jobs/{job}/events") as events:
        assert "content-encoding" not in events.headers


def test_the_page_is_sent_again_only_when_it_has_changed(page):
    first = page.client.get("/")
    again = page.client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert first.status_code == 200 and again.status_code == 304 and not again.content


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example:80"},
        {"host": "["},
    ],
)
def test_requests_from_elsewhere_are_refused(page, headers):
    answer = page.client.post(f"{API}/games", json={"game": "tictactoe"}, headers=headers)
    assert answer.status_code == 403
    own = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    answer = page.client.post(f"{API}/games", json={"game": "tictactoe"}, headers=own)
    assert answer.status_code == 201


def test_long_bodies_are_refused(tmp_path):
    with client_of(tmp_path, body_bytes=1000) as client:
        answer = client.post(f"{API}/position", json={"game": "x" * 2000})
        assert answer.status_code == 413
        chunks = (b"x" * 400 for _ in range(9))  # no length is told before
        headers = {"content-type": "application/json"}
        answer = client.post(f"{API}/position", content=chunks, headers=headers)
        assert answer.status_code == 413


@pytest.mark.parametrize(
    "path", ["/static/../api.py", "/static/%2e%2e/api.py", "/static//etc/passwd", "/etc/passwd"]
)
def test_no_other_file_can_be_read(page, path):
    assert page.client.get(path).status_code == 404


def test_a_tree_and_a_store_do_not_grow_for_ever(tmp_path):
    with client_of(tmp_path, nodes=3, games=10, text=50) as client:
        page = Page(client)
        view = page.begin("tictactoe", players=["human", "human"], moves="a1 a2")
        error = page.send(f"/games/{view['id']}/moves", {"move": "a3"}, status=400)["error"]
        assert "all that is kept" in error
        for _ in range(12):
            page.begin("tictactoe")
        assert Store(tmp_path).count() <= 10
        page.send("/position", {"game": "tictactoe", "position": "x" * 60}, status=400)


# Keeping.


def test_games_come_back_after_the_server_was_gone(tmp_path):
    with client_of(tmp_path) as client:
        page = Page(client)
        view = page.begin("nip:4x4", players=["human", "human"], moves="b1 a3")
        page.send(f"/games/{view['id']}/node", {"node": 1})
        page.send(f"/games/{view['id']}/moves", {"move": "c1"}, status=200)
        page.send(f"/games/{view['id']}/nodes/1/note", {"text": "x"}, method="PUT")
        before = page.get(f"/games/{view['id']}")
    with client_of(tmp_path) as client:
        assert Page(client).get(f"/games/{view['id']}") == before


def full(*_: object) -> None:
    """What SQLite does without room."""
    raise sqlite3.OperationalError("database or disk is full")


def test_a_move_that_could_not_be_saved_was_not_made(page, monkeypatch):
    game = page.send("/games", {"game": "tictactoe", "players": ["human", "human"]}, status=201)
    way = f"/games/{game['id']}"
    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", full)
        told = page.send(f"{way}/moves", {"move": "a1"}, status=507)
    assert "could not be saved (database or disk is full)" in told["errors"]["en"]
    assert page.get(way)["tree"] == game["tree"]
    assert len(page.send(f"{way}/moves", {"move": "a1"})["tree"]) == len(game["tree"]) + 1


def test_nothing_is_called_saved_after_the_folder_was_removed(tmp_path):
    with client_of(tmp_path / "games") as client:
        page = Page(client)
        game = page.begin("tictactoe", players=["human", "human"])
        shutil.rmtree(tmp_path / "games")
        told = page.send(f"/games/{game['id']}/moves", {"move": "a1"}, status=507)
        assert "was removed" in told["error"] and "start the server again" in told["error"]
        page.send("/games", {"game": "tictactoe"}, status=507)
        assert page.get(f"/games/{game['id']}")["tree"] == game["tree"]


def test_a_player_whose_move_could_not_be_saved_has_not_moved(page, monkeypatch):
    game = page.begin("tictactoe", players=["random", "human"])
    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", full)
        job = page.job(f"/games/{game['id']}/think")
    assert job["state"] == "failed" and job["name"] == "web.unstored"
    assert page.get(f"/games/{game['id']}")["tree"] == game["tree"]


def test_what_was_found_is_told_although_it_cannot_be_kept(page, monkeypatch):
    monkeypatch.setattr(Store, "keep_answer", full)
    job = page.job("/solves", {"game": "tictactoe"})
    assert job["state"] == "done" and job["result"]["winner"] == "draw"


def test_a_change_that_fails_half_way_changes_nothing(page, monkeypatch):
    game = page.begin("tictactoe", players=["human", "human"], moves="b2 a1")
    way = f"/games/{game['id']}"
    page.send(f"{way}/moves", {"move": "z9", "node": 0}, status=400)  # goes back, then fails
    assert page.get(way) == game

    def crash(self: Tree, text: str) -> None:
        self.node = self.root
        raise RuntimeError("half done")

    with monkeypatch.context() as patch:
        patch.setattr(Tree, "read", crash)
        told = page.send(f"{way}/moves", {"move": "c3"}, status=500)
    assert told["name"] == "web.crashed"
    assert page.get(way) == game


def test_a_job_that_fails_promises_only_what_is_true(page, monkeypatch):
    def crash(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("yomikiri.web.thinking.solve_position", crash)
    job = page.job("/solves", {"game": "tictactoe"})
    assert job["state"] == "failed" and job["name"] == "web.crashed"
    assert "what was saved before is still there" in job["error"] and "safe" not in job["error"]


def test_a_change_that_fails_leaves_the_store_open_for_the_next(tmp_path):
    store = Store(tmp_path)
    with pytest.raises(sqlite3.OperationalError, match="full"), store.changes():
        store.connection.execute("ROLLBACK")  # as SQLite does on a full disk
        raise sqlite3.OperationalError("database or disk is full")
    assert store.count() == 0
    store.close()
