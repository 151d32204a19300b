"""How a solve would go with many workers, from the log of one that was done.

The search above the tasks runs as it would, but its workers are imagined: a task of the log takes
as long as it took, another one is done here and now, and counted on the worker's clock.  Choosing
tasks takes the CPU time that it takes, one after the other: with many workers that is a limit, too.
"""

import tempfile
import time
from collections.abc import Hashable, Mapping
from heapq import heappop, heappush
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.games import load
from yomikiri.running import NO_LIMITS
from yomikiri.solve.facts import Store
from yomikiri.solve.lasting import Lasting
from yomikiri.solve.rows import Solve
from yomikiri.solve.stores import open_store
from yomikiri.solve.tasks import Done, do_task
from yomikiri.work import Call, Crew, Result

THERE_AND_BACK = 0.05  # seconds that a task is on its way, measured on a Dask cluster

Log = Mapping[Hashable, Done]


class Imagined(Crew):
    """Workers on a clock of their own."""

    def __init__(self, size: int, log: Log, speed: float) -> None:
        self.size, self.log, self.speed = size, log, speed
        self.now = 0.0  # on their clock
        self.looked = time.process_time()  # on ours
        self.free = [0.0] * size  # when each worker has nothing to do
        self.calls = self.ends = list[tuple[float, int, Result]]()
        self.given = 0
        self.busy = self.choosing = 0.0  # seconds, of workers and of whoever gives them work

    def tick(self) -> None:
        """What was done here since the last look took time there, too."""
        passed = time.process_time() - self.looked
        self.choosing += passed
        self.now += passed

    def give(self, call: Call) -> None:
        self.tick()
        if call.function is not do_task:
            value: Any = call.function(*call.arguments)
            seconds = 0.0
        else:
            value = self.log.get(call.key) or do_task(*call.arguments)
            seconds = value.nodes / self.speed
        begin = max(self.now + THERE_AND_BACK / 2, heappop(self.free))
        heappush(self.free, begin + seconds)
        self.busy += seconds
        self.given += 1
        end = begin + seconds + THERE_AND_BACK / 2
        heappush(self.ends, (end, self.given, Result(call.key, value)))
        self.looked = time.process_time()

    def take(self, timeout: float | None = None) -> list[Result]:
        self.tick()
        results = []
        if self.ends:
            self.now = max(self.now, self.ends[0][0])
            while self.ends and self.ends[0][0] <= self.now:
                results.append(heappop(self.ends)[2])
        self.looked = time.process_time()
        return results

    def close(self) -> None:
        self.ends.clear()


class Simulated(NamedTuple):
    """A solve with some workers."""

    workers: int
    seconds: float
    speed_up: float  # against one worker who does the tasks of the log
    nodes: float  # against those of the log: what is done in vain
    idle: float  # share of the workers' time in which they wait
    choosing: float  # share of the time in which tasks are chosen


def simulate(store: Store, solve: Solve, workers: int) -> Simulated:
    """The solve of a store, done again by so many workers."""
    game = load(store.about()["game"])
    log: dict[Hashable, Done] = {}
    nodes, seconds = 0, 0.0
    # A task may find more than it was asked, which the log does not tell, but the facts do.
    known = {fact.position: (fact.upper, fact.lower) for fact in store.all_facts()}
    for task, _ in store.all_tasks():
        bounds = known.get(task.position, (task.goal - 1, task.goal))
        bound = None if task.reached is None else bounds[task.reached]
        log[task.position, task.goal] = Done(bound, task.nodes, task.seconds, task.who)
        nodes, seconds = nodes + task.nodes, seconds + task.seconds
    speed = nodes / max(seconds, 1e-9)
    crew = Imagined(workers, log, speed)
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(Path(folder) / "imagined.sqlite", game, "simulation") as fresh,
    ):
        fresh.write(solve._replace(seconds=0.0, nodes=0, answer=None))
        state = game.parse(solve.position)
        work = Lasting(game, state, solve.goal, fresh, crew, 1, NO_LIMITS, None)
        crew.looked = time.process_time()
        work.run()
    total = max(crew.now, 1e-9)
    return Simulated(
        workers,
        crew.now,
        seconds / total,
        work.asking.nodes / max(1, nodes),
        1 - crew.busy / (workers * total),
        crew.choosing / total,
    )
