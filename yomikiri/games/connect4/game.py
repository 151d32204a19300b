"""Connect Four as people and programs use it: sizes, moves as letters, the board."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from yomikiri.bits import count, to_bits
from yomikiri.errors import NotationError, UnknownGame
from yomikiri.games.cells import UNIT, Place, View, cell_name, column_name
from yomikiri.games.connect4 import features  # noqa: F401  registered by importing
from yomikiri.games.connect4.published import FOUND, KNOWN
from yomikiri.games.connect4.rules import Connect4, Connect4Rules, has_four
from yomikiri.games.family import Family, read_size
from yomikiri.games.game import Choice, State, TableClass
from yomikiri.games.grid import GridGame
from yomikiri.games.lesson import Guide
from yomikiri.games.pictures import standing_board
from yomikiri.games.scene import Point, Touches, Zone

SMALLEST = 4  # a side
MOST_CELLS = 62  # with those above the columns

MOST_CUT = 20  # empty cells that certificates leave to a checker (docs/formats.md)


class Connect4Game(GridGame):
    """Connect Four as people and programs use it."""

    family = "connect4"
    titles: ClassVar = {"en": "Connect Four", "ja": "四目並べ"}
    players: ClassVar = {"en": ("Red", "Yellow"), "ja": ("赤", "黄")}
    row = 4
    looks: ClassVar = {"x": "●", "o": "○"}
    known = KNOWN
    found = FOUND
    move_pattern = "[a-z]"
    weights = np.array([6, 2], np.int64)
    weight_names = ("threat", "centre")
    weight_sets: ClassVar = {"usual": (6, 2)}
    chance_unit = 0.14  # measured, as all of them (docs/learning.md)

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        self.height, self.width = read_size(choice.variant, self.family)
        across = self.height + 1
        self.places = {
            across * x + self.height - 1 - y: (x, y)
            for x in range(self.width)
            for y in range(self.height)
        }
        # A strategy has ten times the positions for each six cells; half a board is soon searched.
        self.proof_cut = max(self.proof_cut, min(MOST_CUT, len(self.places) // 2))
        middle = (self.width // 2, (self.width - 1) // 2)
        self.rules = Connect4Rules(
            across=across,
            width=self.width,
            board=to_bits(self.places),
            bottom=to_bits(across * x for x in range(self.width)),
            centre=to_bits(cell for cell, (x, _) in self.places.items() if x in middle),
        )
        self.start = Connect4()

    def make_state(self, first: int, second: int, turn: int) -> Connect4:
        """Stones fit the player to move, do not float, and that player has no four yet."""
        x, o = count(first), count(second)
        if x - o != turn:
            raise NotationError("grid.count", x=x, o=o, side="xo"[turn])
        for cell, (column, _) in self.places.items():
            if (first | second) >> cell & 1 and cell % self.rules.across:
                if not (first | second) >> cell - 1 & 1:
                    raise NotationError("grid.floats", column=column_name(column))
        state = Connect4(second, first) if turn else Connect4(first, second)
        if has_four(self.rules, state.own):
            raise NotationError("grid.four", side="xo"[turn])
        return state

    def guide(self) -> Guide:
        """How it is taught."""
        return self.line_guide("drop")

    def table_classes(self) -> Sequence[TableClass]:
        """All positions together."""
        return (TableClass("all", ((1 << self.height + 1) - 1) ** self.width),)

    def find_move(self, state: State, text: str) -> int:
        """The cell to which a stone falls in the column of this letter."""
        letter = text.strip().lower()
        column = ord(letter) - ord("a") if len(letter) == 1 else -1
        if not 0 <= column < self.width:
            last = column_name(self.width - 1)
            raise NotationError("grid.column", last=last, got=text)
        across = self.height + 1
        stones = (state.own | state.other) >> across * column & (1 << across) - 1
        return across * column + count(stones)

    def move_name(self, state: State, move: int) -> str:
        """The letter of the column."""
        return column_name(self.places[move][0])

    def zones(self, points: Mapping[Place, Point]) -> list[Zone]:
        """What can be touched: each column, the part above the board too."""
        columns: dict[int, list[Point]] = {}
        for (x, _), point in points.items():
            columns.setdefault(x, []).append(point)
        height = UNIT * (self.height + 0.2)
        middle = UNIT * self.height / 2
        return [
            Zone(column_name(x), columns[x][0][0], middle, UNIT, height) for x in sorted(columns)
        ]

    def touches(self, state: State, move: int) -> Touches:
        """A touch on the column; the stone lands in the cell."""
        return Touches((self.move_name(state, move),), cell_name(self.places[move]))

    def picture(self, view: View) -> str:
        """A board that stands upright."""
        return standing_board(view, self.height, self.width)


def read_variant(text: str) -> str:
    """Any size whose cells fit into an integer and on which there is room for a four."""
    height, width = read_size(text, Connect4Game.family)
    if height < SMALLEST or width < SMALLEST or (height + 1) * width > MOST_CELLS:
        raise UnknownGame("grid.connect4_size", game=f"connect4:{height}x{width}", most=MOST_CELLS)
    return f"{height}x{width}"


FAMILY = Family(
    game=Connect4Game,
    descriptions={
        "en": "stones fall to the bottom of a column; four in a line win",
        "ja": "石は列の一番下に落ちる。縦横斜めに四つ並べた方の勝ち",
    },
    variants=("6x7", "4x4", "4x5", "5x4", "5x5", "5x6", "6x6"),
    read_variant=read_variant,
    others={
        "en": f"or any ROWSxCOLUMNS of at least 4, (rows + 1) x columns at most {MOST_CELLS}",
        "ja": f"ほか、行x列（4 以上、(行 + 1) x 列が {MOST_CELLS} まで）なら何でも",
    },
)
