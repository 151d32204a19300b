"""What a leaf of the tree is worth, as the first player sees it.

The end of the game, a repetition, the result of a random game from there, or what a net says.
"""

import math

from yomikiri.jit import kernel
from yomikiri.rules import (
    NO_MOVE,
    ONGOING,
    SECOND,
    key,
    legal_moves,
    may_repeat,
    mover,
    outcome,
    play,
)
from yomikiri.search.playout import choose_tempted
from yomikiri.search.trail import earlier, repetition_value
from yomikiri.search.tree_space import BY_NET, NOTHING, PLIES, WHOLE
from yomikiri.search.values import estimate


@kernel
def look(rules, space, state, number, depth):
    """Who wins, as the first player sees it, if the game is over here; else ONGOING."""
    who = mover(rules, state)
    if number == 0:
        return as_first(who, outcome(rules, state))
    if may_repeat(rules) and depth > 0:
        place = space.before + depth
        first, second = key(rules, state)
        again = earlier(space.trail, first, second, place)
        if again != NO_MOVE:
            return as_first(who, repetition_value(rules, space.trail, state, again, place))
    return ONGOING


@kernel
def as_first(who, result):
    """The sign of a result as the first player sees it."""
    won = 1 if result > 0 else (-1 if result < 0 else 0)
    return -won if who == SECOND else won


@kernel
def roll(rules, space, start, number):
    """The result of a random game from `start`, whose `number` moves are in the buffer."""
    style, moves = space.style, space.moves
    state, played = start, 0
    while number > 0 and played < style.plies:
        index = choose_tempted(rules, state, number, style.capture, space.generator, moves)
        state = play(rules, state, moves[index])
        played += 1
        number = legal_moves(rules, state, moves)
    space.control[PLIES] += played
    who = mover(rules, state)
    if number == 0:
        return WHOLE * as_first(who, outcome(rules, state))
    if style.estimates == NOTHING:
        return 0
    if style.estimates == BY_NET:
        return chance_by_net(rules, space, state)
    guess = estimate(rules, state, space.weights)
    share = WHOLE * guess / (space.unit + abs(guess))
    return int(-share) if who == SECOND else int(share)


@kernel
def chance_by_net(rules, space, state):
    """What a net makes of a position as the first player sees it, from -WHOLE to WHOLE."""
    value = WHOLE * math.tanh(estimate(rules, state, space.weights) / (2.0 * space.unit))
    return int(-value) if mover(rules, state) == SECOND else int(value)


@kernel
def odds(value):
    """The odds of winning by a value from -WHOLE to WHOLE."""
    return (WHOLE + value + 1.0) / (WHOLE - value + 1.0)
