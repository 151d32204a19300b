"""Counts of move sequences: the test of a rule set, and of its speed."""

from typing import Any

import numpy as np

from yomikiri.jit import kernel
from yomikiri.rules import CHANCE, legal_moves, mover, play
from yomikiri.running import Runner

MOST_MOVES = 256  # legal moves in one position, at most
MOST_ACTIONS = 8  # plies of one turn, at most
STOP = 0  # where the buffer of moves has its stop flag


def perft(
    rules: Any, state: Any, depth: int, *, finished_count: bool = False, by_turns: bool = False
) -> int:
    """How many sequences of exactly `depth` plies there are; a pass is a ply.

    Each leaf is played.  With `finished_count` a game that ended earlier counts as one sequence.
    With `by_turns` the depth is in turns: one lasts until another player is to move, and what dice
    do is part of the turn that follows.
    """
    plies = depth * MOST_ACTIONS if by_turns else depth
    moves = np.zeros(STOP + 1 + (plies + 1) * MOST_MOVES, np.int64)
    count = count_turns if by_turns else count_leaves
    return Runner().run(
        [lambda: int(count(rules, state, depth, int(finished_count), moves, STOP + 1))],
        lambda: moves.__setitem__(STOP, 1),
    )[0]


@kernel
def count_leaves(rules, state, depth, finished, moves, top):
    """The sequences below `state`; its moves are kept in `moves` from `top` on."""
    if depth == 0:
        return 1
    if moves[STOP] != 0:
        return 0
    number = legal_moves(rules, state, moves[top:])
    if number == 0:
        return finished
    leaves = 0
    for index in range(top, top + number):
        child = play(rules, state, moves[index])
        leaves += count_leaves(rules, child, depth - 1, finished, moves, top + number)
    return leaves


@kernel
def count_turns(rules, state, turns, finished, moves, top):
    """The sequences of whole turns below `state`."""
    if turns == 0:
        return 1
    if moves[STOP] != 0:
        return 0
    number = legal_moves(rules, state, moves[top:])
    if number == 0:
        return finished
    me, leaves = mover(rules, state), 0
    for index in range(top, top + number):
        child = play(rules, state, moves[index])
        rest = turns
        if me != CHANCE and mover(rules, child) != me:
            rest -= 1
        leaves += count_turns(rules, child, rest, finished, moves, top + number)
    return leaves
