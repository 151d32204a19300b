"""A table held in memory, for asking about many positions at once."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from yomikiri.errors import WHOLE, InputError, check_kind
from yomikiri.games.game import Game, State
from yomikiri.jit import from_row, kernel
from yomikiri.rules import ONGOING, index, outcome, unindex
from yomikiri.search.codes import HOLE, end_code
from yomikiri.tables.table import Probe, Table, probe_of


@kernel
def code_at(rules: Any, store: Any, bases: Any, state: Any) -> Any:
    """The code of a position: d + 1 won in d plies, -(d + 1) lost, 0 drawn."""
    result = outcome(rules, state)
    if result != ONGOING:
        return end_code(result)
    group, number = index(rules, state)
    return int(store[bases[group] + number])


@kernel
def probe_rows(rules: Any, like: Any, store: Any, bases: Any, rows: Any, out: Any) -> None:
    """The code of each row, the fields of a state; `like` is any state of the same game."""
    for i in range(len(rows)):
        out[i] = code_at(rules, store, bases, from_row(like, rows[i]))


class LoadedTable:
    """All codes of a game in one array of 16-bit numbers."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        table = Table(game, folder)
        self.game, self.numbers = game, table.numbers
        sizes = [len(file) for file in table.files]
        self.bases = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.store = np.zeros(int(self.bases[-1]), np.int16)
        for group, file in enumerate(table.files):
            file.load(self.store[self.bases[group] : self.bases[group + 1]])
        table.close()

    def __repr__(self) -> str:
        names = ", ".join(f"{cls.name} {cls.size:,}" for cls in self.numbers.classes)
        return f"<table of {self.game}: {names}>"

    def codes(self, group: int) -> Any:
        """The codes of a class by number, to read: a view, not a copy.

        d + 1 is won in d plies, -(d + 1) lost, 0 drawn, HOLE no position; see `probe_of`.
        """
        check_kind(WHOLE, group=group)
        if not 0 <= group < len(self.bases) - 1:
            most = len(self.bases) - 2
            raise InputError("number.whole_range", name="class", least=0, most=most, got=group)
        part = self.store[self.bases[group] : self.bases[group + 1]]
        part.flags.writeable = False
        return part

    def positions(self, group: int) -> Iterator[tuple[State, Probe]]:
        """Every position of a class, with what the table says about it."""
        codes = self.codes(group)
        for number in np.flatnonzero(codes != HOLE).tolist():
            yield unindex(self.numbers.rules, group, number), probe_of(int(codes[number]))

    def probe_many(self, states: Sequence[State] | Any) -> Any:
        """The codes of states, or of an array [N, F] of their F fields."""
        like = self.game.start
        rows = np.ascontiguousarray(np.asarray(states, np.int64).reshape(-1, len(like)))
        out = np.zeros(len(rows), np.int16)
        probe_rows(self.numbers.rules, like, self.store, self.bases, rows, out)
        return out
