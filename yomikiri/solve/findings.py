"""What is known about a position while it is solved: bounds, best moves, a line."""

from typing import Any

from yomikiri.games.game import Game
from yomikiri.rules import FIRST
from yomikiri.solve.answer import Answer, Written
from yomikiri.solve.reader import mirror_classes, moves_read


class Findings:
    """One root position; what is known, as its mover sees it."""

    def __init__(self, game: Game, state: Any, goal: str) -> None:
        self.game, self.state, self.goal = game, state, goal
        self.most = game.greatest if goal == "score" else 1
        self.lower, self.upper = -self.most, self.most
        self.best: list[int] = []
        self.line: list[int] = []
        self.classes = mirror_classes(game, state)
        self.done = 0  # of these classes
        self.written: Written | None = None  # a certificate

    def clip(self, value: int) -> int:
        """The value, cut off at what is asked for."""
        return max(-self.most, min(self.most, value))

    def sign(self) -> int:
        """1 if the first player is to move at the root, else -1."""
        return 1 if self.game.mover(self.state) == FIRST else -1

    def bounds(self) -> tuple[int, int]:
        """Lower and upper bound as the first player sees them."""
        return (self.lower, self.upper) if self.sign() == 1 else (-self.upper, -self.lower)

    def gathered(self, **work: Any) -> Answer:
        """All of it as an answer; `work` is what it took, and why it stopped."""
        lower, upper = self.bounds()
        return Answer(
            game=self.game,
            position=self.state,
            goal=self.goal,
            value=lower if lower == upper else None,
            lower=lower,
            upper=upper,
            best_moves=moves_read(self.game, self.state, self.best),
            line=self.game.line_text(self.state, self.line),
            certificate=self.written,
            **work,
        )
