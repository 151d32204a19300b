"""Every algorithm is right on every position of the toy game, whatever is switched on."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.conftest import COMPILER_OFF
from tests.toy import START, TRACK, Toy, ToyRules, make_toy, random_graph, switches
from yomikiri.rules import ONGOING, is_proof, outcome, repetition, standing
from yomikiri.search import alpha_beta
from yomikiri.search.judge import (
    children,
    judge_by_negamax,
    judge_chance,
    judge_endless,
    judge_endless_chance,
    judge_with_memory,
    moves_of,
    reach,
    sign,
)
from yomikiri.search.perft import perft
from yomikiri.search.table import make_table
from yomikiri.search.workspace import (
    BUSY_SIZE,
    COUNT_AT,
    COUNTERS,
    LOOK_AHEAD,
    MOST_NODES,
    READ_OUT,
    SCRATCH,
    STOP,
    Workspace,
)

GRAPHS = 12 if COMPILER_OFF else 150
MEGABYTES = 0.05
WIDE = (-9, 9)


def variants(**fixed: int) -> list[ToyRules]:
    """The track with all combinations of switches that are not fixed."""
    return [make_toy(TRACK, **s) for s in switches() if s.items() >= fixed.items()]


def label(rules: ToyRules) -> str:
    """The switches that are on, for the name of a test."""
    names = ("twice", "endless", "chance")
    return "-".join(name for name in names if getattr(rules, name)) or "plain"


def games(**fixed: int) -> Iterator[ToyRules]:
    """The track, and many random graphs of various sizes, with these switches."""
    yield from variants(**fixed)
    for seed in range(GRAPHS):
        graph = random_graph(seed, 4 + seed % 12)
        yield from (make_toy(graph, **s) for s in switches() if s.items() >= fixed.items())


every_variant = pytest.mark.parametrize("rules", variants(), ids=label)
without_chance = pytest.mark.parametrize("rules", variants(chance=0), ids=label)
that_end = pytest.mark.parametrize("rules", variants(endless=0, chance=0), ids=label)


def make_space(
    mode: int = READ_OUT, horizon: int = 0, signs: int = 0, megabytes: float = 0
) -> Workspace:
    """A workspace for one thread, with a table of one bucket unless more is asked for."""
    control = np.zeros(2 * COUNTERS, np.int64)
    control[MOST_NODES] = 1 << 62
    return Workspace(
        mode,
        horizon,
        signs,
        1,
        COUNTERS,
        make_table(megabytes),
        np.zeros(BUSY_SIZE, np.int64),
        control,
        np.zeros(SCRATCH, np.int64),
        np.zeros(1, np.int64),
    )


def shuffled(states: Any, seed: int) -> list[Toy]:
    """The positions in an order of no meaning."""
    return random.Random(seed).sample(list(states), len(states))


# The game itself, and the judge.


def test_the_start_is_worth_what_reading_by_hand_says():
    # 0-2-4-6 wins.  Moving twice the second player answers 0-2 by 2-4-8, and 0-1 always by 1-8;
    # if they may push back, 2-0 saves them from 2-4.
    hand = {"plain": 2, "twice": -2, "endless": 0, "twice-endless": -2}
    for rules in variants(chance=0):
        assert judge_endless(rules, START)[START].value == hand[label(rules)]


@without_chance
def test_wins_losses_and_draws_all_occur(rules):
    signs = [int(np.sign(verdict.value)) for verdict in judge_endless(rules, START).values()]
    assert min(signs.count(-1), signs.count(0), signs.count(1)) > 1


@every_variant
def test_no_moves_exactly_when_the_game_is_over(rules):
    for state, following in reach(rules, START).items():
        assert (following == []) == (outcome(rules, state) != ONGOING)
        assert all(type(child) is Toy for child in following)


@that_end
def test_the_judges_of_games_that_end_agree(rules):
    known: dict[Any, int] = {}
    verdicts = judge_endless(rules, START)
    for state, verdict in verdicts.items():
        value = judge_by_negamax(rules, state)
        assert judge_with_memory(rules, state, known) == value == verdict.value
        assert judge_chance(rules, state) == value
    assert known.keys() == verdicts.keys()


def test_the_judges_of_endless_games_agree():
    for rules in games(endless=1, chance=0):
        near = judge_endless_chance(rules, START)
        verdicts = judge_endless(rules, START)
        assert near == {state: verdict.value for state, verdict in verdicts.items()}


def by_paths(rules: ToyRules, state: Toy, path: tuple[Toy, ...] = ()) -> int:
    """The value where the game is drawn as soon as a position comes again: all lines, no table."""
    if state in path:
        return 0
    following = children(rules, state)
    own = sign(rules, state)
    below = [own * sign(rules, s) * by_paths(rules, s, (*path, state)) for s in following]
    return max(below) if below else int(outcome(rules, state))


def test_a_draw_at_the_first_repetition_is_worth_the_same_as_endless_play():
    for rules in variants(endless=1, chance=0):
        for state, verdict in judge_endless(rules, START).items():
            assert by_paths(rules, state) == verdict.value


def careless(rules: ToyRules, state: Toy, path: list[Toy], known: dict[Toy, int]) -> int:
    """The same with a table that forgets what a draw rested on: wrong, and often used."""
    if state in path:
        return 0
    if state not in known:
        own, following = sign(rules, state), children(rules, state)
        path.append(state)
        below = [own * sign(rules, s) * careless(rules, s, path, known) for s in following]
        path.pop()
        known[state] = max(below) if below else int(outcome(rules, state))
    return known[state]


def test_the_toy_catches_a_table_that_forgets_the_path():
    wrong = 0
    for rules in variants(endless=1, chance=0):
        verdicts, known = judge_endless(rules, START), dict[Toy, int]()
        wrong += sum(careless(rules, s, [], known) != v.value for s, v in verdicts.items())
    assert wrong > 0


def test_the_judges_of_chance_agree():
    for rules in games(endless=0, chance=1):
        near = judge_endless_chance(rules, START)
        for state in reach(rules, START):
            assert near[state] == pytest.approx(float(judge_chance(rules, state)), abs=1e-9)


def test_a_distance_is_one_more_than_that_of_the_best_move():
    for rules in games(chance=0):
        verdicts = judge_endless(rules, START)
        for state, (value, distance) in verdicts.items():
            after = [verdicts[child] for child in children(rules, state)]
            same = [
                v.distance
                for child, v in zip(children(rules, state), after)
                if v.value * sign(rules, child) * sign(rules, state) == value
            ]
            if value == 0:
                assert distance is None
            elif not after:
                assert distance == 0
            else:
                plies = [d for d in same if d is not None]
                assert distance == 1 + (min(plies) if value > 0 else max(plies))


def test_the_judge_refuses_what_it_cannot_judge(monkeypatch):
    dice, circle = make_toy(TRACK, twice=0, endless=0, chance=1), variants(endless=1)[0]
    for judge in (judge_by_negamax, judge_with_memory, judge_endless):
        with pytest.raises(ValueError, match=r"chance is to move in Toy\(.*use judge_chance"):
            judge(dice, START)
    for judge in (judge_by_negamax, judge_with_memory):
        with pytest.raises(ValueError, match=r"ToyRules may go on for ever; use judge_endless$"):
            judge(circle, START)
    with pytest.raises(ValueError, match="use judge_endless_chance"):
        judge_chance(circle, START)
    with pytest.raises(ValueError, match="tolerance greater than 0, got 0"):
        judge_endless_chance(circle, START, tolerance=0)
    monkeypatch.setitem(repetition.answers, ToyRules, None)
    for endless in (judge_endless, judge_endless_chance):
        with pytest.raises(ValueError, match="its own word on repetition"):
            endless(circle, START)


# Perft.


def count(rules: ToyRules, state: Toy, depth: int, finished: int) -> int:
    """Perft by its definition."""
    if depth == 0:
        return 1
    following = children(rules, state)
    return sum(count(rules, s, depth - 1, finished) for s in following) if following else finished


@every_variant
def test_perft_counts_sequences(rules):
    for state in reach(rules, START):
        for depth in range(6):
            assert perft(rules, state, depth) == count(rules, state, depth, 0)
            assert perft(rules, state, depth, finished_count=True) == count(rules, state, depth, 1)


# Alpha-beta.


def keeps_promise(found: int, alpha: int, beta: int, value: int) -> bool:
    """Fail-soft: a bound outside the window, the value itself inside."""
    if found <= alpha:
        return value <= found
    return value >= found if found >= beta else value == found


def is_kept(
    space: Workspace, rules: ToyRules, state: Toy, alpha: int, beta: int, value: int
) -> bool:
    """Whether a search of `state` with this window keeps its promise."""
    found = alpha_beta.search(rules, space, state, alpha, beta, 255, 0, 0)
    return keeps_promise(found, alpha, beta, value) and space.control[STOP] == 0


@without_chance
@pytest.mark.parametrize("megabytes", [0, MEGABYTES], ids=["tiny table", "large table"])
def test_alpha_beta_keeps_its_promise_for_every_window(rules, megabytes):
    space = make_space(megabytes=megabytes)
    windows = [(a, b) for a in range(-4, 4) for b in range(a + 1, 5)]
    for seed, (alpha, beta) in enumerate(random.Random(1).sample(windows, len(windows))):
        verdicts = judge_endless(rules, START)
        for state in shuffled(verdicts, seed):
            assert is_kept(space, rules, state, alpha, beta, verdicts[state].value)


@pytest.mark.parametrize("megabytes", [0, MEGABYTES], ids=["tiny table", "large table"])
def test_alpha_beta_reads_out_every_position_of_many_games(megabytes):
    space = make_space(megabytes=megabytes)
    for seed, rules in enumerate(games(chance=0)):
        space.table[:] = 0  # other rules, other facts
        rng = random.Random(seed)
        verdicts = judge_endless(rules, START)
        for state in shuffled(verdicts, seed):
            alpha = rng.randint(-3, 2)
            beta = rng.randint(alpha + 1, 3)
            assert is_kept(space, rules, state, alpha, beta, verdicts[state].value)
            assert is_kept(space, rules, state, *WIDE, verdicts[state].value)


def test_where_only_signs_count_alpha_beta_finds_the_winner():
    space = make_space(signs=1, megabytes=MEGABYTES)
    for seed, rules in enumerate(games(chance=0)):
        space.table[:] = 0
        verdicts = judge_endless(rules, START)
        for state in shuffled(verdicts, seed):
            assert is_kept(space, rules, state, -1, 1, int(np.sign(verdicts[state].value)))


def test_looking_ahead_to_the_end_finds_the_winner():
    space = make_space(mode=LOOK_AHEAD, megabytes=MEGABYTES)
    for seed, rules in enumerate(games(endless=0, chance=0)):
        space.table[:] = 0
        verdicts = judge_endless(rules, START)
        for state in shuffled(verdicts, seed):
            found = alpha_beta.search(rules, space, state, -450_000, 450_000, 60, 0, 0)
            assert np.sign(found) == np.sign(verdicts[state].value)
            assert is_proof(found) or found == 0


def counted(rules: ToyRules, state: Toy, horizon: int) -> int:
    """The value if the score is taken as soon as this little remains."""
    if not moves_of(rules, state) or rules.nodes - 1 - state.node <= horizon:
        return int(standing(rules, state))
    own = sign(rules, state)
    return max(own * sign(rules, s) * counted(rules, s, horizon) for s in children(rules, state))


@that_end
def test_counting_at_a_horizon_takes_the_score_there(rules):
    for horizon in range(9):
        space = make_space(mode=COUNT_AT, horizon=horizon, megabytes=MEGABYTES)
        for state in reach(rules, START):
            assert is_kept(space, rules, state, *WIDE, counted(rules, state, horizon))
