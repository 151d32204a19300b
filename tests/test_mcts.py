"""Monte Carlo tree search: its facts against the judge, its means against exact probabilities."""

import math
import random
import time
from typing import Any

import numpy as np
import pytest

from tests.conftest import COMPILER_OFF
from tests.test_monte_carlo import chance_of_winning
from tests.test_playout import SIGMAS
from tests.test_toy import games, variants
from tests.toy import START, TRACK, Toy, make_toy
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.players import make_player
from yomikiri.rules import CHANCE, chances, mover, play, remaining
from yomikiri.search.judge import (
    judge_chance,
    judge_endless,
    judge_with_memory,
    moves_of,
    reach,
    sign,
)
from yomikiri.search.tree import grow
from yomikiri.search.tree_space import (
    CHILD,
    LOWER,
    MOVE,
    NODE,
    NUMBER,
    TOTAL,
    UPPER,
    VISITS,
    WHOLE,
    Style,
    TreeWorkspace,
)
from yomikiri.solve import solve
from yomikiri.think import Handle, Limits
from yomikiri.think.mcts import make_tree, search
from yomikiri.think.mcts_report import Branch, favourite

ENOUGH = 300 if COMPILER_OFF else 3000
NO_WEIGHTS = np.zeros(1, np.int64)

SOME = Limits(nodes=200)


def of(value: float) -> int:
    """The sign of a value."""
    return (value > 0) - (value < 0)


# Facts.


def test_what_is_proved_is_what_the_judge_says():
    decided = asked = 0
    for number, rules in enumerate(games(chance=0)):
        verdicts = judge_endless(rules, START)
        for state in [s for s in verdicts if moves_of(rules, s)][: 3 if number > 4 else 30]:
            found = search(rules, state, limits=Limits(nodes=ENOUGH), seed=number, megabytes=1)
            asked += 1
            value = of(verdicts[state].value)
            if found.value is not None:
                decided += 1
                assert found.value == value
                after = play(rules, state, found.best)
                assert of(verdicts[after].value) * sign(rules, after) * sign(rules, state) == value
            for branch in found.branches:
                child = play(rules, state, branch.move)
                worth = of(verdicts[child].value) * sign(rules, child) * sign(rules, state)
                if not rules.endless:  # on a path, a repetition may be worth less than the position
                    assert branch.lower <= worth <= branch.upper
    assert decided > 0.9 * asked


def test_bounds_of_games_with_dice_hold_the_expectation():
    certain = 0
    for number, rules in enumerate(games(endless=0, chance=1)):
        for state in list(reach(rules, START))[:4]:
            if moves_of(rules, state):
                found = search(rules, state, limits=SOME, seed=number, megabytes=1)
                if found.value is not None:
                    certain += 1
                    assert found.value == of(float(judge_chance(rules, state)))
    assert certain > 20


@pytest.mark.parametrize("spec", ["tictactoe", "connect4:4x4", "othello:4x4"])
def test_wins_and_losses_of_small_boards_are_proved(spec):
    game, rng = load(spec), random.Random(1)
    decided = 0
    for _ in range(2 if COMPILER_OFF else 25):
        state = game.start
        for _ in range(rng.randrange(4, 9)):
            if moves := game.legal_moves(state):
                state = game.play(state, rng.choice(moves))
        if game.legal_moves(state):
            found = search(game.rules, state, limits=Limits(nodes=2 * ENOUGH), seed=1)
            if found.value is not None:
                decided += 1
                assert found.value == of(judge_with_memory(game.rules, state))
    assert COMPILER_OFF or decided >= 5


def test_a_draw_that_is_certain_is_taken_before_worse_chances():
    def best(*branches: Branch) -> Branch:
        return favourite(branches)

    draw, lost, won = Branch(1, 0, 0.5, 0, 0), Branch(2, 9, 0, -1, -1), Branch(3, 0, 1, 1, 1)
    good, bad = Branch(4, 50, 0.6, -1, 1), Branch(5, 80, 0.4, -1, 1)
    assert best(draw, bad, lost) == draw
    assert best(draw, good, lost) == good
    assert best(draw, good, won) == won
    assert best(lost, bad) == bad
    assert best(lost, lost._replace(visits=10)).visits == 10
    assert best(draw, Branch(6, 90, 0.7, -1, 0)) == draw


def test_a_position_of_the_game_before_is_a_repetition():
    rules = make_toy(TRACK, twice=0, endless=1, chance=0)
    found = search(rules, Toy(1, 0), limits=Limits(nodes=100), seed=1, before=[Toy(0, 1)])
    back = next(branch for branch in found.branches if branch.move == 0)
    assert (back.lower, back.upper) == (0, 0)
    free = search(rules, Toy(1, 0), limits=Limits(nodes=1), seed=1)
    back = next(branch for branch in free.branches if branch.move == 0)
    assert (back.lower, back.upper) == (-1, 1)


# Means.


def lonely_root(rules: Any, state: Any, seed: int, style: Style) -> TreeWorkspace:
    """A tree in which only the root has room for children."""
    capacity = 1 + len(moves_of(rules, state))
    return make_tree(rules, style, 1.0, (), NO_WEIGHTS, capacity, seed)


def branches_of(tree: TreeWorkspace) -> list[dict[str, int]]:
    """The root's children."""
    first, number = tree.nodes[CHILD], tree.nodes[NUMBER]
    words = {"move": MOVE, "visits": VISITS, "total": TOTAL, "lower": LOWER, "upper": UPPER}
    return [
        {name: int(tree.nodes[first + NODE * i + word]) for name, word in words.items()}
        for i in range(number)
    ]


@pytest.mark.parametrize("capture", [0.0, 1.0])
def test_playouts_are_unbiased(capture):
    for number, rules in enumerate(games(endless=0)):
        moves = moves_of(rules, START)
        if rules.nodes > 9 or len(moves) < 2 or mover(rules, START) == CHANCE:
            continue
        tree = lonely_root(rules, START, number, Style(capture=capture, explore=10.0))
        grow(rules, tree, START, ENOUGH)
        for branch in branches_of(tree):
            if branch["lower"] != branch["upper"] and branch["visits"]:
                exact = chance_of_winning(rules, play(rules, START, branch["move"]), 0, capture > 0)
                rate = (1 + branch["total"] / (WHOLE * branch["visits"])) / 2
                stray = SIGMAS * math.sqrt(0.25 / branch["visits"])
                assert abs(rate - float(exact)) < stray + 1e-9


def test_throws_are_followed_as_often_as_they_come():
    rules = make_toy(TRACK, twice=0, endless=1, chance=1)
    state = Toy(2, 0)
    assert mover(rules, state) == CHANCE
    tree = lonely_root(rules, state, 3, Style())
    grow(rules, tree, state, ENOUGH)
    branches = branches_of(tree)
    weights = [int(chances(rules, state, branch["move"])) for branch in branches]
    for branch, weight in zip(branches, weights):
        share = weight / sum(weights)
        stray = SIGMAS * math.sqrt(ENOUGH * share * (1 - share))
        assert abs(branch["visits"] - ENOUGH * share) <= stray


def check_sums(tree: TreeWorkspace, node: int) -> None:
    """A node has the visits and points of its children, and of its own first playout."""
    first, number = int(tree.nodes[node + CHILD]), int(tree.nodes[node + NUMBER])
    if number > 0:
        below = tree.nodes[first : first + NODE * number].reshape(number, NODE)
        rest = tree.nodes[node + VISITS] - below[:, VISITS].sum()
        points = tree.nodes[node + TOTAL] - below[:, TOTAL].sum()
        # One playout before it had children; more if it was decided and met again.
        assert rest >= (node != 0) and abs(points) <= rest * WHOLE
        for index in range(number):
            check_sums(tree, first + NODE * index)


@pytest.mark.parametrize("spec", ["tictactoe", "othello:4x4"])
def test_the_sums_of_a_tree_are_right(spec):
    game = load(spec)
    tree = make_tree(game.rules, Style(), 1.0, (), NO_WEIGHTS, 4000, 5)
    grow(game.rules, tree, game.start, 500)
    assert tree.nodes[VISITS] == 500
    check_sums(tree, 0)


def test_a_playout_cut_short_takes_the_estimate():
    rules = make_toy(TRACK, twice=0, endless=0, chance=0)
    tree = make_tree(rules, Style(plies=0, estimates=1), 2.0, (), NO_WEIGHTS, 3, 1)
    grow(rules, tree, START, 10)
    # Nodes 1 and 2 have the prizes -2 and 1: -2 / (2 + 2) and 1 / (2 + 1).
    means = {b["move"]: b["total"] / b["visits"] for b in branches_of(tree)}
    assert means == {1: -WHOLE / 2, 2: int(WHOLE / 3)}


# The same again, limits, players.


def test_the_same_seed_grows_the_same_tree_also_in_two_threads():
    game = load("othello:4x4")
    for threads in (1, 2):
        same = [search(game.rules, game.start, limits=SOME, seed=7, threads=threads) for _ in "ab"]
        assert same[0] == same[1]
        assert same[0].playouts == 200
    other = search(game.rules, game.start, limits=SOME, seed=8)
    assert other.branches != search(game.rules, game.start, limits=SOME, seed=7).branches


def test_a_small_tree_is_the_recorded_one():
    # Compiled or not, and on every machine: visits of the nine first moves.
    game = load("tictactoe")
    found = search(game.rules, game.start, limits=SOME, seed=1, style=Style(explore=0.7))
    assert [branch.visits for branch in found.branches] == GOLDEN
    assert sum(GOLDEN) == 200


GOLDEN = [46, 25, 19, 8, 20, 23, 13, 20, 26]


def test_threads_add_up():
    game = load("connect4:4x4")
    found = search(game.rules, game.start, limits=Limits(nodes=301), seed=1, threads=3)
    assert found.playouts == 303 == sum(branch.visits for branch in found.branches)


def test_a_full_memory_stops_the_growth_only():
    game = load("tictactoe")
    found = search(game.rules, game.start, limits=Limits(nodes=500), seed=1, megabytes=0)
    assert found.playouts == 500 and found.best in game.legal_moves(game.start)


def test_a_limit_of_time_is_kept_and_a_stop_is_heard():
    game = load("tictactoe")
    state = game.start
    search(game.rules, state, limits=Limits(nodes=1))
    stopped = Handle()
    stopped.stop()
    for limits, handle in ((Limits(seconds=0.1), None), (Limits(nodes=10**12), stopped)):
        started = time.perf_counter()
        found = search(game.rules, state, limits=limits, megabytes=1, handle=handle)
        assert time.perf_counter() - started < 5
        assert found.playouts >= 1 and found.best in game.legal_moves(state)
    with pytest.raises(ValueError, match="expected a limit"):
        search(game.rules, state, limits=Limits())


def test_every_toy_can_be_searched():
    for rules in variants():
        for state in reach(rules, START):
            if moves := moves_of(rules, state):
                found = search(rules, state, limits=Limits(nodes=50), seed=1)
                assert found.best in moves and found.line[0] == found.best
                assert [branch.move for branch in found.branches] == moves


@pytest.mark.compiled
def test_a_tree_beats_flat_playouts_and_random_moves():
    game = load("connect4:5x5")
    points = 0
    for seed in range(10):
        sides = [
            make_player("mcts:playouts=400", game, seed),
            make_player("monte:0,0,0,20" if seed % 2 else "random", game, seed),
        ]
        state = game.start
        while game.legal_moves(state):
            who = game.mover(state) ^ seed & 1
            state = game.play(state, sides[who].choose(state).move)
        points += of(game.outcome(state) or 0) * (1 if game.mover(state) ^ seed & 1 == 0 else -1)
    assert points >= 4


def test_a_player_says_what_it_has_proved():
    game = load("tictactoe")
    choice = make_player("mcts:playouts=100", game).choose(game.parse("xx./oo./... x"))
    assert (choice.move, choice.value, choice.exact) == (2, 1, True)
    with pytest.raises(InputError, match="expected a limit, such as mcts:playouts=1000"):
        make_player("mcts:threads=2", game)


def test_a_tree_player_reads_the_end_out():
    """With `endgame` as alpha-beta does; half of the limit is for that, then playouts."""
    game = load("nip:4x4")
    state, before = game.start, []
    while (left := int(remaining(game.rules, state))) > 6:
        before.append(state)
        state = game.play(state, game.legal_moves(state)[0])
    value = solve(game, position=game.show(state)).value
    assert value is not None
    reads = make_player(f"mcts:playouts=100,endgame={left}", game)
    explained = reads.explain(state, before)
    choice = explained.choice
    sign = 1 if game.mover(state) == 0 else -1
    assert (choice.value, choice.exact) == (sign * value, True)
    assert {one.move for one in explained.reasons} == set(game.legal_moves(state))
    assert all(one.exact for one in explained.reasons)
    assert max(one.value or 0 for one in explained.reasons) == choice.value
    later = make_player(f"mcts:playouts=100,endgame={left - 1}", game).choose(state, before)
    assert later == make_player("mcts:playouts=100", game).choose(state, before)
    far = load("nip:6x6")
    hurried = make_player("mcts:playouts=2,endgame=40", far).choose(far.start)
    assert not hurried.exact and hurried.nodes > 40
