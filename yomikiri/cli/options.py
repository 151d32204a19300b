"""The arguments that several commands have in common."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.errors import InputError, plain_number
from yomikiri.games.game import Game, quoted
from yomikiri.solve.options import check_threads, read_limit, read_memory
from yomikiri.tables.files import tables_folder


def whole(text: str) -> int:
    """A whole number that was typed; a default comes as the number it is."""
    try:
        return int(plain_number(int, str(text)))
    except ValueError:
        raise typer.BadParameter(f"expected a whole number, got {quoted(text)}") from None


def number(text: str) -> float:
    """A number that was typed."""
    try:
        return plain_number(float, str(text))
    except ValueError:
        raise typer.BadParameter(f"expected a number, got {quoted(text)}") from None


def place_to_begin(game: Game, start: str | None, position: str | None) -> str | None:
    """The position that --start or --position names; None: the game's own start."""
    if start is None:
        return position
    if position is not None:
        raise InputError("--start and --position both say where to begin; leave one of them out")
    return game.show(game.read_start(start))


def check_options(options: dict[str, Any]) -> None:
    """Refuse wrong limits before anything is compiled."""
    read_limit(options["seconds"], options["nodes"])
    read_memory(options["memory"])
    check_threads(options["threads"])


def check_writable(path: Path) -> None:
    """Whether a file can be written, before a long search; raises InputError."""
    folder = path.parent
    too_long = len(os.fsencode(path.name)) > 255  # what file systems allow
    if too_long or not folder.is_dir() or path.is_dir() or not os.access(folder, os.W_OK):
        name = quoted(str(path))
        raise InputError(f"cannot write {name}: expected a file in a folder that exists")


def folder_of(asked: Path | None) -> Path:
    """Where tables are kept."""
    return tables_folder() if asked is None else asked


GameText = Annotated[str, typer.Argument(metavar="GAME", help="such as nip:6x6; see `games`")]
GameOrFen = Annotated[str, typer.Argument(metavar="GAME|FEN", help="A game, or a chess position.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
Position = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Where to begin, if not at the start.")
]
Start = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Dice at the start, such as gcp.gpc/gcp.gcp (janken)."),
]
Moves = Annotated[str, typer.Option(metavar="TEXT", help='Moves to play first, such as "b1 a3".')]
Threads = Annotated[
    int, typer.Option(parser=whole, metavar="N", help="Threads that search together.")
]
Jobs = Annotated[int, typer.Option(parser=whole, metavar="N", help="Processes that play at once.")]
Memory = Annotated[str, typer.Option(metavar="SIZE", help="Memory, such as 512MiB or 4GiB.")]
Seconds = Annotated[
    float | None, typer.Option(parser=number, metavar="S", help="Stop after so many seconds.")
]
Nodes = Annotated[
    int | None, typer.Option(parser=whole, metavar="N", help="Stop after so many positions.")
]
Folder = Annotated[
    Path | None,
    typer.Option("--tables", metavar="DIR", help="Where tables are kept; else YOMIKIRI_TABLES."),
]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="en|ja", help="Language; otherwise by LANG.")
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Boards of plain letters.")]
PlayerText = Annotated[
    str | None, typer.Option(metavar="P", help="human, or a player such as level:5.")
]
