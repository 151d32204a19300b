"""The estimate of a position: the evaluation of Y. Takeda's thesis (2023), and two more terms.

The thesis counts the steps of all dice towards the goal, the dice, and the moves.  `lead` is the
square of the steps of the foremost die, `guard` the dice within two steps of home, where the enemy
is heading; with them at 0 the evaluation is the thesis's.
"""

from yomikiri.bits import bit, count, lowest, rest
from yomikiri.games.janken.dice import MOST_PIECES, SIDE, Words, area
from yomikiri.games.janken.motion import beats, turned
from yomikiri.games.janken.state import NEAR, SIMPLE, TRAIL, WORTH, WORTHS, JankenRules
from yomikiri.jit import kernel
from yomikiri.rules import rule

TO_GOAL, DICE, MOVE, LEAD, GUARD = range(5)  # the weights
WEIGHT_NAMES = ("goal", "dice", "move", "lead", "guard")
WEIGHT_SETS = {
    "goal": (10000, 100, 10, 0, 0),
    "attack": (100, 10000, 10, 0, 0),
    "tuned": (2000, 20, 2, 163, 0),  # found by `yomikiri tune janken:single`
}
HOME_CELLS = area(2)


def greatest_estimate(weights: Words) -> int:
    """More than any estimate by these weights, either way."""
    steps = 2 * SIDE - 2
    most = ((steps + 2) * MOST_PIECES, WORTH[-1], 4 * MOST_PIECES, steps**2, MOST_PIECES)
    return sum(abs(int(weight)) * factor for weight, factor in zip(weights, most, strict=True))


@rule
def evaluate(rules: JankenRules, state, weights):
    """Steps towards the goals, dice and moves of both sides."""
    value = 0
    if rules.kind != SIMPLE:
        value += weights[TO_GOAL] * (advance(state.own) - advance(turned(state.other)))
        if weights[LEAD] != 0:
            value += weights[LEAD] * (lead(state.own) - lead(turned(state.other)))
        if weights[GUARD] != 0:
            mine, theirs = count(state.own & HOME_CELLS), count(turned(state.other) & HOME_CELLS)
            value += weights[GUARD] * (mine - theirs)
    mine, theirs = count(state.own), count(state.other)
    value += weights[DICE] * (rules.tables[WORTHS + mine] - rules.tables[WORTHS + theirs])
    if weights[MOVE] != 0:
        value += weights[MOVE] * (mobility(rules, state, 0) - mobility(rules, state, 1))
    # Where the die is thrown next, values are as the first player sees them.
    return -value if state.left == 0 and state.turn == 1 else value


@kernel
def advance(cells):
    """How many steps these dice have made from the corner of home, all together."""
    steps = 0
    while cells != 0:
        cell = lowest(cells)
        cells = rest(cells)
        steps += cell // 6 + cell % 6
    return steps


@kernel
def lead(cells):
    """The square of how many steps the foremost of these dice has made."""
    most = 0
    while cells != 0:
        cell = lowest(cells)
        cells = rest(cells)
        most = max(most, cell // 6 + cell % 6)
    return most * most


@kernel
def mobility(rules, state, side):
    """How many rolls and captures the mover has (0) or the other (1), whatever areas and trails."""
    own, own_dice, own_kinds = state.own, state.own_dice, state.trail
    other, other_dice, other_kinds = state.other, state.other_dice, state.trail >> TRAIL
    if side != 0:
        own, own_dice, own_kinds, other, other_dice, other_kinds = (
            other,
            other_dice,
            other_kinds,
            own,
            own_dice,
            own_kinds,
        )
    moves = 0
    cells = own
    while cells != 0:
        cell = lowest(cells)
        cells = rest(cells)
        for direction in range(4):
            target = rules.tables[NEAR + 4 * cell + direction]
            if target < 0 or own & bit(target) != 0:
                continue
            if other & bit(target) == 0:
                moves += 1
            elif beats(
                rules, own, own_dice, own_kinds, cell, other, other_dice, other_kinds, target
            ):
                moves += 1
    return moves
