"""Numbers for positions of `simple` and `full` with one die each.

A number is the cell and lie of both dice, and the trail of the turn.  There are holes.
"""

from yomikiri.bits import bit, lowest
from yomikiri.games.janken.dice import CELLS
from yomikiri.games.janken.motion import barred, is_lost, rolled
from yomikiri.games.janken.rules import play
from yomikiri.games.janken.state import FULL, GOAL_BIT, NEAR, Janken
from yomikiri.jit import kernel

PAIRS = (6 * CELLS) ** 2  # cell and lie of two dice


@kernel
def pair_number(state):
    """The number of a position of `simple` or `full`."""
    latest, before = state.trail >> 6 & 7, state.trail >> 9 & 7
    trail = latest if before == 0 else 1 + 4 * latest + before - 1
    own = 6 * lowest(state.own) + state.own_dice
    return (trail * 6 * CELLS + own) * 6 * CELLS + 6 * lowest(state.other) + state.other_dice


@kernel
def pair_state(rules, number):
    """The position of this number, which need not make sense."""
    other, number = number % (6 * CELLS), number // (6 * CELLS)
    own, trail = number % (6 * CELLS), number // (6 * CELLS)
    left = 1
    if rules.kind == FULL:
        left = 3 if rules.funbari != 0 else 2
    cell, steps = own // 6, 0
    if trail > 4:
        steps = (trail - 1 >> 2) | ((trail - 1 & 3) + 1) << 3
        left -= 2
    elif trail > 0:
        steps = trail
        left -= 1
    if steps != 0:
        steps = steps << 6 | cell + 1
    return Janken(bit(cell), own % 6, bit(other // 6), other % 6, 0, left, steps)


@kernel
def is_possible(rules, state):
    """Whether a turn of a single die can lead here: it is taken back and played again."""
    if is_lost(rules, state) or state.left <= 0:
        return False
    steps, cell = state.trail >> 6, (state.trail & 63) - 1
    while steps != 0:  # the trail is on the board
        cell = rules.tables[NEAR + 4 * cell + ((steps & 7) - 1 ^ 2)]
        if cell < 0:
            return False
        steps >>= 3
    while state.trail != 0:
        cell, direction = (state.trail & 63) - 1, (state.trail >> 6 & 7) - 1
        source = rules.tables[NEAR + 4 * cell + (direction ^ 2)]
        if state.other & bit(source) != 0:
            return False
        trail = state.trail >> 9
        if trail != 0:
            trail = trail << 6 | source + 1
        earlier = Janken(
            bit(source),
            rolled(state.own_dice, direction),
            state.other,
            state.other_dice,
            state.turn,
            state.left + 1,
            trail,
        )
        if barred(rules, earlier, source) & bit(cell) != 0:
            return False
        again = play(rules, earlier, 4 * source + direction)
        if again.turn != state.turn or again.trail != state.trail:
            return False
        state = earlier
    return state.own & GOAL_BIT == 0
