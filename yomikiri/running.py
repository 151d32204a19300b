"""Running kernels: in threads, within limits, ended by the clock, Ctrl-C or a caller.

Kernels see neither the clock nor Ctrl-C.  They run over a small array of control words that Python
reads (nodes so far) and sets (stop) meanwhile.  Searches, tables, counts and walks all run here:
one kernel in the thread that wants its answer, while the watch looks; several, or one during which
somebody is to be called, in threads of their own, and this is the only loop that waits for them.
"""

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from yomikiri.watching import WATCH

POLL = 0.05  # seconds between checks of the clock and calls of `poll`
LEAST_POLL = 0.0005  # seconds: the clock is kept to within this
SECONDS, NODES, DEPTH, INTERRUPT, STOP = "seconds", "nodes", "depth", "interrupt", "stop"

Result = TypeVar("Result")
Job = Callable[[], Any]


class Limits(NamedTuple):
    """When to stop; None: never."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None  # plies

    def share(self, part: float) -> "Limits":
        """A part of the time and nodes; the depth is the same."""
        seconds, nodes, depth = self
        return Limits(seconds and seconds * part, nodes and max(1, int(nodes * part)), depth)

    def rest(self, seconds: float, nodes: int) -> "Limits":
        """What is left after this much was used: next to nothing, if nothing is."""
        return Limits(
            self.seconds and max(1e-9, self.seconds - seconds),
            self.nodes and max(1, self.nodes - nodes),
            self.depth,
        )


NO_LIMITS = Limits()


def nothing() -> None:
    """Ends nothing: no kernel is running."""


class Stopped(Exception):
    """Work ended before it was done; `reason` is seconds, nodes, depth or stop.

    After Ctrl-C there is a KeyboardInterrupt instead.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Handle:
    """A handle on a search from outside: its progress, and a way to stop it."""

    def __init__(self, poll: Callable[[], None] | None = None) -> None:
        """`poll` is called now and then while a search runs; what it raises ends the search."""
        self.poll = poll
        self.is_stopped = False
        self.count: Callable[[], int] = lambda: 0
        self.runner: Runner | None = None  # what is running

    @property
    def nodes(self) -> int:
        """Positions visited so far by the search that runs."""
        return self.count()

    def stop(self) -> None:
        """End what is running or would follow, from any thread; the answer is what is known."""
        self.is_stopped = True
        if (runner := self.runner) is not None:
            runner.stop(STOP)


class Runner:
    """Runs kernels within a limit of time, one after the other; the clock runs from the start.

    `poll`, and the handle's, are called now and then while they run; what they raise ends them.
    """

    def __init__(
        self,
        limits: Limits = NO_LIMITS,
        *,
        handle: Handle | None = None,
        poll: Callable[[], None] | None = None,
    ) -> None:
        self.handle = handle or Handle()
        self.polls = [call for call in (poll, self.handle.poll) if call is not None]
        self.started = time.perf_counter()
        self.end = None if limits.seconds is None else self.started + limits.seconds
        self.halt: Callable[[], Any] = nothing  # ends the kernels that run
        self.reason = ""  # why they were stopped
        self.polled = self.started  # when they were called last

    @property
    def seconds(self) -> float:
        """Time since the start."""
        return time.perf_counter() - self.started

    def stop(self, reason: str) -> None:
        """End the kernels that run, and let no more begin; from any thread."""
        self.reason = self.reason or reason
        self.halt()

    def time_out(self) -> None:
        """The time is up."""
        self.stop(SECONDS)

    def interrupt(self) -> None:
        """Ctrl-C was pressed; KeyboardInterrupt is raised where the kernel was called."""
        self.stop(INTERRUPT)

    def check(self) -> None:
        """Raise Stopped if no more kernels may begin."""
        if self.handle.is_stopped:
            self.stop(STOP)
        if self.reason:
            raise Stopped(self.reason)

    def look(self) -> None:
        """Look at the clock, and call whoever polls if it is time."""
        now = time.perf_counter()
        if self.end is not None and now >= self.end:
            self.stop(SECONDS)
        if self.polls and now >= self.polled + POLL / 2:
            self.polled = now
            for poll in self.polls:
                poll()

    def run(
        self, jobs: Sequence[Callable[[], Result]], halt: Callable[[], Any], *, quick: bool = False
    ) -> list[Result]:
        """What the jobs return, in the order in which they end.

        `halt` must make all of them return soon: it is called when time is up, when somebody
        stops them, and when Ctrl-C, a poll or a job raises something, which is then raised
        here.  `reason` says why they ended.  A single job is done in this thread if nobody polls;
        for one that is `quick` nobody looks at the clock, either.
        """
        self.halt, self.handle.runner = halt, self
        try:
            if not quick:
                self.look()
            self.check()
            if len(jobs) > 1 or (self.polls and not quick):
                return self.share_out(jobs)
            return [jobs[0]()] if quick else [self.do_here(jobs[0])]
        finally:
            self.halt, self.handle.runner = nothing, None

    def do_here(self, job: Callable[[], Result]) -> Result:
        """What a job returns, done in this thread."""
        try:
            WATCH.begin(self)
            try:
                return job()
            finally:
                WATCH.done(self)
        except BaseException as failure:
            self.stop(INTERRUPT if isinstance(failure, KeyboardInterrupt) else STOP)
            raise

    def share_out(self, jobs: Sequence[Callable[[], Result]]) -> list[Result]:
        """What the jobs return, each in a thread."""
        results: list[Result] = []
        failures: list[BaseException] = []
        ended = threading.Semaphore(0)

        def work(job: Callable[[], Result]) -> None:
            try:
                results.append(job())
            except BaseException as failure:
                failures.append(failure)
                self.halt()
            finally:
                ended.release()

        for job in jobs:
            hand_out(partial(work, job))
        self.wait(len(jobs), ended)
        if failures:
            raise failures[0]
        return results

    def wait(self, running: int, ended: threading.Semaphore) -> None:
        """Wait until all `running` jobs have ended; look at the clock now and then."""
        try:
            while running:
                if ended.acquire(timeout=self.patience()):
                    running -= 1
                else:
                    self.look()
        except BaseException as failure:
            self.stop(INTERRUPT if isinstance(failure, KeyboardInterrupt) else STOP)
            for _ in range(running):
                ended.acquire()
            raise

    def patience(self) -> float:
        """Seconds until the next look at the clock."""
        if self.end is None or self.reason:
            return POLL
        return min(POLL, max(LEAST_POLL, self.end - time.perf_counter()))


# Threads that wait for work: starting one takes as long as visiting a thousand positions.


class Worker(threading.Thread):
    """A thread that does one job after the other."""

    def __init__(self) -> None:
        super().__init__(name="kernel", daemon=True)
        self.jobs: SimpleQueue[Job] = SimpleQueue()
        self.start()

    def run(self) -> None:
        """Do jobs, one after the other, for ever."""
        while True:
            job = self.jobs.get()
            job()
            del job  # and what it refers to
            idle.append(self)


idle: list[Worker] = []


def hand_out(job: Job) -> None:
    """Have a job done in a thread; it must not raise."""
    try:
        worker = idle.pop()
    except IndexError:
        worker = Worker()
    worker.jobs.put(job)
