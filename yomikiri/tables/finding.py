"""Positions worth studying: longest wins, single winning moves, mutual zugzwangs."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError, suggest
from yomikiri.games.game import Game, State
from yomikiri.jit import kernel
from yomikiri.rules import (
    ONGOING,
    index,
    is_answered,
    legal_moves,
    move_buffer,
    mover,
    other_turn,
    outcome,
    play,
    unindex,
)
from yomikiri.search.codes import HOLE
from yomikiri.tables.loaded import LoadedTable, code_at
from yomikiri.tables.table import Probe, probe_of

LONGEST, SINGLE, ZUGZWANG = "longest", "single", "zugzwang"
KINDS = (LONGEST, SINGLE, ZUGZWANG)
PART = 1 << 20  # positions between two reports of progress
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
def mark_singles(rules: Any, store: Any, bases: Any, group: Any, number: Any, out: Any) -> None:
    """The code of each position from `number` on that only one move wins; else 0."""
    moves, lengths = out
    for i in range(len(lengths)):
        code = store[bases[group] + number + i]
        if code <= 0:
            continue
        state = unindex(rules, group, number + i)
        winning = 0
        for j in range(legal_moves(rules, state, moves)):
            child = play(rules, state, moves[j])
            found = code_at(rules, store, bases, child)
            if found > 0 if mover(rules, child) == mover(rules, state) else found < 0:
                winning += 1
        if winning == 1:
            lengths[i] = code


@kernel
def mark_zugzwangs(rules: Any, store: Any, bases: Any, group: Any, number: Any, out: Any) -> None:
    """The distance, plus one, where neither side can move without harm; else 0.

    Whoever is to move loses, or draws where the other, to move, would lose.  Where the game goes on
    either way both numbers of the pair are in the table: the smaller is marked.
    """
    lengths = out[1]
    for i in range(len(lengths)):
        code = store[bases[group] + number + i]
        if code == HOLE or code > 0:
            continue
        state = unindex(rules, group, number + i)
        waiting = other_turn(rules, state)
        if mover(rules, waiting) == mover(rules, state) or outcome(rules, state) != ONGOING:
            continue
        other = code_at(rules, store, bases, waiting)
        if other > 0:
            continue
        if outcome(rules, waiting) == ONGOING:
            waiting_group, place = index(rules, waiting)
            if bases[waiting_group] + place < bases[group] + number + i:
                continue
        lengths[i] = max(-code, -other)  # 0 where both draw


def find_positions(
    table: LoadedTable, kind: str, *, limit: int = 20, watch: Watch | None = None
) -> Listing:
    """The positions of a kind in the game's own classes, the longest first."""
    check_kind(table.game, kind)
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


def kinds_of(game: Game) -> tuple[str, ...]:
    """The kinds of positions that can be listed: zugzwangs where somebody could wait."""
    return KINDS if is_answered(other_turn, game.rules) else (LONGEST, SINGLE)


def check_kind(game: Game, kind: str) -> None:
    """Refuse an unknown kind; raises InputError."""
    kinds = kinds_of(game)
    if kind in KINDS and kind not in kinds:
        raise InputError("list.no_zugzwang", game=game, kinds=kinds)
    if kind not in kinds:
        raise InputError("list.kind", kinds=kinds, text=kind, near=suggest(kind, kinds))


def own_parts(table: LoadedTable) -> Iterator[tuple[int, int, int]]:
    """The classes of the game itself, in parts: class, first number, how many."""
    classes = table.numbers.classes
    for group in table.game.own_classes():
        size = classes[group].size
        for start in range(0, size, PART):
            yield group, start, min(PART, size - start)


def measure(table: LoadedTable, kind: str, group: int, start: int, size: int) -> Any:
    """The length of each position that is of a kind, 0 for others."""
    base = int(table.bases[group]) + start
    if kind == LONGEST:
        return np.maximum(table.store[base : base + size], 0)
    lengths = np.zeros(size, np.int16)
    work = mark_singles if kind == SINGLE else mark_zugzwangs
    moves = move_buffer()
    work(table.numbers.rules, table.store, table.bases, group, start, (moves, lengths))
    return lengths


def look(table: LoadedTable, kind: str, group: int, number: int) -> Found:
    """A position with its value, and of a zugzwang with the value if the other were to move."""
    state = unindex(table.numbers.rules, group, number)
    probe = probe_of(int(table.store[table.bases[group] + number]))
    if kind != ZUGZWANG:
        return Found(state, probe)
    waiting = other_turn(table.game.rules, state)
    return Found(state, probe, probe_of(int(table.probe_many([waiting])[0])))
