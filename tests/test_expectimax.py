"""Expectimax: against fractions where the toy ends, against its own definition where it may not."""

import math
import threading
import time

import numpy as np
import pytest

from tests.test_toy import games, label, variants
from tests.toy import START, TRACK, Node, Toy, ToyRules, make_toy
from yomikiri.rules import CHANCE, FIRST, chances, evaluate, mover, outcome, play
from yomikiri.search.expectimax import CONTROL, NODES, STOP
from yomikiri.search.judge import judge_chance, judge_endless, moves_of, reach, sign
from yomikiri.think.dice import Expectation, search

NO_WEIGHTS = np.zeros(1, np.int64)
DEEP = 20  # beyond the end of every toy without arrows back

every_variant = pytest.mark.parametrize("rules", variants(), ids=label)


def expected(rules: ToyRules, state: Toy, depth: int, path: tuple[Toy, ...] = ()) -> float:
    """Expectimax by its definition, as the first player sees it."""
    own, moves = sign(rules, state), moves_of(rules, state)
    if not moves:
        return float(own * outcome(rules, state))
    if rules.endless and state in path:
        return 0.0
    if depth == 0:
        return float(own * evaluate(rules, state, NO_WEIGHTS))
    path = (*path, state)
    values = [expected(rules, play(rules, state, move), depth - 1, path) for move in moves]
    if mover(rules, state) == CHANCE:
        weights = [int(chances(rules, state, move)) for move in moves]
        return sum(w * value for w, value in zip(weights, values)) / sum(weights)
    return max(values) if mover(rules, state) == FIRST else min(values)


def test_a_game_that_ends_is_worth_its_exact_expectation():
    for rules in games(endless=0):
        for state in reach(rules, START):
            found = search(rules, state, depth=DEEP)
            assert found.value == pytest.approx(float(judge_chance(rules, state)), abs=1e-12)


def test_dice_give_values_between_the_outcomes():
    games_and_states = [(r, s) for r in games(endless=0, chance=1) for s in reach(r, START)]
    values = [search(rules, state, depth=DEEP).value for rules, state in games_and_states]
    between = sum(value != int(value) for value in values)
    assert between > len(values) / 20


def test_without_dice_every_repetition_is_seen():
    for rules in variants(endless=1, chance=0):
        for state, verdict in judge_endless(rules, START).items():
            assert search(rules, state, depth=DEEP).value == verdict.value


@every_variant
def test_every_depth_gives_the_value_of_its_horizon(rules):
    for state in reach(rules, START):
        for depth in range(1, 6):
            found = search(rules, state, depth=depth)
            value = sign(rules, state) * expected(rules, state, depth)
            assert found.value == pytest.approx(value, abs=1e-12)
            assert found.is_complete and found.depth == depth


@every_variant
def test_every_move_at_the_root_has_its_own_value(rules):
    for state in reach(rules, START):
        found = search(rules, state, depth=4)
        assert [move for move, _ in found.moves] == moves_of(rules, state)
        for move, value in found.moves:
            below = expected(rules, play(rules, state, move), 3, (state,))
            assert value == pytest.approx(sign(rules, state) * below, abs=1e-12)
        if found.moves and mover(rules, state) != CHANCE:
            assert found.value == max(value for _, value in found.moves)


def test_a_finished_game_has_its_outcome_and_no_moves():
    rules = variants()[0]
    for node, prize in ((6, 2), (7, 0), (8, -2)):
        assert search(rules, Toy(node, 0), depth=1)[:2] == (prize, ())
        assert search(rules, Toy(node, 1), depth=1)[:2] == (-prize, ())


def test_no_value_is_a_negative_zero():
    for rules in variants():
        for state in reach(rules, START):
            found = search(rules, state, depth=3)
            values = [found.value, *(value for _, value in found.moves)]
            assert not any(value == 0 and math.copysign(1, value) < 0 for value in values)


def test_estimates_are_counted_in_units_and_outcomes_are_not():
    rules = make_toy(TRACK, twice=0, endless=0, chance=0)
    # One ply from node 4 all ends are reached; from node 0 only estimates, -2 and 1 for the first.
    assert search(rules, Toy(4, 0), depth=1, unit=4.0).value == 2
    assert search(rules, START, depth=1, unit=4.0).moves == ((1, -0.5), (2, 0.25))


def test_a_limit_of_nodes_leaves_what_was_known_by_then():
    rules = make_toy(TRACK, twice=1, endless=1, chance=0)
    whole = search(rules, Toy(4, 1), depth=6)
    for nodes in range(1, whole.nodes):
        part = search(rules, Toy(4, 1), depth=6, nodes=nodes)
        assert not part.is_complete and part.nodes == nodes
        assert part.moves == whole.moves[: len(part.moves)] and len(part.moves) < 4
        if part.moves:
            assert part.value == max(value for _, value in part.moves)
        else:
            assert math.isnan(part.value)
    assert search(rules, Toy(4, 1), depth=6, nodes=whole.nodes) == whole


def test_throws_that_were_not_all_searched_have_no_mean():
    rules = make_toy(TRACK, twice=0, endless=1, chance=1)
    part = search(rules, Toy(5, 0), depth=3, nodes=3)
    assert part.moves == ((6, 2.0), (7, 0.0)) and math.isnan(part.value)


def test_another_thread_can_stop_a_search():
    steps = tuple(Node((step + 1, step + 2), 0) for step in range(80))
    rules = make_toy((*steps, Node((), 1), Node((), 2)), twice=0, endless=0, chance=0)
    control = np.zeros(CONTROL, np.int64)
    found: list[Expectation] = []

    def work() -> None:
        found.append(search(rules, START, depth=80, control=control))  # 10 to the 17th nodes

    worker = threading.Thread(target=work)
    worker.start()
    while control[NODES] < 100 and worker.is_alive():
        time.sleep(0.001)
    control[STOP] = 1
    worker.join(10)
    assert not worker.is_alive() and not found[0].is_complete and found[0].nodes >= 100


def test_bad_limits_are_refused():
    rules = variants()[0]
    for limits, message in (
        ({"depth": 0}, "depth of at least 1 ply, got 0"),
        ({"depth": 1, "nodes": 0}, "at least 1 node, got 0"),
        ({"depth": 1, "unit": 0.0}, "unit greater than 0, got 0.0"),
    ):
        with pytest.raises(ValueError, match=message):
            search(rules, START, **limits)
