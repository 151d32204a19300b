"""The geometry of Nip and Othello boards, as tables for the compiled rules.

Cells are numbered along the longer side, so a run of stones across the board is short (at most 8
long) and neighbours differ by a fixed number in each direction.  nip:4x6, with its corners cut:

     .  1  2  3  4  .          rim: 1 2 3 4 11 17 22 21 20 19 12 6, a closed loop
     6  7  8  9 10 11
    12 13 14 15 16 17
     . 19 20 21 22  .

Boards of more than 64 places (nip:6x12) skip the cut corners; there neighbours differ by no fixed
number (`stride` 0) and the rules look for moves cell by cell.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import to_bits

Place = tuple[int, int]  # column from the left, row from the top, both from 0
Words = NDArray[np.int64]

UPWARD = ((1, 0), (0, 1), (1, 1), (-1, 1))  # directions in which cell numbers grow (u, v)


class Board(NamedTuple):
    """The shape: height, width, and whether it is Nip's, without corners and with a rim."""

    height: int
    width: int
    is_nip: bool

    def has(self, place: Place) -> bool:
        """Whether there is a cell here."""
        x, y = place
        if not (0 <= x < self.width and 0 <= y < self.height):
            return False
        if not self.is_nip:
            return True
        from_corner = min(x, self.width - 1 - x) + min(y, self.height - 1 - y)
        return from_corner >= (1 if 4 in (self.height, self.width) else 2)

    def places(self) -> Iterator[Place]:
        """All cells, row by row from the top."""
        return (p for y in range(self.height) for x in range(self.width) if self.has(p := (x, y)))

    def rim(self) -> list[Place]:
        """The closed loop of outermost cells, clockwise from the left end of the first row."""
        rows: list[list[Place]] = [[] for _ in range(self.height)]
        for place in self.places():
            rows[place[1]].append(place)
        right = [row[-1] for row in rows[1:-1]]
        left = [row[0] for row in rows[1:-1]]
        return rows[0] + right + rows[-1][::-1] + left[::-1]


class Layout:
    """The numbering of a board's cells, and the tables that the compiled rules read."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.turned = board.height > board.width  # numbered along columns
        self.stride = max(board.height, board.width)
        if board.height * board.width > 64:
            self.stride = 0
        places = sorted(board.places(), key=lambda p: self.turn(p)[::-1])
        if self.stride:
            numbers = [u + v * self.stride for u, v in map(self.turn, places)]
        else:
            numbers = list(range(len(places)))
        self.number = dict(zip(places, numbers, strict=True))
        self.place = {number: place for place, number in self.number.items()}

    def turn(self, place: Place) -> Place:
        """(u, v): along the longer side, and across."""
        return (place[1], place[0]) if self.turned else place

    @cached_property
    def cells(self) -> int:
        """The set of all cells."""
        return to_bits(self.place)

    @cached_property
    def inner(self) -> int:
        """The cells that a run along the longer side, or diagonal, can turn over."""
        ends = (0, max(self.board.height, self.board.width) - 1)
        return to_bits(n for p, n in self.number.items() if self.turn(p)[0] not in ends)

    def rays(self) -> Words:
        """[64, 8] the cells seen from each cell, in four directions upward and four downward."""
        table = np.zeros((64, 8), np.int64)
        for place, number in self.number.items():
            for k, (u, v) in enumerate(UPWARD):
                for sign, column in ((1, k), (-1, k + 4)):
                    step = self.turn((sign * u, sign * v))
                    ray = self.ray(place, step)
                    if len(ray) > 1:  # a run of one and the stone that closes it
                        table[number, column] = to_bits(ray)
        return table

    def ray(self, place: Place, step: Place) -> list[int]:
        """The cells from `place` on, without it, to the edge."""
        found = []
        x, y = place[0] + step[0], place[1] + step[1]
        while self.board.has((x, y)):
            found.append(self.number[x, y])
            x, y = x + step[0], y + step[1]
        return found

    def near(self) -> Words:
        """[64] the neighbours of each cell, on the rim too (they are king's moves there)."""
        steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
        table = np.zeros(64, np.int64)
        for place, number in self.number.items():
            around = ((place[0] + x, place[1] + y) for x, y in steps)
            table[number] = to_bits(self.number[p] for p in around if self.board.has(p))
        return table

    def regions(self) -> Words:
        """[64] the quarter of the board that each cell is in, for the parity of its empty cells."""
        table = np.zeros(64, np.int64)
        for place, number in self.number.items():
            table[number] = self.quarters()[self.quarter(place)]
        return table

    def quarters(self) -> Words:
        """[4] the quarters: upper left, upper right, lower left, lower right."""
        return np.array(
            [to_bits(n for p, n in self.number.items() if self.quarter(p) == q) for q in range(4)]
        )

    def quarter(self, place: Place) -> int:
        """Which quarter."""
        return (2 * place[0] >= self.board.width) + 2 * (2 * place[1] >= self.board.height)

    def ring(self) -> list[int]:
        """The cells of the rim in order, or none on an Othello board."""
        return [self.number[place] for place in self.board.rim()] if self.board.is_nip else []

    def maps(self) -> list[dict[int, int]]:
        """The symmetries of the board, the identity first."""
        height, width = self.board.height, self.board.width
        square = height == width
        turns: list[Callable[[int, int], Place]] = [
            lambda x, y: (x, y),
            lambda x, y: (width - 1 - x, height - 1 - y),
            lambda x, y: (width - 1 - x, y),
            lambda x, y: (x, height - 1 - y),
            lambda x, y: (y, x),
            lambda x, y: (width - 1 - y, height - 1 - x),
            lambda x, y: (width - 1 - y, x),
            lambda x, y: (y, height - 1 - x),
        ]
        return [
            {number: self.number[turn(*place)] for place, number in self.number.items()}
            for turn in turns[: 8 if square else 4]
        ]


def byte_table(images: dict[int, int], bytes_: int) -> Words:
    """[bytes, 256] where each byte's set of cells goes: a map of cells by a few look-ups."""
    table = np.zeros((bytes_, 256), np.int64)
    for cell in range(8 * bytes_):
        row, size = table[cell // 8], 1 << cell % 8
        image = to_bits([images[cell]]) if cell in images else 0
        row[size : 2 * size] = row[:size] | image  # the sets of the cells before it, with it
    return table
