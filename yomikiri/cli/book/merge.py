"""The command `book merge`: several books in one."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.book.build import BookFile
from yomikiri.cli.command import command
from yomikiri.cli.options import GameText
from yomikiri.cli.screen import Screen
from yomikiri.games import load
from yomikiri.lab.book import merge_books
from yomikiri.reading import check_writable


@command
def merge(
    game: GameText,
    books: Annotated[list[Path], typer.Argument(metavar="BOOK")],
    *,
    out: BookFile,
    screen: Screen,
) -> int:
    """Put the positions of several books into one."""
    chosen = load(game)
    check_writable(out)
    grown = merge_books(chosen, out, books)
    if screen.as_json:
        screen.document({"game": str(chosen), "file": str(out), **grown._asdict()})
    else:
        screen.print(screen.words("book.grown", file=out, **grown._asdict()))
    return 0
