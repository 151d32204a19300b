"""What all games of stones on a grid of cells share: positions, cells and boards as text.

A position is its rows from the top joined by `/`, and the side to move: `x../.o./..x o`.  A cell is
its column from the left, a letter, and its row from the top: `b3`.  Cut corners are `_`.
"""

import re
from abc import abstractmethod
from collections.abc import Container, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple, TypeVar

from yomikiri.bits import each, to_bits
from yomikiri.errors import NotationError
from yomikiri.games.game import Game, Shown, State
from yomikiri.games.scene import Look, Names, Piece, Point, Scene, Touches, Zone, added, on_board

Content = TypeVar("Content")
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


class GridGame(Game):
    """A game of stones on a grid: moves are cells, states have sets `own` and `other`."""

    looks: ClassVar[Mapping[str, str]]  # signs in a terminal, where they are not x and o
    move_pattern: ClassVar[str] = CELL_PATTERN  # of a move, where a game is written in one word
    choices: ClassVar[Mapping[str, Names]] = {}  # words for moves that have no cell

    height: int
    width: int
    places: Mapping[int, Place]  # where each cell is

    @abstractmethod
    def make_state(self, first: int, second: int, turn: int) -> State:
        """The position of these two sets of stones; raises NotationError if there is none."""

    @abstractmethod
    def picture(self, view: View) -> str:
        """The board as SVG."""

    def parse(self, text: str) -> State:
        """Read a position such as `xo./.x./o.. x`."""
        signs, side = read_grid(text, self.show(self.start))
        cells = self.cells_by_place
        first, second = (
            to_bits(cells[place] for place, found in signs.items() if found == sign)
            for sign in (FIRST_SIGN, SECOND_SIGN)
        )
        return self.make_state(first, second, int(side == SECOND_SIGN))

    def show(self, state: State) -> str:
        """The position as text."""
        side = (FIRST_SIGN, SECOND_SIGN)[self.mover(state)]
        return write_grid(self.signs(state), self.height, self.width, side)

    @cached_property
    def cells_by_place(self) -> Mapping[Place, int]:
        """The number of the cell at each place."""
        return {place: cell for cell, place in self.places.items()}

    def signs(self, state: State) -> dict[Place, str]:
        """What stands in each cell."""
        signs = dict.fromkeys(self.places.values(), EMPTY)
        own, other = (FIRST_SIGN, SECOND_SIGN)
        if self.mover(state):
            own, other = other, own
        signs |= {self.places[cell]: own for cell in each(state.own)}
        signs |= {self.places[cell]: other for cell in each(state.other)}
        return signs

    def read_move(self, state: State, text: str) -> int:
        """The move written as `text`, if it is legal."""
        move = self.find_move(state, text)
        legal = self.legal_moves(state)
        if move not in legal:
            raise self.illegal(state, text)
        return move

    def find_move(self, state: State, text: str) -> int:
        """The move written as `text`, legal or not; raises NotationError."""
        return self.cells_by_place[read_cell(text, self.cells_by_place)]

    def move_name(self, state: State, move: int) -> str:
        """The cell, such as `b3`."""
        return cell_name(self.places[move])

    def split_moves(self, text: str) -> list[str]:
        """The moves of a game written in one word, `b1a3c4`, or separately."""
        text = text.replace(",", " ").lower()
        end = len(text.rstrip())
        words: list[str] = []
        at = 0
        while at < end:
            match = re.compile(rf"\s*({self.move_pattern})").match(text, at)
            if not match:
                example = self.move_name(self.start, self.legal_moves(self.start)[0])
                raise NotationError(
                    "move.stuck", example=example, got=text[at:end].lstrip(), n=len(words)
                )
            words.append(match[1])
            at = match.end()
        return words

    def as_text(self, state: State, shown: Shown) -> str:
        """The board as lines of text."""
        looks = {} if shown.ascii else self.looks
        cells = {place: looks.get(sign, sign) for place, sign in self.signs(state).items()}
        cells |= {
            place: cells[place] + str(number)
            for place, number in self.placed(shown.numbers).items()
        }
        cells |= self.placed(shown.marks)
        return text_board(cells, self.height, self.width)

    def looks_like(self, *, ascii: bool) -> tuple[str, str]:
        """How the stones look on a board of text."""
        looks = {} if ascii else self.looks
        return looks.get(FIRST_SIGN, FIRST_SIGN), looks.get(SECOND_SIGN, SECOND_SIGN)

    def as_svg(self, state: State, shown: Shown) -> str:
        """The board as a picture."""
        return self.picture(
            View(
                title=f"{self.titles['en']} {self.show(state)}",
                signs=self.signs(state),
                legal=[self.places[move] for move in shown.legal if move in self.places],
                last=None if shown.last is None else self.places.get(shown.last),
                numbers=self.placed(shown.numbers),
            )
        )

    def as_read(self, moves: Sequence[int]) -> list[int]:
        """Row by row from the top, each from the left."""

        def where(move: int) -> tuple[int, int]:
            x, y = self.places.get(move, (0, 0))  # a pass has no place, and is the only move
            return y, x

        return sorted(moves, key=where)

    def placed(self, content: Mapping[int, Content]) -> dict[Place, Content]:
        """What belongs to moves, by their target cells; a pass has none."""
        return {self.places[move]: item for move, item in content.items() if move in self.places}

    # What a page draws.

    @cached_property
    def page_scene(self) -> Scene:
        """The picture of the empty board, with a zone for each cell."""
        empty = dict.fromkeys(self.places.values(), EMPTY)
        ground = self.picture(View("", empty, [], None, {}))
        points = {place: (UNIT * x, UNIT * y) for place, (x, y) in self.points().items()}
        some = next(iter(points))
        looks = {}
        for side, sign in enumerate((FIRST_SIGN, SECOND_SIGN)):
            alone = self.picture(View("", empty | {some: sign}, [], None, {}))
            names = {language: players[side] for language, players in self.players.items()}
            looks[sign] = Look(added(alone, ground, points[some]), names)
        places = {cell_name(place): point for place, point in points.items()}
        zones = self.zones(points)
        return on_board(ground, places, UNIT, zones=zones, looks=looks, choices=self.choices)

    def points(self) -> Mapping[Place, Point]:
        """The middle of each cell in the picture, in cells."""
        return {(x, y): (x + 0.5, y + 0.5) for x, y in self.places.values()}

    def zones(self, points: Mapping[Place, Point]) -> list[Zone]:
        """What can be touched: each cell."""
        return [
            Zone(cell_name(place), *points[place], UNIT, UNIT, is_round=False)
            for place in sorted(points, key=lambda place: place[::-1])
        ]

    def pieces_on(self, state: State) -> list[Piece]:
        """The stones."""
        signs = self.signs(state).items()
        return [
            Piece(cell_name(place), sign, int(sign == SECOND_SIGN))
            for place, sign in signs
            if sign != EMPTY
        ]

    def touches(self, state: State, move: int) -> Touches:
        """A touch on the cell; a move without one is a button."""
        if move not in self.places:
            return Touches((self.move_name(state, move),), "")
        cell = cell_name(self.places[move])
        return Touches((cell,), cell)

    def set_up(self, pieces: Sequence[Piece], mover: int) -> str:
        """The stones as rows."""
        signs = dict.fromkeys(self.places.values(), EMPTY)
        signs |= {read_cell(piece.place, self.cells_by_place): piece.look for piece in pieces}
        return write_grid(signs, self.height, self.width, (FIRST_SIGN, SECOND_SIGN)[mover])
