"""Yomikiri: play, solve and study small two-player board games.

>>> import yomikiri as yk
>>> game = yk.load("nip:4x4")
>>> yk.solve(game).value
2
"""

# ruff: noqa: E402
from yomikiri import starting

starting.begin()

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from yomikiri.errors import WHOLE, InputError, check_kind
from yomikiri.games import families, load
from yomikiri.games.game import Game
from yomikiri.lab.many import analyze_many
from yomikiri.lab.stats import stats
from yomikiri.search import perft as counting
from yomikiri.solve import analyze, solve
from yomikiri.solve.options import read_game, read_position

__all__ = [
    "Game",
    "InputError",
    "__version__",
    "analyze",
    "analyze_many",
    "families",
    "load",
    "perft",
    "solve",
    "stats",
]

try:
    __version__ = version("yomikiri")
except PackageNotFoundError:  # run from sources that are not installed
    __version__ = "0+unknown"

DEEPEST = 100  # plies; a deeper count never ends


def perft(game: Game | str, depth: int, position: Any = None, *, moves: str = "") -> int:
    """How many sequences of exactly `depth` plies there are from a position; a pass is a ply.

    >>> perft("othello", 5)
    1396
    """
    game = read_game(game)
    check_kind(WHOLE, depth=depth)
    if not 0 <= depth <= DEEPEST:
        raise InputError("number.depth", least=0, most=DEEPEST, got=depth)
    state = read_position(game, position, moves)
    return counting.perft(game.rules, state, int(depth), finished_count=game.finished_count)
