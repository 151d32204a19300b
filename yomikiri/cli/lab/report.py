"""What the commands `lab ...` share: options, and tables in Markdown, row by row."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from yomikiri.cli.options import whole
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import duration
from yomikiri.errors import InputError

Games = Annotated[int, typer.Option(parser=whole, metavar="N")]
Seed = Annotated[int, typer.Option(parser=whole, metavar="N")]
Plies = Annotated[int, typer.Option(parser=whole, metavar="N")]


def check_games(games: int) -> None:
    """Refuse to play nothing."""
    if games < 1:
        raise InputError("number.least", name="games", least=1, got=games)


def show_head(screen: Screen, names: Iterable[str]) -> None:
    """The headings of a table."""
    columns = [screen.words(f"measure.{name}") for name in names]
    show_row(screen, columns)
    screen.row("|---" * len(columns) + "|")


def show_row(screen: Screen, cells: Iterable[object]) -> None:
    """A row of a table."""
    screen.row(f"| {' | '.join(map(str, cells))} |")


@contextmanager
def timed(screen: Screen) -> Iterator[None]:
    """Report how long it all took."""
    started = time.perf_counter()
    yield
    if not screen.as_json:
        screen.notes.print(duration(time.perf_counter() - started))
