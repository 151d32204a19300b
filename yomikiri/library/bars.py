"""How far something is, as a bar: in a terminal, in a notebook, or nowhere.

Everything that takes long tells its progress to the function `watch`; a bar is such a function for
all of them.
"""

import html
import sys
import time
from contextlib import suppress
from importlib import import_module
from typing import Any, Self

from yomikiri.errors import TEXT, WHOLE, check_kind, check_optional
from yomikiri.learn.found import Stage
from yomikiri.solve import Analysis
from yomikiri.solve.answer import Progress
from yomikiri.tables.build import BuildProgress
from yomikiri.tally import Tally

PAUSE = 0.1  # seconds between two pictures
WHOLE_WIDTH = 1000  # steps of a bar whose progress is a share


def bar(title: str = "", *, total: int | None = None) -> "Bar":
    """A bar to give to `watch`; `total` is needed only where nobody else knows it, as for a match.

    >>> import yomikiri as yk
    >>> with bar("positions") as watch:
    ...     found = yk.analyze_many("tictactoe", ["x../.o./... x", "b2 a2"], watch=watch)
    >>> watch.done, watch.total
    (2, 2)
    """
    check_kind(TEXT, title=title)
    check_optional(WHOLE, total=total)
    return Bar(title, total)


class Bar:
    """A bar, from its first news to the end of its `with`."""

    def __init__(self, title: str, total: int | None) -> None:
        self.title, self.total, self.done, self.text = title, total, 0, ""
        self.shown = 0.0  # when
        self.display: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.show()
        if self.display is not None:
            self.display.close()

    def __call__(self, *told: Any) -> None:
        """Take news, of whatever work."""
        self.done, self.total, self.text = read(told, self.total)
        if time.monotonic() - self.shown >= PAUSE:
            self.show()

    def show(self) -> None:
        """Draw it."""
        self.shown = time.monotonic()
        if self.display is None:
            self.display = (
                Notebook() if in_notebook() else Terminal() if is_terminal() else Silent()
            )
        self.display.draw(self.title, self.done, self.total, self.text)


def read(told: tuple[Any, ...], total: int | None) -> tuple[int, int | None, str]:
    """How much is done, of how much, and what else was said."""
    match told:
        case (int(done), int(all_)):
            return done, all_, ""
        case (Tally() as tally,):
            return tally.games, total, f"{tally.wins}-{tally.draws}-{tally.losses}"
        case (BuildProgress() as at,):
            share = (at.number - 1 + at.share) / at.classes
            level = "" if at.level is None else f" {at.level}"
            return round(WHOLE_WIDTH * share), WHOLE_WIDTH, f"{at.name}{level}"
        case (Progress() as at,):
            known = f"{at.lower}" if at.lower == at.upper else f"{at.lower} .. {at.upper}"
            if at.tasks:
                return at.tasks, at.tasks + at.open, known
            return at.done, at.moves or None, known
        case (Analysis() as at,):
            best = at.moves[0].move if at.moves else ""
            return at.depth, total, f"{best} {at.nodes:,}"
        case (Stage() as at,):
            return at.round - 1, at.rounds, f"{at.what} {at.done}"
    return 0, total, " ".join(map(str, told))


def in_notebook() -> bool:
    """Whether a notebook shows what is displayed."""
    with suppress(Exception):
        return type(sys.modules["IPython"].get_ipython()).__name__ == "ZMQInteractiveShell"
    return False


def is_terminal() -> bool:
    """Whether somebody sees what goes to standard error."""
    return sys.stderr.isatty()


class Silent:
    """Nobody looks."""

    def draw(self, title: str, done: int, total: int | None, text: str) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


class Terminal(Silent):
    """A line of a terminal, by Rich."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Line

        title = TextColumn("{task.description}", markup=False)
        columns = (title, BarColumn(), MofNCompleteColumn())
        self.line = Line(
            *columns,
            TimeRemainingColumn(),
            TextColumn("{task.fields[text]}", markup=False),
            console=Console(stderr=True),
        )
        self.task = self.line.add_task("", total=None, text="")
        self.line.start()

    def draw(self, title: str, done: int, total: int | None, text: str) -> None:
        """Show how far it is."""
        self.line.update(self.task, description=title, completed=done, total=total, text=text)

    def close(self) -> None:
        """Leave it as it is."""
        self.line.stop()


class Notebook(Silent):
    """A bar below the cell, by what every notebook has: no widgets are needed."""

    def __init__(self) -> None:
        shown: Any = import_module("IPython.display")
        self.handle = shown.display({"text/plain": ""}, raw=True, display_id=True)

    def draw(self, title: str, done: int, total: int | None, text: str) -> None:
        """Show how far it is."""
        self.handle.update(picture(title, done, total, text), raw=True)


def picture(title: str, done: int, total: int | None, text: str) -> dict[str, str]:
    """The bar as a notebook takes it."""
    value = "" if total is None else f' value="{done}" max="{max(1, total)}"'
    words = [title, f"{done:,}" + ("" if total is None else f" / {total:,}"), text]
    plain = "  ".join(filter(None, words))
    return {"text/html": f"<progress{value}></progress> {html.escape(plain)}", "text/plain": plain}
