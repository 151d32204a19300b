"""Positions of an ending worth looking at: longest wins, single winning moves, mutual zugzwangs."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError, suggest
from yomikiri.games.ending.rules import Ending
from yomikiri.games.game import State, quoted
from yomikiri.jit import kernel
from yomikiri.rules import CHECK, ONGOING, index, legal_moves, mark, outcome, play, unindex
from yomikiri.search.retrograde import HOLE, MOST_MOVES, end_code
from yomikiri.tables.loaded import LoadedTable
from yomikiri.tables.table import Probe, probe_of

LONGEST, SINGLE, ZUGZWANG = "longest", "single", "zugzwang"
KINDS = (LONGEST, SINGLE, ZUGZWANG)
PART = 1 << 20  # positions that are looked at between two reports
Watch = Callable[[float], None]


class Found(NamedTuple):
    """A position of a list."""

    state: State
    probe: Probe  # for the side to move
    other: Probe | None = None  # of a zugzwang: with the other side to move, as that side sees it


class Listing(NamedTuple):
    """Positions of one kind: how many there are, and the first of them."""

    kind: str
    total: int  # up to symmetry
    positions: list[Found]  # the longest first


@kernel
def code_at(rules: Any, store: Any, bases: Any, state: Any) -> Any:
    """The code of any position."""
    result = outcome(rules, state)
    if result != ONGOING:
        return end_code(result)
    group, number = index(rules, state)
    return int(store[bases[group] + number])


@kernel
def mark_singles(rules: Any, store: Any, bases: Any, group: Any, number: Any, out: Any) -> None:
    """The code of each position from `number` on that one move wins only; else nought."""
    moves, lengths = out
    for i in range(len(lengths)):
        code = store[bases[group] + number + i]
        if code <= 0:
            continue
        state = unindex(rules, group, number + i)
        winning = 0
        for j in range(legal_moves(rules, state, moves)):
            if code_at(rules, store, bases, play(rules, state, moves[j])) < 0:
                winning += 1
        if winning == 1:
            lengths[i] = code


@kernel
def mark_zugzwangs(rules: Any, store: Any, bases: Any, group: Any, number: Any, out: Any) -> None:
    """The distance, plus one, where neither side can move without harm; else nought.

    Whoever is to move loses, or draws where the other, to move, would lose.  Both numbers of such a
    pair are in the table: the smaller is marked.  Nobody is in check, or it could not be the
    other's turn.
    """
    lengths = out[1]
    for i in range(len(lengths)):
        code = store[bases[group] + number + i]
        if code == HOLE or code > 0:
            continue
        state = unindex(rules, group, number + i)
        if state.passed != 0 or mark(rules, state) & CHECK != 0:
            continue
        waiting = Ending(state.men, state.material, 1 - state.side, 0, state.colour)
        _, place = index(rules, waiting)
        other = store[bases[group] + place]
        if other <= 0 and number + i <= place:
            lengths[i] = max(-code, -other)  # nought where both draw


def find_positions(
    table: LoadedTable, kind: str, *, limit: int = 20, watch: Watch | None = None
) -> Listing:
    """The positions of a kind in an ending's own material, the longest first."""
    if kind not in KINDS:
        near = suggest(kind, KINDS)
        raise InputError(f"expected one of {', '.join(KINDS)}, got {quoted(kind)}{near}")
    found: list[tuple[int, int, int]] = []  # length, class, -number
    count = longest = 0
    parts = list(own_parts(table))
    for done, (group, start, size) in enumerate(parts):
        lengths = measure(table, kind, group, start, size)
        if kind == LONGEST:
            longest = max(longest, int(lengths.max(initial=1)))
            lengths[lengths < longest] = 0
        numbers = np.flatnonzero(lengths)
        count += len(numbers)
        order = numbers[np.argsort(-lengths[numbers], kind="stable")[:limit]]
        found += [(int(lengths[n]), -group, -start - int(n)) for n in order]
        found = sorted(found, reverse=True)[:limit]
        if watch is not None:
            watch((done + 1) / len(parts))
    if kind == LONGEST:
        found = [entry for entry in found if entry[0] == longest]
        count = sum(int(np.count_nonzero(measure(table, kind, *part) == longest)) for part in parts)
    return Listing(kind, count, [look(table, kind, -group, -number) for _, group, number in found])


def own_parts(table: LoadedTable) -> Iterator[tuple[int, int, int]]:
    """The classes of the materials that were asked for, in parts: class, first number, how many."""
    game = table.game
    wanted = {str(material) for material in game.asked}
    for group, cls in enumerate(game.table_classes()):
        if cls.name.split("-")[0] in wanted:
            for start in range(0, cls.size, PART):
                yield group, start, min(PART, cls.size - start)


def measure(table: LoadedTable, kind: str, group: int, start: int, size: int) -> Any:
    """The length of each position that is of a kind, nought for others."""
    base = int(table.bases[group]) + start
    if kind == LONGEST:
        return np.maximum(table.store[base : base + size], 0)
    lengths = np.zeros(size, np.int16)
    work = mark_singles if kind == SINGLE else mark_zugzwangs
    moves = np.zeros(MOST_MOVES, np.int64)
    work(table.game.rules, table.store, table.bases, group, start, (moves, lengths))
    return lengths


def look(table: LoadedTable, kind: str, group: int, number: int) -> Found:
    """A position with its value, and of a zugzwang with the value if the other were to move."""
    state = unindex(table.game.rules, group, number)
    probe = probe_of(int(table.store[table.bases[group] + number]))
    if kind != ZUGZWANG:
        return Found(state, probe)
    waiting = state._replace(side=1 - state.side)
    return Found(state, probe, probe_of(int(table.probe_many([waiting])[0])))
