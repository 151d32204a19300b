"""The dice and the board as data: what a roll does to a die, which cells are neighbours.

Opposite faces of a die are equal, so how it lies is three letters: its top, its front (the face
towards the first player) and its side.  A roll up or down exchanges top and front, one to the left
or right exchanges top and side.  The cells are numbered as the player to move sees them, from home,
0, to the goal, 35:

    30 31 32 33 34 35      up is 6 more, right 1 more; turning the board around makes
    24 25 26 27 28 29      35 - c of cell c, and exchanging front and side
    18 19 20 21 22 23      reflects it in the diagonal from goal to goal
    12 13 14 15 16 17
     6  7  8  9 10 11
     0  1  2  3  4  5
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

SIDE = 6
CELLS = SIDE * SIDE
HOME, GOAL = 0, CELLS - 1  # of the player to move
MOST_PIECES = 4  # of a player

SIGNS = "gcp"  # rock, scissors, paper: each beats the next, and paper rock
LIES = ("gcp", "gpc", "cgp", "cpg", "pcg", "pgc")  # how a die can lie: top, front, side

UP, RIGHT, DOWN, LEFT = range(4)  # towards the goal first; the opposite of d is d ^ 2
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # column, row
DIRECTIONS = "urdl"

NONE = -1
Words = NDArray[np.int64]


def digits(numbers: list[int]) -> int:
    """Small numbers in one integer, three bits each, the first lowest."""
    return sum(number << 3 * at for at, number in enumerate(numbers))


def after(exchange: tuple[int, int, int]) -> int:
    """How a die lies after its letters have changed places, for each way to lie before."""
    return digits([LIES.index("".join(lie[at] for at in exchange)) for lie in LIES])


ROLLED_UP, ROLLED_ASIDE = after((1, 0, 2)), after((2, 1, 0))  # or down, either side
# As rollPiece of Y. Minamino's thesis (2015) is printed, by player: seven entries are not a cube's.
PRINTED_UP = (
    digits([LIES.index(lie) for lie in ("gcp", "pgc", "gcp", "gcp", "cgp", "gpc")]),
    digits([LIES.index(lie) for lie in ("cgp", "pgc", "gcp", "gcp", "cpg", "gpc")]),
)
PRINTED_ASIDE = (
    digits([LIES.index(lie) for lie in ("pcg", "pcg", "pgc", "pgc", "gcp", "cgp")]),
    digits([LIES.index(lie) for lie in ("pcg", "cpg", "pgc", "pgc", "gcp", "cgp")]),
)
REFLECTED = after((0, 2, 1))
RENAMED = digits([LIES.index("".join("cpg"["gcp".index(a)] for a in lie)) for lie in LIES])


def beaten(faces: str) -> int:
    """Bit 6 * mine + theirs is set if a die that lies so beats the other.

    `faces` is what the faces called g, c and p show.
    """
    bits = 0
    for mine, my_lie in enumerate(LIES):
        for theirs, their_lie in enumerate(LIES):
            shown, other = (SIGNS.index(faces[SIGNS.index(lie[0])]) for lie in (my_lie, their_lie))
            if (other - shown) % 3 == 1:
                bits |= 1 << 6 * mine + theirs
    return bits


def packed_signs(kinds: Sequence[str]) -> int:
    """What the faces called g, c and p of each kind of die show, two bits each and never 0."""
    shown = [SIGNS.index(sign) + 1 for kind in kinds for sign in kind]
    return sum(sign << 2 * at for at, sign in enumerate(shown))


def near() -> Words:
    """[36, 4] the neighbour in each direction, or NONE."""
    table = np.full((CELLS, 4), NONE, np.int64)
    for cell in range(CELLS):
        for direction, (dx, dy) in enumerate(STEPS):
            x, y = cell % SIDE + dx, cell // SIDE + dy
            if 0 <= x < SIDE and 0 <= y < SIDE:
                table[cell, direction] = SIDE * y + x
    return table


def area(distance: int) -> int:
    """The cells within this distance of home."""
    return sum(1 << cell for cell in range(CELLS) if cell % SIDE + cell // SIDE <= distance)


# Tables that number placements: sets of k cells in colexicographic order, in which the sets of the
# first n cells come first, whatever n.


def choose() -> Words:
    """[5, 37] how many sets of k there are of n cells."""
    table = [[comb(n, k) for n in range(CELLS + 1)] for k in range(MOST_PIECES + 1)]
    return np.array(table, np.int64)


def sets(pieces: int) -> Words:
    """The sets of `pieces` of 35 cells, in order."""
    found = (sum(1 << cell for cell in cells) for cells in combinations(range(CELLS - 1), pieces))
    return np.array(sorted(found), np.int64)


def sixes() -> tuple[Words, Words]:
    """[4096] four digits of three bits as a number of base 6, and [1296] the other way round."""
    to_number, to_digits = np.zeros(1 << 12, np.int64), np.zeros(6**MOST_PIECES, np.int64)
    for number in range(6**MOST_PIECES):
        packed = digits([number // 6**at % 6 for at in range(MOST_PIECES)])
        to_number[packed], to_digits[number] = number, packed
    return to_number, to_digits
