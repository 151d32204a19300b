"""Cells, positions and boards of stones as text.

A position is its rows from the top joined by `/`, and the side to move: `x../.o./..x o`.  A cell is
its column from the left, a letter, and its row from the top: `b3`.  Cut corners are `_`.
"""

import re
from collections.abc import Container, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from yomikiri.errors import NotationError

Place = tuple[int, int]  # column from the left, row from the top, both from 0

FIRST_SIGN, SECOND_SIGN, EMPTY, CUT = "xo._"
CELL_PATTERN = "[a-z][1-9][0-9]?"
UNIT = 48  # of pictures, for one cell


def read_grid(text: str, example: str) -> tuple[dict[Place, str], str]:
    """The signs of all cells and the side to move; `example` is any position of the same board."""
    words = text.lower().split()
    template = example.split()[0].split("/")
    if len(words) != 2:
        raise NotationError("grid.form", example=example, got=text)
    rows, side = words[0].split("/"), words[1]
    if side not in (FIRST_SIGN, SECOND_SIGN):
        raise NotationError("grid.side", got=words[1])
    if len(rows) != len(template):
        raise NotationError("grid.rows", wanted=len(template), n=len(rows))
    signs = {}
    for y, (row, pattern) in enumerate(zip(rows, template, strict=True)):
        if len(row) != len(pattern):
            raise NotationError("grid.cells", wanted=len(pattern), row=y + 1, n=len(row), got=row)
        for x, (sign, wanted) in enumerate(zip(row, pattern, strict=True)):
            if wanted == CUT and sign != CUT:
                raise NotationError("grid.cut", cell=cell_name((x, y)), got=sign)
            if wanted != CUT:
                if sign not in (FIRST_SIGN, SECOND_SIGN, EMPTY):
                    raise NotationError("grid.sign", cell=cell_name((x, y)), got=sign)
                signs[x, y] = sign
    return signs, side


def write_grid(signs: Mapping[Place, str], height: int, width: int, side: str) -> str:
    """The position as text."""
    rows = ("".join(signs.get((x, y), CUT) for x in range(width)) for y in range(height))
    return f"{'/'.join(rows)} {side}"


@cache
def cell_name(place: Place) -> str:
    """Such as `b3`."""
    return f"{column_name(place[0])}{place[1] + 1}"


def column_name(x: int) -> str:
    """The letter of a column."""
    return chr(ord("a") + x)


def read_cell(text: str, cells: Container[Place]) -> Place:
    """The cell of this name."""
    name = text.strip().lower()
    if not re.fullmatch(CELL_PATTERN, name):
        raise NotationError("grid.cell", got=text)
    place = (ord(name[0]) - ord("a"), int(name[1:]) - 1)
    if place not in cells:
        raise NotationError("grid.no_cell", cell=name)
    return place


def text_board(cells: Mapping[Place, str], height: int, width: int) -> str:
    """The board with its coordinates; a cell may hold several characters."""
    broad = max(len(cell) for cell in cells.values())
    margin = len(str(height))
    grid = [[column_name(x) for x in range(width)]]
    grid += [[cells.get((x, y), "") for x in range(width)] for y in range(height)]
    names = ["", *(str(y + 1) for y in range(height))]
    lines = (
        " ".join([name.rjust(margin), *(cell.ljust(broad) for cell in row)])
        for name, row in zip(names, grid, strict=True)
    )
    return "\n".join(line.rstrip() for line in lines)


class View(NamedTuple):
    """What a picture of a board shows."""

    title: str
    signs: Mapping[Place, str]
    legal: Sequence[Place]  # targets of the legal moves
    last: Place | None  # target of the last move
    numbers: Mapping[Place, int]
