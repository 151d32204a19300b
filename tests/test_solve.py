"""The solver against the slow judge, and everything that `solve` promises at the door."""

import random
import sys
from itertools import pairwise

import numpy as np
import pytest

import yomikiri as yk
from tests.conftest import COMPILER_OFF, portion
from yomikiri.jit import kernel
from yomikiri.rules import UNLIMITED, legal_moves, mover, outcome, play, remaining
from yomikiri.search.alpha_beta import search
from yomikiri.search.judge import judge_by_negamax, judge_with_memory
from yomikiri.search.workspace import MOST_NODES
from yomikiri.solve.answer import Answer, Interrupted, Progress
from yomikiri.solve.options import read_goal, read_memory
from yomikiri.think.team import Team

BOARDS = [
    *("nip:6x4", "nip:6x6", "nip:4x8", "nip:4x10", "nip:6x8", "nip:4x12", "nip:8x8", "nip:4x16"),
    *("nip:6x12", "nip:12x6", "nip:6x6,rim=lap", "nip:6x6,rim=off", "nip:4x8,empties=winner"),
    *("nip:8x8,rim=lap,empties=winner", "nip:4x10,rim=off,empties=winner"),
    *("othello:8x8", "othello:6x6", "othello:5x5", "othello:3x7", "othello:7x4", "othello:4x16"),
    *("othello:5x5,start=cross2", "othello:6x6,start=parallel", "othello:4x6,start=parallel2"),
    *("othello:8x8,empties=winner", "othello:5x4,empties=winner", "connect4:4x4", "connect4:4x5"),
]


def solve(game, **options):
    """An answer to `score` or `win`, with a table that is quickly made."""
    answer = yk.solve(game, **{"memory": "64M", **options})
    assert isinstance(answer, Answer)
    return answer


def late_state(game, empties, seed):
    """A position with at most so much remaining, by random play from the start."""
    chance = random.Random(f"{game} {empties} {seed}")
    state = game.start
    while remaining(game.rules, state) > empties:
        moves = game.legal_moves(state)
        if not moves:  # it ended too soon
            state = game.start
            continue
        state = game.play(state, chance.choice(moves))
    return state


@kernel
def plain_negamax(rules, state, moves, top):
    """The slow judge, compiled: every line to its end."""
    number = legal_moves(rules, state, moves[top:])
    if number == 0:
        return outcome(rules, state)
    best = -1000
    for index in range(top, top + number):
        child = play(rules, state, moves[index])
        value = plain_negamax(rules, child, moves, top + number)
        if mover(rules, child) != mover(rules, state):
            value = -value
        best = max(best, value)
    return best


def judge(game, state):
    """The value of a position for its mover."""
    return int(plain_negamax(game.rules, state, np.zeros(1 << 14, np.int64), 0))


def check(game, state, *, judge=judge, **options):
    """Everything in the answer, against the judge."""
    values = {}
    for move in game.legal_moves(state):
        child = game.play(state, move)
        sign = 1 if game.mover(child) == game.mover(state) else -1
        values[move] = sign * judge(game, child)
    sign = 1 if game.mover(state) == 0 else -1
    best = max(values.values()) if values else game.outcome(state)

    answer = solve(game, position=state, **options)
    assert answer.exact and answer.value == sign * best
    found = sorted(move.number for move in answer.best_moves)
    assert found == sorted(m for m, value in values.items() if value == best)
    end = answer.end
    assert not game.legal_moves(end)
    assert (1 if game.mover(end) == 0 else -1) * game.outcome(end) == answer.value
    assert answer.final == game.final(end)

    won = solve(game, position=state, goal="win", **options)
    assert won.exact and won.value == (answer.value > 0) - (answer.value < 0)
    winning = [m for m, value in values.items() if (value > 0) - (value < 0) == sign * won.value]
    assert sorted(move.number for move in won.best_moves) == sorted(winning)
    assert won.winner == answer.winner == {1: "first", 0: "draw", -1: "second"}[won.value]


# Known results.


@pytest.mark.parametrize(
    ("game", "value", "final"),
    [
        ("othello:4x4", -8, (3, 11)),
        ("othello:4x6", 16, (20, 4)),
        ("othello:4x6,start=parallel", 18, (21, 3)),
        pytest.param("othello:5x5", 13, (19, 6), marks=pytest.mark.compiled),
        ("nip:4x4", 2, (7, 5)),
        ("nip:4x6", 19, (19, 0)),
        pytest.param("nip:6x6", 4, None, marks=pytest.mark.compiled),
        ("tictactoe", 0, None),
        ("connect4:4x4", 0, None),
    ][slice(0, 5, 4) if COMPILER_OFF else slice(None)],
)
def test_known_results(game, value, final):
    answer = solve(game)
    assert (answer.value, answer.exact, answer.stopped) == (value, True, "")
    if final:
        assert answer.final is not None and answer.final[:2] == final
    assert (answer.lower, answer.upper) == (value, value)
    assert solve(game, goal="win").value == (value > 0) - (value < 0)


def test_the_json_has_the_fields_of_the_design():
    answer = solve("othello:4x4").to_dict()
    assert set(answer) >= {
        *("game", "rules_hash", "goal", "value", "winner", "distance", "final", "best_moves"),
        *("line", "nodes", "seconds", "threads", "exact"),
    }
    assert answer["game"] == "othello:4x4" and answer["goal"] == "score"
    assert answer["value"] == -8 and answer["winner"] == "second"
    assert answer["final"] == {"first": 3, "second": 11, "empty": 2}
    assert answer["best_moves"] == ["b1", "a2", "d3", "c4"]
    assert "lower" not in answer and "stopped" not in answer
    won = solve("othello:4x4", goal="win").to_dict()
    assert (won["value"], won["winner"], won["final"]) == (-1, "second", None)


def test_values_are_as_the_first_player_sees_them_whoever_moves():
    game = yk.load("nip:4x4")
    after = solve(game, moves="b1")
    assert game.mover(after.position) == 1
    assert (after.value, after.winner) == (2, "first")
    assert after.final is not None and after.final[:2] == (7, 5)
    swapped = solve(game, position="_.._/.ox./.xo./_.._ o")  # White begins: all the same
    assert swapped.value == -2 and swapped.winner == "second"


def test_a_finished_game_has_its_value_and_no_moves():
    answer = solve("nip:4x4", position="_xx_/xxx./xxxx/_xx_ o")
    assert answer.exact and answer.best_moves == [] and answer.line == []
    assert answer.value == 11 and answer.final == (11, 0, 1)
    assert solve("tictactoe", moves="a1 b1 a2 b2 a3").winner == "first"


# The judge.


SMALLEST = ["nip:4x4", "nip:4x4,rim=lap", "nip:4x4,rim=off,empties=winner", "othello:3x3"]


@pytest.mark.compiled
@pytest.mark.parametrize("name", [*SMALLEST, "othello:4x4"])
def test_every_reachable_position_of_the_smallest_boards_has_its_value(name):
    game = yk.load(name)
    known: dict[object, int] = {}
    team = Team(game.rules, megabytes=4)
    team.control[MOST_NODES] = 1 << 62
    most = game.greatest
    chance = random.Random(name)
    judge_with_memory(game.rules, game.start, known)
    assert len(known) == {"nip:4x4": 517, "othello:4x4": 62789}.get(name, len(known))
    for state, value in known.items():
        assert search(game.rules, team.spaces[0], state, -most, most, UNLIMITED, 0, 0) == value
        alpha, beta = sorted(chance.sample(range(-most, most + 1), 2))
        found = search(game.rules, team.spaces[0], state, alpha, beta, UNLIMITED, 0, 0)
        if found <= alpha:
            assert value <= found
        elif found >= beta:
            assert value >= found
        else:
            assert value == found


@pytest.mark.compiled
@pytest.mark.parametrize("name", [*SMALLEST, "othello:4x4"])
def test_answers_on_the_smallest_boards(name):
    game = yk.load(name)
    known: dict[object, int] = {}
    judge_with_memory(game.rules, game.start, known)
    states = random.Random(name).sample(list(known), min(len(known), 150))
    for state in states:
        check(game, state, judge=lambda game, state: known[state])


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", SMALLEST)
def test_all_answers_on_the_smallest_boards(name):
    game = yk.load(name)
    known: dict[object, int] = {}
    judge_with_memory(game.rules, game.start, known)
    for state in known:
        check(game, state, judge=lambda game, state: known[state])


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["nip:4x6", "nip:4x6,rim=lap"])
def test_the_judge_agrees_at_the_root_of_4x6(name):
    game = yk.load(name)
    check(game, game.start)


@pytest.mark.compiled
def test_the_compiled_judge_agrees_with_the_slow_one():
    for name in BOARDS:
        game = yk.load(name)
        for empties in (3, 4, 5):
            state = late_state(game, empties, 0)
            assert judge(game, state) == judge_by_negamax(game.rules, state)


@pytest.mark.compiled
@pytest.mark.parametrize("name", BOARDS)
def test_random_late_positions_of_every_board(name):
    game = yk.load(name)
    for empties, number in ((4, 10), (7, 15), (8, 30), (9, 15), (10, 3)):
        for seed in range(portion(number)):
            check(game, late_state(game, empties, seed))


def test_a_few_late_positions_without_the_compiler_too():
    for name in ("nip:6x6", "nip:6x12", "othello:5x5,empties=winner", "tictactoe"):
        game = yk.load(name)
        for seed in range(2):
            check(game, late_state(game, 4, seed))


@pytest.mark.compiled
def test_two_threads_find_the_same():
    for name in ("nip:6x6", "othello:4x6", "nip:4x8,rim=lap", "connect4:4x5"):
        one, two = solve(name, threads=1), solve(name, threads=2)
        assert two.threads == 2
        assert (one.value, one.best_moves) == (two.value, two.best_moves)
        assert yk.load(name).outcome(two.end) is not None


@pytest.mark.compiled
def test_one_thread_visits_the_same_nodes_each_time():
    first, second = solve("nip:6x6"), solve("nip:6x6")
    assert first.nodes == second.nodes and first.line == second.line


# Limits.


@pytest.mark.compiled
@pytest.mark.parametrize("goal", ["score", "win"])
@pytest.mark.parametrize("limit", [{"nodes": 1}, {"nodes": 5000}, {"nodes": 100_000}])
def test_a_stopped_search_knows_bounds_that_hold(goal, limit):
    for name, value in (("nip:6x6", 4), ("othello:5x5", 13), ("othello:4x4", -8)):
        answer = solve(name, goal=goal, **limit)
        truth = value if goal == "score" else (value > 0) - (value < 0)
        assert answer.lower <= truth <= answer.upper
        if answer.stopped:
            found = answer.to_dict()
            assert answer.stopped == "nodes" and not answer.exact
            assert found["exact"] is False and found["stopped"] == "nodes"
            assert found["lower"] <= truth <= found["upper"]
            assert found["final"] is None
            assert answer.value in (None, truth)
        assert str(answer).endswith((" s, 1 thread", "from a table"))


@pytest.mark.compiled
def test_a_limit_of_time_is_kept():
    answer = solve("othello:8x8", seconds=0.2)
    assert answer.stopped == "seconds" and answer.seconds < 2
    assert (answer.lower, answer.upper, answer.winner) == (-64, 64, None)


def test_progress_is_reported():
    seen: list[Progress] = []
    solve("nip:4x4", watch=seen.append)
    assert seen[-1].done == seen[-1].moves == 1  # four first moves, all mirror images
    assert seen[-1].lower == 2
    for before, after in pairwise(seen):
        assert before.lower <= after.lower <= after.upper <= before.upper


# At the door.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"goal": "scores"}, "expected the goal score, win"),
        ({"goal": "mate"}, "there are no checks in"),
        ({"goal": ""}, "expected the goal score, win"),
        ({"goal": "stages"}, "expected the goal score, win, mate, stages=m,n"),
        ({"memory": "lots"}, "expected a size such as 1GiB"),
        ({"memory": "-1G"}, "expected a size such as 1GiB"),
        ({"memory": "1KiB"}, "expected a memory of 1MiB"),
        ({"memory": "5iB"}, "expected a size such as 1GiB"),
        ({"seconds": 0}, "expected seconds greater than 0"),
        ({"seconds": float("nan")}, "expected seconds greater than 0"),
        ({"nodes": 0}, "expected a limit of 1 to [0-9]+ nodes"),
        ({"threads": 0}, "expected 1 to 64 threads"),
        ({"threads": 65}, "expected 1 to 64 threads"),
        ({"position": "x"}, "expected rows"),
        ({"position": 7}, "expected a position of nip:4x4 as text or a state"),
        ({"moves": "a1"}, "a1"),
    ],
)
def test_bad_options_are_refused_in_one_line(options, message):
    with pytest.raises(yk.InputError, match=message) as error:
        yk.solve("nip:4x4", **options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "megabytes"),
    [
        ("1GiB", 768),
        ("1G", 768),
        ("2 gib", 1792),
        ("0.5GiB", 256),
        ("64M", 16),
        ("1048576", 0.25),
        ("1000MB", 1e9 / 2**20 - 256),
    ],
)
def test_memory_is_read(text, megabytes):
    assert read_memory(text) == pytest.approx(megabytes)


def test_goals_are_read_and_written():
    for text in ("score", "win", "stages=6,10", "stages=all", "stages=all,majority"):
        assert str(read_goal(text)) == text
    assert str(read_goal(" Stages=6,10, wide ,kind=score-win")) == "stages=6,10,kind=score-win,wide"


def test_the_public_names():
    assert yk.perft("nip:4x4", 3) == yk.perft(yk.load("nip:4x4"), 2, moves="b1") * 4
    assert yk.perft("othello", 0) == 1
    assert [family.name for family in yk.families()][:2] == ["nip", "othello"]
    assert yk.__version__
    with pytest.raises(yk.InputError, match="expected a depth"):
        yk.perft("othello", -1)


# Ctrl-C.


class Impatient:
    """Presses Ctrl-C, as `watch` or `poll` of a search, when it is called first."""

    def __call__(self, *args):
        raise KeyboardInterrupt


def test_the_library_raises_after_ctrl_c_and_tells_what_it_knows():
    with pytest.raises(Interrupted) as pressed:
        yk.solve("othello:6x6", watch=Impatient())
    assert isinstance(pressed.value, KeyboardInterrupt)
    answer = pressed.value.answer
    assert (answer.stopped, answer.value) == ("interrupt", None) and answer.nodes > 0
    with pytest.raises(Interrupted) as pressed:
        yk.analyze("othello:8x8", poll=Impatient())
    assert pressed.value.answer.stopped == "interrupt"


# Tables.


def test_tables_may_be_left_out(monkeypatch):
    def no_table(game, **asked):
        raise AssertionError("a table was asked for")

    monkeypatch.setattr(sys.modules["yomikiri.solve"], "find_table", no_table)
    answer = yk.solve("tictactoe", tables=False)
    assert answer.source == "search" and answer.winner == "draw"
    assert yk.analyze("tictactoe", tables=False, nodes=500).source == "search"
    with pytest.raises(AssertionError, match="a table was asked for"):
        yk.solve("tictactoe")
