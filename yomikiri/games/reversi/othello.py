"""Othello on boards of any size up to 64 cells, from any of the usual starts."""

from typing import ClassVar

from yomikiri.errors import UnknownGame
from yomikiri.games.cells import View
from yomikiri.games.family import Family, Switch, read_size
from yomikiri.games.game import Choice, State
from yomikiri.games.lesson import Guide, Rule, Task
from yomikiri.games.reversi import flipello
from yomikiri.games.reversi.board import Board
from yomikiri.games.reversi.drawing import othello_board
from yomikiri.games.reversi.game import BLACK, WHITE, ReversiGame
from yomikiri.games.reversi.published import OTHELLO, OTHELLO_FOUND
from yomikiri.words import message

MOST_CELLS = 64
SMALLEST = 3  # a side

# The colours of the four start stones: upper left, upper right, lower left, lower right.
STARTS = {
    "cross": (WHITE, BLACK, BLACK, WHITE),
    "cross2": (BLACK, WHITE, WHITE, BLACK),
    "parallel": (BLACK, WHITE, BLACK, WHITE),
    "parallel2": (BLACK, BLACK, WHITE, WHITE),
}


class OthelloGame(ReversiGame):
    """Othello as people and programs use it."""

    family = "othello"
    titles: ClassVar = {"en": "Othello", "ja": "オセロ"}
    known = OTHELLO
    found = OTHELLO_FOUND
    chance_unit = 7.2  # measured, on 6x6 and 8x8
    position_format = "fen"

    def __init__(self, choice: Choice) -> None:
        height, width = read_size(choice.variant, self.family)
        start = choice.options["start"]
        # The centre, or just up-left of it on odd sides.
        x, y = width // 2 - 1, height // 2 - 1
        block = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        colours = dict(zip(block, STARTS[start], strict=True))
        super().__init__(choice, Board(height, width, False), colours)
        if (height, width) == flipello.SIZE and choice.options["empties"] == "nobody":
            self.fairy_variant = flipello.NAME

    def guide(self) -> Guide:
        """How it is taught: corners are worth having."""
        guide = super().guide()
        rule = Rule(message("teach.othello.corner"), self.is_corner)
        task = Task(message("teach.othello.corners"), self.is_corner)
        return guide._replace(rules=[*guide.rules, rule], tasks=[*guide.tasks, task])

    def is_corner(self, state: State, move: int) -> bool:
        """Whether a move puts a stone into a corner."""
        x, y = self.places.get(move, (-1, -1))
        return x in (0, self.width - 1) and y in (0, self.height - 1)

    @property
    def foreign_protocol(self) -> str:
        """Fairy-Stockfish plays it on 8x8."""
        return "uci" if self.fairy_variant else ""

    def engine_position(self, state: State) -> str:
        """As Fairy-Stockfish writes it."""
        return flipello.fen(state, self.places)

    def engine_move(self, state: State, move: int) -> str:
        """As Fairy-Stockfish writes it."""
        return flipello.move_text(state, self.places, move)

    def read_engine_move(self, state: State, text: str) -> int:
        """Of the legal moves the one that Fairy-Stockfish writes so."""
        for move in self.legal_moves(state):
            if flipello.means(text, self.engine_move(state, move)):
                return move
        raise self.illegal(state, text)

    def picture(self, view: View) -> str:
        """A square board."""
        return othello_board(view, self.board)


def read_variant(text: str) -> str:
    """Sides of at least 3, at most 64 cells."""
    height, width = read_size(text, OthelloGame.family)
    if min(height, width) < SMALLEST or height * width > MOST_CELLS:
        raise UnknownGame("grid.othello_size", game=f"othello:{height}x{width}")
    return f"{height}x{width}"


def check_start(choice: Choice) -> None:
    """A cross beside the centre needs a cell in the centre."""
    height, width = read_size(choice.variant, OthelloGame.family)
    if choice.options["start"] == "cross2" and (height % 2 == 0 or width % 2 == 0):
        raise UnknownGame("grid.cross2", size=f"{height}x{width}")


FAMILY = Family(
    game=OthelloGame,
    descriptions={
        "en": "bracket the other's stones to turn them over; more stones at the end win",
        "ja": "相手の石をはさんで裏返す。最後に石の多い方の勝ち",
    },
    variants=("8x8", "4x4", "4x6", "6x6", "4x8", "4x10", "3x3", "5x5", "4x5", "6x8", "4x16"),
    switches=(
        Switch("start", tuple(STARTS), is_rule=False),
        Switch("empties", ("nobody", "winner")),
    ),
    read_variant=read_variant,
    check=check_start,
    others={
        "en": "or any ROWSxCOLUMNS with sides of at least 3 and at most 64 cells",
        "ja": "ほか、行x列（3 以上、64 マスまで）なら何でも",
    },
)
