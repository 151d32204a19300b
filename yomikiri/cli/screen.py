"""The screen: in which language a command reports, as text or JSON, and what the terminal can do.

Nothing here needs colours: a pipe, a file and a dumb terminal get the same words.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import Any, TextIO

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from yomikiri.cli.words import Words

WIDE = 1000  # columns where nothing is folded
ROUND_STONES = "●○"


class Screen:
    """Where the report of a command goes; made once from its options, and handed on.

    Reports go to standard output, notices and progress to standard error.  With `as_json` standard
    output belongs to the one document, so what people read goes to standard error as well.
    """

    def __init__(
        self, words: Words | None = None, *, as_json: bool = False, ascii: bool = False
    ) -> None:
        self.words = words or Words()
        self.as_json = as_json
        self.ascii = ascii or needs_ascii()  # whether boards must do without round stones
        self.notes = console(sys.stderr)
        self.console = self.notes if as_json else console(sys.stdout)
        # Whether progress can be drawn on one line again and again, for somebody to see.
        self.is_live = (
            not as_json and self.notes.is_terminal and not is_dumb() and not needs_ascii()
        )

    def print(self, text: str = "", *, style: str | None = None, end: str = "\n") -> None:
        """Print a text, folded between words where the terminal ends."""
        self.console.print(text, style=style, end=end)

    def row(self, text: str) -> None:
        """Print a line of a list, which is never folded."""
        print(text, file=self.console.file, flush=True)

    def put(self, content: Any) -> None:
        """Print without the blanks with which tables fill their lines, and their empty lines."""
        with self.console.capture() as captured:
            self.console.print(content)
        for line in captured.get().splitlines():
            if line.strip():
                self.console.file.write(line.rstrip() + "\n")
        self.console.file.flush()

    def table(self, *headings: str, right: tuple[int, ...] = ()) -> Table:
        """An empty table; `right` names the columns of numbers."""
        fresh = Table(box=box.ASCII2 if self.ascii else box.SIMPLE_HEAD, pad_edge=False)
        for index, heading in enumerate(headings):
            fresh.add_column(heading, justify="right" if index in right else "left")
        return fresh

    def report(self, result: Any, in_words: Callable[["Screen", Any], None]) -> None:
        """Show a result: as the document of `--json`, or in words."""
        if self.as_json:
            self.document(result.to_dict())
        else:
            in_words(self, result)

    def document(self, content: Any) -> None:
        """Print the one document of `--json`, on one line."""
        unicode = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "") == "utf8"
        print(json.dumps(content, ensure_ascii=not unicode), flush=True)


class PipeConsole(Console):
    """A console that leaves a broken pipe to the command line, as all output does."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(stream: TextIO) -> Console:
    """A console to print on: no colours, no folding and no guesses where it is not a terminal."""
    plain = is_dumb() or not stream.isatty()
    width = WIDE if not stream.isatty() else None
    return PipeConsole(file=stream, width=width, no_color=plain, highlight=False, markup=False)


def is_dumb() -> bool:
    """Whether the terminal can only print one character after the other."""
    return os.environ.get("TERM", "") in ("dumb", "unknown")


def needs_ascii() -> bool:
    """Whether standard output cannot show round stones."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        ROUND_STONES.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return True
    return is_dumb()


def right(text: str, width: int) -> str:
    """`text` aligned to the right; a Japanese character takes two columns."""
    return " " * (width - cell_len(text)) + text
