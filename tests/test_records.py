"""The one record: what version 0.1 wrote is read, every door reads what another wrote."""

import errno
import io
import json
import sqlite3
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web import Page, client_of
from yomikiri.cli.match import show_match
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import Words
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.end import FORFEIT, RESIGNED, TIME
from yomikiri.lab.games import Pairing, play_game, replay
from yomikiri.lab.match_result import MatchResult
from yomikiri.play import files, formats, record
from yomikiri.play.tree import Tree
from yomikiri.web.store import FILE, VERSION, Store
from yomikiri.words import in_both, message

FOLDER = Path(__file__).parent / "records"
TERMINAL = sorted(FOLDER.glob("terminal-*.json"))
PAGE = sorted(FOLDER.glob("page-*.json"))
LINES = sorted(FOLDER.glob("lab-*.jsonl"))


def named(path: Path) -> str:
    """A file's name, for pytest."""
    return path.stem


def read_json(path: Path):
    """The JSON of a file."""
    return json.loads(path.read_text("utf-8"))


# What version 0.1 wrote.


@pytest.mark.parametrize("path", TERMINAL, ids=named)
def test_games_that_the_terminal_saved_are_read(path):
    document = read_json(path)
    tree = files.load(str(path), load(document["game"]))
    written = record.write(tree)
    again = {name: written[name] for name in document}
    if document["result"] is not None:
        again["result"] = {name: again["result"][name] for name in document["result"]}
    assert again == document


def forget_new(view):
    """Leave out what views of old did not have.

    Why and where a game is over, actions that are left in a turn, moves as they are written.
    """
    view["position"].pop("left")
    for name in ("why", "places"):
        assert view["position"]["end"] is None or view["position"]["end"].pop(name) is not None
    for node in view["tree"]:
        node.pop("written")


@pytest.mark.parametrize("path", PAGE, ids=named)
def test_games_that_the_page_saved_are_read(path, tmp_path):
    kept = read_json(path)
    with client_of(tmp_path) as client:
        page = Page(client)
        view = page.send("/games/load", {"document": kept["record"]}, status=201)
        forget_new(view)
        for name in ("game", "start", "players", "line", "position"):
            assert view[name] == kept["view"][name], name
        notes = [(node["move"], node["side"], node["note"]) for node in view["tree"]]
        wanted = kept["view"]["tree"]
        assert notes == [(node["move"], node["side"], node["note"]) for node in wanted]
        again = page.get(f"/games/{view['id']}/record")
        assert {name: again[name] for name in ("moves", "tree", "node", "position")} == {
            name: kept["record"][name] for name in ("moves", "tree", "node", "position")
        }


@pytest.mark.parametrize("path", LINES, ids=named)
def test_games_of_matches_are_replayed(path, tmp_path):
    for line in path.read_text("utf-8").splitlines():
        document = json.loads(line)
        game = load(document["game"])
        assert replay(document) is not None
        tree = record.read(document, game)
        assert tree.names == document["opening"] + document["moves"]
        assert record.write_line(tree, len(document["opening"]), document["estimates"]) == {
            name: value for name, value in document.items() if name not in ("number", "seed")
        }
        file = tmp_path / "game.json"
        file.write_text(line, "utf-8")
        assert files.load(str(file), game).names == tree.names, "the terminal reads it too"


def test_the_store_of_the_page_opens_its_old_games(tmp_path):
    connection = sqlite3.connect(tmp_path / FILE)
    connection.executescript((FOLDER / "page.sql").read_text("utf-8"))
    ids = {row[1]: row[0] for row in connection.execute("SELECT id, game FROM games")}
    connection.close()
    wanted = [read_json(path)["view"] for path in PAGE]
    assert len(ids) == len(wanted) == 3
    with client_of(tmp_path) as client:
        page = Page(client)
        for view in wanted:
            found = page.get(f"/games/{ids[view['game']]}")
            forget_new(found)
            for part in (found["position"]["end"], view["position"]["end"]):
                assert part is None or part.pop("value") is not None
            assert found == view


# Records of now.


def every_end() -> list[Tree]:
    """Games with each kind of end, and one without."""
    chess, stones = load("ending:KPK"), load("tictactoe")
    line = stones.read_moves(stones.start, "b2")
    resigned, failed, late = (Tree(stones, moves=line) for _ in range(3))
    resigned.give(1, RESIGNED)
    failed.give(1, FORFEIT, message("player.illegal", command="x", answer="a1", position="-"))
    late.give(1, TIME)
    moves = chess.read_moves(chess.start, " ".join(["Kd1 Kd8 Ke1 Ke8"] * 2))
    return [
        Tree(stones, players=("human", "level:3"), seed=7),
        Tree(stones, moves=stones.read_moves(stones.start, "a1 b1 a2 b2 a3")),
        Tree(chess, moves=moves),
        resigned,
        failed,
        late,
    ]


@pytest.mark.parametrize("tree", every_end(), ids=lambda tree: str(tree.end and tree.end.reason))
def test_a_record_keeps_the_end_the_players_and_the_seed(tree):
    found = record.read(json.loads(json.dumps(record.write(tree))), tree.game)
    assert (found.names, found.players, found.seed) == (tree.names, tree.players, tree.seed)
    assert found.end == tree.end


def failed_line() -> record.Document:
    """A game that a program lost by a failure, as a line of a match's file."""
    tree = every_end()[4]
    line = record.write_line(tree, 0, []) | {"number": 0, "seed": 0}
    assert json.loads(json.dumps(line)) == line
    return line


def test_why_a_player_did_not_move_is_said_in_the_language_of_the_reader(capsys):
    line = failed_line()
    assert line["reason"]["name"] == "player.illegal" and line["reason"]["fields"]["answer"] == "a1"
    result = MatchResult("tictactoe", ("random", "x"), 0, 0, (line,))
    assert str(result).endswith("'x' answered 'a1', which is no legal move in '-'")
    show_match(Screen(Words("ja")), result)
    assert "最初: 'x' の答えは 'a1' ですが、'-' の合法手ではありません" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("written", "english", "japanese"),
    [
        ("no answer", "no answer", "no answer"),  # as version 0.1 wrote it
        ({"name": "player.gone", "fields": {}, "texts": {"en": "A", "ja": "あ"}}, "A", "あ"),
        ({"name": "player.illegal", "fields": {}, "texts": {"en": "A", "ja": "あ"}}, "A", "あ"),
        ({"name": "", "fields": {}, "texts": {"en": "{x}", "ja": "あ"}}, "{x}", "あ"),
        ({"name": "number.whole", "fields": {"got": 7}}, None, None),
        (
            {"name": "x/../../setup.cfg", "fields": {}},
            "{'name': 'x/../../setup.cfg', 'fields': {}}",
            None,
        ),
        (7, "7", "7"),
    ],
)
def test_reasons_of_older_and_of_other_versions_stay_readable(written, english, japanese):
    tree = record.read(failed_line() | {"reason": written}, load("tictactoe"))
    assert tree.end is not None and tree.end.reason == FORFEIT and tree.end.why is not None
    said = in_both(tree.end.why)
    assert all(
        wanted in (None, said[language]) for language, wanted in zip(said, (english, japanese))
    )
    again = record.read(record.write(tree), tree.game)
    assert again.end is not None and in_both(again.end.why) == said


@given(st.data())
def test_variations_and_notes_come_back(data):
    tree = Tree(load("tictactoe"))
    for _ in range(data.draw(st.integers(0, 12))):
        tree.node = tree.nodes[data.draw(st.sampled_from(sorted(tree.nodes)))]
        if tree.legal():
            tree.play(data.draw(st.sampled_from(tree.legal())))
            tree.node.note = data.draw(st.sampled_from(["", "good", "角"]))
    document = record.write(tree)
    found = record.read(document, tree.game)
    assert record.write(found) == document
    is_line = len(tree.nodes) == tree.node.ply + 1
    assert ("tree" in document) == (not is_line or any(n.note for n in tree.nodes.values()))


FORMATS = [("ending:KPK", "pgn"), ("minishogi", "kif"), ("dobutsu", "kif")]


@pytest.mark.parametrize(("spec", "name"), FORMATS)
@given(data=st.data())
def test_variations_and_notes_go_to_other_programs_and_back(spec, name, data):
    game = load(spec)
    tree = Tree(game)
    for _ in range(data.draw(st.integers(0, 15))):
        tree.node = tree.nodes[data.draw(st.sampled_from(sorted(tree.nodes)))]
        if tree.legal():
            tree.play(data.draw(st.sampled_from(tree.legal())))
            tree.node.note = data.draw(st.sampled_from(["", "good", "角は (悪い) 手"]))
    text = formats.write(tree, name)
    found = formats.read(text, game)
    assert found.names == tree.names, text
    # What follows where the game stands is not written.
    for node in list(tree.node.children):
        tree.remove(node)
    assert branches(found) == branches(tree), text


def branches(tree: Tree) -> set[tuple[str, ...]]:
    """Every line of a tree, with its notes."""
    return {
        tuple(f"{step.name} {step.note}" for step in node.path()) for node in tree.nodes.values()
    }


def test_other_programs_read_variations_and_notes():
    game = load("ending:KPK")
    tree = Tree(game)
    for words in ("e4 Kd7 Kd2", "e4 Kf7 Kf2 Kf6", "e4 Kf7 Ke2", "Kf2 Kd7"):
        tree.node = tree.root
        for word in words.split():
            tree.read(word)
    tree.node = tree.nodes[3]
    tree.nodes[4].note = "also {good}"
    text = formats.write(tree, "pgn")
    assert "1. e4 ( 1. Kf2 Kd7 ) 1... Kd7" in text
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None and not read.errors
    assert [move.uci() for move in read.mainline_moves()] == ["e2e4", "e8d7", "e1d2"]
    reply = read.variations[0].variations[1]
    assert reply.move.uci() == "e8f7" and reply.comment == "also {good)"
    assert [child.move.uci() for child in reply.variations] == ["e1f2", "e1e2"]


def test_a_variation_that_cannot_be_read_is_left_out():
    game = load("ending:KPK")
    tree = formats.read("1. e4 (1. Qh5 Kd7 (1... Kf7)) (1. Kf2) Kd7 *", game)
    assert tree.names == ["e4", "Kd7"] and len(tree.nodes) == 4
    kif = formats.write(Tree(load("minishogi"), moves=[], players=("a", "b")), "kif")
    tree = formats.read(kif + "   1 ５三歩(54)\n変化：1手\n   1 １一玉(11)\n", load("minishogi"))
    assert tree.names == ["5d5c"] and len(tree.nodes) == 2


def test_numbers_beyond_reason_are_refused():
    tree = Tree(load("tictactoe"), moves=[0, 1, 2])
    document = record.write(tree)
    for changes in ({"seed": 1 << 70}, {"seed": "x"}, {"seed": None}, {"tree": [[0, 1, 2]]}):
        with pytest.raises(InputError, match="this is damaged"):
            record.read(document | changes, tree.game)
    with pytest.raises(InputError, match="which is all that is kept"):
        record.read(document, tree.game, most_nodes=3)
    for name, long in (
        ("moves", 40 * " "),
        ("position", 40 * "."),
        ("tree", [[0, "a1", 40 * "x"]]),
    ):
        with pytest.raises(InputError, match="at most 20 characters"):
            record.read(document | {name: long}, tree.game, most_text=20)


def test_a_store_of_version_1_is_taken_over_once(tmp_path):
    connection = sqlite3.connect(tmp_path / FILE)
    connection.executescript((FOLDER / "page.sql").read_text("utf-8"))
    connection.close()
    for _ in range(2):
        store = Store(tmp_path)
        found = store.read("iUeB8mMWDa-OoXhd")
        (version,) = store.connection.execute("PRAGMA user_version").fetchone()
        store.close()
        assert found is not None and version == VERSION == 2
        row, nodes = found
        assert (row.loser, row.lost_at, row.lost_by, row.why) == (0, 2, RESIGNED, None)
        assert (row.node, row.version, len(nodes)) == (2, 2, 2)
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("PRAGMA user_version = 3")
    connection.close()
    with pytest.raises(InputError, match="its version is 3, expected 2"):
        Store(tmp_path)


@pytest.mark.parametrize(
    ("spec", "name", "files_named"),
    [
        ("tictactoe", "game.kif", "*.json"),
        ("tictactoe", "game.PGN", "*.json"),
        ("minishogi", "game.pgn", "*.kif, *.csa, *.usi or *.json"),
        ("dobutsu", "game.csa", "*.kif, *.usi or *.json"),
        ("ending:KPK", "game.fen", "*.pgn or *.json"),
    ],
)
def test_a_file_is_not_named_like_a_format_that_the_game_lacks(tmp_path, spec, name, files_named):
    tree, file = Tree(load(spec)), tmp_path / name
    with pytest.raises(InputError) as error:
        files.save(tree, str(file))
    assert str(error.value).endswith(f": name it {files_named}") and not file.exists()
    file.write_text("1 X Y", "utf-8")
    with pytest.raises(InputError, match="has no file "):
        files.load(str(file), tree.game)
    file.write_text(json.dumps(record.write(tree)), "utf-8")  # as version 0.1 saved it
    assert files.load(str(file), tree.game).names == []


def test_a_removed_node_takes_its_resignation_along():
    tree = Tree(load("tictactoe"), moves=[0, 1])
    tree.give(0, RESIGNED)
    assert tree.end is not None
    tree.remove(tree.node)
    assert tree.end is None and tree.given is None
    with pytest.raises(InputError, match="start cannot be removed"):
        tree.remove(tree.root)


# Dice: the same seed, the same throws at every door.

DICE = "janken:full,dice=on"


def throws(names: list[str]) -> dict[int, str]:
    """What the dice showed, by ply."""
    return {ply: name for ply, name in enumerate(names) if name.startswith("die")}


def throws_of(line: list[str], seed: int) -> dict[int, str]:
    """What they show in a game of these moves, by the rule."""
    game = load(DICE)
    tree = Tree(game, seed=seed)
    found = {}
    for word in line:
        if word.startswith("die"):
            found[tree.node.ply] = game.move_name(tree.state, tree.throw())
        tree.read(word)
    return found


@pytest.mark.parametrize("seed", [0, 7])
def test_the_same_seed_throws_the_same_dice_at_every_door(seed, tmp_path, capsys):
    from yomikiri.cli.app import run

    lines = []
    match = play_game(Pairing(DICE, ("random", "random"), 0, seed, 0))
    assert match is not None
    lines.append(match["moves"])

    words = ("--first", "random", "--second", "random", "--seed", str(seed), "--json")
    assert run(("play", DICE, *words)) == 0
    lines.append(json.loads(capsys.readouterr().out)["moves"].split())

    with client_of(tmp_path) as client:
        page = Page(client)
        view = page.begin(DICE, players=["human", "human"], seed=seed)
        assert view["line"][0].startswith("die"), "the first throw falls at once"
        game = f"/games/{view['id']}"
        for _ in range(12):
            moves = view["position"]["moves"]
            view = page.send(f"{game}/moves", {"move": moves[len(moves) // 2]["move"]})
        lines.append(view["line"])
        first = view["line"][1]
        view = page.send(f"{game}/nodes/1", method="DELETE")
        assert view["line"] == lines[-1][:1], "thrown again: the same"
        assert (
            page.send(f"{game}/moves", {"move": first})["line"]
            == lines[-1][: len(view["line"]) + 1]
        )

    for line in lines:
        assert throws(line) == throws_of(line, seed)


def test_who_goes_back_to_before_a_throw_of_the_page_can_let_the_dice_fall_again(tmp_path):
    with client_of(tmp_path) as client:
        page = Page(client)
        view = page.begin(DICE, players=["human", "human"])
        game = f"/games/{view['id']}"
        assert page.send(f"{game}/node", {"node": 0})["line"] == []
        page.send(f"{game}/moves", {"move": view["line"][0]}, status=400)
        assert page.job(f"{game}/think")["result"]["move"] == view["line"][0]
        again = page.get(game)
        assert (again["line"], again["tree"]) == (view["line"], view["tree"])


def test_games_of_a_match_have_dice_of_their_own():
    games = [play_game(Pairing(DICE, ("random", "random"), number, 3, 0)) for number in (1, 2)]
    found = [throws(game["moves"]) for game in games if game is not None]
    assert found[0] != found[1]
    for game in games:
        assert game is not None
        tree = record.read(game, load(DICE))
        assert throws(game["moves"]) == throws_of(game["moves"], tree.seed)


def test_halves_of_characters_are_refused(tmp_path):
    tree = Tree(load("tictactoe"))
    tree.read("a1").note = "\ud800"
    document = record.write(tree)
    (tmp_path / "game.json").write_text(json.dumps(document), "ascii")
    with pytest.raises(InputError, match="not a game saved by yomikiri"):
        files.load(str(tmp_path / "game.json"), tree.game)
    with client_of(tmp_path / "page") as client:
        for changed in (document, {**record.write(Tree(tree.game)), "version": "\ud800"}):
            answer = client.post(
                "/api/v1/games/load",
                content=json.dumps({"document": changed}),
                headers={"Content-Type": "application/json"},
            )
            assert answer.status_code == 400, answer.text


def test_a_disk_that_is_full_keeps_no_part_of_a_game(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(InputError, match=r"game\.json"):
        files.save(Tree(load("tictactoe")), str(tmp_path / "game.json"))
    assert not list(tmp_path.iterdir())
