"""What there is to think about, how, and what comes out of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from yomikiri.games.game import Game, State
from yomikiri.running import NO_LIMITS, Handle, Limits
from yomikiri.search.values import SCORE_STEP, WON

Report = Callable[["Thought"], None]
Method = Callable[["Task"], "Thought"]  # a way to find a move; its options are bound to it


class Plan(NamedTuple):
    """How to think; the same for all moves of a game."""

    threads: int = 1
    megabytes: float | None = None  # of the table; None: as many as the limits can fill
    weights: Any = None  # of the evaluation; None: the game's own
    method: Method | None = None  # None: look ahead for the best move
    endgame: int = 0  # read the game out when this much remains, with half of the limits
    # The rest is about looking ahead.
    lines: int = 1  # how many of the best moves are reported
    mates: bool = False  # look for a mate by checks first
    fair: bool = False  # of equal moves the first given, not the one that looked better at first
    in_full: bool = False  # prune nothing, so that a mate in n plies is found at depth n


USUAL = Plan()


class Task(NamedTuple):
    """What to think about, and how long."""

    game: Game
    state: State
    before: Sequence[State] = ()  # the game so far, for repetitions
    limits: Limits = NO_LIMITS
    moves: Sequence[int] = ()  # the only ones to consider; none: all legal moves
    plan: Plan = USUAL
    report: Report | None = None  # gets what is found on the way
    handle: Handle | None = None  # ends it from another thread

    @property
    def weights(self) -> Any:
        """Those of the evaluation."""
        return self.game.best_weights if self.plan.weights is None else self.plan.weights


class Valued(NamedTuple):
    """A move and what it is worth to the mover."""

    move: int
    value: float | None  # the result if exact, else an estimate or mean; None: not searched
    exact: bool = False
    line: Sequence[int] = ()  # the principal variation, this move first
    numbers: Mapping[str, float] = {}  # those by which it was ranked, or their terms, by name
    distance: int | None = None  # plies to the end of the game, where that is proved
    within: int = 0  # the game ends within so many plies, if it is decided; 0: that is not known

    @property
    def rank(self) -> int:
        """Sorts results and estimates together: won, open, lost."""
        assert self.value is not None
        if not self.exact:
            return round(self.value)
        sign = (self.value > 0) - (self.value < 0)
        return sign * (WON - (self.distance or self.within)) + SCORE_STEP * round(self.value)


class Thought(NamedTuple):
    """What is known about the best move, or another of the best, at some time."""

    move: int | None  # None: there is none, or none was found
    value: float = 0  # as the mover sees it: the result if exact, else an estimate
    exact: bool = False
    depth: int = 0  # plies searched; 0: read out, found by the mate search, or not searched
    nodes: int = 0
    seconds: float = 0.0
    line: tuple[int, ...] = ()  # the principal variation, this move first
    equal: tuple[int, ...] = ()  # all moves that are as good, as far as was asked
    rank: int = 1  # 1 for the best move, 2 for the second
    mate: int | None = None  # the game ends within this many plies; negative if it is lost
    stopped: str = ""  # why there is no more: seconds, nodes, depth or stop
    moves: tuple[Valued, ...] = ()  # all that were valued, where the method values more than one
