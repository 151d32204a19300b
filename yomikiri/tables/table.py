"""A finished table, to ask: the value and distance of any position and of its moves."""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri import rules as contract
from yomikiri.games.game import Game, State
from yomikiri.tables.files import ClassFile, TableError, class_path, missing, tables_folder
from yomikiri.tables.numbering import is_numbered, numbering


class Probe(NamedTuple):
    """What a table says about a position, to the player to move there."""

    wdl: int  # 1 won, 0 drawn, -1 lost
    distance: int | None  # plies to the end; None for a draw


class MoveProbe(NamedTuple):
    """A move and what it leads to, as the player who makes it sees it."""

    move: int
    wdl: int
    distance: int | None  # the move itself counted


def probe_of(code: int) -> Probe:
    """What a code means."""
    if code == 0:
        return Probe(0, None)
    return Probe(1 if code > 0 else -1, abs(code) - 1)


def rank(found: Probe | MoveProbe) -> tuple[int, int]:
    """The greater the better for the player: win soon, draw, lose late."""
    return found.wdl, -found.wdl * (found.distance or 0)


def check_there(game: Game, folder: Path) -> None:
    """Refuse a table that was not built, before positions are listed for it."""
    if not is_numbered(game) and not game.has_chance and not is_built(game, folder):
        raise missing(game, folder)


class Table:
    """All classes of a game, open for reading."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        folder = tables_folder() if folder is None else folder
        check_there(game, folder)
        self.game, self.numbers = game, numbering(game)
        groups = range(len(self.numbers.classes))
        self.files = [ClassFile(game, group, folder) for group in groups]

    def probe(self, state: State) -> Probe:
        """The value of a position."""
        game = self.game
        result = game.outcome(state)
        if result is not None:
            return Probe((result > 0) - (result < 0), 0 if result else None)
        if not self.has(state):
            best = max(self.moves(state), key=rank)
            return Probe(best.wdl, best.distance)
        group, number = contract.index(self.numbers.rules, state)
        return probe_of(self.files[int(group)].code(int(number)))

    def has(self, state: State) -> bool:
        """Whether it has the position itself, or only those after its moves.

        Raises TableError for one that a table of what can be reached does not have.
        """
        known = self.numbers.has(self.game, state)
        if not known and not is_numbered(self.game) and self.game.outcome(state) is None:
            raise TableError("table.not_reached", game=self.game, position=self.game.show(state))
        return known

    def moves(self, state: State) -> list[MoveProbe]:
        """Every legal move with its value, the best first."""
        found = [self.probe_move(state, move) for move in self.game.legal_moves(state)]
        return sorted(found, key=rank, reverse=True)

    def probe_move(self, state: State, move: int) -> MoveProbe:
        """The value of a move."""
        game = self.game
        child = game.play(state, move)
        wdl, distance = self.probe(child)
        if game.mover(child) != game.mover(state):
            wdl = -wdl
        if distance is None:
            return MoveProbe(move, wdl, None)
        leaves = bool(contract.leaves_class(game.rules, state, move))
        anew = leaves and bool(contract.resets(game.rules, state, move))
        return MoveProbe(move, wdl, 1 if anew else distance + 1)

    def line(self, state: State) -> list[int]:
        """Best play by both sides to the end; empty for a draw."""
        line: list[int] = []
        while self.probe(state).wdl and (moves := self.moves(state)):
            line.append(moves[0].move)
            state = self.game.play(state, line[-1])
        return line

    def positions(self, group: int) -> Iterator[tuple[int, Any]]:
        """The codes of a class block by block, each with the number of its first position."""
        start = 0
        for block in self.files[group].blocks():
            yield start, block
            start += len(block)

    def state(self, group: int, number: int) -> State:
        """The position with this number."""
        return contract.unindex(self.numbers.rules, group, number)

    def close(self) -> None:
        """Close the files."""
        for file in self.files:
            file.close()


@lru_cache(maxsize=16)
def opened(game: Game, folder: Path) -> Table:
    """The same table each time."""
    return Table(game, folder)


def is_built(game: Game, folder: Path) -> bool:
    """Whether the files of a table are there."""
    groups = range(len(game.table_classes()) or 1)
    return all(os.path.exists(class_path(game, group, folder)) for group in groups)


def find_table(
    game: Game, folder: Path | None = None, *, state: State | None = None
) -> Table | None:
    """The table of a game if it was built, for players and analysis; a damaged one is refused.

    None also if it does not know the position that is asked about.
    """
    folder = tables_folder() if folder is None else folder
    if game.has_chance or not is_built(game, folder):
        return None
    table = opened(game, folder)
    is_foreign = state is not None and not is_numbered(game) and game.outcome(state) is None
    return None if is_foreign and not table.numbers.has(game, state) else table
