"""What was published is held against an answer; what we found is found again."""

import os
from pathlib import Path

import numpy as np
import pytest

from yomikiri import cli
from yomikiri.games import by_metric, families, load
from yomikiri.games.claim import AGREES, COUNT, DIFFERS, SILENT, WINNER, Claim, Known
from yomikiri.lab.thesis import experiment
from yomikiri.solve import Answer, solve
from yomikiri.tables.build import build_table
from yomikiri.tables.loaded import LoadedTable
from yomikiri.tables.table import Table

FOUND = [known for family in families() for known in family.game.found]
SEED = 1  # of docs/results.md
LONG = os.environ.get("YOMIKIRI_LONG") == "1"  # hours


@pytest.mark.parametrize(
    ("claim", "known", "verdict"),
    [
        (Claim("g", "", "first"), Known("g", "first", 5), AGREES),
        (Claim("g", "", "first"), Known("g", "second"), DIFFERS),
        (Claim("g", "", "first", (7, 2)), Known("g", "first", 5), AGREES),
        (Claim("g", "", "first", (7, 2)), Known("g", "first", 4), DIFFERS),
        (Claim("g", "", "first", (7, 2)), Known("g", "first"), WINNER),
        (Claim("g", "", "first", (2, 7)), Known("g", "second", -5), COUNT),
        (Claim("g", "", "first", distance=3), Known("g", "first", distance=3), AGREES),
        (Claim("g", "", "first", distance=3), Known("g", "first", distance=5), DIFFERS),
        (Claim("g", "", "draw"), Known("g", "draw"), AGREES),
        (Claim("g", "", "draw"), Known("g"), SILENT),
        (Claim("g", "", "draw"), Known("other", "draw"), SILENT),
        (Claim("g", "", figure="mate", number=3), Known("g", "first"), SILENT),
        (Claim("g", "", figure="mate", number=3), Known("g", figure="mate", number=3), AGREES),
        (Claim("g", "", figure="mate", number=3), Known("g", figure="mate", number=4), DIFFERS),
    ],
)
def test_a_verdict_is_derived(claim, known, verdict):
    assert claim.verdict([known]) == verdict


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nip:4x4",), "White wins 2-10 (not so here: the program"),
        (("nip:4x4", "--goal", "win"), "White wins (not so here"),
        (
            ("nip:4x6", "--goal", "win"),
            "Black wins 12-8 (the same winner here; this",
        ),
        (("nip:4x6", "--goal", "win"), "claimed: Black wins (as here)"),
        (("othello:3x3",), "Black wins 0-9 (the same count here, but not the winner; so printed)"),
        (("othello:4x8", "--nodes", "100"), "Black wins 28-0 (this answer does not say"),
        (("tictactoe",), "a draw"),
    ],
)
@pytest.mark.compiled
def test_solve_holds_what_was_published_against_its_own_answer(words, said, capsys):
    assert cli.run(("solve", *words)) == 0
    assert said in " ".join(capsys.readouterr().out.split())


def test_games_shows_claims_with_what_we_found(capsys):
    assert cli.run(("games", "othello")) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "White wins 17-9 (wrong; so printed, a digit of 17-19 is missing)" in said
    assert "White wins 16-20 (right)" in said
    assert "Black wins 25-1 (right)" in said and "Black wins 39-0 (right)" in said
    assert cli.run(("games", "nip")) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "nip:6x8 White wins 15-21 [found by yomikiri solve]" in said
    assert cli.run(("games", "ending", "--lang", "ja")) == 0
    assert "98,304 通りのうち 62,480 通り" in capsys.readouterr().out


def test_a_count_that_we_found_is_the_value_that_we_found():
    counted = [(known, known.final) for known in FOUND if known.final is not None]
    assert len(counted) >= 24
    for known, (first, second) in counted:
        assert first - second == known.value, known


@pytest.mark.compiled
def test_solve_calls_nothing_published_that_we_found(capsys):
    assert cli.run(("solve", "tictactoe")) == 0
    assert "published" not in capsys.readouterr().out


def test_every_small_board_of_connect_four_is_as_tromp_has_it():
    # tromp.github.io/c4/c4.html, from height 4 up: the winner for the widths 4, 5 and 6.
    printed = {4: ("draw", "draw", "second"), 5: ("draw",) * 3, 6: ("draw", "draw", "second")}
    for height, winners in printed.items():
        for width, winner in enumerate(winners, 4):
            game = load(f"connect4:{height}x{width}")
            (claim,) = game.claims()
            assert claim.winner == winner and claim.verdict(game.found) == AGREES


def test_connect_four_claims_are_of_boards_that_there_are():
    for claim in load("connect4:6x7").known:
        assert load(claim.game).spec == claim.game


# Everything that is called checked, checked again.


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("known", [known for known in FOUND if not known.figure], ids=str)
def test_what_we_found_is_found_again(known, tmp_path, monkeypatch):
    if known.is_long and not LONG:
        pytest.skip("takes long: YOMIKIRI_LONG=1")
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    game = load(known.game)
    if game.table_classes() and game.family != "connect4":
        build_table(game, tmp_path)
    goal = "score" if known.value is not None or not game.has_score else "win"
    answer = solve(game, goal=goal)
    assert isinstance(answer, Answer) and answer.exact and answer.winner == known.winner
    assert known.value is None or answer.value == known.value
    assert known.distance is None or answer.distance == known.distance


def longest_win(spec: str, metric: str, folder: Path) -> int:
    """The longest win of a game's own classes, in plies."""
    game = by_metric(load(spec), metric)
    build_table(game, folder)
    table = Table(game, folder)
    longest = max(table.files[group].counts.longest_win or 0 for group in game.own_classes())
    table.close()
    return longest


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("known", [known for known in FOUND if known.figure], ids=str)
def test_figures_are_found_again(known, tmp_path):
    if known.figure == "mate":
        assert longest_win(known.game, "dtm", tmp_path) == known.number
    elif known.figure == "promotion":
        assert longest_win(known.game, "dtp", tmp_path) == known.number
    elif known.figure in ("rook", "knight", "bishop"):
        assert (longest_win(known.game, "dtc", tmp_path) + 1) // 2 == known.number
    elif known.figure == "promotes":
        game = by_metric(load(known.game), "dtp")
        build_table(game, tmp_path)
        table = Table(game, tmp_path)
        assert ((table.probe(game.start).distance or 0) + 1) // 2 == known.number
        table.close()
    elif known.figure == "numbers":
        game = load(known.game)
        build_table(game, tmp_path)
        loaded = LoadedTable(game, tmp_path)
        ends = [(loaded.bases[group], loaded.bases[group + 1]) for group in game.own_classes()]
        # Each class has the positions with White to move first, then those with Black.
        white = [np.split(loaded.store[start:end], 2)[0] for start, end in ends]
        assert sum(int(np.count_nonzero(codes > 0)) for codes in white) == known.number
    else:
        other = "peai" if known.figure == "peai" else "perm"
        row = experiment("peai", other, games=100, seed=SEED, repetition=True, solved=None)
        assert row.wins == known.number
