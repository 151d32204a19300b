"""Where text goes, and what the terminal there can do.

Reports go to standard output, progress to standard error and only if somebody looks at it.
Nothing here needs colours: a pipe, a file and a dumb terminal get the same words.
"""

import json
import os
import signal
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

GRACE = 0.7  # seconds a search has to end after Ctrl-C; a compiler would take longer
INTERRUPTED = 130
WIDE = 1000  # columns where nothing is folded
ROUND_STONES = "●○"


def is_dumb() -> bool:
    """Whether the terminal can only print one character after the other."""
    return os.environ.get("TERM", "") in ("dumb", "unknown")


def needs_ascii(asked: bool = False) -> bool:
    """Whether boards must do without round stones."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        ROUND_STONES.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return True
    return asked or is_dumb()


class Screen(Console):
    """A console that leaves a broken pipe to the command line, as all output does."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(*, error: bool = False) -> Console:
    """A screen to print on: no colours, no folding and no guesses where it is not a terminal."""
    stream = sys.stderr if error else sys.stdout
    plain = is_dumb() or not stream.isatty()
    width = WIDE if not stream.isatty() else None
    return Screen(file=stream, width=width, no_color=plain, highlight=False, markup=False)


def table(*headings: str, right: tuple[int, ...] = ()) -> Table:
    """An empty table; `right` names the columns of numbers."""
    fresh = Table(box=box.SIMPLE_HEAD if not needs_ascii() else box.ASCII2, pad_edge=False)
    for index, heading in enumerate(headings):
        fresh.add_column(heading, justify="right" if index in right else "left")
    return fresh


def put(console: Console, content: Any) -> None:
    """Print without the blanks with which tables fill their lines, and their empty lines."""
    with console.capture() as captured:
        console.print(content)
    for line in captured.get().splitlines():
        if line.strip():
            console.file.write(line.rstrip() + "\n")
    console.file.flush()


def right(text: str, width: int) -> str:
    """`text` pushed to the right; a Japanese letter takes two columns."""
    return " " * (width - cell_len(text)) + text


def print_json(document: Any) -> None:
    """The one document of `--json`, on one line."""
    unicode = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "") == "utf8"
    print(json.dumps(document, ensure_ascii=not unicode), flush=True)


def printable(text: str) -> str:
    """`text` without what would move the cursor or clear the screen."""
    return "".join(
        "?" if unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t" else sign
        for sign in text
    )


class Interrupt:
    """Whether Ctrl-C was pressed."""

    pressed = False


@contextmanager
def interruptible(give_up: Callable[[], None]) -> Iterator[Interrupt]:
    """Ctrl-C raises KeyboardInterrupt, and ends the process if that is not heard in time.

    A search hears it at once, but a thread that compiles a kernel cannot be stopped: then
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
    before = signal.signal(signal.SIGINT, pressed)
    try:
        yield interrupt
    finally:
        for timer in timers:
            timer.cancel()
        signal.signal(signal.SIGINT, before)
