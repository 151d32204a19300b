"""Expectimax: look ahead a few plies in a game with dice; for players.

The first player takes the greatest value, the second the least, and a throw is worth the mean of
what follows, weighted by `chances`.  A finished game is worth its outcome, a position that is
already on the path what the game says about a `repetition`, the horizon an estimate.  Nothing is
cut off: a mean needs all its parts.  Games without dice are searched too, as plain minimax.

Inside, every value is as the first player sees it; so is the value of a throw.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.jit import kernel
from yomikiri.rules import (
    CHANCE,
    FIRST,
    NO_MOVE,
    SECOND,
    chances,
    key,
    legal_moves,
    may_repeat,
    mover,
    outcome,
    play,
)
from yomikiri.search.trail import earlier, remember, repetition_value
from yomikiri.search.values import estimate

# The words of `control`, which another thread may read and set.
STOP, NODES, MOST_NODES, CONTROL = 0, 1, 2, 3


class DiceWorkspace(NamedTuple):
    """What one search works with."""

    control: NDArray[np.int64]  # [CONTROL]
    moves: NDArray[np.int64]  # of depth + 1 plies, a stack
    trail: NDArray[np.int64]  # [(depth + 1) * STEP]
    weights: NDArray[np.int64]  # of the evaluation
    unit: NDArray[np.float64]  # [2] what an estimate is divided by; what it is cut off at
    values: NDArray[np.float64]  # [MOST_MOVES] of the moves at the root, as they are found


@kernel
def expect(rules, space, state, depth, ply, top):
    """The value of `state` as the first player sees it; meaningless once control[STOP] is set.

    The moves of this ply are on the stack from `top` on.
    """
    control = space.control
    if control[NODES] >= control[MOST_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return 0.0
    control[NODES] += 1
    me = mover(rules, state)
    sign = -1.0 if me == SECOND else 1.0
    number = legal_moves(rules, state, space.moves[top:])
    if number == 0:
        return sign * outcome(rules, state)
    if may_repeat(rules):
        first, second = key(rules, state)
        again = earlier(space.trail, first, second, ply)
        if again != NO_MOVE:
            return sign * repetition_value(rules, space.trail, state, again, ply)
        remember(rules, space.trail, state, ply)
    if depth <= 0:
        guess = estimate(rules, state, space.weights) / space.unit[0]
        return sign * max(-space.unit[1], min(space.unit[1], guess))

    best, total, weight = 0.0, 0.0, 0.0
    for index in range(number):
        move = space.moves[top + index]
        child = play(rules, state, move)
        value = expect(rules, space, child, depth - 1, ply + 1, top + number)
        if control[STOP] != 0:
            return 0.0
        if ply == 0:
            space.values[index] = value
        if me == CHANCE:
            share = chances(rules, state, move)
            total += share * value
            weight += share
        elif index == 0 or (value > best if me == FIRST else value < best):
            best = value
    return total / weight if me == CHANCE else best
