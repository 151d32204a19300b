"""The command `players`: who can sit at the board, or at that of one game."""

from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.report import pairs
from yomikiri.cli.screen import Screen
from yomikiri.games import load
from yomikiri.library.telling import players as playing
from yomikiri.words import say


@command
def players(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None, *, screen: Screen
) -> int:
    """List the players, or those that play one game."""
    chosen = None if game is None else load(game)
    known = playing(chosen)
    language = screen.words.language
    if screen.as_json:
        rows = [{"player": text, "about": say(about, language)} for text, about in known.items()]
        screen.document({"game": None if chosen is None else str(chosen), "players": rows})
    else:
        screen.put(pairs([(text, say(about, language)) for text, about in known.items()]))
    return 0
