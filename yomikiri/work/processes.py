"""A crew of processes on this machine."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from typing import Any
from weakref import WeakSet

from yomikiri.errors import InputError
from yomikiri.games import meet, strangers
from yomikiri.running import Handle
from yomikiri.work.crew import MOST_DEATHS, Call, Crew, Result, WorkersLost

IN_LINE = 2  # calls a worker, handed over before it is free
LOOK = 0.1  # seconds between two looks whether the work is to stop
READ_AGAIN = 79  # the exit code of a process that came, reading its script, to the call it is for
UNMET = 78  # that of one that could not load the games of the process that started it


class NoGuard(InputError):
    """A script hands out work where each of its processes would do so again."""


class Processes(Crew):
    """Processes of their own; one that is killed is replaced, and its call made again.

    Where the one who asks `joins` in, a thread of this process takes the place of one of them.
    """

    def __init__(self, size: int, *, joins: bool = False) -> None:
        self.size, self.joins = size, joins
        self.calls: dict[Hashable, Call] = {}
        self.futures: dict[Future[Any], Hashable] = {}
        self.line: deque[Call] = deque()  # given, and not handed to anybody yet
        self.deadly: set[Hashable] = set()  # calls over which a process has died: not for this one
        self.in_a_row = 0  # deaths since the last result
        # Forked processes would inherit the locks of threads that they do not have.
        self.context = multiprocessing.get_context("spawn")
        self.open()

    def open(self) -> None:
        """Hire everybody; the processes start with the first call."""
        self.stop = self.context.Event()
        families = (self.stop, strangers())
        number = self.size - self.joins
        self.pool = ProcessPoolExecutor(number, self.context, start_worker, families)
        self.started: set[Any] = set()  # the processes, among others of this one
        self.own = OwnThread() if self.joins else None

    def give(self, call: Call) -> None:
        self.calls[call.key] = call
        self.line.append(call)
        self.hand_on()

    def hand_on(self) -> None:
        """Hand calls to whoever is free; the processes have some in line, against the way there."""
        while self.line:
            own = self.own
            if own is not None and (self.line[0].key in self.deadly or not own.is_idle()):
                if len(self.futures) >= IN_LINE * self.size:
                    return  # or all would be with the processes, and this one idle
                own = None
            call = self.line.popleft()
            try:
                with interrupts_blocked():  # the first ones start the processes
                    future = (own or self.pool).submit(call.function, *call.arguments)
            except BrokenProcessPool:
                self.replace()
                return
            self.futures[future] = call.key
            if len(self.started) < self.size:
                self.started.update(multiprocessing.active_children())

    def take(self, timeout: float | None = None) -> list[Result]:
        results: list[Result] = []
        is_broken = False
        while self.futures and not results:
            done, _ = wait(self.futures, timeout, FIRST_COMPLETED)
            if not done:
                break
            for future in done:
                key = self.futures.pop(future)
                try:
                    results.append(Result(key, future.result()))
                except BrokenProcessPool:
                    self.deadly.add(key)
                    is_broken = True
                else:
                    del self.calls[key]
                    if self.own is None or not self.own.has_done(future):
                        self.in_a_row = 0  # results of this process say nothing of the others
            if is_broken:
                is_broken = False
                self.replace()
            self.hand_on()
        return results

    def replace(self) -> None:
        """Hire everybody anew, for one has died; what has no result is given again."""
        self.deaths += 1
        self.in_a_row += 1
        if self.in_a_row > MOST_DEATHS:
            raise WorkersLost("work.deaths", n=self.in_a_row)
        self.dismiss()
        if any(process.exitcode == READ_AGAIN for process in self.started):
            raise NoGuard("work.no_guard")
        if any(process.exitcode == UNMET for process in self.started):
            raise InputError("work.unmet", homes=list(strangers().values()))
        self.open()
        self.line.extend(self.calls.values())
        self.hand_on()

    def dismiss(self) -> None:
        """Stop all processes, and wait until they have ended."""
        self.stop.set()
        if self.own is not None:
            self.own.dismiss()
        self.pool.shutdown(wait=True, cancel_futures=True)
        self.futures.clear()
        self.line.clear()

    def close(self) -> None:
        self.dismiss()
        self.calls.clear()


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Ctrl-C waits; to processes that are started meanwhile it never comes.

    A process that is still importing could only answer it with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_if_read_again() -> None:
    """End this process if it is still reading the script of the one that has started it.

    A script that hands out work, and not below a guard, would do so again in each of its processes.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):  # as Python itself asks
        raise SystemExit(READ_AGAIN)


def never() -> bool:
    """In the process that hands out the work: nobody stops it but by Ctrl-C."""
    return False


STOPPING: list[Callable[[], bool]] = [never]
HANDLES: WeakSet[Handle] = WeakSet()  # of searches that end when nobody waits for them


class OfThread(threading.local):
    """Those two of a thread that works for a crew, beside the process's."""

    stopping: Callable[[], bool] | None = None
    handles: WeakSet[Handle] = HANDLES


OWN = OfThread()


def is_stopping() -> bool:
    """Whether nobody waits any more for the call that this process, or thread, is working on."""
    return (OWN.stopping or STOPPING[0])()


def heed(*progress: Any) -> None:
    """End a search for which nobody waits any more."""
    if is_stopping():
        raise KeyboardInterrupt


def heeding() -> Callable[..., None] | None:
    """That, to be called now and then; None in the process that hands out the work."""
    return None if (OWN.stopping or STOPPING[0]) is never else heed


def stopped_with_work() -> Handle:
    """A handle on a search that is to end when nobody waits any more for the call made here.

    Where calls are short it is better than `heed`: a search that polls has its kernels run in
    another thread, on another core perhaps.
    """
    handle = Handle()
    OWN.handles.add(handle)
    handle.is_stopped = is_stopping()  # it may have been too late to be told
    return handle


class OwnThread:
    """A thread of the process that hands out the work: it need not be started or sent anything.

    It is for calls that spend their time in kernels, which Python's lock does not hold up.
    """

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.handles: WeakSet[Handle] = WeakSet()
        self.pool = ThreadPoolExecutor(1, "worker", self.begin)
        self.futures: WeakSet[Future[Any]] = WeakSet()

    def begin(self) -> None:
        """Whoever works here asks this crew whether to stop."""
        OWN.stopping, OWN.handles = self.stop.is_set, self.handles

    def is_idle(self) -> bool:
        """Whether it has nothing to do."""
        return all(future.done() for future in self.futures)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have a call made."""
        future = self.pool.submit(function, *arguments)
        self.futures.add(future)
        return future

    def has_done(self, future: "Future[Any]") -> bool:
        """Whether it was this thread that did something."""
        return future in self.futures

    def dismiss(self) -> None:
        """Stop, and wait until it has ended."""
        self.stop.set()
        for handle in list(self.handles):
            handle.stop()
        self.pool.shutdown(wait=True, cancel_futures=True)


def start_worker(stop: Event, families: Mapping[str, str]) -> None:
    """Ctrl-C goes to every process; only the parent heeds it, and tells the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    STOPPING[0] = stop.is_set
    threading.Thread(target=attend, daemon=True).start()
    try:
        meet(families)
    except InputError:  # a file that was changed, or is gone; the pool would print where it was met
        os._exit(UNMET)


def attend() -> None:
    """Stop searches for which nobody waits any more.

    End this process when its parent has ended, killed perhaps, and nobody gives it work.
    """
    if (parent := multiprocessing.parent_process()) is not None:
        while parent.is_alive():
            # Not by `Event.wait`: to set an event waits for all who wait, killed ones too.
            if is_stopping():
                for handle in list(HANDLES):
                    handle.stop()
            parent.join(LOOK)
    os._exit(0)
