"""The value that the search of the thesis on Nip gives, found by yes-or-no questions.

It is the value of `thesis.py`, whatever mistakes are made, in seconds where that search takes days:
a table keeps what is known about nodes, and moves that leave few answers are tried first.  A value
depends on the whole node, also on who placed the last stone and who passed last, so these are in
the key.
"""

from typing import Any

import numpy as np

from yomikiri.bits import count, lowest, mix, rest, spread
from yomikiri.games.reversi.thesis import BLACK, Mistakes, Node, passing, placed
from yomikiri.jit import kernel
from yomikiri.running import Runner

PLACES = 1 << 22  # of the table of what is known
WORDS = 4  # of a place: black, white, the rest of the node, bounds of its value
MOST = 64  # no score is beyond it
FEW = 4  # empty cells with which a node is not worth a place there
UNSORTED = 6  # empty cells with which moves are not worth sorting
MOVES = 32  # room for the moves of a node
HASH = -7046029254386353131
STOP = 0  # the place of the scratch where a search looks whether to stop
SORTED = 1  # [MOST + 1, MOVES] the moves of the node with so many empty cells


def value_of(rules: Any, node: Node, mistakes: Mistakes) -> int:
    """The value at the end of the game, as Black sees it."""
    lower, upper = -count(rules.cells), count(rules.cells)
    table = np.zeros(WORDS * PLACES, np.int64)
    scratch = np.zeros(SORTED + (MOST + 1) * MOVES, np.int64)

    def halt() -> None:
        scratch[STOP] = 1

    while lower < upper:
        least = (lower + upper + 1) // 2
        question = (rules, *node, least, mistakes, table, scratch)
        [is_so] = Runner().run([lambda q=question: reaches(*q)], halt)  # type: ignore[misc]
        lower, upper = (least, upper) if is_so else (lower, least - 1)
    return lower


@kernel
def sort_moves(rules, black, white, turn, placer, passed, moves, mistakes, scratch, base):
    """How many moves a node has; they are written from `base` on, those with few answers first."""
    is_sorted = count(rules.cells ^ black ^ white) > UNSORTED
    number = 0
    while moves != 0:
        cell = lowest(moves)
        moves = rest(moves)
        entry = cell
        if is_sorted:
            child = placed(rules, black, white, turn, placer, passed, cell, mistakes)
            answers = passing(rules, child[0], child[1], child[2], child[3], child[4], mistakes)[5]
            entry += count(answers) << 8
        place = base + number
        while is_sorted and place > base and scratch[place - 1] > entry:
            scratch[place] = scratch[place - 1]
            place -= 1
        scratch[place] = entry
        number += 1
    return number


@kernel
def reaches(rules, black, white, turn, placer, passed, least, mistakes, table, scratch):
    """Whether the value of a node is at least `least`, as Black sees it."""
    black, white, turn, placer, passed, moves = passing(
        rules, black, white, turn, placer, passed, mistakes
    )
    if moves == 0 or scratch[STOP] != 0:
        return count(black) - count(white) >= least
    empties = count(rules.cells ^ black ^ white)
    mark = 1 + turn + 2 * placer + 4 * (passed + 1)
    at, lower, upper = -1, -MOST, MOST
    if empties > FEW:
        at = WORDS * spread(mix(mix(black, HASH) ^ white ^ mark << 56, HASH), PLACES)
        if table[at] == black and table[at + 1] == white and table[at + 2] == mark:
            lower, upper = (table[at + 3] & 255) - MOST, (table[at + 3] >> 8) - MOST
            if lower >= least:
                return True
            if upper < least:
                return False
    chooser = placer if mistakes.placer != 0 else turn
    found = chooser != BLACK  # what it is unless a move says otherwise
    base = SORTED + MOVES * empties
    number = sort_moves(rules, black, white, turn, placer, passed, moves, mistakes, scratch, base)
    for k in range(base, base + number):
        child = placed(rules, black, white, turn, placer, passed, scratch[k] & 255, mistakes)
        is_so = reaches(
            rules,
            child[0],
            child[1],
            child[2],
            child[3],
            child[4],
            least,
            mistakes,
            table,
            scratch,
        )
        if is_so != found:
            found = is_so
            break
    if at >= 0 and scratch[STOP] == 0:
        lower, upper = (least, upper) if found else (lower, least - 1)
        table[at], table[at + 1], table[at + 2] = black, white, mark
        table[at + 3] = lower + MOST | upper + MOST << 8
    return found
