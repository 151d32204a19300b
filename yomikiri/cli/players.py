"""The command `players`: who can sit at the board, or at that of one game."""

from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.report import pairs
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.players import USAGE, make_player
from yomikiri.words import say

NEEDS_PROGRAM = {"usi:COMMAND": "usi", "uci:COMMAND": "uci"}  # the protocol that a game must speak


@command
def players(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None, *, screen: Screen
) -> int:
    """List the players, or those that play one game."""
    chosen = None if game is None else load(game)
    known = [text for text in USAGE if chosen is None or can_play(text, chosen)]
    language = screen.words.language
    if screen.as_json:
        rows = [{"player": text, "about": say(USAGE[text], language)} for text in known]
        screen.document({"game": None if chosen is None else str(chosen), "players": rows})
    else:
        screen.put(pairs([(text, say(USAGE[text], language)) for text in known]))
    return 0


def can_play(text: str, game: Game) -> bool:
    """Whether such a player can be made for a game."""
    if text in NEEDS_PROGRAM:
        return game.foreign_protocol == NEEDS_PROGRAM[text]
    try:
        make_player(text.replace("0..9", "5"), game)
    except InputError:
        return False
    return True
