"""What a position is worth to a search, and how plies come into it.

In LOOK_AHEAD a finished game is beyond every estimate, the more so the greater its score, and a
win is worth more the sooner it comes:

    -WON - ...    ...    -MOST_ESTIMATE ... MOST_ESTIMATE    ...    WON + SCORE_STEP * score - plies
"""

from yomikiri.jit import kernel
from yomikiri.rules import MOST_ESTIMATE, MOST_SCORE, evaluate, is_proof, outcome
from yomikiri.search.table import INFINITE
from yomikiri.search.workspace import LEAVES, LOOK_AHEAD

WON = 2 * (MOST_ESTIMATE + 1)  # far from every estimate, whatever plies are taken off
SCORE_STEP = 1000  # a point of the score outweighs all plies of a line
assert WON + SCORE_STEP * (MOST_SCORE + 1) < INFINITE


@kernel
def worth(space, result, ply):
    """The value of a finished game: in LOOK_AHEAD beyond every estimate, and soon is better."""
    sign = 1 if result > 0 else (-1 if result < 0 else 0)
    if space.mode == LOOK_AHEAD:
        return sign * (WON - ply) + SCORE_STEP * result
    return sign if space.signs != 0 else result


@kernel
def end_value(rules, space, state, ply):
    """The value of a position in which the game is over."""
    space.control[space.counters + LEAVES] += 1
    return worth(space, outcome(rules, state), ply)


@kernel
def estimate(rules, state, weights):
    """The game's estimate of a position, cut off so that it is never taken for a proof."""
    return max(-MOST_ESTIMATE, min(MOST_ESTIMATE, evaluate(rules, state, weights)))


@kernel
def from_here(space, value, plies):
    """A certain win or loss of LOOK_AHEAD as seen `plies` earlier; table entries have no root."""
    if space.mode != LOOK_AHEAD or abs(value) == INFINITE or not is_proof(value):
        return value
    return value - plies if value > 0 else value + plies


def certain_result(value: int) -> int:
    """The result of the game that a certain value of LOOK_AHEAD stands for."""
    size = -(-(abs(value) - WON) // SCORE_STEP)
    return size if value > 0 else -size


def certain_plies(value: int) -> int:
    """Plies from the searched position to the end that a certain value of LOOK_AHEAD stands for."""
    return WON + SCORE_STEP * abs(certain_result(value)) - abs(value)
