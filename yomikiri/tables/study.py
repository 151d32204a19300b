"""What tables say about a position: by each metric, every move, and the shortest lines."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from yomikiri.games import by_metric
from yomikiri.games.game import Game, State
from yomikiri.tables.table import Table, find_table, rank

MOST_LINES = 1000  # that are listed where all are asked for

Distances = Mapping[str, int | None]  # metric -> plies; None for a draw


class MoveStudy(NamedTuple):
    """A move, as the player who makes it sees it."""

    move: int
    wdl: int
    distances: Distances  # the move itself counted
    is_best: bool  # by the table that was asked: none wins sooner or loses later
    is_only: bool  # every other move gives away the win or the draw


class Study(NamedTuple):
    """A position, as the player to move there sees it."""

    game: Game
    state: State
    wdl: int
    distances: Distances
    moves: list[MoveStudy]  # the best first
    lines: list[list[int]]  # shortest ones, to what the table's metric counts to
    has_more_lines: bool


def in_moves(plies: int) -> int:
    """How many moves of one side that is."""
    return (plies + 1) // 2


def tables_by_metric(game: Game, folder: Path) -> dict[str, Table]:
    """The table of a game, which must be there, and those of its other metrics, if built."""
    found: dict[str, Table] = {}
    for name in game.metrics or (game.metric,):
        if name == game.metric:
            found[name] = Table(game, folder)
        elif (other := find_table(by_metric(game, name), folder)) is not None:
            found[name] = other
    return found


def study_position(game: Game, folder: Path, state: State, *, most_lines: int = 1) -> Study:
    """Ask every table there is about a position."""
    tables = tables_by_metric(game, folder)
    own = tables[game.metric]
    found, ranked = own.probe(state), own.moves(state)
    keeping = [entry.wdl for entry in ranked].count(found.wdl)
    moves = [
        MoveStudy(
            entry.move,
            entry.wdl,
            {name: table.probe_move(state, entry.move).distance for name, table in tables.items()},
            rank(entry) == rank(ranked[0]),
            keeping == 1 and found.wdl >= 0 and entry.wdl == found.wdl and len(ranked) > 1,
        )
        for entry in ranked
    ]
    lines = list(islice(shortest_lines(own, state), most_lines + 1))
    distances = {name: table.probe(state).distance for name, table in tables.items()}
    has_more = len(lines) > most_lines
    own.close()
    return Study(game, state, found.wdl, distances, moves, lines[:most_lines], has_more)


def shortest_lines(table: Table, state: State) -> Iterator[list[int]]:
    """All lines of best moves by both sides, to what the metric counts to; none from a draw."""
    ranked = table.moves(state)
    for entry in ranked:
        if entry.wdl == 0 or rank(entry) != rank(ranked[0]):
            return
        if entry.distance == 1:
            yield [entry.move]
            continue
        for line in shortest_lines(table, table.game.play(state, entry.move)):
            yield [entry.move, *line]
