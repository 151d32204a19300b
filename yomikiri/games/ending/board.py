"""The chessboard as tables: where men can go, which men block which lines, king pairs by number.

    square = 8 * rank + file, a1 = 0, h8 = 63; a board's set of squares has bit 63 for h8

A man's reach is its lines on the empty board without what is hidden behind other men.  Knights,
kings and pawns go no further than the first square in any direction, so the same holds for them.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from yomikiri.bits import to_bits

Words = npt.NDArray[np.int64]

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))

# Kinds of men as the tables number them: those of `material`, and the weak side's pawns, which go
# down the board.
UP, DOWN = 5, 6

# Where each table begins.
LINES = 0  # [7, 64] what a man of each kind attacks from each square of an empty board
BEHIND = LINES + 7 * 64  # [64, 64] what a man on the second square hides from the first
BETWEEN = BEHIND + 64 * 64  # [64, 64] the squares between two on a line
KINGS8 = BETWEEN + 64 * 64  # [64, 64] 8 * number of a pair of kings + the map to its own place
KINGS2 = KINGS8 + 64 * 64  # [64, 64] number of a pair of kings where there are pawns
PAIRS = KINGS2 + 64 * 64  # [64, 64] number of a pair of squares
KINGS8_OF = PAIRS + 64 * 64  # [462] the pair of a number: strong + 64 * weak
KINGS2_OF = KINGS8_OF + 462  # [3612]
PAIRS_OF = KINGS2_OF + 3612  # [2048] a pair of squares, a byte each; the last 32 are no pairs
MATERIALS = PAIRS_OF + 2048  # what follows depends on the material

COUNT8, COUNT2 = 462, 3612  # pairs of kings that are not adjacent: up to 8 symmetries, all


def walk(square: int, step: tuple[int, int]) -> Iterator[int]:
    """The squares from one to the edge of the board, nearest first."""
    file, rank = square % 8 + step[0], square // 8 + step[1]
    while 0 <= file < 8 and 0 <= rank < 8:
        yield 8 * rank + file
        file, rank = file + step[0], rank + step[1]


def mapped(square: int, number: int) -> int:
    """A square under one of the eight symmetries: files, ranks, then the diagonal, a bit each."""
    square ^= 7 * (number & 1) ^ 28 * (number & 2)
    return square % 8 * 8 + square // 8 if number & 4 else square


@lru_cache
def geometry() -> Words:
    """All tables that do not depend on the material, one after the other."""
    behind = np.zeros((64, 64), np.int64)
    between = np.zeros((64, 64), np.int64)
    for square in range(64):
        for step in STRAIGHT + SLANTED:
            line = list(walk(square, step))
            for place, target in enumerate(line):
                behind[square, target] = to_bits(line[place + 1 :])
                between[square, target] = to_bits(line[:place])
    pairs, pairs_of = square_pairs()
    kings8, kings8_of = king_pairs(reduced)
    kings2, kings2_of = king_pairs(lambda strong, weak: (strong, weak, 0))
    kings2 >>= 3
    parts = (lines(), behind, between, kings8, kings2, pairs, kings8_of, kings2_of, pairs_of)
    return np.concatenate([part.ravel() for part in parts])


def lines() -> Words:
    """What a man of each kind attacks on an empty board."""
    table = np.zeros((7, 64), np.int64)
    for square in range(64):
        near = {step: list(walk(square, step)) for step in STRAIGHT + SLANTED + LEAPS}
        straight = to_bits(s for step in STRAIGHT for s in near[step])
        slanted = to_bits(s for step in SLANTED for s in near[step])
        table[:, square] = (
            to_bits(s for step in STRAIGHT + SLANTED for s in near[step][:1]),
            straight | slanted,
            straight,
            slanted,
            to_bits(s for step in LEAPS for s in near[step][:1]),
            to_bits(s for x in (-1, 1) for s in near[x, 1][:1]),
            to_bits(s for x in (-1, 1) for s in near[x, -1][:1]),
        )
    return table


def reduced(strong: int, weak: int) -> tuple[int, int, int]:
    """A pair of kings in its canonical place, the strong one in a1-d1-d4, and the map there."""
    for number in range(8):
        one, two = mapped(strong, number), mapped(weak, number)
        file, rank = one % 8, one // 8
        if rank <= file < 4 and (rank < file or two // 8 <= two % 8):
            return one, two, number
    raise AssertionError("one of the eight maps fits")


def king_pairs(place: Callable[[int, int], tuple[int, int, int]]) -> tuple[Words, Words]:
    """Numbers of pairs of kings, each 8 * number + map; and the pair of each number."""
    numbers: dict[tuple[int, int], int] = {}
    table = np.full((64, 64), -1, np.int64)
    for strong in range(64):
        for weak in range(64):
            if max(abs(strong % 8 - weak % 8), abs(strong // 8 - weak // 8)) > 1:
                one, two, number = place(strong, weak)
                table[strong, weak] = 8 * numbers.setdefault((one, two), len(numbers)) + number
    return table, np.array([one + 64 * two for one, two in numbers], np.int64)


def square_pairs() -> tuple[Words, Words]:
    """Numbers of unordered pairs of squares; and the pair of each number, a byte each."""
    numbers = np.zeros((64, 64), np.int64)
    squares = np.zeros(2048, np.int64)
    for number, (one, two) in enumerate(combinations(range(64), 2)):
        numbers[one, two] = numbers[two, one] = number
        squares[number] = one + 256 * two
    return numbers, squares


def triples() -> Words:
    """The unordered triples of squares, a byte each, by number; filled up to 65536."""
    table = np.zeros(65536, np.int64)
    for three in range(2, 64):
        for two in range(1, three):
            start = three * (three - 1) * (three - 2) // 6 + two * (two - 1) // 2
            table[start : start + two] = np.arange(two) + 256 * two + 65536 * three
    return table
