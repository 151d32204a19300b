"""Yomikiri: play, solve and study small two-player board games.

>>> import yomikiri as yk
>>> game = yk.load("nip:4x4")
>>> yk.solve(game).value
2
"""

# ruff: noqa: E402
from yomikiri import starting

starting.begin()

import os
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from yomikiri.errors import WHOLE, InputError, check_kind
from yomikiri.games import families, load
from yomikiri.games.game import Game
from yomikiri.lab.many import analyze_many
from yomikiri.lab.stats import stats
from yomikiri.players.analysis import analyze
from yomikiri.search import perft as counting
from yomikiri.search import playout
from yomikiri.solve import solve
from yomikiri.solve.options import read_game, read_position
from yomikiri.tables.files import tables_folder
from yomikiri.tables.loaded import LoadedTable

__all__ = [
    "Game",
    "InputError",
    "__version__",
    "analyze",
    "analyze_many",
    "families",
    "load",
    "perft",
    "playouts",
    "solve",
    "stats",
    "table",
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


def playouts(
    game: Game | str, number: int, position: Any = None, *, moves: str = "", seed: int = 0
) -> playout.Playouts:
    """Random games from a position, in bulk: `results`, as the first player sees them, and `plies`.

    Both are arrays; repetitions are ignored, and a game without an end is given up after 10,000
    plies, when its result is `yomikiri.rules.ONGOING`.

    >>> found = playouts("tictactoe", 1000)
    >>> print(len(found.results), found.plies.max())
    1000 9
    """
    game = read_game(game)
    check_kind(WHOLE, number=number, seed=seed)
    if number < 0:
        raise InputError("number.least", name="number", least=0, got=number)
    state = read_position(game, position, moves)
    return playout.playouts(game.rules, state, int(number), int(seed))


def table(game: Game | str, folder: str | os.PathLike[str] | None = None) -> LoadedTable:
    """The table of a game that was built, in memory: `codes(c)` of class c are a NumPy array.

    `positions(c)` goes through all positions of a class, `probe_many` asks about many states.
    """
    return LoadedTable(read_game(game), tables_folder() if folder is None else Path(folder))
