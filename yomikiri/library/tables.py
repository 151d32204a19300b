"""The table of a game, for Python: built, asked, gone through, or taken as arrays."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from yomikiri.errors import FLAG, FUNCTION, POSITIONS, check_kind, check_optional, wrong_kind
from yomikiri.games.game import Game, Move, Position
from yomikiri.reading import named_path
from yomikiri.search.codes import HOLE
from yomikiri.solve.options import check_threads, read_game, read_position, read_size
from yomikiri.tables import table as asking
from yomikiri.tables.build import Watch, build_table
from yomikiri.tables.files import tables_folder
from yomikiri.tables.loaded import LoadedTable
from yomikiri.tables.table import Probe


class Table(LoadedTable):
    """The value of every position of a game, in memory.

    `codes(c)` are those of class c as a NumPy array, `probe_many` asks about many positions.
    """

    def __init__(self, game: Game, folder: Path) -> None:
        super().__init__(game, folder)
        self.files = asking.Table(game, folder)  # positions that have no number of their own

    def probe(self, position: Position | str | None = None) -> Probe:
        """What a position is worth to its mover: `.wdl` is 1, 0 or -1, `.distance` in plies."""
        return self.files.probe(read_position(self.game, position, ""))

    def moves(self, position: Position | str | None = None) -> dict[Move, Probe]:
        """Every legal move and what it is worth to who makes it, the best first."""
        state = read_position(self.game, position, "")
        found = self.files.moves(state)
        return {self.game.move(state, it.move): Probe(it.wdl, it.distance) for it in found}

    def probe_many(self, positions: Iterable[Any]) -> Any:
        """The codes of positions, of states, or of an array [N, F] of their F fields, as an array.

        d + 1 is won in d plies, -(d + 1) lost, 0 drawn.
        """
        if not isinstance(positions, Iterable):
            raise wrong_kind(POSITIONS, "positions", positions)
        if not isinstance(positions, np.ndarray):
            kind = type(self.game.start)
            positions = [
                one if isinstance(one, kind) else read_position(self.game, one, "")
                for one in positions
            ]
        return super().probe_many(positions)

    def line(self, position: Position | str | None = None) -> list[Move]:
        """Best play by both sides to the end; none for a draw."""
        place = Position(self.game, read_position(self.game, position, ""))
        for move in self.files.line(place.state):
            place = place.after(move)
        return place.line

    def __len__(self) -> int:
        return int(np.count_nonzero(self.store != HOLE))

    def __iter__(self) -> Iterator[tuple[Position, Probe]]:
        for group in range(len(self.numbers.classes)):
            for state, probe in self.positions(group):
                yield Position(self.game, state), probe


def table(
    game: Game | Position | str,
    folder: str | os.PathLike[str] | None = None,
    *,
    build: bool = False,
    threads: int = 1,
    memory: str | None = None,
    watch: Watch | None = None,
) -> Table:
    """The table of a game: that was built, or with `build` is built now if it is not there.

    `folder` is where tables lie, if not in the usual place; `watch` gets how far a build is.

    >>> import tempfile
    >>> found = table("tictactoe", tempfile.mkdtemp(), build=True)
    >>> len(found), found.probe("xx./oo./... x"), found.moves("xx./oo./... x")["c1"].wdl
    (5478, Probe(wdl=1, distance=1), 1)
    """
    check_kind(FLAG, build=build)
    check_optional(FUNCTION, watch=watch)
    found = read_game(game)
    place = tables_folder() if folder is None else named_path("folder", folder)
    if build:
        limit = None if memory is None else read_size(memory)
        build_table(found, place, threads=check_threads(threads), memory=limit, watch=watch)
    return Table(found, place)
