"""A search for an engine: deeper and deeper, telling what it finds, until it is stopped."""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from yomikiri.games.game import Game, State
from yomikiri.players.choosing import CERTAIN, MOST_DEPTH, Root, expected_line
from yomikiri.search.alpha_beta import LOOK_AHEAD, WON, Workspace
from yomikiri.search.ideas import ALL_IDEAS
from yomikiri.search.team import Limit, Stopped, Team

LONG_LINE = 12  # plies of an expected line, or as many as the search was deep


class Info(NamedTuple):
    """What is known after a search of some depth."""

    depth: int
    rank: int  # 1 for the best move, 2 for the second
    value: int  # as the player to move sees it
    nodes: int
    seconds: float
    line: tuple[int, ...]

    @property
    def mate(self) -> int | None:
        """Plies to a certain end, negative if it is lost; None for an estimate."""
        if abs(self.value) < CERTAIN:
            return None
        plies = max(1, WON + 1000 - abs(self.value) + 1)
        return plies if self.value > 0 else -plies


class Task(NamedTuple):
    """What to think about, and how long."""

    game: Game
    state: State
    before: Sequence[State]  # the game so far, for repetitions
    depth: int = MOST_DEPTH
    nodes: int | None = None
    moves: Sequence[int] = ()  # the only ones to think of; none: all that are legal
    lines: int = 1  # how many of the best moves are wanted
    threads: int = 1
    megabytes: float = 64.0
    ideas: int = ALL_IDEAS  # 0: every line in full, so that a mate is found as soon as it is deep

    def goes_on(self, earlier: "Task") -> bool:
        """Whether what was found for an earlier task, a ply or two before in a game, is of use."""
        if earlier.state not in self.before[-2:]:
            return False
        same = self._replace(
            state=earlier.state,
            before=earlier.before,
            depth=earlier.depth,
            nodes=earlier.nodes,
            moves=earlier.moves,
            lines=earlier.lines,
        )
        return same == earlier


class Thinking:
    """One search; `stop` ends it from another thread, `best` is its move at any time."""

    def __init__(
        self, task: Task, tell: Callable[[Info], None], after: "Thinking | None" = None
    ) -> None:
        """`after` is a search that ended, of a task that this one goes on with."""
        self.task, self.tell = task, tell
        self.moves = list(task.moves or task.game.legal_moves(task.state))
        self.best = self.moves[0] if self.moves else None
        self.value, self.depth = 0, 0  # of the best move, once it was looked at
        self.told: int | None = None  # the best move of which all is told
        self.started = time.perf_counter()
        self.team: Team = Team(
            task.game.rules,
            mode=LOOK_AHEAD,
            weights=task.game.weights,
            threads=task.threads,
            megabytes=task.megabytes,
            limit=Limit(nodes=task.nodes),
            ideas=task.ideas,
            after=None if after is None else after.team,
        )

    def stop(self) -> None:
        """End the search."""
        self.team.stop("stop")

    def run(self) -> int | None:
        """The best move found; None if there is no legal one."""
        try:
            if self.task.threads == 1:  # in one thread all the time: to start one takes 0.4 ms
                self.team.run(self.deepen)
            else:
                self.deepen()
        except Stopped:
            if self.depth and self.best is not None and self.best != self.told:
                self.report(self.depth, 1, self.best, self.value)
        return self.best

    def deepen(self, space: Workspace | None = None) -> int:
        """Look deeper and deeper; raises Stopped.  `space` is that of the thread, if it is one."""
        task = self.task
        root = Root(task.game, task.state, self.team, task.before)
        root.space = space
        ranked = list(self.moves)
        for depth in range(1, task.depth + 1) if ranked else ():
            for rank in range(min(task.lines, len(ranked))):
                best, value = self.best_of(root, ranked[rank:], depth, is_first=rank == 0)
                ranked.remove(best)
                ranked.insert(rank, best)
                self.report(depth, rank + 1, best, value)
                if rank == 0 and abs(value) >= CERTAIN and task.lines == 1:
                    return value  # the soonest end is found at the least depth
        return self.value

    def report(self, depth: int, rank: int, move: int, value: int) -> None:
        """Tell what is known of a move, and the play that is expected after it."""
        if rank == 1:
            self.told = move
        child = self.task.game.play(self.task.state, move)
        line = expected_line(self.task.game, self.team, child, max(LONG_LINE, depth) - 1)
        seconds = time.perf_counter() - self.started
        self.tell(Info(depth, rank, value, self.team.nodes, seconds, (move, *line)))

    def best_of(
        self, root: Root, moves: Sequence[int], depth: int, *, is_first: bool
    ) -> tuple[int, int]:
        """The best of some moves, and its value."""
        best, value = moves[0], -root.most
        for value, best in root.better_and_better(moves, depth):
            if is_first:
                self.best, self.value, self.depth = best, value, depth
        return best, value
