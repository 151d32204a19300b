"""Monte Carlo tree search with a net in the place of random games."""

import math
import random

import numpy as np
import pytest

from tests.conftest import COMPILER_OFF
from tests.test_lanes import random_net
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.net import header_of, write_net
from yomikiri.lanes import LANES, UNIT
from yomikiri.players import make_player
from yomikiri.rules import FIRST, evaluate, feature_rows
from yomikiri.search.judge import judge_with_memory
from yomikiri.search.tree import grow
from yomikiri.search.tree_space import (
    BY_NET,
    CHILD,
    ESTIMATE,
    MOVE,
    NODE,
    NUMBER,
    PROMISE,
    PROMISED,
    TOTAL,
    VISITS,
    WHOLE,
)
from yomikiri.think import Limits
from yomikiri.think.mcts import make_tree, search, style_for

SMALL = "connect4:4x4"
ENOUGH = 300 if COMPILER_OFF else 4000


def net_of(game):
    return random_net(int(feature_rows(game.rules)), LANES, 300)


def chance(game, state, net) -> float:
    """What a net makes of a position as its mover sees it, from -1 to 1."""
    units = int(evaluate(game.rules, state, net)) / int(net[UNIT])
    return 2 / (1 + math.exp(-units)) - 1


@pytest.mark.parametrize("spec", [SMALL, "dobutsu"])
def test_moves_are_promised_what_the_net_says(spec):
    game = load(spec)
    net, style = net_of(game), style_for(game.rules, {}, by_net=True)
    moves = game.legal_moves(game.start)
    for state in (game.start, game.play(game.start, moves[0])):
        tree = make_tree(game.rules, style, float(net[UNIT]), (), net, 10_000, 1)
        grow(game.rules, tree, state, 1)
        number = int(tree.nodes[NUMBER])
        children = tree.nodes[tree.nodes[CHILD] :][: number * NODE].reshape(number, NODE)
        wanted = {
            move: -chance(game, game.play(state, move), net) for move in game.legal_moves(state)
        }
        edge = 1 + 1 / WHOLE  # the odds of what is certain are finite
        odds = {move: (edge + value) / (edge - value) for move, value in wanted.items()}
        assert set(children[:, MOVE].tolist()) == set(wanted)
        for child in children:
            value = int(child[PROMISE]) // PROMISED - WHOLE
            prior = int(child[PROMISE]) % PROMISED / WHOLE
            move = int(child[MOVE])
            assert value / WHOLE == pytest.approx(wanted[move], abs=2 / WHOLE)
            assert prior == pytest.approx(odds[move] / sum(odds.values()), rel=0.1, abs=3 / WHOLE)
        sign = 1 if game.mover(state) == FIRST else -1
        assert tree.nodes[VISITS] == 1
        best = sign * max(wanted.values())
        assert int(tree.nodes[TOTAL]) / WHOLE == pytest.approx(best, abs=2 / WHOLE)


def test_what_is_proved_is_what_the_judge_says():
    game, rng = load(SMALL), random.Random(1)
    net, decided = net_of(game), 0
    style = style_for(game.rules, {}, by_net=True)
    for _ in range(2 if COMPILER_OFF else 12):
        state = game.start
        for _ in range(rng.randrange(5, 9)):
            if moves := game.legal_moves(state):
                state = game.play(state, rng.choice(moves))
        if game.legal_moves(state):
            limits = Limits(nodes=ENOUGH)
            found = search(game.rules, state, limits=limits, seed=1, style=style, weights=net)
            if found.value is not None:
                decided += 1
                value = judge_with_memory(game.rules, state)
                assert found.value == (value > 0) - (value < 0)
    assert COMPILER_OFF or decided >= 4


def test_a_tree_that_is_full_is_judged_on():
    game = load(SMALL)
    net, style = net_of(game), style_for(game.rules, {}, by_net=True)
    tree = make_tree(game.rules, style, 500.0, (), net, 6, 1)
    grow(game.rules, tree, game.start, 50)
    assert tree.nodes[VISITS] == 50 and tree.nodes[NUMBER] == 4


def test_the_player_takes_a_net_and_asks_it(tmp_path):
    game = load(SMALL)
    net = net_of(game)
    path = tmp_path / "a.net"
    write_net(path, header_of(game, net, {}), net)
    style = style_for(game.rules, {"plies": 4}, by_net=True)
    assert style.estimates == ESTIMATE and style.plies == 4
    assert style_for(game.rules, {}, by_net=True).estimates == BY_NET
    one, other, usual = (
        make_player(f"mcts:playouts=50{text}", game).choose(game.start)
        for text in (f",eval={path}", f",eval={path}", "")
    )
    assert (one.move, one.value) == (other.move, other.value)
    assert one.nodes == 0 and usual.nodes > 0  # no move of a random game
    linear = make_player("mcts:playouts=50,eval=linear", game).choose(game.start)
    assert (linear.move, linear.value, linear.nodes) == (usual.move, usual.value, usual.nodes)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("net", "no net comes with connect4:4x4"),
        ("nett", r"mcts:eval: expected linear, net or FILE\.net"),
        ("", "mcts:eval"),
    ],
)
def test_an_evaluation_that_is_not_there_is_refused(text, said):
    with pytest.raises(InputError, match=said):
        make_player(f"mcts:playouts=50,eval={text}", load(SMALL))


def test_the_same_seed_is_the_same_report():
    game = load(SMALL)
    net, style = net_of(game), style_for(game.rules, {}, by_net=True)
    limits = Limits(nodes=200)
    found = [
        search(game.rules, game.start, limits=limits, seed=3, style=style, weights=np.array(net))
        for _ in range(2)
    ]
    assert found[0] == found[1]
