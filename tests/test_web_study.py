"""What the page offers beside playing: formats, sets of pieces, positions set up, maps, goals."""

import io

import chess
import chess.pgn
import pytest

from tests.web import API, Page, client_of
from yomikiri.games import families, load
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.play import formats
from yomikiri.web.labels import claim_view, variant_title
from yomikiri.web.limits import CLOSED_GAMES

OPEN = [family for family in families() if family.name not in CLOSED_GAMES]
SMALL = {"nip": "nip:4x4", "othello": "othello:4x4", "connect4": "connect4:4x4"}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("study")) as client:
        yield Page(client)


def exported(page, view, form):
    """The text of a game in a format."""
    answer = page.client.get(f"{API}/games/{view['id']}/export/{form}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    assert "attachment" in answer.headers["content-disposition"]
    return answer.text


# Formats.


def test_a_transcript_is_played_again(page):
    view = page.begin("nip:4x4", players=["human", "human"], moves="b1 c1 d2")
    assert exported(page, view, "moves") == "b1 c1 d2\n"
    assert exported(page, view, "position").strip() == view["position"]["text"]


@pytest.mark.parametrize("form", ["kif", "csa", "usi"])
def test_games_of_shogi_are_read_again(page, form):
    game = load("minishogi")
    assert isinstance(game, ShogiGame)
    moves = "2e4c 4a3b 4c3b 3a3b B*2b"
    view = page.begin("minishogi", players=["human", "level:1"], moves=moves)
    view = page.send(f"/games/{view['id']}/resign", {"side": 1})
    tree = formats.read(exported(page, view, form), game)
    assert tree.names == moves.split() and tree.root.state == game.start
    assert tree.end is not None and tree.end.reason == "resigned"
    assert exported(page, view, "sfen").strip() == view["position"]["text"]


def test_only_shogis_own_pieces_have_names_in_csa(page):
    view = page.begin("dobutsu", players=["human", "human"], moves="2c2b")
    assert list(page.get("/scene?game=dobutsu")["formats"]) == ["kif", "usi", "sfen"]
    answer = page.client.get(f"{API}/games/{view['id']}/export/csa")
    assert answer.status_code == 404 and "kif, usi, sfen" in answer.json()["error"]
    assert formats.read(exported(page, view, "kif"), load("dobutsu")).names == ["2c2b"]


def test_chess_is_read_by_another_program(page):
    start = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
    view = page.begin("ending:KPK", players=["human", "human"], position=start, moves="Kd2 Kd4")
    view = page.send(f"/games/{view['id']}/resign", {"side": 0})
    found = chess.pgn.read_game(io.StringIO(exported(page, view, "pgn")))
    assert found is not None and not found.errors
    assert found.headers["Result"] == "0-1" and found.headers["White"] == "human"
    assert [move.uci() for move in found.mainline_moves()] == ["e1d2", "e5d4"]
    fen = exported(page, view, "fen").strip()
    assert chess.Board(fen).board_fen() == found.end().board().board_fen()


def test_what_is_not_there_is_not_written(page):
    view = page.begin("tictactoe")
    for form in ("kif", "pgn", "%2e%2e", "x" * 300):
        assert page.client.get(f"{API}/games/{view['id']}/export/{form}").status_code == 404
    assert page.client.get(f"{API}/games/nobody/export/moves").status_code == 404


@pytest.mark.parametrize(
    ("game", "moves", "form"),
    [
        ("minishogi", "2e4c 4a3b 4c3b 3a3b B*2b", "kif"),
        ("minishogi", "2e4c 4a3b 4c3b 3a3b B*2b", "csa"),
        ("dobutsu", "2c2b 1a2b", "usi"),
        ("ending:KPK", "e4 Kd7", "pgn"),
        ("othello:4x4", "b1 a1", "moves"),
    ],
)
def test_what_was_written_is_read(page, game, moves, form):
    view = page.begin(game, players=["human", "human"], moves=moves)
    again = page.send(
        "/games/import", {"game": game, "text": exported(page, view, form)}, status=201
    )
    assert again["line"] == moves.split() and again["id"] != view["id"]
    assert again["position"] == view["position"]


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("minishogi", "手合割：5五将棋\n   1 ９九歩(11)\n", "line 2"),
        ("minishogi", "", "empty text"),
        ("ending:KPK", "1. Qxh8", "Qxh8"),
        ("tictactoe", "a1 a1", "illegal move"),
        ("shogi-file:/etc/passwd", "", "reads files"),
    ],
)
def test_what_is_no_game_is_told(page, game, text, told):
    error = page.send("/games/import", {"game": game, "text": text}, status=400)["error"]
    assert told in error and "\n" not in error


def test_dice_are_cast_at_the_start(page):
    starts = [page.begin("janken", start="random", seed=seed)["start"] for seed in range(4)]
    assert (
        len(set(starts)) > 1 and starts[0] == page.begin("janken", start="random", seed=0)["start"]
    )
    page.send("/games", {"game": "tictactoe", "start": "random"}, status=400)


# Pieces.


@pytest.mark.parametrize("game", ["minishogi", "dobutsu", "gorogoro", "anpanman"])
def test_pieces_come_in_sets(page, game):
    scene = page.get(f"/scene?game={game}")
    usual, *others = scene["sets"]
    assert {"kanji", "letters"} <= set(scene["sets"]) and (usual == "pictures") == (
        game != "minishogi"
    )
    for look in scene["looks"].values():
        assert set(look["others"]) == set(others)
        drawn = [look["markup"], *look["others"].values()]
        assert len(set(drawn)) == len(drawn), "two sets look the same"
    for set_ in scene["sets"]:
        looks = [look["others"].get(set_, look["markup"]) for look in scene["looks"].values()]
        assert len(set(looks)) == len(looks), "two pieces look the same"


def test_a_picture_shows_the_chosen_pieces(page):
    view = page.begin("dobutsu", players=["human", "human"])
    path = f"{API}/games/{view['id']}/picture.svg"
    kanji, letters = (
        page.client.get(f"{path}?pieces={name}").text for name in ("kanji", "letters")
    )
    assert "獅" in kanji and "獅" not in letters and ">L<" in letters
    assert page.client.get(f"{path}?pieces=stones").status_code == 400


def test_a_die_has_its_faces(page):
    looks = page.get("/scene?game=janken")["looks"]
    assert len(looks) == 12
    for name, look in looks.items():
        top, front, side = look["faces"]
        for other, same in looks.items():
            if other[0] == name[0]:
                # What a roll up shows is what lay in front: the same letters, the same faces.
                assert (same["faces"][0] == front) == (other[2] == name[3])
        assert len({top, front, side}) == 3


# Setting up.


@pytest.mark.parametrize("family", OPEN, ids=lambda family: family.name)
def test_what_stands_on_a_board_can_be_put_there(page, family):
    game = load(SMALL.get(family.name, family.name))
    state = game.start
    for ply in range(9):
        view = page.send("/position", {"game": str(game), "position": game.show(state)})
        pieces = [
            {key: piece[key] for key in ("place", "look", "number")} for piece in view["pieces"]
        ]
        body = {"game": str(game), "pieces": pieces, "mover": view["mover"]}
        assert page.send("/setup", body)["text"] == view["text"], "the same, put there by hand"
        moves = game.legal_moves(state)
        if not moves:
            break
        state = game.play(state, moves[ply * 7 % len(moves)])


@pytest.mark.parametrize(
    ("game", "pieces", "told"),
    [
        ("dobutsu", [("2b", "0C", 1)], "expected Gote to have L"),
        (
            "minishogi",
            [("5e", "0K", 1), ("1a", "1K", 1), ("hand0:P", "0P", 3)],
            "at most 2 pieces P",
        ),
        ("ending:KPK", [("e1", "K", 1), ("e8", "k", 1), ("e8", "P", 1)], "king of Black"),
        ("ending:KPK", [("e1", "K", 1), ("e8", "k", 1), ("a1", "P", 1)], "a1"),
        ("connect4:4x4", [("a1", "x", 1)], "a"),
        ("janken:single,pieces=1", [("11", "0-gcp", 1), ("12", "0-gcp", 1)], "at most 1 dice"),
        ("tictactoe", [("z9", "x", 1)], "there is no"),
        ("tictactoe", [("a1", "q", 1)], "there is no"),
    ],
)
def test_what_is_no_position_is_told(page, game, pieces, told):
    rows = [dict(zip(("place", "look", "number"), row, strict=True)) for row in pieces]
    error = page.send("/setup", {"game": game, "pieces": rows}, status=400)["error"]
    assert told in error and "\n" not in error


def test_a_board_is_set_up_by_proper_requests_only(page):
    page.send("/setup", {"game": "tictactoe"}, status=422)
    page.send("/setup", {"game": "tictactoe", "pieces": [{"place": "a1"}]}, status=422)
    page.send("/setup", {"game": "tictactoe", "pieces": [], "mover": 2}, status=422)
    page.send("/setup", {"game": "shogi-file:/etc/passwd", "pieces": []}, status=400)


# Maps and goals.


@pytest.mark.compiled
def test_a_man_is_put_on_every_square(page, monkeypatch, tmp_path):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    fen = "8/8/8/8/8/8/8/k1K4Q w - - 0 1"
    done = page.job("/maps", {"game": "ending:KQK", "position": fen, "place": "h1"})
    assert done["state"] == "done", done["error"]
    squares = done["result"]["squares"]
    assert done["result"]["piece"] == "Q" and not {"a1", "c1"} & set(squares)
    board = chess.Board(fen)
    board.remove_piece_at(chess.H1)
    for name, found in squares.items():
        there = board.copy()
        there.set_piece_at(chess.parse_square(name), chess.Piece.from_symbol("Q"))
        assert there.is_valid()
        mates = any(mates_at_once(there, move) for move in there.legal_moves)
        assert (found["distance"] == 1) == mates, name
    for place, told in (("e4", "expected one of the men"), ("z9", "expected one of the men")):
        failed = page.job("/maps", {"game": "ending:KQK", "place": place})
        assert failed["state"] == "failed" and told in failed["error"]
    failed = page.job("/maps", {"game": "tictactoe", "place": "a1"})
    assert "expected a position with men on the board" in failed["error"]
    failed = page.job("/maps", {"game": "nip:4x4", "place": "b2"})
    assert "no maps of nip:4x4" in failed["error"]
    failed = page.job("/maps", {"game": "ending:KQKR", "place": "d1"})
    assert "table build ending:KQKR" in failed["error"]


def mates_at_once(board, move):
    """Whether a move is mate."""
    board.push(move)
    found = board.is_checkmate()
    board.pop()
    return found


@pytest.mark.parametrize(
    ("game", "goals"),
    [
        ("nip:4x4", ["score", "win", "stages"]),
        ("minishogi", ["score", "mate"]),
        ("ending:KQK", ["score", "mate"]),
        ("tictactoe", ["score"]),
        ("janken", ["score"]),
    ],
)
def test_each_game_says_what_can_be_asked(page, game, goals):
    assert page.get(f"/scene?game={game}")["goals"] == goals


@pytest.mark.compiled
def test_stages_and_mates_are_found(page):
    body = {"game": "nip:4x4", "goal": "stages=all"}
    found = page.job("/solves", body)["result"]
    assert [(split["m"], split["n"]) for split in found["splits"]] == [
        (m, 8 - m) for m in range(2, 8)
    ]
    assert sum(found["tally"].values()) == 6 and found["exact"]
    for split in found["splits"]:  # what the page shows beside who is ahead
        assert split["published"]["winner"] in ("first", "second")
        assert len(split["leaves"]) == len(split["seconds"]) == 2 and min(split["leaves"]) > 0
    spot = {"game": "ending:KQK", "position": "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "goal": "mate"}
    mate = page.job("/solves", spot)["result"]
    assert mate["distance"] == 1 and mate["best_moves"] and mate["value"] == 1
    failed = page.job("/solves", {"game": "tictactoe", "goal": "mate"})
    assert failed["state"] == "failed" and "no checks" in failed["error"]
    failed = page.job("/solves", {"game": "nip:4x4", "goal": "stages=3,9"})
    assert failed["state"] == "failed"
    for goal in ("stages=", "stages=1", "stages=1,2,wide", "tea"):
        page.send("/solves", {"game": "nip:4x4", "goal": goal}, status=422)


# Words.


def test_variants_switches_and_results_are_told_in_japanese(page):
    def is_japanese(text):
        return any(ord(sign) > 0x3000 for sign in text)

    for family in page.get("/families"):
        for switch in family["switches"]:
            assert is_japanese(switch["titles"]["ja"]), switch
            assert (
                not is_japanese(switch["titles"]["en"]) and switch["titles"]["en"] != switch["name"]
            )
            for value, titles in switch["value_titles"].items():
                assert value.isdigit() or is_japanese(titles["ja"]), (switch, value)
        # What stands on the card: the first result that was checked, else the first of the others.
        for holds in (True, None):
            shown = [fact for fact in family["known"] if fact["holds"] is holds]
            assert all(is_japanese(fact["claims"]["ja"]) for fact in shown[:1]), shown[:1]


def test_what_has_no_words_is_shown_as_it_is_and_claims_in_both():
    family = next(family for family in OPEN if family.name == "nip")
    assert variant_title(family, "4x4") == {"en": "4×4", "ja": "4×4"}
    printed = next(claim for claim in family.known if claim.final == (2, 10))
    shown = claim_view(family, printed)
    assert shown["claims"] == {"en": "White wins 2-10", "ja": "白の勝ち 2-10"}
    assert shown["holds"] is False and "wrong" in shown["claim"]
