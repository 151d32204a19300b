"""Numbers for the positions of a game that has none: all that can be reached, sorted by their keys.

`NumberedRules` are the rules of such a game together with these numbers.  They answer what a table
is built by, so that retrograde analysis, checks and lists need not know where numbers come from.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.jit import from_row, kernel
from yomikiri.rules import (
    MOST_MOVES,
    ONGOING,
    ask_legal_moves,
    is_answered,
    move_buffer,
    repetition,
    rule,
)
from yomikiri.rules import alternates as ask_alternates
from yomikiri.rules import key as ask_key
from yomikiri.rules import legal_moves as checked_moves
from yomikiri.rules import mover as ask_mover
from yomikiri.rules import outcome as ask_outcome
from yomikiri.rules import play as ask_play
from yomikiri.search.frontier import place_in
from yomikiri.search.survey import list_positions

WHO, KEY, FIELDS = 0, 1, 3  # columns of a row: who is to move, the key, the fields of the state
NOT_NUMBERED = -1


class NumberedRules(NamedTuple):
    """The rules of a game, and its positions by number."""

    rules: Any
    like: Any  # any state: its class
    rows: Any  # int64 [N, 3 + F]
    slots: Any  # int32: a number plus 1 at the place of its key; 0 is empty
    begins: Any  # int64 [N + 1]: where the positions before a position are; [0] if not known
    before: Any  # int32: each twice its number, and 1 more if the same player is to move there


def number_positions(rules: Any, start: Any, most: int) -> NumberedRules:
    """The rules with numbers for all positions that can be reached; raises TooMany."""
    found = list_positions(rules, start, most)
    size, fields = found.shape
    rows = np.zeros((size, FIELDS + fields), np.int64)
    fill_rows(rules, start, found, rows)
    # The order of the moves, by which they were found, must not change their numbers.
    rows = np.ascontiguousarray(rows[np.lexsort(rows.T[KEY + 1 :: -1])])
    slots = np.zeros(1 << (2 * size).bit_length(), np.int32)
    fill_slots(rows, slots)
    nothing = np.zeros(1, np.int64), np.zeros(1, np.int32)
    return NumberedRules(rules, start, rows, slots, *nothing)


def with_predecessors(numbered: NumberedRules) -> NumberedRules:
    """The same, knowing the moves that lead to each position, for a build.

    Without them, which is slow, if a position has more than there is room for.
    """
    begins = np.zeros(len(numbered.rows) + 1, np.int64)
    moves = move_buffer()
    count_before(numbered, begins, moves)
    if begins.max(initial=0) > MOST_MOVES:
        return numbered
    ends = np.cumsum(begins)
    before = np.zeros(int(ends[-1]) + 1, np.int32)
    begins = np.concatenate([[0], ends[:-1]])  # each rises to where the next begins
    fill_before(numbered, begins, before, moves)
    return numbered._replace(begins=np.concatenate([[0], begins[:-1]]), before=before)


def repeats_are_draws(rules: Any) -> bool:
    """Whether a position that comes again is a draw, as tables take it."""
    return not is_answered(repetition, rules)


@kernel
def fill_rows(rules, like, found, rows):
    """Who is to move, the key and the fields of each state."""
    for number in range(len(found)):
        state = from_row(like, found[number])
        rows[number, WHO] = ask_mover(rules, state)
        rows[number, KEY], rows[number, KEY + 1] = ask_key(rules, state)
        for field in range(len(state)):
            rows[number, FIELDS + field] = state[field]


@kernel
def fill_slots(rows, slots):
    """Put every number where its key is looked for."""
    for number in range(len(rows)):
        row = rows[number]
        place = place_in(slots.size, row[KEY] + row[WHO], row[KEY + 1])
        while slots[place] != 0:
            place = place + 1 if place + 1 < slots.size else 0
        slots[place] = number + 1


@kernel
def number_of(numbered, state):
    """The number of a position; NOT_NUMBERED if it cannot be reached."""
    who = ask_mover(numbered.rules, state)
    first, second = ask_key(numbered.rules, state)
    place = place_in(numbered.slots.size, first + who, second)
    while numbered.slots[place] != 0:
        number = int(numbered.slots[place]) - 1
        row = numbered.rows[number]
        if row[WHO] == who and row[KEY] == first and row[KEY + 1] == second:
            return number
        place = place + 1 if place + 1 < numbered.slots.size else 0
    return NOT_NUMBERED


@kernel
def count_before(numbered, counts, moves):
    """How many moves lead to each position in which the game goes on."""
    for number in range(len(numbered.rows)):
        state = unindex(numbered, 0, number)
        for i in range(checked_moves(numbered.rules, state, moves)):
            child = ask_play(numbered.rules, state, moves[i])
            if ask_outcome(numbered.rules, child) == ONGOING:
                counts[number_of(numbered, child)] += 1


@kernel
def fill_before(numbered, begins, before, moves):
    """Write the position before each such move, where that of its target begins."""
    for number in range(len(numbered.rows)):
        state = unindex(numbered, 0, number)
        who = ask_mover(numbered.rules, state)
        for i in range(checked_moves(numbered.rules, state, moves)):
            child = ask_play(numbered.rules, state, moves[i])
            if ask_outcome(numbered.rules, child) == ONGOING:
                target = number_of(numbered, child)
                same = 1 if ask_mover(numbered.rules, child) == who else 0
                before[begins[target]] = 2 * number + same
                begins[target] += 1


# What tables ask.


@rule
def legal_moves(rules: NumberedRules, state, out):
    return ask_legal_moves(rules.rules, state, out)


@rule
def play(rules: NumberedRules, state, move):
    return ask_play(rules.rules, state, move)


@rule
def outcome(rules: NumberedRules, state):
    return ask_outcome(rules.rules, state)


@rule
def mover(rules: NumberedRules, state):
    return ask_mover(rules.rules, state)


@rule
def key(rules: NumberedRules, state):
    return ask_key(rules.rules, state)


@rule
def alternates(rules: NumberedRules):
    return ask_alternates(rules.rules)


@rule
def index(rules: NumberedRules, state):
    return 0, number_of(rules, state)


@rule
def unindex(rules: NumberedRules, group, number):
    return from_row(rules.like, rules.rows[number, FIELDS:])


@rule
def leaves_class(rules: NumberedRules, state, move):
    return ask_outcome(rules.rules, ask_play(rules.rules, state, move)) != ONGOING


@rule
def unplay(rules: NumberedRules, state, out):
    if rules.begins.size == 1:
        return -1
    number = number_of(rules, state)
    begin, end = rules.begins[number], rules.begins[number + 1]
    for i in range(begin, end):
        out[i - begin] = rules.before[i]
    return end - begin


def fields_of(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The states of all positions, a row each."""
    return rows[:, FIELDS:]
