"""The live line of a search: root moves done, bounds, nodes, speed and time, on standard error."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.live import Live
from rich.text import Text

from yomikiri.cli.screen import Screen
from yomikiri.cli.words import Words, duration, short_number, signed
from yomikiri.jit import COMPILING, is_compiling
from yomikiri.solve.answer import Progress

EVERY = 0.1  # seconds between two pictures
TELL = 10.0  # seconds between two lines where they stay
BAR = 12  # cells of the bar
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class Display:
    """Shows the progress of a search, and remembers the last of it."""

    def __init__(self, words: Words, label: str, live: Live | None) -> None:
        self.words, self.label, self.live = words, label, live
        self.last: Progress | None = None
        self.drawn = 0.0
        self.pictures = 0

    def __call__(self, progress: Progress) -> None:
        """Take note, and redraw now and then."""
        self.last = progress
        now = time.perf_counter()
        if self.live is not None and now - self.drawn >= EVERY:
            self.drawn = now
            self.pictures += 1
            self.live.update(Text(self.line(progress), no_wrap=True), refresh=True)

    def close(self) -> None:
        """Take the line away."""
        if self.live is not None:
            self.live.stop()
            self.live = None

    def line(self, progress: Progress) -> str:
        """The progress in words."""
        words = self.words
        full = BAR * progress.done // max(1, progress.moves)
        speed = progress.nodes / progress.seconds if progress.seconds > 0 else 0
        known = [
            "━" * full + "─" * (BAR - full),
            words("search.root", done=progress.done, moves=progress.moves),
            words("search.bounds", lower=signed(progress.lower), upper=signed(progress.upper)),
        ]
        parts = [
            f"{SPINNER[self.pictures % len(SPINNER)]} {self.label}",
            *(known if progress.moves else [words("search.level", n=progress.done)]),
            words("search.nodes", nodes=short_number(progress.nodes)),
            words("search.speed", speed=short_number(speed)),
            duration(progress.seconds),
        ]
        if progress.tasks:
            parts.insert(1, words("store.tasks", done=progress.tasks, open=progress.open))
            if speed:
                low, high = (duration(nodes / speed) for nodes in progress.rest)
                parts.append(words("store.left", low=low, high=high))
        if progress.chunks[1]:  # the solve is done
            done, chunks = progress.chunks
            parts = [parts[0], words("verify.chunks", done=done, chunks=chunks)]
        return "  ".join(parts)


class Pace:
    """How long the rest of some work will take, by what was done since this was made."""

    def __init__(self) -> None:
        self.begun, self.before = time.monotonic(), -1
        self.told = time.monotonic()

    def is_time(self) -> bool:
        """Whether something should be said again where there is no live line."""
        if time.monotonic() < self.told + TELL:
            return False
        self.told = time.monotonic()
        return True

    def left(self, words: Words, done: int, total: int) -> str:
        """The time left in words; nothing as long as nobody can know."""
        if self.before < 0:
            self.begun, self.before = time.monotonic(), done  # what a run had already, or the first
            return ""
        passed = time.monotonic() - self.begun
        if done <= self.before or passed < 1:
            return ""
        rest = passed * (total - done) / (done - self.before)
        return words("search.left", time=duration(rest))


def games_watch(screen: Screen, show: Callable[[str], None]) -> Callable[[int, int], None]:
    """What shows how many games are done, and how long the rest will take."""
    pace = Pace()

    def watch(done: int, total: int) -> None:
        text = screen.words("lab.games_so_far", done=done, games=total)
        told = "  ".join(filter(None, (text, pace.left(screen.words, done, total))))
        show(told)
        if pace.is_time() and not screen.is_live and not screen.as_json:
            screen.notes.print(told)

    return watch


@contextmanager
def display(screen: Screen, label: str) -> Iterator[Display]:
    """A live line while a search runs."""
    with live(screen, label) as line:
        yield Display(screen.words, label, line)


@contextmanager
def live_line(screen: Screen, label: str) -> Iterator[Callable[[str], None]]:
    """A live line; yields the function that sets its text."""
    with live(screen, label) as line:

        def show(text: str) -> None:
            if line is not None:
                line.update(Text(f"{label}  {text}", no_wrap=True), refresh=True)

        yield show


@contextmanager
def live(screen: Screen, label: str) -> Iterator[Live | None]:
    """A line that is drawn again and again, and is gone at the end; None where nobody sees it.

    While something is compiled here it tells how far that is.
    """
    if not screen.is_live:
        yield None
        return
    with (
        Live(Text(label), console=screen.notes, auto_refresh=False, transient=True) as line,
        compiling_told(screen.words, label, line),
    ):
        yield line


@contextmanager
def compiling_told(words: Words, label: str, line: Live) -> Iterator[None]:
    """Say how much was compiled, and for how long, whatever this thread does meanwhile."""
    over = threading.Event()

    def tick() -> None:
        seconds, before = 0.0, time.monotonic()
        while not over.wait(EVERY):
            now = time.monotonic()
            if is_compiling() and line.is_started:
                seconds += now - before
                told = words("system.compiled", done=COMPILING.done, time=duration(seconds))
                line.update(Text(f"{label}  {told}", no_wrap=True), refresh=True)
            before = now

    thread = threading.Thread(target=tick, name="compiling told", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
