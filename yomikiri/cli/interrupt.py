"""Ctrl-C while something runs: it ends with what is known, and in time."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from yomikiri import starting
from yomikiri.running import INTERRUPT
from yomikiri.solve.answer import Interrupted

GRACE = 0.7  # seconds a search has to end after Ctrl-C; a compiler would take longer
INTERRUPTED = starting.INTERRUPTED  # the exit code


class Asked:
    """A search that a command runs: its answer, if it was not stopped, and the exit code."""

    answer: Any = None
    code = 0


@contextmanager
def asking(show: Callable[[Any], None], give_up: Callable[[], None]) -> Iterator[Asked]:
    """Show the answer that a search gives, also after Ctrl-C; `give_up` if it cannot give one."""
    asked = Asked()
    try:
        with interruptible(give_up) as interrupt:
            yield asked
    except Interrupted as end:
        show(end.answer)
        asked.code = INTERRUPTED
    except KeyboardInterrupt:
        give_up()
        asked.code = INTERRUPTED
    else:
        show(asked.answer)
        asked.code = INTERRUPTED if interrupt.pressed else 0


def code_of(stopped: str) -> int:
    """The exit code of a match that ended early for this reason, or not at all."""
    return INTERRUPTED if stopped == INTERRUPT else 1 if stopped else 0


class Interrupt:
    """Whether Ctrl-C was pressed."""

    pressed = False


@contextmanager
def interruptible(give_up: Callable[[], None]) -> Iterator[Interrupt]:
    """Ctrl-C raises KeyboardInterrupt, and ends the process if nothing answers it in time.

    A search stops at once, but a thread that compiles a kernel cannot be stopped: then
    `give_up` prints what is known and the process ends here.
    """
    interrupt = Interrupt()
    timers: list[threading.Timer] = []

    def end() -> None:
        give_up()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(INTERRUPTED)

    def pressed(number: int, frame: FrameType | None) -> None:
        if not interrupt.pressed:
            interrupt.pressed = True
            timer = threading.Timer(GRACE, end)
            timer.daemon = True
            timers.append(timer)
            timer.start()
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield interrupt  # signals come to the main thread only
        return
    report = sys.unraisablehook

    def lost(what: "sys.UnraisableHookArgs") -> None:
        """Ctrl-C in a destructor or a callback goes nowhere: the timer ends the process."""
        if what.exc_type is not KeyboardInterrupt:
            report(what)

    before = signal.signal(signal.SIGINT, pressed)
    sys.unraisablehook = lost
    try:
        yield interrupt
    finally:
        for timer in timers:
            timer.cancel()
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = report
