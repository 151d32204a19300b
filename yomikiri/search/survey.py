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
    mirror,
    move_buffer,
    mover,
    outcome,
    play,
    remaining,
    symmetries,
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
    layers: list[int]  # how many after 0, 1, ... plies without passes, or plies if all remains


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

    Positions are told apart by their keys and by who is to move; not for games with dice.  What
    remains never grows, so those with the most of it are gone on from and forgotten, before those
    with less: `most` is how many may be held at a time.  Of positions that are alike by a symmetry
    of the start one is held.
    """
    maps = np.array([m for m in range(symmetries(rules)) if mirror(rules, state, m) == state])
    begun, room, runs = np.array([state], np.int64), min(LEAST_ROOM, most), list[Census]()

    def attempt(room: int) -> Attempt[tuple[Census, NDArray[np.int64], int]]:
        control, rows, layers, seen = room_for(room, begun)
        top = int(what_remains(rules, state, begun).max())
        space = rows, layers, move_buffer(), control, seen
        walk = partial(spread_out, rules, state, 0, top, maps, len(begun), *space)

        def found() -> tuple[Census, NDArray[np.int64], int]:
            sizes, held = layers[: control[LAYER]].tolist(), rows[: control[POSITIONS]]
            run = Census(sum(sizes), int(control[LEAVES]), int(control[MOVES]), sizes)
            return run, held[what_remains(rules, state, held) < top], room

        return control, walk, found

    while len(begun):
        run, begun, room = in_growing_room(attempt, room, most, limits)
        runs.append(run)
    layers = runs[0].layers if len(runs) == 1 else [run.positions for run in runs]
    return Census(
        sum(run.positions for run in runs),
        sum(run.ends for run in runs),
        sum(run.moves for run in runs),
        layers,
    )


def list_positions(
    rules: Any, state: Any, most: int, *, limits: Limits = NO_LIMITS
) -> NDArray[np.int64]:
    """All of them: [N, F] the fields of each, in the order they were found; raises TooMany."""

    def found(control: Any, rows: NDArray[np.int64], seen: Any) -> NDArray[np.int64]:
        return rows[: control[POSITIONS]]

    return walk_from(rules, state, 0, most, limits, found)


def known_positions(rules: Any, state: Any, least: int, most: int) -> Known:
    """All positions with at least so much remaining; raises TooMany."""

    def found(control: Any, rows: Any, seen: Any) -> Known:
        states = rows[: control[POSITIONS]].copy()
        left = what_remains(rules, state, states)
        return Known(least, states, left, np.bincount(left), seen)

    return walk_from(rules, state, least, most, NO_LIMITS, found)


def walk_from(
    rules: Any, state: Any, least: int, most: int, limits: Limits, found: Callable[..., Found]
) -> Found:
    """What was found by going to all positions with `least` or more remaining."""
    begun, identity = np.array([state], np.int64), np.zeros(1, np.int64)

    def attempt(room: int) -> Attempt[Found]:
        control, rows, layers, seen = room_for(room, begun)
        space = rows, layers, move_buffer(), control, seen
        walk = partial(spread_out, rules, state, least, 0, identity, 1, *space)
        return control, walk, partial(found, control, rows, seen)

    return in_growing_room(attempt, min(LEAST_ROOM, most), most, limits)


def room_for(room: int, begun: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """What a walk from some positions works in: control words, queue, sizes of layers, set."""
    rows = np.zeros((2 * room + 2, begun.shape[1]), np.int64)
    rows[: len(begun)] = begun
    control, layers = np.zeros(CONTROL + MORE, np.int64), np.zeros(2 * room + 1, np.int64)
    return control, rows, layers, np.zeros(4 * room, np.int64)


def what_remains(rules: Any, like: Any, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """How much of the game remains in each position."""
    left = np.zeros(len(rows), np.int64)
    fill_remaining(rules, like, rows, left)
    return left


@kernel
def fill_remaining(rules, like, rows, left):
    """The same, into an array."""
    for place in range(left.size):
        left[place] = remaining(rules, from_row(like, rows[place]))


@kernel
def spread_out(rules, like, least, top, maps, begun, rows, layers, moves, control, seen):
    """Go on from what `top` remains of, or more, to what `least` remains of.

    `rows` is the queue, and all that was found: at first `begun` positions.  Of those that are
    alike by `maps` only one is entered, and counts for all of them.
    """
    for place in range(begun):
        enter(rules, from_row(like, rows[place]), control, seen)
    done = 0
    while done < control[POSITIONS]:
        until = control[POSITIONS]
        while done < until:
            if control[STOP] != 0:
                return
            state = from_row(like, rows[done])
            done += 1
            if remaining(rules, state) < top:
                continue
            alike = orbit(rules, state, maps)
            layers[control[LAYER]] += alike
            number = legal_moves(rules, state, moves)
            control[MOVES] += alike * number
            if number == 0:
                control[LEAVES] += alike
            for index in range(number):
                child = play(rules, state, moves[index])
                if remaining(rules, child) < least:
                    continue
                image = mirror(rules, child, upright(rules, child, maps))
                if enter(rules, image, control, seen):
                    for field in range(len(image)):
                        rows[control[POSITIONS] - 1, field] = image[field]
        control[LAYER] += 1


@kernel
def upright(rules, state, maps):
    """The map that leads to the image with the least key."""
    best = maps[0]
    first, second = key(rules, state)
    for number in maps[1:]:
        one, two = key(rules, mirror(rules, state, number))
        if one < first or (one == first and two < second):
            first, second, best = one, two, number
    return best


@kernel
def orbit(rules, state, maps):
    """How many positions are alike."""
    first, second = key(rules, state)
    same = 1
    for number in maps[1:]:
        one, two = key(rules, mirror(rules, state, number))
        same += one == first and two == second
    return maps.size // same
