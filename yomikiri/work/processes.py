"""A crew of processes on this machine."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from typing import Any
from weakref import WeakSet

from yomikiri.games import meet, strangers
from yomikiri.running import Handle
from yomikiri.work.crew import MOST_DEATHS, Call, Crew, Result, WorkersLost

LOOK = 0.1  # seconds between two looks whether the work is to stop


class Processes(Crew):
    """Processes of their own; one that is killed is replaced, and its call made again."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.calls: dict[Hashable, Call] = {}
        self.futures: dict[Future[Any], Hashable] = {}
        self.in_a_row = 0  # deaths since the last result
        # Forked processes would inherit the locks of threads that they do not have.
        self.context = multiprocessing.get_context("spawn")
        self.open()

    def open(self) -> None:
        """Hire everybody; the processes start with the first call."""
        self.stop = self.context.Event()
        families = (self.stop, strangers())
        self.pool = ProcessPoolExecutor(self.size, self.context, start_worker, families)

    def give(self, call: Call) -> None:
        self.calls[call.key] = call
        try:
            with interrupts_blocked():  # the first ones start the processes
                future = self.pool.submit(call.function, *call.arguments)
        except BrokenProcessPool:
            self.replace()
        else:
            self.futures[future] = call.key

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
                    is_broken = True
                else:
                    del self.calls[key]
                    self.in_a_row = 0
            if is_broken:
                is_broken = False
                self.replace()
        return results

    def replace(self) -> None:
        """Hire everybody anew, for one has died; what has no result is given again."""
        self.deaths += 1
        self.in_a_row += 1
        if self.in_a_row > MOST_DEATHS:
            raise WorkersLost("work.deaths", n=self.in_a_row)
        self.dismiss()
        self.open()
        for call in list(self.calls.values()):
            self.give(call)

    def dismiss(self) -> None:
        """Stop all processes, and wait until they have ended."""
        self.stop.set()
        self.pool.shutdown(wait=True, cancel_futures=True)
        self.futures.clear()

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


def never() -> bool:
    """In the process that hands out the work: nobody stops it but by Ctrl-C."""
    return False


STOPPING: list[Callable[[], bool]] = [never]


def is_stopping() -> bool:
    """Whether nobody waits any more for the call that this process is working on."""
    return STOPPING[0]()


def heed(*progress: Any) -> None:
    """End a search for which nobody waits any more."""
    if is_stopping():
        raise KeyboardInterrupt


def heeding() -> Callable[..., None] | None:
    """That, to be called now and then; None in the process that hands out the work."""
    return None if STOPPING[0] is never else heed


HANDLES: WeakSet[Handle] = WeakSet()  # of searches that end when nobody waits for them


def stopped_with_work() -> Handle:
    """A handle on a search that is to end when nobody waits any more for this process's call.

    Where calls are short it is better than `heed`: a search that polls has its kernels run in
    another thread, on another core perhaps.
    """
    handle = Handle()
    HANDLES.add(handle)
    handle.is_stopped = is_stopping()  # it may have been too late to be told
    return handle


def start_worker(stop: Event, families: Mapping[str, str]) -> None:
    """Ctrl-C goes to every process; only the parent heeds it, and tells the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    STOPPING[0] = stop.is_set
    threading.Thread(target=attend, daemon=True).start()
    meet(families)


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
