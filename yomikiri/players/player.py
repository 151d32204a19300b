"""Players: a player chooses a move, and says what it thinks of it.

A player's choice depends on its seed, the position and the game so far, and on nothing else: not on
what it was asked before in other games, nor (unless its limit is one of time) on the machine.
`alphabeta` remembers, in games with captures, what it saw at its last move of the same game.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.play.clock import Clock
from yomikiri.rules import CHANCE, key
from yomikiri.think import Handle, Limits, Memory, Thought, Valued


class Choice(NamedTuple):
    """A move and the reason for it."""

    move: int
    value: float | None = None  # as the mover sees it: an outcome if exact, else an estimate
    exact: bool = False  # the value is proved
    nodes: int = 0  # positions visited
    line: tuple[int, ...] = ()  # the principal variation, this move first


class Explanation(NamedTuple):
    """A choice, and what the player thinks of every move."""

    choice: Choice
    reasons: list[Valued]


def as_choice(thought: Thought) -> Choice:
    """What was found by thinking, as a choice."""
    assert thought.move is not None
    return Choice(thought.move, thought.value, thought.exact, thought.nodes, thought.line)


class Forfeit(InputError):
    """A player does not move, and so loses; `end` is RESIGNED or FORFEIT of games/end.py."""

    def __init__(self, end: str, said: object, /, **fields: Any) -> None:
        super().__init__(said, **fields)
        self.end = end


class Player(ABC):
    """One of the players of a game; `name` is the text that makes it again."""

    def __init__(self, name: str, game: Game, seed: int) -> None:
        self.name, self.game, self.seed = name, game, seed
        self.handle = Handle()  # on the search that is running
        self.memory: Memory | None = None  # of the last move, where that is of use
        self.clock: Clock | None = None  # of the game, for players that heed one
        self.thought: Thought | None = None  # behind the last choice, if there is one

    def choose(self, state: State, history: Sequence[State] = ()) -> Choice:
        """A legal move; `history` is every position since the start, with or without this one.

        Raises InputError if the game is over, its subclass Forfeit if the player does not move, and
        KeyboardInterrupt after Ctrl-C.
        """
        moves = self.game.legal_moves(state)
        if not moves:
            raise InputError("player.over", position=self.game.show(state))
        if self.game.mover(state) == CHANCE:
            raise InputError("player.dice", position=self.game.show(state))
        before = list(history)
        if before and before[-1] == state:
            before.pop()
        self.handle = Handle()
        try:
            return self.think(state, moves, before)
        finally:
            self.handle = Handle()  # the old one keeps the search, with all its memory

    @abstractmethod
    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        """Choose one of the moves."""

    def explain(self, state: State, history: Sequence[State] = ()) -> Explanation:
        """The choice, with the numbers by which it was made; raises as `choose` does.

        InputError also if the player gives no values to its moves.
        """
        choice = self.choose(state, history)
        before = list(history)
        if before and before[-1] == state:
            before.pop()
        reasons = self.reasons(state, self.game.legal_moves(state), before, choice)
        return Explanation(choice, reasons)

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Valued]:
        """What the player that just chose thinks of every move."""
        if self.thought is None:
            raise InputError("solve.no_values", player=self.name)
        return list(self.thought.moves)

    def prepare(self) -> None:
        """Compile all that a move needs, before a clock runs.

        A player's own limit of time is never spent on that.
        """
        self.game.legal_moves(self.game.start)

    def outside_cpu(self) -> float:
        """Seconds of CPU time that another program took for this player so far."""
        return 0.0

    def limits_by_clock(self, limits: Limits, state: State) -> Limits:
        """The limits of the next move: those given, or a share of the time that is left."""
        if self.clock is None:
            return limits
        return Limits(seconds=self.clock.share(self.game.mover(state)))

    def stop(self) -> None:
        """End a search that runs, from another thread: the player moves with what it knows."""
        self.handle.stop()

    @property
    def nodes(self) -> int:
        """Positions visited so far by the search that runs."""
        return self.handle.nodes

    def chance(self, state: State, before: Sequence[State]) -> random.Random:
        """The random numbers for this move."""
        return random.Random(f"{self.seed} {len(before)} {key(self.game.rules, state)}")

    def __repr__(self) -> str:
        return f"<player {self.name} of {self.game}>"
