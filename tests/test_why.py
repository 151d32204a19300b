"""Why a position is worth what it is: proofs opened step by step, by whoever knows them."""

import json
import random
from typing import Any

import pytest

from tests.conftest import portion
from tests.web import Page, client_of
from yomikiri.games import load
from yomikiri.rules import FIRST
from yomikiri.search.judge import judge_by_negamax as judge
from yomikiri.solve import certificate as writer
from yomikiri.solve import solve
from yomikiri.solve.following import Certificates, open_strategies
from yomikiri.tables.build import build_table
from yomikiri.tables.files import tables_folder

pytestmark = pytest.mark.compiled
WON = {"game": "tictactoe", "moves": "a1 b1"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Certificates: one of several chunks, one to the ends, one of a game with a score."""
    place = tmp_path_factory.mktemp("certificates")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "ONE_CHUNK", 50)
        patch.setattr(writer, "CHUNK", 40)
        solve("connect4:4x5", certificate=place / "connect4.certificate")
    solve("nip:4x6", certificate=place / "nip.certificate")
    return place


def play_against(game, strategies, prover, chance):
    """A game of the strategy against random moves; how many moves it had, and how it ended."""
    path, had = [game.start], 0
    while (end := game.outcome(path[-1])) is None:
        state = path[-1]
        if game.mover(state) == prover:
            move = strategies.choice(game, path, prover)
            if move is None:  # below the cut
                found = solve(game, position=state)
                assert found.value is not None
                return had, found.value if prover == FIRST else -found.value
            had += 1
            path.append(game.play(state, move[0]))
        else:
            path.append(game.play(state, chance.choice(game.legal_moves(state))))
    return had, end if game.mover(path[-1]) == prover else -end


@pytest.mark.parametrize(("name", "least"), [("connect4:4x5", 3), ("nip:4x6", 1)])
def test_a_strategy_gets_what_its_certificate_claims(folder, name, least):
    game, strategies, chance = load(name), Certificates(folder), random.Random(1)
    (file,) = folder.glob(name.partition(":")[0] + "*")
    needs = {side: one.need for side, one in open_strategies(file, game).items()}
    assert needs
    for prover, need in needs.items():
        for _ in range(portion(12)):
            had, got = play_against(game, strategies, prover, chance)
            assert got >= need and had >= least, (prover, need, got, had)


def test_a_strategy_says_nothing_after_a_move_that_is_not_its_own(folder):
    game, strategies = load("connect4:4x5"), Certificates(folder)
    found = strategies.choice(game, [game.start], FIRST)
    assert found is not None
    move, _ = found
    for other in game.legal_moves(game.start):
        path = [game.start, game.play(game.start, other)]
        path.append(game.play(path[-1], game.legal_moves(path[-1])[0]))
        # Its first move is in the middle column, which is no mirror image of another.
        assert (strategies.choice(game, path, FIRST) is None) == (other != move)


def test_a_certificate_that_proves_nothing_is_not_believed(folder, tmp_path):
    game = load("connect4:4x5")
    text = (folder / "connect4.certificate").read_bytes()
    (tmp_path / "false.certificate").write_bytes(text[:-1] + bytes([text[-1] ^ 1]))
    (tmp_path / "other.certificate").write_bytes(b"no certificate\n[]\n")
    assert Certificates(folder).claim(game, [game.start]) is not None
    assert Certificates(tmp_path).claim(game, [game.start]) is None


# What the page gets.


@pytest.fixture
def page(tmp_path, folder):
    with client_of(tmp_path, certificates=folder) as client:
        yield Page(client)


def step(page, spot, moves=(), prover=""):
    line = " ".join([*spot.get("moves", "").split(), *moves])
    view = page.job("/proofs", {**spot, "moves": line, "prover": prover})
    assert view["state"] == "done", view
    return view["result"]


def open_all(page, spot, most=10_000):
    """Every step of a proof, each position once: the moves to it, and what it says."""
    first = step(page, spot)
    found: list[tuple[list[str], Any]] = [([], first)]
    waiting, seen = list(found), set[str]()
    while waiting and len(found) < most:
        moves, one = waiting.pop()
        answered = [*moves, *(answer["move"] for answer in one["answer"])]
        for defence in one["defences"]:
            if defence["end"] or defence["position"] in seen:
                continue
            seen.add(defence["position"])
            line = [*answered, defence["move"]]
            found.append((line, step(page, spot, line, first["prover"])))
            waiting.append(found[-1])
    return found


def test_a_proof_opened_to_its_ends_has_every_defence_and_wins_them_all(page):
    game = load("tictactoe")
    steps = open_all(page, WON)
    assert steps[0][1]["prover"] == "first" and steps[0][1]["value"] == 1
    assert len(steps) > 3
    for moves, one in steps:
        state = game.start
        for name in [*WON["moves"].split(), *moves]:
            state = game.play(state, game.read_move(state, name))
        assert game.mover(state) == FIRST and judge(game.rules, state) == 1
        (answer,) = one["answer"]
        state = game.play(state, game.read_move(state, answer["move"]))
        assert one["position"] == game.show(state)
        assert judge(game.rules, state) == -1, "the one move wins"
        legal = {game.move_name(state, move) for move in game.legal_moves(state)}
        assert {defence["move"] for defence in one["defences"]} == legal
        assert bool(one["end"]) == (game.outcome(state) is not None) == (not legal)


def test_a_proof_is_fed_by_what_was_kept_by_tables_and_by_certificates(page, monkeypatch, tmp_path):
    assert step(page, WON)["source"] == "search"
    again = step(page, WON)
    assert again["source"] == "kept" and again["defences"][0]["distance"] == 4
    # A solve that was kept names the move, and what each defence is worth at most.
    solved = {"game": "nip:4x4"}
    assert page.job("/solves", solved)["result"]["exact"]
    one = step(page, solved)
    assert (one["source"], one["value"], one["bound"]) == ("kept", 2, False)
    one = step(page, {"game": "connect4:4x5"})
    assert (one["source"], one["value"]) == ("certificate", 0) and len(one["defences"]) == 5
    defence = one["defences"][0]["move"]
    after = step(page, {"game": "connect4:4x5"}, [one["answer"][0]["move"], defence], "first")
    assert after["source"] == "certificate" and after["answer"]
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path / "tables"))
    build_table(load("tictactoe"), tables_folder())
    drawn = step(page, {"game": "tictactoe"})
    assert (drawn["source"], drawn["value"], drawn["prover"]) == ("table", 0, "first")


def test_what_cannot_be_proved_in_time_and_finished_games_are_told(page, monkeypatch):
    monkeypatch.setattr("yomikiri.web.why.SECONDS", 0.2)
    one = step(page, {"game": "othello:8x8"})
    assert one["value"] is None and not one["defences"]
    over = step(page, {"game": "tictactoe", "moves": "a1 b1 a2 b2 a3"})
    assert over["end"]["winner"] == "first" and "line" in over["end"]["why"]["en"]
    assert "second" in json.dumps(page.send("/proofs", {"game": "nip", "prover": "x"}, status=422))
