"""The moves of a position with all that a search above tasks wants to know, in one call."""

import numpy as np

from yomikiri.bits import plain
from yomikiri.jit import kernel
from yomikiri.rules import key, legal_moves, mirror, mover, outcome, play, remaining, symmetries
from yomikiri.search.deliberating import glance
from yomikiri.search.table import INFINITE
from yomikiri.search.workspace import Words

# What is known about a child, in this order.
MOVE, FIRST_KEY, SECOND_KEY, IMAGE, MOVER, OUTCOME, LEFT, REPLIES, ESTIMATE = range(9)
WIDTH = 9


def room(moves: int) -> Words:
    """Room for what is known about the children of a position with this many moves."""
    return np.zeros((moves, WIDTH), np.int64)


@kernel
def expand(rules, space, state, plies, out):
    """Write a row for each move, as many as `out` has room for; how many there are.

    IMAGE is which mirror image of the child has the smallest key.  ESTIMATE is how the child's
    mover sees it after a look of some `plies`.
    """
    scratch = space.scratch
    number = legal_moves(rules, state, scratch)
    for index in range(min(number, out.shape[0])):
        child = play(rules, state, scratch[index])
        first, second, image = smallest_image(rules, child)
        bottom, top, depth, free = plain(-INFINITE), plain(INFINITE), plain(plies), plain(number)
        out[index, MOVE] = scratch[index]
        out[index, FIRST_KEY] = first
        out[index, SECOND_KEY] = second
        out[index, IMAGE] = image
        out[index, MOVER] = mover(rules, child)
        out[index, OUTCOME] = outcome(rules, child)
        out[index, LEFT] = remaining(rules, child)
        out[index, REPLIES] = legal_moves(rules, child, scratch[number:])
        out[index, ESTIMATE] = glance(rules, space, child, bottom, top, depth, free)
    return number


@kernel
def smallest_image(rules, state):
    """The smallest key of all mirror images of a position, and which of them has it."""
    first, second = key(rules, state)
    image = 0
    for number in range(1, symmetries(rules)):
        other_first, other_second = key(rules, mirror(rules, state, number))
        if other_first < first or (other_first == first and other_second < second):
            first, second, image = other_first, other_second, number
    return first, second, image
