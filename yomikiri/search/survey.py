"""A game surveyed: random games ply by ply; all positions that can be reached, where they fit."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import mix, shift_down, wrap
from yomikiri.jit import from_row, kernel
from yomikiri.rules import (
    ONGOING,
    SECOND,
    key,
    legal_moves,
    move_buffer,
    mover,
    outcome,
    play,
    remaining,
)
from yomikiri.running import NO_LIMITS, Limits
from yomikiri.search.frontier import (
    CONTROL,
    LEAVES,
    POSITIONS,
    STOP,
    Attempt,
    Found,
    enter,
    in_growing_room,
)
from yomikiri.search.playout import choose

SLICE = 1 << 8  # games between checks for Ctrl-C
LEAST_ROOM = 1 << 14
LAYER, MOVES = CONTROL, CONTROL + 1  # more words of `control`: layers done, legal moves in all
MORE = 2
MIXERS = (-7046029254386353131, -4417276706812531889)


class Sample(NamedTuple):
    """Random games: G of them, up to P plies of each looked at."""

    results: NDArray[np.int64]  # [G] as the first player sees them; ONGOING if given up
    plies: NDArray[np.int64]  # [G]
    widths: NDArray[np.int64]  # [G, P] legal moves at each ply; 0 after the end
    places: NDArray[np.int64]  # [G, P] a number for the position there
    left: NDArray[np.int64]  # [G, P] how much of the game remains there


class Census(NamedTuple):
    """All positions that can be reached from one."""

    positions: int
    ends: int  # of them, where the game is over
    moves: int  # legal moves in all of them
    layers: list[int]  # how many are first reached after 0, 1, ... plies


def sample_games(
    rules: Any, state: Any, games: int, seed: int, *, longest: int, looked: int
) -> Sample:
    """Random games; each is given up after `longest` plies, and looked at for `looked` of them.

    Repetitions are ignored, as they are in playouts.
    """
    shape = games, looked
    found = Sample(
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
        np.zeros(shape, np.int64),
        np.zeros(shape, np.int64),
        np.zeros(shape, np.int64),
    )
    generator, moves = np.array([wrap(seed)]), move_buffer()
    for done in range(0, games, SLICE):
        play_watched(
            rules, state, longest, generator, moves, *(part[done : done + SLICE] for part in found)
        )
    return found


@kernel
def play_watched(rules, start, longest, generator, moves, results, plies, widths, places, left):
    """Play a game for each row, and note what there was at each ply."""
    for game in range(results.size):
        state, ply = start, 0
        number = legal_moves(rules, state, moves)
        while number > 0 and ply < longest:
            if ply < widths.shape[1]:
                widths[game, ply] = number
                places[game, ply] = place_of(rules, state)
                left[game, ply] = remaining(rules, state)
            state = play(rules, state, moves[choose(rules, state, number, generator, moves)])
            ply += 1
            number = legal_moves(rules, state, moves)
        plies[game] = ply
        if number > 0:
            results[game] = ONGOING
        elif mover(rules, state) == SECOND:
            results[game] = -outcome(rules, state)
        else:
            results[game] = outcome(rules, state)


@kernel
def place_of(rules, state):
    """A number for a position and its mover: two of them share one by chance only."""
    first, second = key(rules, state)
    mixed = mix(first + mover(rules, state) + 1, MIXERS[0]) ^ mix(second, MIXERS[1])
    mixed = mix(mixed ^ shift_down(mixed, 32), -7070675565921424023)
    return mixed ^ shift_down(mixed, 29)


class Known(NamedTuple):
    """All positions with `least` or more remaining."""

    least: int
    rows: NDArray[np.int64]  # [N, fields] the states
    left: NDArray[np.int64]  # [N] how much of the game remains there
    layers: NDArray[np.int64]  # [remaining] how many there are
    seen: NDArray[np.int64]  # the same as a set, for `is_known`


def count_positions(rules: Any, state: Any, most: int, *, limits: Limits = NO_LIMITS) -> Census:
    """Every position that can be reached, counted once; raises TooMany, Stopped.

    Positions are told apart by their keys and by who is to move; not for games with dice.
    """
    return list_positions(rules, state, most, limits=limits)[0]


def list_positions(
    rules: Any, state: Any, most: int, *, limits: Limits = NO_LIMITS
) -> tuple[Census, NDArray[np.int64]]:
    """The same, with the positions: [N, F] the fields of each, in the order they were found."""

    def found(control: Any, rows: Any, layers: Any, seen: Any) -> tuple[Census, NDArray[np.int64]]:
        sizes, count = layers[: control[LAYER]].tolist(), int(control[POSITIONS])
        return Census(count, int(control[LEAVES]), int(control[MOVES]), sizes), rows[:count]

    return walk_from(rules, state, 0, most, limits, found)


def known_positions(rules: Any, state: Any, least: int, most: int) -> Known:
    """All positions with at least so much remaining; raises TooMany."""

    def found(control: Any, rows: Any, layers: Any, seen: Any) -> Known:
        states = rows[: control[POSITIONS]].copy()
        left = np.zeros(len(states), np.int64)
        what_remains(rules, state, states, left)
        return Known(least, states, left, np.bincount(left), seen)

    return walk_from(rules, state, least, most, NO_LIMITS, found)


def walk_from(
    rules: Any, state: Any, least: int, most: int, limits: Limits, found: Callable[..., Found]
) -> Found:
    """What was found by going to all positions with `least` or more remaining."""

    def attempt(room: int) -> Attempt[Found]:
        control = np.zeros(CONTROL + MORE, np.int64)
        seen = np.zeros(4 * room, np.int64)
        rows = np.zeros((2 * room, len(state)), np.int64)
        layers = np.zeros(2 * room + 1, np.int64)
        rows[0] = state
        walk = partial(spread_out, rules, state, least, rows, layers, move_buffer(), control, seen)
        return control, walk, partial(found, control, rows, layers, seen)

    return in_growing_room(attempt, min(LEAST_ROOM, most), most, limits)


@kernel
def what_remains(rules, like, rows, left):
    """How much of the game remains in each position."""
    for place in range(left.size):
        left[place] = remaining(rules, from_row(like, rows[place]))


@kernel
def spread_out(rules, like, least, rows, layers, moves, control, seen):
    """Go from layer to layer, as long as `least` remains.

    `rows` is the queue, and all that was found.
    """
    enter(rules, like, control, seen)
    done = 0
    while done < control[POSITIONS]:
        until = control[POSITIONS]
        layers[control[LAYER]] = until - done
        control[LAYER] += 1
        while done < until:
            if control[STOP] != 0:
                return
            state = from_row(like, rows[done])
            done += 1
            number = legal_moves(rules, state, moves)
            control[MOVES] += number
            if number == 0:
                control[LEAVES] += 1
            for index in range(number):
                child = play(rules, state, moves[index])
                if remaining(rules, child) >= least and enter(rules, child, control, seen):
                    for field in range(len(child)):
                        rows[control[POSITIONS] - 1, field] = child[field]
