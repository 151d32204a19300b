"""A player's dice in all ways that their moves lead to, as a table: the armies of `single`.

A row is an army.  First come those that rolls lead to from the start, the nearest first, then those
after captures, then those with a die less.  The columns are cells and tops of its dice, the army
without each of them, and for each die and direction the cell it would go to, and the army after a
roll and after a capture there.  What happens between two players' armies is below.
"""

from typing import NamedTuple

import numpy as np

from yomikiri.games.janken.dice import (
    LIES,
    NONE,
    ROLLED_ASIDE,
    ROLLED_UP,
    SIDE,
    SIGNS,
    STEPS,
    Words,
)
from yomikiri.jit import kernel

MOST = 2  # dice; of three there are millions of armies
CELL, TOP, WITHOUT = range(0, 3 * MOST, MOST)
TO, ROLL, CAPTURE = (WITHOUT + MOST + 4 * MOST * part for part in range(3))
MOVES = 4 * MOST  # of an army
WIDTH = CAPTURE + MOVES
WINS = -2  # instead of an army: the game is won

Army = tuple[tuple[int, int], ...]  # cells, as the first player sees them, and lies, sorted


class Sizes(NamedTuple):
    """How pairs of armies are numbered."""

    top: int  # pairs with all dice
    rolled: int  # the other's armies in them
    full: int  # own armies with all dice
    fewer: int  # with a die less
    others_full: int
    others_fewer: int


class Armies:
    """All armies of a player that can come from one, whose dice end the game on a cell."""

    def __init__(self, start: Army, goal: int) -> None:
        self.goal = goal
        rolled = self.reached([start], captures=False)
        full = self.reached(rolled, captures=True)
        fewer: list[Army] = [(die,) for army in full if len(army) > 1 for die in army]
        self.rolled, self.full = len(rolled), len(full)
        self.every = [*full, *self.reached(fewer, captures=True)]
        self.number = {army: number for number, army in enumerate(self.every)}
        self.table: Words = np.full((len(self.every), WIDTH), NONE, np.int64)
        for army, row in zip(self.every, self.table):
            self.fill(army, row)

    def reached(self, found: list[Army], *, captures: bool) -> list[Army]:
        """These and all that rolls lead to, or captures too, nearest first."""
        met = dict.fromkeys(found)
        queue = list(met)
        for army in queue:
            for at, way in ways(army):
                for rolls in (True, False)[: 1 + captures]:
                    moved = self.moved(army, at, way, rolls=rolls)
                    if moved and moved not in met:
                        met[moved] = None
                        queue.append(moved)
        return queue

    def target(self, army: Army, at: int, way: int) -> int:
        """The cell next to a die that way; none off the board and where another of its dice is."""
        dx, dy = STEPS[way]
        x, y = army[at][0] % SIDE + dx, army[at][0] // SIDE + dy
        inside = 0 <= x < SIDE and 0 <= y < SIDE
        return y * SIDE + x if inside and all(c != y * SIDE + x for c, _ in army) else NONE

    def moved(self, army: Army, at: int, way: int, *, rolls: bool) -> Army:
        """The army after a move; empty if there is none, or it ends the game."""
        cell, lie = self.target(army, at, way), army[at][1]
        if cell in (NONE, self.goal):
            return ()
        if rolls:
            lie = (ROLLED_ASIDE if STEPS[way][0] else ROLLED_UP) >> 3 * lie & 7
        return tuple(sorted([*army[:at], *army[at + 1 :], (cell, lie)]))

    def fill(self, army: Army, row: Words) -> None:
        """What the table says about an army."""
        for at, (cell, lie) in enumerate(army):
            row[CELL + at], row[TOP + at] = cell, SIGNS.index(LIES[lie][0])
            row[WITHOUT + at] = self.number.get((*army[:at], *army[at + 1 :]), NONE)
        for at, way in ways(army):
            number = 4 * at + way
            row[TO + number] = self.target(army, at, way)
            row[ROLL + number] = self.number.get(self.moved(army, at, way, rolls=True), NONE)
            row[CAPTURE + number] = self.number.get(self.moved(army, at, way, rolls=False), NONE)


def ways(army: Army) -> list[tuple[int, int]]:
    """Each of its dice with each direction."""
    return [(at, way) for at in range(len(army)) for way in range(4)]


@kernel
def pair(sizes, own, other):
    """The number of two armies: with all dice, with fewer of the other's, of one's own, of both."""
    number = sizes.top
    if other >= sizes.others_full:
        if own >= sizes.full:
            number += sizes.fewer * sizes.others_full
        return number + own * sizes.others_fewer + other - sizes.others_full
    if own >= sizes.full:
        number += sizes.full * sizes.others_fewer
        return number + (own - sizes.full) * sizes.others_full + other
    return own * sizes.rolled + other


@kernel
def apart(sizes, number):
    """The two armies of a number."""
    if number < sizes.top:
        return number // sizes.rolled, number % sizes.rolled
    number -= sizes.top
    if number < sizes.full * sizes.others_fewer:
        own = number // sizes.others_fewer
        return own, sizes.others_full + number % sizes.others_fewer
    number -= sizes.full * sizes.others_fewer
    if number < sizes.fewer * sizes.others_full:
        return sizes.full + number // sizes.others_full, number % sizes.others_full
    number -= sizes.fewer * sizes.others_full
    own = sizes.full + number // sizes.others_fewer
    return own, sizes.others_full + number % sizes.others_fewer


@kernel
def overlap(own, other, a, b):
    """Whether dice of the two armies stand on one cell."""
    for one in range(CELL, CELL + MOST):
        for two in range(CELL, CELL + MOST):
            if own[a, one] >= 0 and own[a, one] == other[b, two]:
                return True
    return False


@kernel
def after(mine, theirs, a, b, move):
    """The armies after a move of the first of them; instead of it WINS or, if illegal, NONE."""
    target = mine[a, TO + move]
    if target < 0:
        return NONE, b
    for at in range(MOST):
        if theirs[b, CELL + at] == target:
            if (mine[a, TOP + move // 4] + 1) % 3 != theirs[b, TOP + at]:
                return NONE, b
            if mine[a, CAPTURE + move] < 0 or theirs[b, WITHOUT + at] < 0:
                return WINS, b
            return mine[a, CAPTURE + move], theirs[b, WITHOUT + at]
    if mine[a, ROLL + move] < 0:
        return WINS, b
    return mine[a, ROLL + move], b
