"""What is remembered from move to move, and how much room there is for it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from yomikiri.games.game import Game, State
from yomikiri.running import Limits
from yomikiri.search.table import fitting
from yomikiri.think.team import Team
from yomikiri.think.thought import Plan

MOST_DEPTH = 100  # plies
BYTES_A_NODE = 16  # of the table; a search stores about half of what it visits
MEGABYTES = (0.25, 64.0)  # of the table, least and most
BRANCHES = 8  # effective branching factor, about, at most
NODES_A_SECOND = 3_000_000  # about; sizes a table by a limit of time
KEPT_FOR = 4  # moves, about, whose searches the table has room for
READING_MEGABYTES_A_SECOND = 64  # of the table, where every move is read out
READING_MEGABYTES_A_NODE = 64 / (1 << 20)  # two slots


def megabytes_for(limits: Limits) -> float:
    """The size of a table that a search of this length fills: a larger one is slower to touch."""
    nodes = limits.nodes
    if nodes is None:
        nodes = 10**9 if limits.seconds is None else int(limits.seconds * NODES_A_SECOND)
    nodes = min(nodes, within_depth(limits.depth or MOST_DEPTH))
    least, most = MEGABYTES
    return min(most, max(least, nodes * BYTES_A_NODE / 2**20))


def within_depth(depth: int) -> int:
    """As many nodes as a search of this depth visits, about, at most."""
    return int(BRANCHES ** (depth + 1))


def table_size(left: int, megabytes: float, limits: Limits) -> float:
    """As many megabytes as reading out, with `left` of the game to come, can use within the limits.

    The system clears memory when it is first touched, which takes longer than a short search.
    """
    size = fitting(megabytes, left)
    if limits.seconds is not None:
        size = min(size, READING_MEGABYTES_A_SECOND * limits.seconds)
    if limits.nodes is not None:
        size = min(size, READING_MEGABYTES_A_NODE * limits.nodes)
    if limits.depth is not None and limits.depth < MOST_DEPTH:
        visited = within_depth(limits.depth) * BYTES_A_NODE / 2**20
        size = min(size, max(MEGABYTES[0], visited))
    return size


class Kept(NamedTuple):
    """A finished search."""

    game: Game
    plan: Plan
    state: State
    team: Team

    def serves(self, game: Game, plan: Plan, before: Sequence[State]) -> bool:
        """Whether it searched a position one or two plies earlier in the same game and plan."""
        same = plan._replace(weights=None) == self.plan._replace(weights=None)
        return (
            same
            and plan.weights is self.plan.weights
            and game is self.game
            and self.state in before[-2:]
        )


class Memory:
    """What the search for one move leaves to the next search in the same game."""

    def __init__(self) -> None:
        self.kept: Kept | None = None

    def take(self, game: Game, plan: Plan, before: Sequence[State]) -> Team | None:
        """The team whose table and history can be reused; it is forgotten here."""
        kept, self.kept = self.kept, None
        return kept.team if kept is not None and kept.serves(game, plan, before) else None

    def keep(self, game: Game, plan: Plan, state: Any, team: Team) -> None:
        """Remember who searched which position."""
        self.kept = Kept(game, plan, state, team)

    @property
    def bytes(self) -> int:
        """How much memory it holds."""
        return 0 if self.kept is None else int(self.kept.team.table.nbytes)
