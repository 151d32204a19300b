"""The principal variation: the best moves that the table knows, one after another."""

import numpy as np
from numpy.typing import NDArray

from yomikiri.jit import brief, kernel
from yomikiri.rules import (
    MOST_MOVES,
    NO_MOVE,
    SPARE,
    key,
    legal_moves,
    mirror,
    mirror_move,
    play,
    symmetries,
)
from yomikiri.search.table import recall

KEY = 2  # words of a key


def room_for(most: int) -> NDArray[np.int64]:
    """The buffer in which `follow` writes a line of at most `most` moves."""
    return np.zeros((1 + KEY) * most + MOST_MOVES + SPARE, np.int64)


@brief
@kernel
def follow(rules, table, state, most, line):
    """Write the best moves from `state` on into `line`, at most `most`, and return how many.

    It ends where the table knows no move, and where a position is repeated.
    """
    keys, legal = most, (1 + KEY) * most
    for ply in range(most):
        first, second = key(rules, state)
        for before in range(ply):
            if line[keys + KEY * before] == first and line[keys + KEY * before + 1] == second:
                return ply
        line[keys + KEY * ply] = first
        line[keys + KEY * ply + 1] = second
        number = legal_moves(rules, state, line[legal:])
        best = NO_MOVE
        for image in range(symmetries(rules)):
            first, second = key(rules, mirror(rules, state, image))
            _, known = recall(table, first, second)
            if best == NO_MOVE and known != NO_MOVE:
                for index in range(legal, legal + number):
                    move = line[index]
                    if best == NO_MOVE and mirror_move(rules, move, image) == known:
                        best = move
        if best == NO_MOVE:
            return ply
        line[ply] = best
        state = play(rules, state, best)
    return most
