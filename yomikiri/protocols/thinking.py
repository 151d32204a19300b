"""A search for an engine: deeper and deeper, telling what it finds, until it is stopped."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from yomikiri.games.game import Game, State
from yomikiri.players.choosing import CERTAIN, MOST_DEPTH, Root, expected_line
from yomikiri.search.alpha_beta import LOOK_AHEAD, WON
from yomikiri.search.team import Limit, Stopped, Team


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
    seconds: float | None = None
    lines: int = 1  # how many of the best moves are wanted
    threads: int = 1
    megabytes: float = 64.0


class Thinking:
    """One search; `stop` ends it from another thread."""

    def __init__(self, task: Task, tell: Callable[[Info], None]) -> None:
        self.task, self.tell = task, tell
        self.best: int | None = None
        self.stopped = threading.Event()
        self.started = time.perf_counter()
        self.team = Team(
            task.game.rules,
            mode=LOOK_AHEAD,
            weights=task.game.weights,
            threads=task.threads,
            megabytes=task.megabytes,
            limit=Limit(nodes=task.nodes),
        )

    def stop(self) -> None:
        """End the search."""
        self.stopped.set()
        self.team.stop("stop")

    def run(self) -> int | None:
        """The best move found; None if there is no legal one."""
        task = self.task
        legal = task.game.legal_moves(task.state)
        if not legal:
            return None
        self.best = legal[0]
        # The team looks at the clock now and then only.
        timer = None if task.seconds is None else threading.Timer(task.seconds, self.stop)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            self.deepen(legal)
        except Stopped:
            pass
        finally:
            if timer is not None:
                timer.cancel()
        return self.best

    def deepen(self, legal: list[int]) -> None:
        """Look deeper and deeper; raises Stopped."""
        task = self.task
        root = Root(task.game, task.state, self.team, task.before)
        ranked = list(legal)
        for depth in range(1, task.depth + 1):
            for rank in range(min(task.lines, len(ranked))):
                best, value = self.best_of(root, ranked[rank:], depth, is_first=rank == 0)
                ranked.remove(best)
                ranked.insert(rank, best)
                line = (best, *expected_line(task.game, self.team, root_child(task, best)))
                seconds = time.perf_counter() - self.started
                self.tell(Info(depth, rank + 1, value, self.team.nodes, seconds, line))
                if rank == 0 and abs(value) >= CERTAIN and task.lines == 1:
                    return  # the soonest end is found at the least depth

    def best_of(
        self, root: Root, moves: Sequence[int], depth: int, *, is_first: bool
    ) -> tuple[int, int]:
        """The best of some moves, and its value."""
        best, value = moves[0], -root.most
        for number, move in enumerate(moves):
            bottom = -root.most if number == 0 else value
            found = root.value_of(move, bottom, root.most, depth, narrow=number > 0)
            if number == 0 or found > value:
                best, value = move, found
                if is_first:
                    self.best = best
        return best, value


def root_child(task: Task, move: int) -> State:
    """The position after a move."""
    return task.game.play(task.state, move)
