"""A position of janken shogi, the rules it is played by, and how moves are numbered.

A move is one action.  Where a turn has several, the state remembers the trails of the dice that
moved in it; what wins passes the turn at once, so the middle of a turn is never the end of a game.

    4 * cell + direction          a roll, or a capture where an enemy stands there
    SLIDE + 4 * cell + direction  the same without rolling (`simple` only)
    STAY                          nothing (`simple`), or ending a turn early (`full`)
    THROW + n                     the die says that the turn has n actions (`dice=on` only)
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from yomikiri.games.janken.dice import CELLS, GOAL, Words, choose, near, sets, sixes

SINGLE, SIMPLE, FULL = range(3)  # the rule sets
BY_ACTION, AT_ONCE, ON_TARGET = range(3)  # how dice of `simple` meet: see JankenRules.meets
SLIDE = 4 * CELLS
STAY = 2 * SLIDE
THROW = STAY  # + 1, 2 or 3

GOAL_BIT = 1 << GOAL
TRAIL = 12  # bits of a trail: the cell and one, and the last two directions and one, latest first
# `single` has no trails.  If its dice differ, their kinds are there, three bits each, in the order
# of their cells: the mover's, then from TRAIL on the opponent's, and this bit.
KINDS = 1 << 2 * TRAIL

WORTH = (0, 10, 15, 18, 20)  # of 0 to 4 dice, in tenths of one

# Where each table begins.
NEAR = 0  # [36, 4] neighbours
CHOOSE = NEAR + 4 * CELLS  # [5, 37] binomial coefficients
SIX = CHOOSE + 5 * (CELLS + 1)  # [4096] packed digits as a number of base 6
DIGITS = SIX + 4096  # [1296] and back
WORTHS = DIGITS + 1296  # [5]
SETS = WORTHS + 5  # [35], [595], [6545], [52360] sets of 1 to 4 cells
SETS_2 = SETS + 35
SETS_3 = SETS_2 + 595
SETS_4 = SETS_3 + 6545


class JankenRules(NamedTuple):
    """A rule set and its switches."""

    kind: int  # SINGLE, SIMPLE or FULL
    pieces: int  # of each player, at most
    meets: int  # AT_ONCE: dice side by side are compared; ON_TARGET: a die moves onto the other's
    printed: int  # 1: dice roll as the table of the thesis on `simple` is printed
    area: int  # cells that a player's dice may not return to
    must_all: int  # 1: a turn may not stop while an action is legal
    revisit: int  # 1: only the cell where the turn began is barred
    funbari: int  # 1: the last die of a player has three actions and no area
    stay: int  # 1: the goal counts at the end of a turn only
    die: int  # 1: a die says how many actions a turn has
    beats: int  # bit 6 * mine + theirs: which lies beat which
    signs: int  # dice that differ: two bits for what each kind shows of g, c and p; 0: all alike
    maps: int  # symmetries
    tables: Words  # [...] all tables one after the other: passing an array is expensive


class Janken(NamedTuple):
    """A position, seen by the player to move; the dice of a player in the order of their cells."""

    own: int  # cells of the player to move
    own_dice: int  # how they lie, three bits each
    other: int  # cells of the opponent
    other_dice: int
    turn: int  # 0 the first player, 1 the second
    left: int  # actions left in this turn; 0: the die must be thrown
    trail: int  # where the dice that moved in this turn came from, two of TRAIL bits; or KINDS


@cache
def make_tables() -> Words:
    """All tables in one array, the same for all rules."""
    to_number, to_digits = sixes()
    parts = [near(), choose(), to_number, to_digits, np.array(WORTH), *map(sets, range(1, 5))]
    return np.concatenate([part.ravel() for part in parts]).astype(np.int64)
