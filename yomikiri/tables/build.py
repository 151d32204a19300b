"""Building the tables of a game: class by class, threads over one store, files as they finish.

A class whose file is there already is read instead, so a stopped build continues where it was.
"""

import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.jit import DISABLED
from yomikiri.running import Runner
from yomikiri.search import retrograde as rg
from yomikiri.search.codes import (
    BLOCK,
    CONTROLS,
    LATER,
    MOST_LEVELS,
    STOP,
    SWEPT,
    TAKEN,
    TableWorkspace,
    make_buffers,
)
from yomikiri.tables.files import ClassFile, class_path, is_stale, make_folder, write_class
from yomikiri.tables.numbering import Numbering, is_numbered, is_small, numbering

ALONE = 1 << 17  # positions: a smaller class is not worth starting threads for
SMALL = 1 << 12  # positions: done before a thread would have started
PROGRAM_BYTES = 220 << 20  # Python, NumPy and compiled kernels
SAMPLE = 1 << 13  # positions by which the time is estimated
LEVELS_COST = 2.0  # of all levels, in passes over the class


class BuildProgress(NamedTuple):
    """How far a build is."""

    name: str  # of the class
    number: int  # of the class, from 1
    classes: int
    level: int | None  # plies from the end; None: the first pass
    share: float  # of the pass
    seconds: float


class Estimate(NamedTuple):
    """What a build would take."""

    positions: int  # numbers, holes included
    bytes: int  # of memory
    seconds: float | None  # None: not estimated

    def __str__(self) -> str:
        time = "" if self.seconds is None else f" and about {duration(self.seconds)}"
        return f"{self.positions:,} positions: needs {size_text(self.bytes)}{time}"


Watch = Callable[[BuildProgress], None]
Job = Callable[[], Any]


def size_text(size: float) -> str:
    """Such as 1.1 GB."""
    for unit, name in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{max(1, round(size / 1e6))} MB"


def duration(seconds: float) -> str:
    """Such as 3 minutes."""
    for unit, name in ((86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{max(1, round(seconds))} seconds" if seconds >= 1.5 else "a second"


def free_memory() -> int:
    """Bytes that a build can use, as far as the system says."""
    try:
        text = Path("/proc/meminfo").read_text("ascii")
        kilobytes = next(line for line in text.splitlines() if line.startswith("MemAvailable"))
        return int(kilobytes.split()[1]) << 10
    except (OSError, StopIteration, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return 1 << 62


def needed_bytes(numbers: Numbering) -> int:
    """The memory of a build."""
    cells = sum(cls.size for cls in numbers.classes)
    largest = max(cls.size for cls in numbers.classes)
    return PROGRAM_BYTES + 2 * cells + 6 * (largest // BLOCK + 1) + numbers.bytes


def table_helps(game: Game) -> bool:
    """Whether a table of all positions, which is not there yet, could be built and would answer."""
    if game.has_chance or game.has_score:
        return False
    if not is_numbered(game):
        return is_small(game)
    return needed_bytes(numbering(game)) <= free_memory()


def estimate(game: Game, *, threads: int = 1, limit: int | None = None) -> Estimate:
    """What a build would take; the time by a sample, if there is memory for it at all."""
    numbers = numbering(game)
    positions = sum(cls.size for cls in numbers.classes)
    needed = needed_bytes(numbers)
    if needed > (free_memory() if limit is None else limit):
        return Estimate(positions, needed, None)
    builder = Builder(game, threads=1)
    return Estimate(positions, needed, builder.guess_seconds() / threads)


def build_table(
    game: Game,
    folder: Path,
    *,
    threads: int = 1,
    memory: int | None = None,
    watch: Watch | None = None,
) -> list[Path]:
    """Build every class that is missing, or of earlier rules; returns the files.

    Ctrl-C keeps the finished ones.
    """
    numbers = numbering(game)
    available = free_memory()
    limit = available if memory is None else memory
    if (needed := needed_bytes(numbers)) > limit:
        name = "table.memory_free" if memory is None else "table.memory_allowed"
        raise InputError(name, game=game, needed=size_text(needed), limit=size_text(limit))
    classes = numbers.classes
    paths = [class_path(game, group, folder) for group in range(len(classes))]
    there = [
        path.exists() and not is_stale(game, group, folder) for group, path in enumerate(paths)
    ]
    if all(there):
        for group in range(len(classes)):
            ClassFile(game, group, folder).close()  # refuses what is damaged or foreign
        return paths
    make_folder(folder)
    builder = Builder(game, threads=threads, watch=watch, taking_back=True)
    for group in range(len(classes)):
        if there[group]:
            file = ClassFile(game, group, folder)
            file.load(builder.codes(group))
            file.close()
        else:
            builder.build(group)
            write_class(game, group, builder.codes(group), folder)
    return paths


class Builder:
    """All classes of a game in one store, and the threads that work on them."""

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        watch: Watch | None = None,
        taking_back: bool = False,
    ) -> None:
        self.game, self.watch = game, watch
        self.threads = 1 if DISABLED else threads  # plain Python does not count atomically
        numbers = numbering(game)
        self.classes = numbers.classes
        self.rules = numbers.for_building() if taking_back else numbers.rules
        sizes = np.array([cls.size for cls in self.classes], np.int64)
        self.bases = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.store = np.zeros(int(self.bases[-1]), np.int16)
        self.marks = np.zeros(3 * (int(sizes.max()) // BLOCK + 1), np.int16)
        self.control = np.zeros(CONTROLS, np.int64)
        self.buffers = [make_buffers() for _ in range(threads)]
        self.runner = Runner(poll=self.report)
        self.at: tuple[int, int | None] = (0, None)  # class and level

    def codes(self, group: int) -> Any:
        """The part of the store that belongs to a class."""
        return self.store[self.bases[group] : self.bases[group + 1]]

    def space(self, group: int) -> TableWorkspace:
        """What the kernels get."""
        return TableWorkspace(
            group,
            self.classes[group].size,
            int(self.bases[group]),
            self.store,
            self.bases,
            self.marks,
            self.control,
        )

    def build(self, group: int) -> None:
        """Settle every position of a class; those before it are finished."""
        space, rules = self.space(group), self.rules
        self.marks[:] = 0
        self.sweep(group, None, rg.assess_all)
        if not rg.knows_predecessors(rules, space, self.buffers[0][0]):
            self.build_forward(group)
        elif space.size < ALONE or self.threads == 1:
            self.start_pass(space)
            self.run(group, 0, [partial(rg.run_levels, rules, space, *self.buffers[0])])
        else:
            level = 0
            while level < MOST_LEVELS:
                for marking in (True, False):
                    self.sweep(group, level, rg.sweep, level, marking, backwards=True)
                level = int(rg.next_level(space, level))
        rg.close(space)
        self.report()  # a small class is finished before anybody asked

    def build_forward(self, group: int) -> None:
        """Level by level, by forward moves only."""
        level = 0
        self.control[LATER] = 1
        while self.control[LATER]:
            level += 1
            self.control[LATER] = 0
            self.sweep(group, level, rg.sweep_forward, level)

    def start_pass(self, space: TableWorkspace) -> None:
        """Set the counters for a pass over all blocks."""
        self.control[[STOP, SWEPT]] = 0
        self.control[TAKEN] = (space.size + BLOCK - 1) // BLOCK

    def sweep(
        self, group: int, level: int | None, kernel: Any, *args: Any, backwards: bool = False
    ) -> list[Any]:
        """One pass over the class by all threads; what each of them found."""
        space, rules = self.space(group), self.rules
        self.start_pass(space)
        buffers = self.buffers[: 1 if space.size < ALONE else self.threads]
        jobs = [
            partial(kernel, rules, space, *args, *(buffer if backwards else buffer[1:]))
            for buffer in buffers
        ]
        return self.run(group, level, jobs)

    def run(self, group: int, level: int | None, jobs: Sequence[Job]) -> list[Any]:
        """What the jobs find, each in a thread; Ctrl-C ends them."""
        self.at = (group, level)
        return self.runner.run(jobs, self.halt, quick=self.classes[group].size < SMALL)

    def halt(self) -> None:
        """Make all threads return soon."""
        self.control[STOP] = 1

    def report(self) -> None:
        """Report to whoever watches."""
        if self.watch is not None:
            group, level = self.at
            blocks = self.classes[group].size / BLOCK
            share = min(1.0, int(self.control[SWEPT]) / blocks)
            cls, classes = self.classes[group], len(self.classes)
            seconds = self.runner.seconds
            self.watch(BuildProgress(cls.name, group + 1, classes, level, share, seconds))

    def guess_seconds(self) -> float:
        """The time of a build by one thread, from a sample of each class."""
        total = 0.0
        for group, cls in enumerate(self.classes):
            sample = min(SAMPLE, cls.size)
            if not sample:
                continue
            step = max(1, cls.size // sample)
            space = self.space(group)
            rg.assess_some(self.rules, space, step, 1, self.buffers[0][1])  # compile
            began = time.thread_time()
            rg.assess_some(self.rules, space, step, sample, self.buffers[0][1])
            cost = (time.thread_time() - began) / sample
            total += cost * cls.size * (1 + LEVELS_COST)
        return total
