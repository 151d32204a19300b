"""Connect Four: stones fall to the bottom of a column; the first four in a line win.

A move is the number of the cell that the stone falls to.  Cells are numbered up the columns, each
with one cell more than the board has, always empty, so that no line runs on into the next column:

     .  .  .  .  .  .  .
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46       connect4:6x7
     3 10 17 24 31 38 45       neighbours differ by 1 up, 7 to the right,
     2  9 16 23 30 37 44       8 to the upper right and 6 to the lower right
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from yomikiri.bits import bit, count, highest, lowest, shift_down, shift_up, to_bits
from yomikiri.errors import NotationError, UnknownGame
from yomikiri.games.cells import UNIT, Place, View, cell_name, column_name
from yomikiri.games.claim import Claim, Known
from yomikiri.games.family import Family, read_size
from yomikiri.games.game import Choice, State, TableClass
from yomikiri.games.grid import GridGame
from yomikiri.games.lesson import Guide
from yomikiri.games.pictures import standing_board
from yomikiri.games.scene import Point, Touches, Zone
from yomikiri.jit import kernel
from yomikiri.rules import DRAW, LOSS, ONGOING, WIN, rule

SMALLEST = 4  # a side
MOST_CELLS = 62  # with those above the columns
THREAT, CENTRE = 0, 1  # the weights of the evaluation
DRAWN = ("4x4", "4x5", "5x4", "6x4", "5x5", "5x6", "6x5", "5x7")
SOLVED = dict.fromkeys(DRAWN, "draw") | dict.fromkeys(("4x6", "6x6"), "second")


class Connect4Rules(NamedTuple):
    """A board."""

    across: int  # from a cell to its neighbour on the right: the height and one
    width: int
    board: int  # all cells
    bottom: int  # the lowest of each column
    centre: int  # the middle column, or two


class Connect4(NamedTuple):
    """A position, seen by the player to move."""

    own: int = 0  # stones of the player to move
    other: int = 0  # stones of the player who has just moved


@rule
def legal_moves(rules: Connect4Rules, state, out):
    """The lowest empty cell of each column, until the game is over."""
    if outcome(rules, state) != ONGOING:
        return 0
    # Adding the bottom cells carries through the stones of each column.
    free = (state.own | state.other) + rules.bottom & rules.board
    number = 0
    while free != 0:
        out[number] = lowest(free)
        number += 1
        free &= free - 1
    return number


@rule
def play(rules: Connect4Rules, state, move):
    """Put a stone and turn the board around."""
    return Connect4(state.other, state.own | bit(move))


@rule
def outcome(rules: Connect4Rules, state):
    """Only the player who has just moved can have completed a line."""
    if has_four(rules, state.other):
        return LOSS
    return DRAW if state.own | state.other == rules.board else ONGOING


@rule
def mover(rules: Connect4Rules, state):
    """The first player, x, when both have as many stones."""
    return count(state.other) - count(state.own)


@rule
def key(rules: Connect4Rules, state):
    """A position is its own key."""
    return state.own, state.other


@rule
def remaining(rules: Connect4Rules, state):
    """The empty cells."""
    return count(rules.board ^ state.own ^ state.other)


@rule
def contenders(rules: Connect4Rules, state, moves, number):
    """A four now; else the one reply to a three; else nothing below a cell where the other wins."""
    stones = state.own | state.other
    free = stones + rules.bottom & rules.board
    four = completing(rules, state.own) & free
    if four != 0:
        moves[0] = lowest(four)
        return 1, WIN, WIN
    danger = completing(rules, state.other) & ~stones
    forced = danger & free
    if forced != 0:
        free = forced
    safe = free & ~shift_down(danger, 1)
    if forced & forced - 1 != 0 or safe == 0:
        return 1, LOSS, LOSS
    if count(stones) + 2 >= count(rules.board):
        return number, DRAW, DRAW
    number = 0
    while safe != 0:
        moves[number] = lowest(safe)
        number += 1
        safe &= safe - 1
    return number, LOSS, WIN


@rule
def order(rules: Connect4Rules, state, move, child):
    """Win if you can, then make threats, then towards the centre."""
    if has_four(rules, child.other):
        return 1 << 20
    threats = count(completing(rules, child.other) & ~child.own)
    return (2 * threats + count(bit(move) & rules.centre)) << 16


@rule
def evaluate(rules: Connect4Rules, state, weights):
    """Empty cells that would complete a four, and stones in the centre."""
    free = rules.board ^ state.own ^ state.other
    threats = count(completing(rules, state.own) & free)
    threats -= count(completing(rules, state.other) & free)
    centre = count(state.own & rules.centre) - count(state.other & rules.centre)
    return weights[THREAT] * threats + weights[CENTRE] * centre


@rule
def index(rules: Connect4Rules, state):
    """A digit for each column: its own stones, under a bit that shows how high it is filled."""
    number, column = 0, bit(rules.across) - 1
    for x in range(rules.width):
        own = shift_down(state.own, rules.across * x) & column
        stones = own | shift_down(state.other, rules.across * x) & column
        number = number * column + own + stones
    return 0, number


@rule
def unindex(rules: Connect4Rules, group, number):
    """Digit by digit, the last column first."""
    own, other, column = 0, 0, bit(rules.across) - 1
    for x in range(rules.width - 1, -1, -1):
        digit = number % column
        stones = bit(highest(digit + 1)) - 1
        own |= shift_up(digit - stones, rules.across * x)
        other |= shift_up(2 * stones - digit, rules.across * x)
        number //= column
    return Connect4(own, other)


@rule
def is_position(rules: Connect4Rules, state):
    """Players take turns, and stop when one has a line."""
    ahead = count(state.other) - count(state.own)
    return (ahead == 0 or ahead == 1) and not has_four(rules, state.own)


@rule
def alternates(rules: Connect4Rules):
    """Always."""
    return True


@rule
def symmetries(rules: Connect4Rules):
    """Left and right."""
    return 2


@rule
def mirror(rules: Connect4Rules, state, number):
    """Column by column."""
    if number == 0:
        return state
    own, other = 0, 0
    column = bit(rules.across) - 1
    for x in range(rules.width):
        source, target = rules.across * x, rules.across * (rules.width - 1 - x)
        own |= shift_up(shift_down(state.own, source) & column, target)
        other |= shift_up(shift_down(state.other, source) & column, target)
    return Connect4(own, other)


@rule
def mirror_move(rules: Connect4Rules, move, number):
    """The same height in the column opposite."""
    if number == 0:
        return move
    return rules.across * (rules.width - 1 - move // rules.across) + move % rules.across


@kernel
def has_four(rules, stones):
    """Whether four stones stand in a line."""
    for step in (1, rules.across - 1, rules.across, rules.across + 1):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step != 0:
            return True
    return False


@kernel
def completing(rules, stones):
    """The cells of the board, empty or not, that together with three stones make a four."""
    cells = shift_up(stones, 1) & shift_up(stones, 2) & shift_up(stones, 3)
    for step in (rules.across - 1, rules.across, rules.across + 1):
        up, down = shift_up(stones, step), shift_down(stones, step)
        two_up, two_down = up & shift_up(stones, 2 * step), down & shift_down(stones, 2 * step)
        cells |= two_up & (shift_up(stones, 3 * step) | down)
        cells |= two_down & (shift_down(stones, 3 * step) | up)
    return cells & rules.board


class Connect4Game(GridGame):
    """Connect Four as people and programs use it."""

    family = "connect4"
    titles: ClassVar = {"en": "Connect Four", "ja": "四目並べ"}
    players: ClassVar = {"en": ("Red", "Yellow"), "ja": ("赤", "黄")}
    row = 4
    looks: ClassVar = {"x": "●", "o": "○"}
    known = (Claim("connect4:6x7", "J. D. Allen and V. Allis, 1988", "first"),)
    found = (
        *(Known(f"connect4:{size}", winner) for size, winner in SOLVED.items()),
        Known("connect4:6x7", "first", is_long=True),
    )
    move_pattern = "[a-z]"
    weights = np.array([6, 2], np.int64)
    weight_names = ("threat", "centre")
    weight_sets: ClassVar = {"usual": (6, 2)}

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        self.height, self.width = read_size(choice.variant, self.family)
        across = self.height + 1
        self.places = {
            across * x + self.height - 1 - y: (x, y)
            for x in range(self.width)
            for y in range(self.height)
        }
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
