"""The boards of certificates for the compiled checker: Nip, Othello and Connect Four as tables.

Cells are numbered as in certificates.  Nothing here comes from the games of the package: rays, rims
and lines are worked out anew from the rules.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri_verify import Certificate

WAYS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
STOP = -1  # after the cells of a ray, and after the rays of a cell

Cell = tuple[int, int]  # column, row
Words = NDArray[np.int64]


class CheckedBoard(NamedTuple):
    """A board; `tables` has, one after the other, what the numbers before it point to."""

    cells: int  # how many
    all: int  # the set of them
    across: int  # from a cell to the one below
    falls: int  # 1: Connect Four
    winner_takes: int  # 1: empty cells count for the winner
    maps: int
    near: int  # [cells] neighbours, a set
    rays: int  # [cells] where the rays of each begin: cells up to STOP, and again, up to STOP
    lines: int  # sets of cells, up to 0
    through: int  # [cells] where the lines through each begin: sets of their other cells, up to 0
    images: int  # [maps, 8, 256] where the cells of each byte go
    tables: Words


def signed(cells: int) -> int:
    """A set of up to 64 cells as a machine word."""
    return cells - (1 << 64) if cells >> 63 else cells


def make_checked_board(certificate: Certificate) -> CheckedBoard:
    """The board of a certificate."""
    family, *words = certificate.game.replace(":", ",", 1).split(",")
    height, width = map(int, words[0].split("x"))
    switches = dict(word.split("=") for word in words[1:])
    falls, rim = family == "connect4", switches.get("rim", "")
    short = min(height, width) == 4  # such boards of Nip lack one cell at each corner, others three
    number: dict[Cell, int] = {}
    for y in range(height):
        for x in range(width):
            corner = min(x, width - 1 - x) + min(y, height - 1 - y)
            if not rim or corner > (0 if short else 1):
                number[x, y] = len(number)
    tables: list[int] = []
    near = len(tables)
    tables += [signed(sum(1 << number[c] for c in around(number, cell))) for cell in number]
    rays = len(tables)
    tables += [0] * len(number)
    ring = rim_of(number, height) if rim in ("other", "lap") else []
    for cell, at in number.items():
        tables[rays + at] = len(tables)
        for ray in rays_of(number, cell, ring, rim == "lap"):
            if len(ray) > 1:
                tables += [*(number[c] for c in ray), STOP]
        tables.append(STOP)
    lines = len(tables)
    found = list(fours(number)) if falls else []
    tables += [*map(signed, found), 0]
    through = len(tables)
    tables += [0] * len(number)
    for at in number.values():
        tables[through + at] = len(tables)
        tables += [*(signed(line & ~(1 << at)) for line in found if line >> at & 1), 0]
    images = len(tables)
    maps = 2 if falls else 8 if height == width else 4
    for image in range(maps):
        goals = [number[turned(cell, image, height, width)] for cell in number]
        for byte in range(8):
            for content in range(256):
                bits = [8 * byte + n for n in range(8) if content >> n & 1]
                tables.append(signed(sum(1 << goals[n] for n in bits if n < len(goals))))
    return CheckedBoard(
        cells=len(number),
        all=signed((1 << len(number)) - 1),
        across=width,
        falls=int(falls),
        winner_takes=int(switches.get("empties") == "winner"),
        maps=maps,
        near=near,
        rays=rays,
        lines=lines,
        through=through,
        images=images,
        tables=np.array(tables, np.int64),
    )


def around(number: dict[Cell, int], cell: Cell) -> Iterator[Cell]:
    """The neighbours of a cell; those on the rim are among them."""
    return (c for dx, dy in WAYS if (c := (cell[0] + dx, cell[1] + dy)) in number)


def rim_of(number: dict[Cell, int], height: int) -> list[Cell]:
    """The rim, once around: each row's ends, the first and the last row whole."""
    first, last = (sorted(c for c in number if c[1] == y) for y in (0, height - 1))
    middle = range(1, height - 1)
    ends = {y: sorted(c for c in number if c[1] == y) for y in middle}
    down, up = [ends[y][-1] for y in middle], [ends[y][0] for y in reversed(middle)]
    return [*first, *down, *reversed(last), *up]


def rays_of(
    number: dict[Cell, int], cell: Cell, ring: list[Cell], lap: bool
) -> Iterator[list[Cell]]:
    """The ways along which a stone on a cell may turn others over."""
    for dx, dy in WAYS:
        ray, at = [], (cell[0] + dx, cell[1] + dy)
        while at in number:
            ray.append(at)
            at = (at[0] + dx, at[1] + dy)
        yield ray
    if cell in ring:
        place = ring.index(cell)
        way = [ring[(place + step) % len(ring)] for step in range(1, len(ring) + lap)]
        yield way
        yield [ring[(place - step) % len(ring)] for step in range(1, len(ring) + lap)]


def fours(number: dict[Cell, int]) -> Iterator[int]:
    """Every four cells in a line."""
    for x, y in number:
        for dx, dy in WAYS[:4]:
            four = [(x + dx * n, y + dy * n) for n in range(4)]
            if all(cell in number for cell in four):
                yield sum(1 << number[cell] for cell in four)


def turned(cell: Cell, image: int, height: int, width: int) -> Cell:
    """Where a cell goes under a map of the board."""
    x, y = cell
    if image & 1:
        x = width - 1 - x
    if image & 2:
        y = height - 1 - y
    return (y, x) if image & 4 else (x, y)
