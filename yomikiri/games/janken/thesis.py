"""The search of Y. Takeda's thesis on janken shogi (2023) as its program has it, faults included.

It looks four plies ahead, but a die on the goal ends a line only when its owner is to move again, a
ply late, and an enemy without dice ends none; a won game is worth only what the evaluation gives:
fifty more steps for a die on the goal, and no moves.  For its mover, the first of the four plies is
never worth more than the estimate after it.  The published tables are those of this search.
"""

from typing import Any

import numpy as np

from yomikiri.bits import bit, count, lowest, rest
from yomikiri.games.janken.evaluation import DICE, MOVE, TO_GOAL, advance, mobility
from yomikiri.games.janken.motion import lie_at, turned
from yomikiri.games.janken.state import GOAL_BIT, NEAR, WORTHS
from yomikiri.jit import kernel
from yomikiri.rules import play

DEPTH = 3  # plies after the root's move
BONUS = 50  # steps that a die on the goal is worth
INFINITE = 1 << 31
STACK = 16 * (DEPTH + 2)  # moves: four dice, four directions, each ply


def value(rules: Any, state: Any, weights: Any) -> int:
    """What the thesis's player thinks of a position after a move, as the first player sees it."""
    stack = np.zeros(STACK, np.int64)
    return int(look(rules, state, weights, 0, -INFINITE, INFINITE, stack, 0))


@kernel
def look(rules, state, weights, depth, alpha, beta, stack, top):
    """The value of a position as the first player sees it, by the thesis's alpha-beta."""
    if depth == DEPTH or state.own & GOAL_BIT != 0:
        return estimate(rules, state, weights)
    if depth == 0 and state.turn == 0:
        alpha = estimate(rules, state, weights)
    elif depth == 0:
        beta = estimate(rules, state, weights)
    number = actions(rules, state, stack, top)
    for index in range(top, top + number):
        child = play(rules, state, stack[index])
        deeper, free = depth + 1, top + number
        value = look(rules, child, weights, deeper, alpha, beta, stack, free)
        if state.turn == 0:
            value -= deeper  # the sooner the better, but for the first player only
            if value >= beta:
                return value
            alpha = max(alpha, value)
        else:
            if value <= alpha:
                return value
            beta = min(beta, value)
    return alpha if state.turn == 0 else beta


@kernel
def actions(rules, state, stack, top):
    """Every roll and capture, even of a player who has already lost."""
    number = 0
    cells = state.own
    while cells != 0:
        cell = lowest(cells)
        cells = rest(cells)
        mine = lie_at(state.own, state.own_dice, cell)
        for direction in range(4):
            target = rules.tables[NEAR + 4 * cell + direction]
            if target < 0 or state.own & bit(target) != 0:
                continue
            if state.other & bit(target) != 0:
                theirs = lie_at(state.other, state.other_dice, target)
                if rules.beats >> 6 * mine + theirs & 1 == 0:
                    continue
            stack[top + number] = 4 * cell + direction
            number += 1
    return number


@kernel
def estimate(rules, state, weights):
    """The thesis's evaluation, as the first player sees it."""
    value = weights[TO_GOAL] * (advance(state.own) - advance(turned(state.other)))
    mine, theirs = count(state.own), count(state.other)
    value += weights[DICE] * (rules.tables[WORTHS + mine] - rules.tables[WORTHS + theirs])
    if state.own & GOAL_BIT != 0:
        value += BONUS * weights[TO_GOAL]
    else:
        moves = mobility(rules, state.own, state.own_dice, state.other, state.other_dice)
        value += weights[MOVE] * moves
    if state.other & 1 != 0:
        value -= BONUS * weights[TO_GOAL]
    else:
        moves = mobility(rules, state.other, state.other_dice, state.own, state.own_dice)
        value -= weights[MOVE] * moves
    return -value if state.turn == 1 else value
