"""The patterns of a board, for nets: which cells are read together, and the row of each reading.

Read are the lines of at least four cells (of three on a board that has no longer ones), longer ones
than eight in parts, the three by three cells of a corner of Othello, and arcs of Nip's rim.  A
pattern with its mirror images is one class: they share their rows, and so do two readings of one
that are mirror images of each other.  A reading is a number of base 3: 0 empty, 1 own, 2 other.

A board is read byte by byte: a table has, for each byte and each set of its cells, what they add to
all readings, four readings of 16 bits in a word.  The sums of all bytes are the readings.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from yomikiri.games.reversi.board import UPWARD, Board, Layout, Words
from yomikiri.lanes import BYTE, BYTES, READINGS, words_of

LONGEST = 8  # cells of a line that are read together
CORNER = 3  # the side of a corner

Cells = tuple[int, ...]


class Patterns(NamedTuple):
    """The tables of a board."""

    number: int  # how many patterns
    rows: int  # how many readings differ
    begins: Words  # [number] where the rows of a pattern's readings begin
    sums: Words  # [8, 256, words] what the stones of a byte add to the readings
    row_of: Words  # [...] the row of each reading, class by class


@lru_cache(maxsize=64)
def make_patterns(board: Board) -> Patterns:
    """The tables of a board; boards with the same shape share them."""
    layout = Layout(board)
    begins: list[int] = []
    members: list[Cells] = []
    row_of: list[Words] = []
    rows, begin = 0, 0
    for images, same in classes(layout):
        members += images
        begins += [begin] * len(images)
        numbers, found = shared_rows(len(images[0]), same)
        row_of.append(numbers + rows)
        rows, begin = rows + found, begin + numbers.size
    sums = np.zeros((BYTES, BYTE, words_of(len(members))), np.int64)
    for place, cells in enumerate(members):
        for digit, cell in enumerate(cells):
            column = sums[cell // 8, :, place // READINGS]
            has = np.arange(BYTE) >> cell % 8 & 1
            column += has * 3**digit << 16 * (place % READINGS)
    return Patterns(len(members), rows, np.array(begins), sums, np.concatenate(row_of))


def classes(layout: Layout) -> Iterator[tuple[list[Cells], list[Cells]]]:
    """Each class: its patterns, and the orders in which the cells of the first may be read."""
    maps, seen = layout.maps(), set[frozenset[int]]()
    for cells in seeds(layout):
        if frozenset(cells) in seen:
            continue
        images: dict[frozenset[int], Cells] = {}
        same = []
        for image in (tuple(each[cell] for cell in cells) for each in maps):
            if set(image) == set(cells):
                same.append(tuple(cells.index(cell) for cell in image))
            images.setdefault(frozenset(image), image)
        seen |= images.keys()
        yield list(images.values()), same


def seeds(layout: Layout) -> Iterator[Cells]:
    """The cells of all patterns; some more than once."""
    lines = list(all_lines(layout))
    least = 4 if any(len(line) >= 4 for line in lines) else 3
    for line in sorted(lines, key=len, reverse=True):
        if len(line) >= least:
            yield from parts(line)
    height, width, is_nip = layout.board
    if is_nip:
        yield from arcs(layout)
    else:
        side = range(CORNER)
        yield tuple(layout.number[x, y] for y in side for x in side)
        # On a board that is turned, the corner is another set of cells only if it is no square.
        yield tuple(layout.number[width - 1 - x, height - 1 - y] for y in side for x in side)


def arcs(layout: Layout) -> Iterator[Cells]:
    """Arcs of the rim that, with their mirror images, have all of its cells."""
    ring, covered = layout.ring(), set[int]()
    for start in range(len(ring)):
        if ring[start] not in covered:
            arc = tuple((ring + ring)[start : start + min(LONGEST, len(ring))])
            covered.update(each[cell] for each in layout.maps() for cell in arc)
            yield arc


def all_lines(layout: Layout) -> Iterator[Cells]:
    """Rows, columns and diagonals, from edge to edge."""
    for step in UPWARD:
        for place, number in layout.number.items():
            if not layout.board.has((place[0] - step[0], place[1] - step[1])):
                yield (number, *layout.ray(place, step))


def parts(line: Cells) -> Iterator[Cells]:
    """A line in parts that are not too long, as far apart as may be."""
    number = -(-len(line) // LONGEST)
    size = min(LONGEST, len(line))
    for part in range(number):
        start = 0 if number == 1 else part * (len(line) - size) // (number - 1)
        yield line[start : start + size]


def shared_rows(size: int, same: list[Cells]) -> tuple[Words, int]:
    """The row of each reading of `size` cells, and how many there are.

    Readings that differ by the order of the cells only, as far as it is the same, share one.
    """
    readings = np.arange(3**size)
    digits = [readings // 3**place % 3 for place in range(size)]
    least = np.min(
        [sum(digits[at] * 3**place for place, at in enumerate(order)) for order in same], axis=0
    )
    kept, rows = np.unique(least, return_inverse=True)
    return rows.reshape(-1).astype(np.int64), int(kept.size)
