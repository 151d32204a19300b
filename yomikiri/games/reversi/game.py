"""What Nip and Othello share above their rules."""

import math
import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

import numpy as np

from yomikiri.bits import count, wrap
from yomikiri.games.cells import CELL_PATTERN, Place, cell_name
from yomikiri.games.game import Choice, Ended, Final, State
from yomikiri.games.grid import GridGame
from yomikiri.games.lesson import Does, Guide, Rule, Task, sides
from yomikiri.games.reversi import back  # noqa: F401  registered by importing, as the next
from yomikiri.games.reversi import rules as answers  # noqa: F401
from yomikiri.games.reversi.board import Board, Layout
from yomikiri.games.reversi.evaluation import make_weights
from yomikiri.games.reversi.features import feature_tables
from yomikiri.games.reversi.state import PASS, RAYS, Reversi, make_rules
from yomikiri.jit import DISABLED
from yomikiri.rules import play
from yomikiri.words import message

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
        tables = np.concatenate([rules.tables, feature_tables(self.layout)])
        # Without the compiler NumPy's integers would get into states, and overflow there.
        self.rules = rules._replace(tables=tables.tolist() if DISABLED else tables)
        self.weights = make_weights(self.layout)
        stones = [0, 0]
        for place, colour in start.items():
            stones[colour] += 1 << self.layout.number[place]
        self.start = self.make_state(stones[BLACK], stones[WHITE], BLACK)

    def make_state(self, first: int, second: int, turn: int) -> Reversi:
        """Black's and White's stones, and whose turn it is."""
        return Reversi(second, first, turn) if turn else Reversi(first, second, turn)

    def arranged(self, left: int) -> int:
        """The stones of the start and as many others as leave `left` cells, in either colour."""
        first = count(self.start.own | self.start.other)
        others = len(self.places) - first
        return int(2 * 2 ** (len(self.places) - left) * math.comb(others, left))

    def arrange(self, left: int, chance: Random) -> Reversi:
        """One of them."""
        first = self.start.own | self.start.other
        others = [cell for cell in self.places if not first & 1 << cell]
        stones = set(self.places) - set(chance.sample(others, left))
        own = sum(1 << cell for cell in stones if chance.getrandbits(1))
        other = sum(1 << cell for cell in stones) - own
        return Reversi(wrap(own), wrap(other), chance.getrandbits(1))

    def final(self, state: State) -> Final:
        """The stones on the board, black first."""
        own, other = count(state.own), count(state.other)
        first, second = (other, own) if state.turn else (own, other)
        return Final(first, second, len(self.places) - own - other)

    def guide(self) -> Guide:
        """How both are taught; Nip adds its rim."""
        rules = [
            Rule(message("teach.turns", **sides(self))),
            Rule(message("teach.reversi.bracket"), self.turns(2)),
            Rule(message("teach.reversi.pass"), lambda state, move: move == PASS),
        ]
        if self.choice.options["empties"] == "winner":
            rules.append(Rule(message("teach.reversi.empties")))
        tasks = [
            Task(message("teach.reversi.turns"), self.turns(1), is_easy=True),
            Task(message("teach.reversi.rows"), self.turns_rows),
            Task(message("teach.reversi.many"), self.turns(3)),
        ]
        return Guide(message("teach.reversi.goal"), rules, tasks, self.stones_legend())

    def turns(self, least: int) -> Does:
        """Whether a move turns over so many stones."""

        def does(state: State, move: int) -> bool:
            after = self.play(state, move)
            return move != PASS and count(state.other) - count(after.own) >= least

        return does

    def turns_rows(self, state: State, move: int) -> bool:
        """Whether a move turns over straight rows in at least two directions."""
        if move == PASS:
            return False
        straight = self.rules._replace(ring=0, lap=0)
        turned = state.other ^ play(straight, state, move).own
        rays = self.rules.tables[RAYS + 8 * move :][:8]
        return sum(bool(turned & int(ray)) for ray in rays) >= 2

    def ending(self, states: Sequence[State]) -> Ended:
        """Nobody can put a stone: the board is full, one side has none left, or neither can."""
        count = self.final(states[-1])
        if not count.empty:
            return Ended(message("end.full"))
        return Ended(message("end.nobody_moves" if count.first and count.second else "end.wiped"))

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
