"""What there is to think about, and what comes out of it."""

from typing import Any, NamedTuple


class Plan(NamedTuple):
    """How to think; the same for all moves of a game."""

    threads: int = 1
    megabytes: float | None = None  # of the table; None: as many as the limits can fill
    weights: Any = None  # of the evaluation; None: the game's own
    lines: int = 1  # how many of the best moves are reported
    mates: bool = False  # look for a mate by checks first
    endgame: int = 0  # read the game out when this much remains, with half of the limits
    fair: bool = False  # of equal moves the first given, not the one that looked better at first
    in_full: bool = False  # prune nothing, so that a mate in n plies is found at depth n


class Thought(NamedTuple):
    """What is known about the best move, or another of the best, at some time."""

    move: int | None  # None: there is none
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
