"""Positions of games as a net sees them: the rows of both views, and what came of each."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from yomikiri.games.game import Game
from yomikiri.jit import kernel
from yomikiri.lanes import room_for_rows
from yomikiri.learn.self_play import Record
from yomikiri.rules import (
    CHECK,
    FIRST,
    coarser,
    feature_rows,
    features,
    mark,
    most_features,
    mover,
    play,
)

LATER = 2  # a row of what `read_game` finds


class Samples(NamedTuple):
    """Positions in the order of their games."""

    rows: Any  # [N, 2, most]: of both views, `feature_rows` where there is none
    values: Any  # float32, [N]: what the search found, as the mover sees it
    results: Any  # float32, [N]: how the mover fared, or would by a table: 0 lost, 0.5 drew, 1 won
    # float32, [N]: what the search found where the next move at random was made, as this mover sees
    # it; NaN where none followed.  Beyond such a move a result says nothing about the position.
    later: Any
    games: Any  # int32, [N]: the number of the game

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.values.size)

    def part(self, chosen: Any) -> "Samples":
        """Some of them."""
        return Samples(*(column[chosen] for column in self))


def coarse_rows(game: Game) -> Any:
    """The coarser feature of each feature, -1 where there is none."""
    found = np.zeros(int(feature_rows(game.rules)), np.int64)
    fill_coarse(game.rules, found)
    return found


@kernel
def fill_coarse(rules: Any, found: Any) -> None:
    """The same, in a kernel."""
    for row in range(found.size):
        found[row] = coarser(rules, row)


def collect(game: Game, records: Iterable[Record]) -> Samples:
    """The positions of some games that are not in check."""
    rules, most = game.rules, int(most_features(game.rules))
    none = int(feature_rows(rules))
    small = np.uint16 if none < 1 << 15 else np.int32  # half of the memory
    parts: list[tuple[Any, ...]] = []
    for record in records:
        state = game.replay(game.start, record["opening"])
        moves, values = (np.array(record[name], np.int64) for name in ("moves", "values"))
        exact = np.array(record.get("exact", ()), np.int64)
        strays = np.array(record.get("strays", ()), np.int64)
        rows = np.full((moves.size, 2, most), none, small)
        found = np.zeros((3, moves.size), np.float32)
        count = read_game(rules, state, moves, values, strays, exact, record["result"], rows, found)
        number = np.full(count, record["number"], np.int32)
        parts.append((rows[:count], *found[:, :count], number))
    if not parts:
        return Samples(np.zeros((0, 2, most), small), *np.zeros((4, 0), np.float32))
    return Samples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


@kernel
def read_game(
    rules: Any,
    state: Any,
    moves: Any,
    values: Any,
    strays: Any,
    exact: Any,
    result: Any,
    rows: Any,
    found: Any,
) -> int:
    """Write the rows of the positions of a game, and what came of them; how many there are.

    `strays` has the plies of moves at random, `exact` the results of its positions as their movers
    see them, or nothing.
    """
    room = room_for_rows()
    number = following = astray = 0  # `following`: positions before it know what came later
    for ply in range(moves.size):
        by_first = 1 if mover(rules, state) == FIRST else -1
        value = values[ply]
        if mark(rules, state) & CHECK == 0:
            for view in range(2):
                for place in range(features(rules, state, view, room)):
                    rows[number, view, place] = room[place]
            seen = exact[ply] if exact.size else by_first * result
            found[0, number], found[1, number] = value, 0.5 + 0.5 * seen
            found[LATER, number] = by_first  # made a value when the next stray comes
            number += 1
        if exact.size == 0 and astray < strays.size and ply == strays[astray]:
            for place in range(following, number):
                found[LATER, place] *= by_first * value
            following, astray = number, astray + 1
        state = play(rules, state, moves[ply])
    found[LATER, following:number] = np.nan
    return number
