"""Estimates are within their bound, however one-sided a position is; see test_every_game.py too."""

import random

import numpy as np
import pytest

from yomikiri.games import load
from yomikiri.games.game import State
from yomikiri.games.grid import GridGame
from yomikiri.rules import MOST_ESTIMATE, evaluate

# All that a side can have, as far as a position can be written down.
ONE_SIDED = (
    ("ending:KQQQK", "8/8/8/8/8/8/QQQ5/K6k w - - 0 1"),
    ("ending:KQQQK", "8/8/8/8/8/8/QQQ5/K6k b - - 0 1"),
    ("minishogi", "k4/5/5/5/4K b 2R2B2G2S2P 1"),
    ("minishogi", "k4/5/5/5/4K w 2R2B2G2S2P 1"),
    ("minishogi", "4k/5/+R+R+B+B+S/+SGG+P+P/K4 w - 1"),
    ("gorogoro", "k4/5/5/5/5/4K b 4S2G6P 1"),
    ("dobutsu", "l2/3/3/2L b 2G2E2C 1"),
)


@pytest.mark.parametrize(("spec", "text"), ONE_SIDED)
def test_all_pieces_of_one_side_are_worth_less_than_a_proof(spec, text):
    game = load(spec)
    state = game.parse(text)
    found = int(evaluate(game.rules, state, game.weights))
    assert 100 < abs(found) <= MOST_ESTIMATE


@pytest.mark.parametrize("spec", ["othello:8x8", "nip:8x8", "nip:6x6", "connect4:6x7"])
def test_stones_in_any_order_are_worth_less_than_a_proof(spec):
    game = load(spec)
    chance = random.Random(spec)
    assert isinstance(game, GridGame)
    for _ in range(300):
        share = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        sides = [0, 0]
        for cell in game.places:
            if chance.random() < 0.9:
                sides[chance.random() < share] |= 1 << cell
        state: State = game.start._replace(own=signed(sides[0]), other=signed(sides[1]))
        assert abs(int(evaluate(game.rules, state, game.weights))) <= MOST_ESTIMATE


def signed(bits: int) -> int:
    """A set of cells as kernels have it."""
    return int(np.uint64(bits).astype(np.int64))
