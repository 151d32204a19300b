"""The command `engine`: a protocol on standard input and output."""

import sys

from yomikiri.errors import InputError
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.game import Game
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.protocols.uci import UciEngine
from yomikiri.protocols.usi import UsiEngine


def say(line: str) -> None:
    """A line to the other program, at once."""
    print(line, flush=True)


def converse(game: Game) -> int:
    """Speak the protocol of a game until the other side ends it."""
    if isinstance(game, ShogiGame):
        UsiEngine(game, sys.stdout).run(sys.stdin)
    elif isinstance(game, EndingGame):
        UciEngine(say).hear(sys.stdin)
    else:
        raise InputError(
            f"there is no engine for {game.family}; try `yomikiri engine minishogi` or"
            " `yomikiri engine ending`"
        )
    return 0
