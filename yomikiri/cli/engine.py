"""The command `engine`: a protocol on standard input and output."""

import io
import os
import sys

from yomikiri.errors import InputError
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.game import Game
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.protocols.engine import Engine
from yomikiri.protocols.uci import UciEngine
from yomikiri.protocols.usi import UsiEngine


def converse(game: Game) -> int:
    """Speak the protocol of a game until the other side ends it."""
    engine: Engine
    if isinstance(game, ShogiGame):
        engine = UsiEngine(game, sys.stdout)
    elif isinstance(game, EndingGame):
        engine = UciEngine(sys.stdout)
    else:
        raise InputError(
            f"there is no engine for {game.family}; try `yomikiri engine minishogi` or"
            " `yomikiri engine ending`"
        )
    engine.run(sys.stdin or io.StringIO())
    if engine.is_busy:  # with a kernel that is being compiled, which nobody waits for
        os._exit(0)
    return 0
