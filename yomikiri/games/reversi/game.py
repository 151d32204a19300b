"""What Nip and Othello share above their rules."""

import re
from collections.abc import Mapping
from typing import ClassVar

from yomikiri.bits import count
from yomikiri.games.game import Choice, Final, State
from yomikiri.games.grid import CELL_PATTERN, GridGame, Place, cell_name
from yomikiri.games.reversi import rules as answers  # noqa: F401  registered by importing
from yomikiri.games.reversi.board import Board, Layout
from yomikiri.games.reversi.evaluation import make_weights
from yomikiri.games.reversi.state import PASS, Reversi, make_rules
from yomikiri.jit import DISABLED

BLACK, WHITE = 0, 1
PASS_NAME = "--"  # also read: pass


class ReversiGame(GridGame):
    """A board and its switches.  Any arrangement of stones is a position."""

    players: ClassVar = {"en": ("Black", "White"), "ja": ("黒", "白")}
    looks: ClassVar = {"x": "●", "o": "○"}
    move_pattern = f"{PASS_NAME}|pass|{CELL_PATTERN}|[0-9]+"
    choices: ClassVar = {PASS_NAME: {"en": "Pass", "ja": "パス"}}
    has_score = True
    finished_count = True

    def __init__(
        self, choice: Choice, board: Board, start: Mapping[Place, int], *, rim: str = "off"
    ) -> None:
        super().__init__(choice)
        self.board = board
        self.height, self.width = board.height, board.width
        self.layout = Layout(board)
        self.places = self.layout.place
        self.greatest = len(self.places)
        # The stones of the start stay, though not their colours; and either may be to move.
        self.arrangements = 2 * 2 ** len(start) * 3 ** (len(self.places) - len(start))
        rules = make_rules(
            self.layout,
            rim=rim != "off",
            lap=rim == "lap",
            empties_count=choice.options["empties"] == "winner",
        )
        # Without the compiler NumPy's integers would get into states, and overflow there.
        self.rules = rules._replace(tables=rules.tables.tolist()) if DISABLED else rules
        self.weights = make_weights(self.layout)
        stones = [0, 0]
        for place, colour in start.items():
            stones[colour] += 1 << self.layout.number[place]
        self.start = self.make_state(stones[BLACK], stones[WHITE], BLACK)

    def make_state(self, first: int, second: int, turn: int) -> Reversi:
        """Black's and White's stones, and whose turn it is."""
        return Reversi(second, first, turn) if turn else Reversi(first, second, turn)

    def final(self, state: State) -> Final:
        """The stones on the board, black first."""
        own, other = count(state.own), count(state.other)
        first, second = (other, own) if state.turn else (own, other)
        return Final(first, second, len(self.places) - own - other)

    def find_move(self, state: State, text: str) -> int:
        """A cell by its name or its number (from the upper left, row by row), or a pass, also 0."""
        text = text.strip().lower()
        if text in (PASS_NAME, "pass", "0"):
            return PASS
        if re.fullmatch("[1-9][0-9]{0,2}", text):
            row, column = divmod(int(text) - 1, self.width)
            text = cell_name((column, row)) if row < self.height else text
        return super().find_move(state, text)

    def move_name(self, state: State, move: int) -> str:
        """The cell, or `--`."""
        return PASS_NAME if move == PASS else super().move_name(state, move)
