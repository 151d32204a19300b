"""What there is to think about, and what comes out of it."""

from typing import Any, NamedTuple


class Plan(NamedTuple):
    """How to think; the same for all moves of a game."""

    threads: int = 1
    megabytes: float | None = None  # of the table; None: as many as the limits can fill
    weights: Any = None  # of the evaluation; None: the game's own
    lines: int = 1  # how many of the best moves are told of
    mates: bool = False  # look for a mate by checks first
    endgame: int = 0  # read the game out when this much remains, with half of the limits
    fair: bool = False  # of equal moves the first one given, not the one that looked better before
    in_full: bool = False  # no line left out, so that a mate is found as soon as it is deep


class Thought(NamedTuple):
    """What is known of the best move, or of the second best, at some time."""

    move: int | None  # None: there is none
    value: float = 0  # as the mover sees it: the result if exact, else an estimate
    exact: bool = False
    depth: int = 0  # plies that were looked ahead; 0: read out, found by a mate, or not searched
    nodes: int = 0
    seconds: float = 0.0
    line: tuple[int, ...] = ()  # the play that is expected, this move first
    equal: tuple[int, ...] = ()  # all moves that are as good, as far as was asked
    rank: int = 1  # 1 for the best move, 2 for the second
    mate: int | None = None  # the game ends within so many plies; negative if it is lost
    stopped: str = ""  # why there is no more: seconds, nodes, depth or stop
