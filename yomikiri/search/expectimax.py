"""Expectimax: look ahead a few plies in a game with dice; for players.

The first player takes the greatest value, the second the least, and a throw is worth the mean of
what follows, weighted by `chances`.  A finished game is worth its outcome, a position that already
stands on the path what the game says of a `repetition`, the horizon an estimate.  Nothing is cut
off: a mean needs all its parts.  Games without dice are searched too, as plain minimax.

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
    evaluate,
    key,
    legal_moves,
    mark,
    may_repeat,
    mover,
    outcome,
    play,
    repetition,
)

# The words of `control`, which another thread may read and set.
STOP, NODES, MOST_NODES, CONTROL = 0, 1, 2, 3

MOST_MOVES = 256  # legal moves in one position, at most
STEP = 4  # words of the path for each ply: key, mark, mover


class DiceWorkspace(NamedTuple):
    """What one search works with."""

    control: NDArray[np.int64]  # [CONTROL]
    moves: NDArray[np.int64]  # [(depth + 1) * MOST_MOVES] a stack
    path: NDArray[np.int64]  # [(depth + 1) * STEP]
    weights: NDArray[np.int64]  # of the evaluation
    unit: NDArray[np.float64]  # [2] what an estimate is divided by; what it is cut off at
    values: NDArray[np.float64]  # [MOST_MOVES] of the moves at the root, as they are found


@kernel
def expect(rules, space, state, depth, ply, top):
    """The value of `state` as the first player sees it; worthless once control[STOP] is set.

    The moves of this ply lie on the stack from `top` on.
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
        again = earlier(rules, space, state, ply)
        if again != NO_MOVE:
            return sign * repetition_value(rules, space, state, again, ply)
        remember(rules, space, state, ply)
    if depth <= 0:
        guess = evaluate(rules, state, space.weights) / space.unit[0]
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


@kernel
def remember(rules, space, state, ply):
    """Put a position on the path."""
    space.path[STEP * ply], space.path[STEP * ply + 1] = key(rules, state)
    space.path[STEP * ply + 2] = mark(rules, state)
    space.path[STEP * ply + 3] = mover(rules, state)


@kernel
def earlier(rules, space, state, ply):
    """The ply at which the same position stands on the path, or NO_MOVE."""
    first, second = key(rules, state)
    for before in range(ply - 1, -1, -1):
        if space.path[STEP * before] == first and space.path[STEP * before + 1] == second:
            return before
    return NO_MOVE


@kernel
def repetition_value(rules, space, state, again, ply):
    """What the game says of a position that stood on the path at `again`."""
    own_marks, other_marks = -1, -1
    me = mover(rules, state)
    for before in range(again, ply):
        marks = space.path[STEP * before + 2]
        if space.path[STEP * before + 3] == me:
            own_marks &= marks
        elif space.path[STEP * before + 3] != CHANCE:
            other_marks &= marks
    return repetition(rules, state, own_marks, other_marks)
