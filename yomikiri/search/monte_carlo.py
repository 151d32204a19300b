"""Kernels of flat Monte Carlo: random games after a move, and captures that are played out."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.jit import kernel
from yomikiri.rules import (
    CHANCE,
    FIRST,
    ONGOING,
    legal_moves,
    mover,
    other_turn,
    outcome,
    play,
    standing,
    tempts,
)
from yomikiri.search.playout import choose_tempted
from yomikiri.search.values import estimate

NOBODY, BY_STANDING, BY_ESTIMATE = 0, 1, 2  # who wins a game that was not played to its end
EXCHANGE = 6  # plies of captures searched to see whether a move loses something
DECIDED = 1 << 40  # the standing of a finished game

Words = NDArray[np.int64]


class PlayoutWorkspace(NamedTuple):
    """What a playout works with."""

    capture: float  # probability of preferring tempting moves
    judge: int  # of games that are not played to their end
    weights: Words  # of the estimate, if that is the judge
    generator: Words  # [1]
    moves: Words  # of EXCHANGE + 2 plies, a stack
    tally: Words  # [4] wins, draws, losses, plies


@kernel
def play_on(rules, space, start, me, playouts, plies, allowed):
    """Add games from `start` to the tally of player `me`, until too many half points are lost."""
    for _ in range(playouts):
        if space.tally[1] + 2 * space.tally[2] > allowed:
            break
        add_game(rules, space, start, me, plies, space.capture)


@kernel
def play_through(rules, space, start, me, playouts, plies):
    """The same, but no game puts the board back: each goes on where the one before it ended.

    The player to move is again the one of `start`.
    """
    state = start
    for _ in range(playouts):
        if mover(rules, state) != mover(rules, start):
            state = other_turn(rules, state)
        state = add_game(rules, space, state, me, plies, 0.0)


@kernel
def add_game(rules, space, state, me, plies, capture):
    """Add one game to the tally of player `me`; the position in which it ended."""
    tally, moves = space.tally, space.moves
    played = 0
    number = legal_moves(rules, state, moves)
    while number > 0 and played < plies:
        index = choose_tempted(rules, state, number, capture, space.generator, moves)
        state = play(rules, state, moves[index])
        played += 1
        number = legal_moves(rules, state, moves)
    result = stands(rules, space, state, me)
    tally[0 if result > 0 else (1 if result == 0 else 2)] += 1
    tally[3] += played
    return state


@kernel
def stands(rules, space, state, me):
    """How player `me` stands: by the outcome if the game is over, else as the judge says."""
    result = outcome(rules, state)
    if result != ONGOING:
        result = DECIDED if result > 0 else (-DECIDED if result < 0 else 0)
    elif space.judge == BY_STANDING:
        result = standing(rules, state)
    elif space.judge == BY_ESTIMATE:
        result = estimate(rules, state, space.weights)
    else:
        result = 0
    return result if perspective(rules, state) == me else -result


@kernel
def perspective(rules, state):
    """Who sees the values of a position: its mover, or the first player where dice are thrown."""
    who = mover(rules, state)
    return FIRST if who == CHANCE else who


@kernel
def settle(rules, space, state, alpha, beta, depth, top):
    """How its mover stands once tempting moves have been played out, if they pay; fail-soft."""
    me = perspective(rules, state)
    best = stands(rules, space, state, me)
    if depth == 0 or best >= beta or mover(rules, state) == CHANCE:
        return best
    number = legal_moves(rules, state, space.moves[top:])
    for index in range(top, top + number):
        move = space.moves[index]
        if tempts(rules, state, move):
            child = play(rules, state, move)
            bottom = max(alpha, best)
            if perspective(rules, child) == me:
                value = settle(rules, space, child, bottom, beta, depth - 1, top + number)
            else:
                value = -settle(rules, space, child, -beta, -bottom, depth - 1, top + number)
            best = max(best, value)
            if best >= beta:
                break
    return best
