"""The arguments that several commands have in common."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.errors import InputError, plain_number
from yomikiri.games.game import Game, quoted


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
