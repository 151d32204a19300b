"""The command `engine`: a protocol on standard input and output."""

import sys

from yomikiri.errors import InputError
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.game import Game
from yomikiri.protocols.uci import UciEngine


def say(line: str) -> None:
    """A line to the other program, at once."""
    print(line, flush=True)


def converse(game: Game) -> int:
    """Speak the protocol of a game until the other side ends it."""
    if not isinstance(game, EndingGame):
        raise InputError(f"there is no engine for {game.family}; try `yomikiri engine ending`")
    UciEngine(say).hear(sys.stdin)
    return 0
