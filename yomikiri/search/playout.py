"""Random play to the end of the game: what Monte Carlo players judge by, and a test of speed.

Every legal move is as likely as any other; a throw of the dice is as likely as its weight.  The
same seed plays the same games, compiled or not.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import shift_down, spread, wrap
from yomikiri.chance import draw
from yomikiri.jit import brief, kernel
from yomikiri.rules import (
    CHANCE,
    ONGOING,
    SECOND,
    chances,
    legal_moves,
    move_buffer,
    mover,
    outcome,
    play,
    tempts,
)

LONGEST = 10_000  # plies after which a game that need not end is given up
SLICE = 1 << 10  # games between checks for Ctrl-C


class Playouts(NamedTuple):
    """Games played at random, in the order in which they were played."""

    results: NDArray[np.int64]  # [number] as the first player sees them; ONGOING if given up
    plies: NDArray[np.int64]  # [number] moves played, passes and throws included


def playouts(rules: Any, state: Any, number: int, seed: int, *, longest: int = LONGEST) -> Playouts:
    """Play `number` games from `state`; the same seed, the same games.

    Repetitions are ignored: a game without an end is given up after `longest` plies.
    """
    if number < 0:
        raise ValueError(f"expected 0 games or more, got {number}")
    if longest < 0:
        raise ValueError(f"expected 0 plies or more, got {longest}")
    found = Playouts(np.zeros(number, np.int64), np.zeros(number, np.int64))
    generator = np.array([wrap(seed)])
    moves = move_buffer()
    for done in range(0, number, SLICE):
        results, plies = (column[done : done + SLICE] for column in found)
        play_out(rules, state, longest, generator, moves, results, plies)
    return found


@kernel
def play_out(rules, start, longest, generator, moves, results, plies):
    """Play a game for each place in `results`."""
    for game in range(results.size):
        state = start
        played = 0
        number = legal_moves(rules, state, moves)
        while number > 0 and played < longest:
            state = play(rules, state, moves[choose(rules, state, number, generator, moves)])
            played += 1
            number = legal_moves(rules, state, moves)
        result = ONGOING
        if number == 0:
            result = outcome(rules, state)
            if mover(rules, state) == SECOND:
                result = -result
        results[game] = result
        plies[game] = played


@brief
@kernel
def choose(rules, state, number, generator, moves):
    """Which of the moves is played: an index."""
    word = draw(generator)
    if mover(rules, state) != CHANCE:
        return spread(word, number)
    total = 0.0
    for index in range(number):
        total += chances(rules, state, moves[index])
    point = total * shift_down(word, 11) / (1 << 53)  # from 0 to just below the total
    for index in range(number - 1):
        point -= chances(rules, state, moves[index])
        if point < 0:
            return index
    return number - 1


@kernel
def choose_tempted(rules, state, number, capture, generator, moves):
    """The same, but with the probability `capture` one of the tempting moves, if there are any."""
    if capture > 0.0 and mover(rules, state) != CHANCE:
        if shift_down(draw(generator), 11) < capture * (1 << 53):
            front = 0
            for index in range(number):
                move = moves[index]
                if tempts(rules, state, move):
                    moves[index], moves[front] = moves[front], move
                    front += 1
            if front > 0:
                return choose(rules, state, front, generator, moves)
    return choose(rules, state, number, generator, moves)
