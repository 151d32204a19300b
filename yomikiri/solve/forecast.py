"""What a solve will take, from positions below it that were sampled.

The nodes that a position takes grow with what is left of the game, by about the same factor a ply.
So a line through the logarithms leads on to the root.  How far such forecasts were off on boards
that are solved gives the interval: `python -m bench.forecasts` makes the table in docs/solving.md.
"""

import math
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.running import NO_LIMITS
from yomikiri.solve.options import PROGRAM_MEGABYTES
from yomikiri.solve.sampling import Level, levels
from yomikiri.solve.tasks import MEGABYTES, TASK_NODES, game_of, left_of
from yomikiri.think.memory import table_size

BUDGET = 200_000_000  # nodes, of a forecast alone: some 20 seconds
SHARE = 10  # a position may take the budget divided by this
NEARER = 0.75  # what a level weighs, against the one above it, when the line is fitted
# Measured on solved boards: by how much the line is below the truth, the standard deviation of the
# logarithm, and how much more that is for each ply between the last level and the root.
BELOW, SPREAD, SPREAD_PER_PLY = 2.2, 0.6, 0.15
LIKELY = 0.8  # the chance that the truth is within the interval
BEYOND = 3  # plies above the last level that a task may begin
PLACE_BYTES = 900  # in memory, for a position above the tasks
PLACES_PER_TASK = 12
STORE_BYTES = 500  # on disk for a task, and what follows from it

Normal = statistics.NormalDist()


class Expected(NamedTuple):
    """Nodes that a solve is expected to take, and how sure that is."""

    nodes: float  # it takes more or less with the same chance
    spread: float  # standard deviation of the natural logarithm

    def interval(self, done: float = 0.0) -> tuple[float, float]:
        """The nodes that are left, at least and at most, when so many were not enough."""
        mean, spread = math.log(max(1.0, self.nodes)), max(self.spread, 0.1)
        past = Normal.cdf((math.log(done) - mean) / spread) if done > 0 else 0.0
        if past > 0.99:  # far more than expected: then it may be anything
            return 0.05 * done, 2.0 * done
        tail = (1 - LIKELY) / 2
        chances = (past + (1 - past) * tail, past + (1 - past) * (1 - tail))
        low, high = (math.exp(mean + spread * Normal.inv_cdf(chance)) for chance in chances)
        return max(0.0, low - done), high - done


class Forecast(NamedTuple):
    """What a solve will take."""

    game: Game
    position: Any
    goal: str
    expected: Expected
    speed: float  # nodes a second, of one worker
    task_left: int
    task_nodes: float  # of a task, on average
    plies: int  # between the last level that was solved and the root
    sampled: int  # nodes that the forecast took
    seconds: float

    @property
    def tasks(self) -> float:
        """How many tasks there will be."""
        return max(1.0, self.expected.nodes / max(1.0, self.task_nodes))

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `forecast`."""
        low, high = self.expected.interval()
        hours = 3600 * self.speed
        return {
            "game": str(self.game),
            "rules_hash": self.game.rules_hash,
            "position": self.game.show(self.position),
            "goal": self.goal,
            "nodes": round(self.expected.nodes),
            "nodes_low": round(low),
            "nodes_high": round(high),
            "core_hours": self.expected.nodes / hours,
            "core_hours_low": low / hours,
            "core_hours_high": high / hours,
            "chance": LIKELY,
            "tasks": round(self.tasks),
            "memory": round(self.memory),
            "store": round(STORE_BYTES * self.tasks),
            "plies": self.plies,
            "sampled": self.sampled,
            "seconds": round(self.seconds, 3),
        }

    @property
    def memory(self) -> float:
        """Bytes: of the program, one worker's tables and the positions above the tasks."""
        tables = table_size(self.task_left, MEGABYTES, NO_LIMITS) + PROGRAM_MEGABYTES
        return tables * (1 << 20) + PLACE_BYTES * PLACES_PER_TASK * self.tasks


def forecast(
    game: Game, state: Any, goal: str, *, budget: int = BUDGET, task_nodes: int = TASK_NODES
) -> Forecast:
    """What solving a position will take, by solving positions after it within a budget of nodes."""
    check_lasting(game, goal)
    game = game_of(game.spec)
    begun = time.perf_counter()
    found = levels(game, state, goal, most_nodes=max(1000, budget // SHARE), budget=budget)
    seconds = time.perf_counter() - begun
    sampled = sum(level.spent for level in found)
    top = left_of(game, state, 0)
    left = task_left(found, task_nodes)
    mean = next((statistics.fmean(one.first) for one in found if one.left == left), task_nodes)
    speed = sampled / seconds
    plies = top - found[-1].left if found else top
    return Forecast(
        game, state, goal, expected(found, top), speed, left, mean, plies, sampled, seconds
    )


def can_last(game: Game) -> bool:
    """Whether a game can be cut into tasks."""
    return not (game.has_chance or game.may_repeat)


def check_lasting(game: Game, goal: str) -> None:
    """Raise InputError for what cannot be cut into tasks."""
    if not can_last(game):
        raise InputError("store.game", game=game)
    if goal not in ("score", "win"):
        raise InputError("store.goal", got=goal)


def expected(found: list[Level], top: int) -> Expected:
    """What the root takes, by a line through the logarithms of the levels."""
    if len(found) < 2:
        return Expected(math.exp(found[0].log) if found else 1.0, 2.0)
    line = line_through(found, [level.nodes for level in found])
    log = min(line(top) + math.log(BELOW), 600.0)
    return Expected(math.exp(log), SPREAD + SPREAD_PER_PLY * (top - found[-1].left))


def line_through(found: list[Level], nodes: list[list[int]]) -> Callable[[int], float]:
    """The logarithm of a mean of nodes by what is left: a line, nearest to the upper levels."""
    last = found[-1].left
    weights = [NEARER ** ((last - level.left) / 2) for level in found]  # polyfit squares them
    logs = [math.log(statistics.fmean(taken)) for taken in nodes]
    slope, height = np.polyfit([level.left - last for level in found], logs, 1, w=weights)
    return lambda left: float(height + slope * (left - last))


def task_left(found: list[Level], task_nodes: int) -> int:
    """With how much to come a position is a task: as much as takes `task_nodes` on average.

    By a line through all levels, because means of so few positions are twice or half of their
    neighbours', and on beyond the last one, where the budget ended before tasks were large.
    """
    if len(found) < 2:
        return found[0].left if found and statistics.fmean(found[0].first) <= task_nodes else 0
    line = line_through(found, [level.first for level in found])
    last = found[-1].left
    lefts = [level.left for level in found] + [last + more for more in range(1, BEYOND + 1)]
    return max((left for left in lefts if line(left) <= math.log(task_nodes)), default=0)
