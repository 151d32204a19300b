"""All distinct positions at a horizon in which a player is ahead: equal ones merged, none pruned.

A depth-first walk over the positions between the root and the horizon.  Each is entered into a set
of whole keys when it is first met, and its subtree is walked that once.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import mix, shift_down, spread
from yomikiri.jit import kernel
from yomikiri.rules import (
    key,
    legal_moves,
    move_buffer,
    mover,
    outcome,
    play,
    remaining,
    standing,
)
from yomikiri.running import NO_LIMITS, Limits, Runner, Stopped

# The words of `control`.
STOP, FULL, POSITIONS, LEAVES, KEPT = range(5)
HELD, NOUGHT = KEPT + 1, KEPT + 3  # of each mover: how many positions, whether the key 0, 0 came
CONTROL = NOUGHT + 2

MOST_POSITIONS = 40_000_000
LEAST_POSITIONS = 1 << 14
WORDS = 8  # of memory for each position: two places in the set, a row of what is kept

Found = TypeVar("Found")
Attempt = tuple[NDArray[np.int64], Callable[[], Any], Callable[[], Found]]


class Frontier(NamedTuple):
    """The positions at the horizon."""

    positions: int  # distinct ones on the way, the horizon included
    leaves: int  # distinct ones at the horizon, and games that ended before
    kept: NDArray[np.int64]  # [N, fields] the states in which the player is ahead


class TooMany(Exception):
    """There are more positions than there is room for; `room` is how many fit."""

    def __init__(self, room: int) -> None:
        super().__init__(f"more than {room} positions")
        self.room = room


def frontier(
    rules: Any, state: Any, horizon: int, *, megabytes: float, limits: Limits = NO_LIMITS
) -> Frontier:
    """The positions where as little as `horizon` remains and the mover of `state` is ahead.

    Raises TooMany, Stopped or KeyboardInterrupt.
    """
    most = min(MOST_POSITIONS, int(megabytes * (1 << 20)) // (8 * WORDS))
    me = mover(rules, state)
    moves = move_buffer(2 * int(remaining(rules, state)) + 2)

    def attempt(room: int) -> Attempt[Frontier]:
        control = np.zeros(CONTROL, np.int64)
        seen = np.zeros(4 * room, np.int64)
        kept = np.zeros((room, len(state)), np.int64)
        walk = partial(gather, rules, state, horizon, me, control, moves, 0, seen, kept)

        def found() -> Frontier:
            rows = kept[: control[KEPT]].copy()
            return Frontier(int(control[POSITIONS]), int(control[LEAVES]), rows)

        return control, walk, found

    return in_growing_room(attempt, min(LEAST_POSITIONS, most), most, limits)


def in_growing_room(
    attempt: Callable[[int], Attempt[Found]], room: int, most: int, limits: Limits
) -> Found:
    """What a walk finds, tried with more and more room: touching memory takes time.

    `attempt` gives, for so much room, the control words, the walk, and what it found.
    """
    runner = Runner(limits)
    while True:
        control, walk, found = attempt(room)
        runner.run([walk], partial(control.__setitem__, STOP, 1))
        if control[STOP] == 0:
            return found()
        if control[FULL] == 0:
            raise Stopped(runner.reason)
        if room == most:
            raise TooMany(room)
        room = min(8 * room, most)


@kernel
def gather(rules, state, horizon, me, control, moves, top, seen, kept):
    """Walk from `state` to the horizon; the moves of this ply are in `moves` from `top` on."""
    if control[STOP] != 0 or not enter(rules, state, control, seen):
        return 0
    number = legal_moves(rules, state, moves[top:])
    if number != 0 and remaining(rules, state) > horizon:
        for index in range(top, top + number):
            child = play(rules, state, moves[index])
            gather(rules, child, horizon, me, control, moves, top + number, seen, kept)
        return 0
    control[LEAVES] += 1
    lead = outcome(rules, state) if number == 0 else standing(rules, state)
    if lead != 0 and (lead > 0) == (mover(rules, state) == me):
        if control[KEPT] == kept.shape[0]:
            control[FULL] = 1
            control[STOP] = 1
            return 0
        for field in range(len(state)):
            kept[control[KEPT], field] = state[field]
        control[KEPT] += 1
    return 0


@kernel
def enter(rules, state, control, seen):
    """Put a position into the set; False if it is there already, or there is no room."""
    first, second = key(rules, state)
    who, places = mover(rules, state), seen.size // 4
    if first == 0 and second == 0:  # as an empty place looks
        control[POSITIONS] += 1 - control[NOUGHT + who]
        came = control[NOUGHT + who] != 0
        control[NOUGHT + who] = 1
        return not came
    slot = slot_of(rules, state, seen)
    if seen[slot] != 0 or seen[slot + 1] != 0:
        return False
    if control[HELD + who] >= places - places // 8:
        control[FULL] = 1
        control[STOP] = 1
        return False
    seen[slot], seen[slot + 1] = first, second
    control[HELD + who] += 1
    control[POSITIONS] += 1
    return True


@kernel
def slot_of(rules, state, seen):
    """Where a position is in the set, or would be.

    Keys do not tell who is to move, so each mover has half of the set.
    """
    first, second = key(rules, state)
    half = seen.size // 2
    who = mover(rules, state)
    places = half // 2
    place = place_in(places, first, second)
    slot = half * who + 2 * place
    while seen[slot] != 0 or seen[slot + 1] != 0:
        if seen[slot] == first and seen[slot + 1] == second:
            break
        place = place + 1 if place + 1 < places else 0
        slot = half * who + 2 * place
    return slot


@kernel
def is_known(rules, state, seen):
    """Whether a position is in the set; an empty board, whose key is 0, 0, always is."""
    first, second = key(rules, state)
    if first == 0 and second == 0:
        return True
    slot = slot_of(rules, state, seen)
    return seen[slot] != 0 or seen[slot + 1] != 0


@kernel
def place_in(places, first, second):
    """Where, among so many places, a position with this key is looked for first."""
    mixed = mix(first, -7046029254386353131) ^ mix(second, -4417276706812531889)
    mixed = mix(mixed ^ shift_down(mixed, 32), -7070675565921424023)
    return spread(mixed ^ shift_down(mixed, 29), places)
