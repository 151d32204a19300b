"""The table of a game, for Python."""

import os
from pathlib import Path

from yomikiri.games.game import Game
from yomikiri.solve.options import read_game
from yomikiri.tables.files import tables_folder
from yomikiri.tables.loaded import LoadedTable


def table(game: Game | str, folder: str | os.PathLike[str] | None = None) -> LoadedTable:
    """The table of a game that was built, in memory: `codes(c)` of class c are a NumPy array.

    `positions(c)` goes through all positions of a class, `probe_many` asks about many states.
    """
    return LoadedTable(read_game(game), tables_folder() if folder is None else Path(folder))
