"""The command `engine`: a protocol on standard input and output."""

import io
import os
import sys
from collections.abc import Callable, Mapping
from typing import TextIO

from yomikiri.cli.command import command
from yomikiri.cli.options import GameText
from yomikiri.cli.words import Words
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.library.warming import warm_behind
from yomikiri.protocols.engine import Engine
from yomikiri.protocols.uci import UciEngine
from yomikiri.protocols.usi import UsiEngine
from yomikiri.words import message

ENGINES: Mapping[str, Callable[[Game, TextIO], Engine]] = {"usi": UsiEngine, "uci": UciEngine}


@command
def engine(game: GameText, *, words: Words) -> int:
    """Speak USI (shogi family) or UCI (chess endings) on standard input and output."""
    chosen = load(game)
    speaker = engine_of(chosen)
    if warm_behind(chosen):
        speaker.say(f"info string {message('system.behind')}")
    speaker.run(sys.stdin or io.StringIO())
    if speaker.is_busy:  # with a kernel that is being compiled, which nobody waits for
        os._exit(0)
    return 0


def engine_of(game: Game) -> Engine:
    """What speaks the protocol of a game."""
    if game.protocol not in ENGINES:
        raise InputError("command.no_engine", game=game.family)
    return ENGINES[game.protocol](game, sys.stdout)
