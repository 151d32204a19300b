"""Every move with its value: exact ones against the judge, estimates marked as such."""

import json
import random
from types import SimpleNamespace
from typing import Any

import pytest

import yomikiri as yk
from tests.conftest import COMPILER_OFF
from yomikiri.play import formats
from yomikiri.play.tree import Tree
from yomikiri.search.judge import judge_endless, judge_with_memory
from yomikiri.search.values import SCORE_STEP, WON, certain_plies, certain_result
from yomikiri.solve.analysis_answer import Analysis, shown
from yomikiri.solve.tabled import analyze_by_table
from yomikiri.tables.table import MoveProbe
from yomikiri.think import Valued


def analyze(game, **options):
    """An analysis with a table that is quickly made."""
    return yk.analyze(game, **{"memory": "64M", **options})


def walk(game, plies, seed):
    """A position after some random moves, or where the game ended before."""
    chance = random.Random(f"{game} {seed}")
    state = game.start
    for _ in range(plies):
        if moves := game.legal_moves(state):
            state = game.play(state, chance.choice(moves))
    return state


def values_of(game, state, known):
    """Each move and its value for the mover, by the judge."""
    values = {}
    for move in game.legal_moves(state):
        child = game.play(state, move)
        sign = 1 if game.mover(child) == game.mover(state) else -1
        values[move] = sign * judge_with_memory(game.rules, child, known)
    return values


def check(analysis, values):
    """Exact values of all moves, best first, each with a line that ends in its value."""
    game, state = analysis.game, analysis.position
    assert {entry.move.number: entry.value for entry in analysis.moves} == values
    assert all(entry.exact for entry in analysis.moves) and analysis.exact
    found = [entry.value for entry in analysis.moves]
    assert found == sorted(found, reverse=True)
    assert analysis.value == max(found)
    for entry in analysis.moves:
        assert entry.line[0] == entry.move
        end = game.replay(state, entry.line)
        sign = 1 if game.mover(end) == game.mover(state) else -1
        assert game.outcome(end) is not None and sign * game.outcome(end) == entry.value


@pytest.mark.parametrize("name", ["tictactoe", "nip:4x4", "nip:4x4,rim=lap,empties=winner"])
def test_small_games_are_read_out(name):
    game = yk.load(name)
    known: dict[object, int] = {}
    for seed in range(3 if COMPILER_OFF else 30):
        state = walk(game, 4 + seed % 4 if COMPILER_OFF else seed % 7, seed)
        if game.legal_moves(state):
            check(analyze(game, position=state), values_of(game, state, known))


@pytest.mark.compiled
def test_the_start_of_4x6():
    analysis = analyze("nip:4x6")
    assert analysis.mover == "first" and analysis.value == 19
    assert [entry.value for entry in analysis.moves] == [19, 19, -18, -18]
    after = analyze("nip:4x6", moves="c1")
    assert after.mover == "second" and after.value == -19  # as the mover sees it


@pytest.mark.compiled
def test_distances_where_only_winning_counts():
    for name in ("tictactoe", "connect4:4x4"):
        game = yk.load(name)
        for seed in range(10):
            state = walk(game, 5 if name == "tictactoe" else 9, seed)
            verdicts = judge_endless(game.rules, state)
            for entry in analyze(game, position=state).moves:
                verdict = verdicts[game.play(state, entry.move.number)]
                assert entry.exact and entry.value == -verdict.value
                if verdict.distance is None:
                    assert entry.distance is None
                else:
                    assert entry.distance == verdict.distance + 1


@pytest.mark.compiled
def test_a_limit_leaves_estimates_that_say_so():
    analysis = analyze("nip:8x8", nodes=50_000)
    assert len(analysis.moves) == 4 and analysis.stopped == "nodes"
    assert not analysis.exact and not any(entry.exact for entry in analysis.moves)
    assert analysis.depth >= 3 and "an estimate" in str(analysis)
    assert len({entry.value for entry in analysis.moves}) == 1  # mirror images of each other
    game = analysis.game
    for entry in analysis.moves:
        game.replay(game.start, entry.line)
        assert entry.distance is None and abs(entry.value) < 64


@pytest.mark.compiled
def test_the_same_limit_of_nodes_finds_the_same():
    first, second = (analyze("othello:6x6", nodes=30_000) for _ in range(2))
    assert first.moves == second.moves and first.nodes == second.nodes


@pytest.mark.compiled
def test_a_limit_of_time_is_kept():
    analysis = analyze("othello:8x8", seconds=0.3)
    assert analysis.seconds < 2 and analysis.stopped == "seconds" and len(analysis.moves) == 4


def test_a_depth_looks_so_far_ahead():
    analysis = analyze("tictactoe", moves="a1 b2", depth=2)
    assert analysis.depth == 2 and not analysis.exact
    won = analyze("tictactoe", moves="a1 b2 b1", depth=1)
    assert not any(entry.exact for entry in won.moves)  # guessed by random games
    mate = analyze("tictactoe", moves="a1 b2 b1 a3", depth=1)
    assert mate.moves[0].exact and (mate.value, mate.moves[0].distance) == (1, 1)
    assert mate.exact and mate.to_dict()["moves"][0]["move"] == "c1"
    whole = analyze("tictactoe", moves="a1 b2 c3 a3 c1 b1 b3", depth=9)
    assert whole.exact and all(entry.exact for entry in whole.moves)


@pytest.mark.compiled
def test_looking_to_the_end_proves_scores():
    game = yk.load("nip:6x6")
    known: dict[object, int] = {}
    state = walk(game, 16, 1)
    values = values_of(game, state, known)
    analysis = analyze(game, position=state, depth=20)
    assert {entry.move.number: entry.value for entry in analysis.moves} == values
    assert analysis.exact


def test_a_won_score_that_may_be_greater_is_not_exact():
    game = yk.load("nip:8x8")
    legal = game.legal_moves(game.start)[0]
    for result in (-52, -3, 3, 52):
        sign = 1 if result > 0 else -1
        raw = sign * (WON - 17) + SCORE_STEP * result  # found 17 plies ahead
        assert certain_result(raw) == result and certain_plies(raw) == 17
        entry = shown(game, game.start, Valued(legal, raw))
        assert entry.value == result and not entry.exact
    ranks = [Valued(0, 4, True), Valued(0, 2, True), Valued(0, 900), Valued(0, 0, True)]
    ranks += [Valued(0, -10), Valued(0, -1, True, distance=9), Valued(0, -1, True, distance=3)]
    assert [entry.rank for entry in ranks] == sorted((e.rank for e in ranks), reverse=True)


def test_a_finished_game():
    analysis = analyze("tictactoe", moves="a1 b1 a2 b2 a3")
    assert analysis.moves == [] and analysis.exact and analysis.value == -1
    assert "the game is over" in str(analysis)
    assert analysis.to_dict()["moves"] == []


def test_the_json_has_the_fields_of_the_design():
    found = analyze("nip:4x4", moves="b1 a3 c4 d3").to_dict()
    assert json.loads(json.dumps(found)) == found
    assert set(found) >= {"position", "mover", "value", "moves"}
    assert set(found["moves"][0]) == {"move", "value", "distance", "exact", "line"}
    assert found["mover"] == "first" and found["moves"][0]["value"] == found["value"]


def test_it_prints_itself():
    text = str(analyze("nip:4x4"))
    assert text.startswith("nip:4x4, Black to move") and "+2  b1" in text


def test_progress_is_reported():
    seen: list[Analysis] = []
    analyze("tictactoe", moves="b2 a1", watch=seen.append)
    assert seen and seen[-1].moves


def test_with_dice_it_says_why_no_more_was_found():
    game = yk.load("janken:full,pieces=1,dice=on")
    state = game.play(game.start, game.legal_moves(game.start)[0])
    assert analyze(game, position=state, nodes=1).stopped == "nodes"  # within the first ply
    assert analyze(game, position=state, nodes=1_000).stopped == "nodes"
    assert analyze(game, position=state, depth=2).stopped == ""
    assert analyze(game, position=game.start, nodes=1).value is None  # of the throws none is known


# Players.


@pytest.mark.compiled
def test_values_of_a_player():
    analysis = analyze("nip:6x6", player="alphabeta:depth=3")
    assert analysis.player == "alphabeta:depth=3" and len(analysis.moves) == 4
    assert not analysis.exact and "alphabeta:depth=3" in str(analysis)
    assert analysis.to_dict()["player"] == "alphabeta:depth=3"


def test_a_player_that_reads_out_is_exact():
    analysis = analyze("tictactoe", moves="a1 b2 c3 a3", player="perfect")
    assert analysis.exact and (analysis.value, analysis.moves[0].move) == (1, "c1")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"player": "random"}, "random gives no values"),
        ({"player": "nobody"}, "no player called"),
        ({"depth": 0}, "expected a depth of 1 to"),
        ({"depth": 999}, "expected a depth of 1 to"),
        ({"seconds": -1}, "expected seconds greater than 0"),
        ({"nodes": 0}, "1 to [0-9]+ nodes"),
        ({"threads": 1000}, "threads"),
        ({"memory": "?"}, "expected a size"),
        ({"position": "?"}, "expected rows"),
    ],
)
def test_bad_options_are_refused_in_one_line(options, message):
    with pytest.raises(yk.InputError, match=message) as error:
        yk.analyze("tictactoe", **options)
    assert "\n" not in str(error.value)


# The game so far.

SHUTTLE = "3e2d 3a4b 2d3e 4b3a "  # of minishogi, where the fourth occurrence is lost by Sente


def last_of_shuttle(times):
    """The game before the last move of so many shuttles."""
    return (SHUTTLE * times).split()[:-1]


def entry_of(answer, move="4b3a"):
    """What an analysis, or its JSON, has about a move."""
    return next(entry for entry in answer["moves"] if entry["move"] == move)


@pytest.mark.parametrize(("times", "is_over"), [(1, False), (2, False), (3, True)])
def test_a_move_back_into_the_game_so_far_is_worth_a_repetition(times, is_over):
    game = yk.load("minishogi")
    found = analyze(game, moves=last_of_shuttle(times), depth=1)
    entry = entry_of(found.to_dict())
    assert (entry["value"], entry["exact"]) == (1, is_over)
    assert entry["distance"] == (1 if is_over else None)
    played = game.position().play(" ".join(last_of_shuttle(times)))
    assert entry_of(analyze(played, depth=1).to_dict()) == entry
    alone = entry_of(analyze(game, position=played.state, depth=1).to_dict())
    assert alone["value"] != 1  # nobody knows how it came there
    assert (played.play("4b3a").result is not None) == is_over


def test_batches_know_the_game_so_far(tmp_path):
    played = last_of_shuttle(3)
    lines = [" ".join(played), f"startpos moves {' '.join(played)}"]
    position = yk.load("minishogi").position().play(lines[0])
    kif = tmp_path / "game.kif"
    moves = [move.number for move in position.line]
    kif.write_text(formats.write(Tree(position.game, moves=moves), "kif"))
    answers = [
        *yk.analyze_many("minishogi", [*lines, position], depth=1),
        yk.analyze_many("minishogi", kif, depth=1)[-1],
    ]
    for answer in answers:
        assert (entry_of(answer)["value"], entry_of(answer)["exact"]) == (1, True)


def test_a_table_does_not_hide_a_repetition_that_ends_the_game():
    game = yk.load("minishogi")
    played = game.position().play(" ".join(last_of_shuttle(3)))
    legal = game.legal_moves(played.state)
    table: Any = SimpleNamespace(
        moves=lambda state: [MoveProbe(move, 0, None) for move in legal], line=lambda state: []
    )
    found = analyze_by_table(game, played.state, table, played.history).to_dict()
    assert {entry["move"] for entry in found["moves"] if entry["value"]} == {"4b3a"}
