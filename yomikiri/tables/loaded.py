"""A table of chess endings held in memory, for asking about many positions at once."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.ending.rules import Ending
from yomikiri.games.game import Game, State
from yomikiri.jit import kernel
from yomikiri.rules import ONGOING, index, outcome
from yomikiri.tables.table import Table


@kernel
def probe_rows(rules: Any, store: Any, bases: Any, rows: Any, out: Any) -> None:
    """The code of each row, a state's fields: d + 1 won in d plies, -(d + 1) lost, 0 drawn."""
    for i in range(len(rows)):
        state = Ending(rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3], rows[i, 4])
        result = outcome(rules, state)
        if result != ONGOING:
            out[i] = (result > 0) - (result < 0)
        else:
            group, number = index(rules, state)
            out[i] = store[bases[group] + number]


class LoadedTable:
    """All codes of an ending in one array of 16-bit numbers."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        if not isinstance(game, EndingGame):
            raise InputError(f"array probing is for chess endings, not for {game}")
        self.game = game
        table = Table(game, folder)
        sizes = [len(file) for file in table.files]
        self.bases = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.store = np.zeros(int(self.bases[-1]), np.int16)
        for group, file in enumerate(table.files):
            file.load(self.store[self.bases[group] : self.bases[group + 1]])
        table.close()

    def probe_many(self, states: Sequence[State] | Any) -> Any:
        """The codes of states, or of an array [N, 5] of their fields."""
        rows = np.ascontiguousarray(np.asarray(states, np.int64).reshape(-1, len(Ending._fields)))
        out = np.zeros(len(rows), np.int16)
        probe_rows(self.game.rules, self.store, self.bases, rows, out)
        return out
