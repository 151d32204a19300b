"""Tic-tac-toe: the first to fill a row, a column or a diagonal wins.  The game to copy.

A move is the number of a cell, and a set of cells is an integer whose octal digits are the rows of
the board, the first row last:

    0 1 2
    3 4 5        0o421 is the diagonal 0, 4, 8
    6 7 8
"""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from yomikiri.bits import bit, count, lowest
from yomikiri.errors import NotationError
from yomikiri.games.cells import View
from yomikiri.games.claim import Known
from yomikiri.games.family import Family
from yomikiri.games.game import Choice, TableClass
from yomikiri.games.grid import GridGame
from yomikiri.games.lesson import Guide
from yomikiri.games.pictures import noughts_and_crosses
from yomikiri.jit import kernel
from yomikiri.rules import DRAW, LOSS, ONGOING, rule
from yomikiri.words import message

BOARD = 0o777
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
PLACES = {cell: (cell % 3, cell // 3) for cell in range(9)}


class TicTacToeRules(NamedTuple):
    """No switches, but the class of the rules is what identifies a game."""

    board: int = BOARD


class TicTacToe(NamedTuple):
    """A position, seen by the player to move."""

    own: int = 0  # cells of the player to move
    other: int = 0  # cells of the player who has just moved


@rule
def legal_moves(rules: TicTacToeRules, state, out):
    """Any empty cell, until the game is over."""
    if outcome(rules, state) != ONGOING:
        return 0
    empty = BOARD ^ state.own ^ state.other
    number = 0
    while empty != 0:
        out[number] = lowest(empty)
        number += 1
        empty &= empty - 1
    return number


@rule
def play(rules: TicTacToeRules, state, move):
    """Mark a cell and turn the board around."""
    return TicTacToe(state.other, state.own | bit(move))


@rule
def outcome(rules: TicTacToeRules, state):
    """Only the player who has just moved can have completed a line."""
    if has_line(state.other):
        return LOSS
    return DRAW if state.own | state.other == BOARD else ONGOING


@rule
def mover(rules: TicTacToeRules, state):
    """The first player, x, when both have as many marks."""
    return count(state.other) - count(state.own)


@rule
def key(rules: TicTacToeRules, state):
    """A position is its own key."""
    return state.own, state.other


@rule
def remaining(rules: TicTacToeRules, state):
    """The empty cells."""
    return 9 - count(state.own | state.other)


@rule
def order(rules: TicTacToeRules, state, move, child):
    """Win if you can; otherwise the centre, a corner, an edge: by the lines through the cell."""
    if has_line(child.other):
        return 100
    through = 0
    for line in LINES:
        if line & bit(move) != 0:
            through += 1
    return through


@rule
def index(rules: TicTacToeRules, state):
    """The cells as digits of base three."""
    number = 0
    for cell in range(9):
        number = 3 * number + (state.own >> cell & 1) + 2 * (state.other >> cell & 1)
    return 0, number


@rule
def unindex(rules: TicTacToeRules, group, number):
    """Digit by digit, the last cell first."""
    own, other = 0, 0
    for cell in range(8, -1, -1):
        own |= (number % 3 & 1) << cell
        other |= (number % 3 >> 1) << cell
        number //= 3
    return TicTacToe(own, other)


@rule
def is_position(rules: TicTacToeRules, state):
    """Players take turns, and stop when one has a line."""
    ahead = count(state.other) - count(state.own)
    return (ahead == 0 or ahead == 1) and not has_line(state.own)


@rule
def alternates(rules: TicTacToeRules):
    """Always."""
    return True


@rule
def symmetries(rules: TicTacToeRules):
    """The eight of a square."""
    return 8


@rule
def mirror(rules: TicTacToeRules, state, number):
    """Cell by cell."""
    own, other = 0, 0
    for cell in range(9):
        image = bit(mirror_move(rules, cell, number))
        if state.own & bit(cell) != 0:
            own |= image
        if state.other & bit(cell) != 0:
            other |= image
    return TicTacToe(own, other)


@rule
def mirror_move(rules: TicTacToeRules, move, number):
    """Left to right, upside down, across the diagonal: one bit of the number each."""
    x, y = move % 3, move // 3
    if number & 1 != 0:
        x = 2 - x
    if number & 2 != 0:
        y = 2 - y
    if number & 4 != 0:
        x, y = y, x
    return 3 * y + x


@kernel
def has_line(cells):
    """Whether a line is full."""
    for line in LINES:
        if cells & line == line:
            return True
    return False


class TicTacToeGame(GridGame):
    """Tic-tac-toe as people and programs use it."""

    family = "tictactoe"
    titles: ClassVar = {"en": "Tic-tac-toe", "ja": "三目並べ"}
    players: ClassVar = {"en": ("X", "O"), "ja": ("×", "○")}
    found = (Known("tictactoe", "draw"),)
    known = (found[0].claim(message("claim.source.every_game")),)
    row = 3
    looks: ClassVar = {}  # x and o are what people write

    height = width = 3
    places = PLACES

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        self.rules = TicTacToeRules()
        self.start = TicTacToe()

    def make_state(self, first: int, second: int, turn: int) -> TicTacToe:
        """The player to move has as many marks as the opponent, or one less, and no line."""
        x, o = count(first), count(second)
        if x - o != turn:
            raise NotationError("grid.count", x=x, o=o, side="xo"[turn])
        state = TicTacToe(second, first) if turn else TicTacToe(first, second)
        if has_line(state.own):
            raise NotationError("grid.line", side="xo"[turn])
        return state

    def guide(self) -> Guide:
        """How it is taught."""
        return self.line_guide("put")

    def table_classes(self) -> Sequence[TableClass]:
        """All positions together."""
        return (TableClass("all", 3**9),)

    def picture(self, view: View) -> str:
        """Ink on wood."""
        return noughts_and_crosses(view)


FAMILY = Family(
    game=TicTacToeGame,
    descriptions={
        "en": "three in a row on nine cells win",
        "ja": "九つのマスに三つ並べたら勝ち",
    },
)
