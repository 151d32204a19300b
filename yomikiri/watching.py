"""The watch: one thread that looks at the clock and at Ctrl-C while kernels run in others.

A kernel sees neither.  It could run in another thread while the one that wants its answer waits,
but to hand work over and back takes up to a tenth of a millisecond where a core must wake up, and
finds the caches of that core cold: at 10 ms a move, with a dozen kernels for a move, players
lost a third of their time.  So a kernel runs where its answer is wanted, and the watch sleeps until
a limit of time has passed or a signal comes.
"""

import contextlib
import math
import os
import selectors
import signal
import socket
import threading
import time
from typing import Protocol

POKE = b"\0"  # no signal has this number
MOST_BYTES = 4096
LONGEST_NAP = 86_400.0  # seconds; the system takes no more than some weeks


class Watched(Protocol):
    """What can be told to stop."""

    end: float | None  # by `time.perf_counter`

    def interrupt(self) -> None:
        """Ctrl-C was pressed."""

    def time_out(self) -> None:
        """The end has come."""


class Watch:
    """Knows what runs, and tells it to stop."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.running: set[Watched] = set()
        self.in_main: Watched | None = None  # what Ctrl-C is meant for
        self.wakes = math.inf  # when it will look at the clock
        self.before = -1  # where Python wrote the numbers of signals before
        self.thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to watch; called with the lock."""
        self.far, self.near = socket.socketpair()
        self.far.setblocking(False)
        self.near.setblocking(False)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.near, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.run, name="watch", daemon=True)
        self.thread.start()

    def begin(self, work: Watched) -> None:
        """Watch over what this thread is about to run."""
        is_main = threading.current_thread() is threading.main_thread()
        with self.lock:
            if self.thread is None:
                self.start()
            self.running.add(work)
            if is_main:
                self.in_main = work
                ours = self.far.fileno()
                before = signal.set_wakeup_fd(ours, warn_on_full_buffer=False)
                self.before = -1 if before == ours else before
            if work.end is not None and work.end < self.wakes:
                self.wakes = work.end
                self.far.send(POKE)

    def done(self, work: Watched) -> None:
        """It has ended."""
        with self.lock:
            self.running.discard(work)
            if self.in_main is work:
                self.in_main = None
                signal.set_wakeup_fd(self.before)
                if POKE in self.hear():  # or a signal would end what runs next
                    self.far.send(POKE)  # which was for the watch

    def hear(self) -> bytes:
        """Hear which signals came; called with the lock."""
        try:
            heard = self.near.recv(MOST_BYTES)
        except BlockingIOError:
            return b""
        signals = heard.replace(POKE, b"")
        if signals and self.before >= 0:  # an event loop, perhaps
            with contextlib.suppress(OSError):
                os.write(self.before, signals)
        if signal.SIGINT in signals and self.in_main is not None:
            self.in_main.interrupt()
        return heard

    def run(self) -> None:
        """Watch, for ever."""
        while True:
            with self.lock:
                now = time.perf_counter()
                ends = [(work.end, work) for work in self.running if work.end is not None]
                late = [work for end, work in ends if end <= now]
                self.wakes = min((end for end, _ in ends if end > now), default=math.inf)
            for work in late:
                work.time_out()
            patience = min(max(0.0, self.wakes - now), LONGEST_NAP)
            if self.selector.select(patience):
                with self.lock:
                    self.hear()


WATCH = Watch()
