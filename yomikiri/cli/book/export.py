"""The command `book export`: a book for other programs."""

import json
from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.book.show import FileName
from yomikiri.cli.command import command
from yomikiri.cli.options import GameText
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.book import document, write_yaneuraou
from yomikiri.players.book import Book
from yomikiri.reading import check_writable
from yomikiri.work.runs import write_whole


@command
def export(
    game: GameText,
    book: FileName,
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    *,
    screen: Screen,
) -> int:
    """Write a book as JSON, or as a .db of YaneuraOu for games of the shogi family."""
    chosen = load(game)
    check_writable(file)
    if file.suffix not in (".json", ".db"):
        raise InputError("book.suffix", file=str(file))
    is_yaneuraou = file.suffix == ".db"
    if is_yaneuraou and chosen.protocol != "usi":
        raise InputError("book.no_usi", file=str(file), game=chosen)
    if file.exists():
        raise InputError("command.file_exists", file=str(file))
    with Book(book, chosen) as opened:
        content = document(chosen, opened)
        text = write_yaneuraou(chosen, opened) if is_yaneuraou else json.dumps(content, indent=1)
    write_whole(file, text)
    if screen.as_json:
        positions = len(content["positions"])
        screen.document({"game": str(chosen), "file": str(file), "positions": positions})
    else:
        screen.print(screen.words("result.wrote", file=file))
    return 0
