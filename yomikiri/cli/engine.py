"""The command `engine`: a protocol on standard input and output."""

import io
import os
import sys
from collections.abc import Callable, Mapping
from typing import TextIO

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.protocols.engine import Engine
from yomikiri.protocols.uci import UciEngine
from yomikiri.protocols.usi import UsiEngine

ENGINES: Mapping[str, Callable[[Game, TextIO], Engine]] = {"usi": UsiEngine, "uci": UciEngine}


def converse(game: Game) -> int:
    """Speak the protocol of a game until the other side ends it."""
    if game.protocol not in ENGINES:
        raise InputError(
            f"there is no engine for {game.family}; try `yomikiri engine minishogi` or"
            " `yomikiri engine ending`"
        )
    engine = ENGINES[game.protocol](game, sys.stdout)
    engine.run(sys.stdin or io.StringIO())
    if engine.is_busy:  # with a kernel that is being compiled, which nobody waits for
        os._exit(0)
    return 0
