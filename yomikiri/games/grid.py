"""What all games of stones on a grid of cells share, and answers for what a game need not say.

How positions and cells are written, and boards shown as text: cells.py.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, TypeVar

from yomikiri.bits import count, each, to_bits
from yomikiri.errors import TEXT, NotationError, check_kind
from yomikiri.games.cells import (
    CELL_PATTERN,
    EMPTY,
    FIRST_SIGN,
    SECOND_SIGN,
    UNIT,
    Place,
    View,
    cell_name,
    read_cell,
    read_grid,
    text_board,
    write_grid,
)
from yomikiri.games.game import Ended, Game, Shown, State
from yomikiri.games.lesson import Guide, Rule, Sign, Task, blocks, draws, forks, sides, wins
from yomikiri.games.pictures import stones_in_cells
from yomikiri.games.scene import Look, Names, Piece, Point, Scene, Touches, Zone, added, on_board
from yomikiri.words import message

Content = TypeVar("Content")


def lines_in(stones: set[Place], length: int) -> list[list[Place]]:
    """Every line of so many of these stones, in any direction."""
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    lines = (
        [(x + dx * n, y + dy * n) for n in range(length)] for x, y in stones for dx, dy in ways
    )
    return [line for line in lines if stones.issuperset(line)]


class GridGame(Game):
    """A game of stones on a grid: moves are cells, states have sets `own` and `other`."""

    looks: ClassVar[Mapping[str, str]] = {}  # signs in a terminal, where they are not x and o
    move_pattern: ClassVar[str] = CELL_PATTERN  # of a move, where a game is written in one word
    choices: ClassVar[Mapping[str, Names]] = {}  # words for moves that have no cell
    row: ClassVar[int] = 0  # how many stones in a line win; 0: none do

    height: int
    width: int

    @cached_property
    def places(self) -> Mapping[int, Place]:  # type: ignore[override]
        """Where each cell is: row by row from the top left, unless the game says otherwise."""
        cells = range(self.height * self.width)
        return {cell: (cell % self.width, cell // self.width) for cell in cells}

    def make_state(self, first: int, second: int, turn: int) -> State:
        """The position of these two sets of stones; raises NotationError if there is none.

        The answer for states that have `own`, `other` and perhaps `turn`.
        """
        known = {"own": second if turn else first, "other": first if turn else second}
        if "turn" in self.start._fields:
            known["turn"] = turn
        state = self.start._replace(**known)
        if self.mover(state) != turn:
            x, o = count(first), count(second)
            raise NotationError("grid.count", x=x, o=o, side="xo"[turn])
        return state

    def stones_of(self, state: State) -> tuple[int, int]:
        """The cells of the first player's stones, and of the second's.

        The answer for boards that stay as they are, whoever is to move.
        """
        own, other = int(state.own), int(state.other)
        return (other, own) if self.mover(state) else (own, other)

    def picture(self, view: View) -> str:
        """The board as SVG."""
        return stones_in_cells(view)

    def parse(self, text: str) -> State:
        """Read a position such as `xo./.x./o.. x`."""
        check_kind(TEXT, text=text)
        signs, side = read_grid(text, self.show(self.start))
        cells = self.cells_by_place
        first, second = (
            to_bits(cells[place] for place, found in signs.items() if found == sign)
            for sign in (FIRST_SIGN, SECOND_SIGN)
        )
        return self.make_state(first, second, int(side == SECOND_SIGN))

    def show(self, state: State) -> str:
        """The position as text."""
        text, at = self.blank
        signs = [*text, SECOND_SIGN if self.mover(state) else FIRST_SIGN]
        first, second = self.stones_of(state)
        for cell in each(first):
            signs[at[cell]] = FIRST_SIGN
        for cell in each(second):
            signs[at[cell]] = SECOND_SIGN
        return "".join(signs)

    @cached_property
    def blank(self) -> tuple[str, Mapping[int, int]]:
        """The text of an empty board, but for the side to move, and where in it each cell is."""
        text = write_grid(dict.fromkeys(self.places.values(), EMPTY), self.height, self.width, "")
        return text, {cell: y * (self.width + 1) + x for cell, (x, y) in self.places.items()}

    @cached_property
    def cells_by_place(self) -> Mapping[Place, int]:
        """The number of the cell at each place."""
        return {place: cell for cell, place in self.places.items()}

    def signs(self, state: State) -> dict[Place, str]:
        """What stands in each cell."""
        signs = dict.fromkeys(self.places.values(), EMPTY)
        first, second = self.stones_of(state)
        signs |= {self.places[cell]: FIRST_SIGN for cell in each(first)}
        signs |= {self.places[cell]: SECOND_SIGN for cell in each(second)}
        return signs

    def ending(self, states: Sequence[State]) -> Ended:
        """A line of the player who has just moved, or a full board."""
        stones = {self.places[cell] for cell in each(states[-1].other)}
        lines = [line for line in lines_in(stones, self.row) if self.row]
        if not lines:
            return Ended(message("end.full"))
        cells = dict.fromkeys(cell_name(place) for line in lines for place in line)
        return Ended(message("end.line", n=self.row), list(cells))

    def guide(self) -> Guide:
        """How a game is taught that says nothing: who begins, whose stones are whose, a win."""
        begins = Rule(message("teach.turns", **sides(self)))
        guide = super().guide()
        return guide._replace(rules=[begins, *guide.rules], legend=self.stones_legend())

    def line_guide(self, how: str) -> Guide:
        """How games are taught in which a line of stones wins; `how` a stone is put."""
        n, is_won = self.row, wins(self)
        rules = [
            Rule(message("teach.turns", **sides(self))),
            Rule(message(f"teach.line.{how}"), lambda state, move: not is_won(state, move)),
            Rule(message("teach.line.row", n=n), is_won),
            Rule(message("teach.line.full"), draws(self)),
        ]
        tasks = [
            Task(message("teach.line.wins", n=n), is_won),
            Task(message("teach.line.blocks"), blocks(self)),
            Task(message("teach.line.forks"), forks(self)),
        ]
        kind = "mark" if how == "put" else "stone"
        return Guide(message("teach.line.goal", n=n), rules, tasks, self.stones_legend(kind))

    def stones_legend(self, kind: str = "stone") -> list[Sign]:
        """Whose stones are whose."""
        signs = []
        written = zip(self.looks_like(ascii=False), (FIRST_SIGN, SECOND_SIGN), strict=True)
        for side, (look, sign) in enumerate(written):
            who = {language: names[side] for language, names in self.players.items()}
            signs.append(Sign(message(f"teach.{kind}", who=who), look=sign, written=(look, sign)))
        return signs

    def read_move(self, state: State, text: str) -> int:
        """The move written as `text`, if it is legal."""
        check_kind(TEXT, text=text)
        move = self.find_move(state, text)
        legal = self.legal_moves(state)
        if move not in legal:
            raise self.illegal(state, text)
        return move

    def find_move(self, state: State, text: str) -> int:
        """The move written as `text`, legal or not; raises NotationError."""
        return self.cells_by_place[read_cell(text, self.cells_by_place)]

    def move_name(self, state: State, move: int) -> str:
        """The cell, such as `b3`; of a move that is no cell its number."""
        return cell_name(self.places[move]) if move in self.places else str(move)

    def split_moves(self, text: str) -> list[str]:
        """The moves of a game written in one word, `b1a3c4`, or separately."""
        text = text.replace(",", " ").lower()
        end = len(text.rstrip())
        pattern = re.compile(rf"\s*({self.move_pattern})")
        words: list[str] = []
        at = 0
        while at < end:
            match = pattern.match(text, at)
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
                legal=list(self.placed(dict.fromkeys(shown.legal))),
                last=next(iter(self.placed({} if shown.last is None else {shown.last: ""})), None),
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
        first, second = self.stones_of(state)
        return [self.stones[cell][not first >> cell & 1] for cell in each(first | second)]

    @cached_property
    def stones(self) -> Mapping[int, tuple[Piece, Piece]]:
        """A stone of each player in each cell."""
        names = {cell: cell_name(place) for cell, place in self.places.items()}
        return {
            cell: (Piece(name, FIRST_SIGN, 0), Piece(name, SECOND_SIGN, 1))
            for cell, name in names.items()
        }

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
