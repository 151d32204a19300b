"""The search of Y. Takeda's thesis on janken shogi (2023) as its program has it, faults included.

It looks four plies ahead, but a die on the goal ends a line only when its owner is to move again, a
ply late, and an enemy without dice ends none; a won game is worth only what the evaluation gives:
fifty more steps for a die on the goal, and no moves.  For its mover, the first of the four plies is
never worth more than the estimate after it.  The published tables are those of this search.

Values near the root are bounds, so they depend on the order in which dice are tried: by number.
The numbers of a player's dice are an integer, six bits for the cell of each, GONE if it was taken.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from yomikiri.bits import bit, count
from yomikiri.games.janken.dice import CELLS, MOST_PIECES
from yomikiri.games.janken.evaluation import DICE, MOVE, TO_GOAL, advance, mobility
from yomikiri.games.janken.motion import may_take, turned
from yomikiri.games.janken.notation import Place, cell_of, layout_of
from yomikiri.games.janken.numbers import moved, numbers_through
from yomikiri.games.janken.state import GOAL_BIT, NEAR, WORTHS, Janken
from yomikiri.jit import kernel
from yomikiri.rules import play

DEPTH = 4  # plies, the root's move among them
BONUS = 50  # steps that a die on the goal is worth
INFINITE = 1 << 31
SLOT, GONE = 6, 63  # bits of the cell of a die; no cell
WAYS = 4 * MOST_PIECES  # moves of a position at most


class Takeda:
    """What the program thinks of positions, in a game with so many dice."""

    def __init__(self, rules: Any, pieces: int) -> None:
        self.rules, self.pieces = rules, pieces

    def values(
        self, states: Sequence[Janken], moves: Sequence[int], weights: Any, depth: int = DEPTH
    ) -> dict[int, int]:
        """The values of the moves in a game's last position, as the first player sees them.

        The positions before it tell the numbers of the dice.
        """
        state, sides = states[-1], layout_of(states[-1]).sides
        numbers = numbers_through(states, self.pieces)
        found = {}
        for move in moves:
            child = play(self.rules, state, move)
            after = moved(numbers, sides, layout_of(child).sides)
            found[move] = self.value(child, after, weights, depth)
        return found

    def value(self, state: Janken, numbers: Mapping[Place, int], weights: Any, depth: int) -> int:
        """The value of a position after a move, as the first player sees it."""
        first, second = (self.order(numbers, side, state.turn) for side in (0, 1))
        own, other = (first, second) if state.turn == 0 else (second, first)
        stack = np.zeros(WAYS * (depth + 1), np.int64)
        last, worst, best = depth - 1, -INFINITE, INFINITE
        return int(look(self.rules, state, own, other, weights, 0, last, worst, best, stack, 0))

    def order(self, numbers: Mapping[Place, int], side: int, turn: int) -> int:
        """The cells of a player's dice by number, as the player to move sees them."""
        cells = [GONE] * MOST_PIECES
        for place, number in numbers.items():
            if (number > self.pieces) == side:
                cells[number - 1 - side * self.pieces] = cell_of(place, turn)
        return sum(cell << SLOT * slot for slot, cell in enumerate(cells))


@kernel
def look(rules, state, own_order, other_order, weights, depth, last, alpha, beta, stack, top):
    """The value of a position as the first player sees it, by the thesis's alpha-beta."""
    if depth == last or state.own & GOAL_BIT != 0:
        return estimate(rules, state, weights)
    if depth == 0 and state.turn == 0:
        alpha = estimate(rules, state, weights)
    elif depth == 0:
        beta = estimate(rules, state, weights)
    number = actions(rules, state, own_order, stack, top)
    for index in range(top, top + number):
        move = stack[index]
        child = play(rules, state, move)
        target = rules.tables[NEAR + move]
        mine = turned_order(with_cell(own_order, move >> 2, target))
        theirs = turned_order(with_cell(other_order, target, GONE))
        deeper, free = depth + 1, top + number
        value = look(rules, child, theirs, mine, weights, deeper, last, alpha, beta, stack, free)
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
def with_cell(order, cell, replaced):
    """The numbers of a player's dice, with another cell for the die on `cell`."""
    found = 0
    for slot in range(MOST_PIECES):
        at = order >> SLOT * slot & GONE
        found |= (replaced if at == cell else at) << SLOT * slot
    return found


@kernel
def turned_order(order):
    """The same as the other player sees the board."""
    found = 0
    for slot in range(MOST_PIECES):
        at = order >> SLOT * slot & GONE
        found |= (at if at == GONE else CELLS - 1 - at) << SLOT * slot
    return found


@kernel
def actions(rules, state, order, stack, top):
    """Every roll and capture, even of a player who has already lost, dice by their number."""
    number = 0
    for slot in range(MOST_PIECES):
        cell = order >> SLOT * slot & GONE
        if cell == GONE:
            continue
        for direction in range(4):
            target = rules.tables[NEAR + 4 * cell + direction]
            if target < 0 or state.own & bit(target) != 0:
                continue
            if state.other & bit(target) != 0 and not may_take(rules, state, cell, target):
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
        value += weights[MOVE] * mobility(rules, state, 0)
    if state.other & 1 != 0:
        value -= BONUS * weights[TO_GOAL]
    else:
        value -= weights[MOVE] * mobility(rules, state, 1)
    return -value if state.turn == 1 else value
