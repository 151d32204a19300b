"""The questions that make a search better: estimates, the order of moves, what can be left out.

A game answers them if it can; the body is the answer of the others.
"""

from typing import Any

from yomikiri.jit import brief, kernel
from yomikiri.lanes import BIAS, MOST_ROWS, NET, SHIFT, room_for_rows, weigh
from yomikiri.questions import brings, optional
from yomikiri.rules.guessing import GUESS_ROOM, guess
from yomikiri.rules.limits import MOST_ESTIMATE, MOST_SCORE, checked_number
from yomikiri.rules.playing import key, legal_moves

# Estimates.


@optional
def standing(rules, state):
    """The score if the game ended now, as the player to move sees it; in shogi, the material."""
    return 0


@brief
@kernel
def evaluate(rules, state, weights):
    """An estimate as the player to move sees it, in any unit, within MOST_ESTIMATE either way.

    By a net if the weights are one, else by the game's own sum.
    """
    if weights[0] == NET:
        return by_net(rules, state, weights)
    return ask_evaluate(rules, state, weights)


@optional
def ask_evaluate(rules, state, weights):
    """What a game answers to `evaluate` by weights of its own kind; the others: see `guess`."""
    return guess(rules, state, weights) if len(weights) > GUESS_ROOM else 0


@kernel
def evaluate_by_net(rules, state, net):
    """The rows of a position's features, added, cut off and weighed in both views; see lanes.py."""
    rows = room_for_rows()
    mine, theirs = both_features(rules, state, rows)
    total = net[BIAS] + weigh(net, rows, mine, 0) + weigh(net, rows[MOST_ROWS:], theirs, 1)
    return max(-MOST_ESTIMATE, min(MOST_ESTIMATE, total >> net[SHIFT]))


@optional
def features(rules, state, view, out):
    """Write the numbers of the features that a position has; return how many.

    As the player to move sees it (view 0) or as the other does (view 1): what is alike for both
    has the same number, so that a net learns it once.
    """
    return 0


@optional
def both_features(rules, state, out):
    """Write `features` of both views, those of view 1 from MOST_ROWS on; return both numbers.

    Answered where they are found at less cost together.
    """
    return features(rules, state, 0, out), features(rules, state, 1, out[MOST_ROWS:])


def no_estimate(rules: Any, state: Any, net: Any) -> int:
    """What is never asked: no net fits a game without features."""
    return 0


by_net = brings(features, evaluate_by_net, no_estimate)


@optional
def feature_rows(rules):
    """How many features there are: their numbers are from 0 to this."""
    return 0


@optional
def most_features(rules):
    """How many of them a position has at most in one view, up to MOST_ROWS."""
    return 0


@optional
def coarser(rules, row):
    """The number, from 0, of what a feature is a case of, as a piece anywhere is; -1 if of nothing.

    What is learned of one case then helps with the others.
    """
    return -1


# Moves.


@optional
def order(rules, state, move, child):
    """How promising a move is, the greater the earlier it is tried; `child` is what it leads to."""
    return 0


@optional
def tempts(rules, state, move):
    """Whether a move gains something at once, as a capture does: it is searched before others."""
    return False


@optional
def ask_tempting_moves(rules, state, out):
    """What a game answers to `tempting_moves`; for the others those of all moves that tempt."""
    number = legal_moves(rules, state, out)
    if number == 0:
        return -1
    kept = 0
    for index in range(number):
        move = out[index]
        if tempts(rules, state, move):
            out[kept] = move
            kept += 1
    return kept


@brief
@kernel
def tempting_moves(rules, state, out):
    """Write the moves that tempt into `out`, in the order of `legal_moves`, and return how many.

    -1 if the game is over.  `out` has room for all legal moves.
    """
    return checked_number(ask_tempting_moves(rules, state, out))


@optional
def pays(rules, state, move, least):
    """Whether a move seems to gain `least` or more in captures on the cell it leads to.

    In the unit of `evaluate`; True where nobody can tell.
    """
    return True


@optional
def skip(rules, state):
    """The position after a null move: the player to move lets the turn pass.

    `state` itself where that could be better than every move, or makes no sense.
    """
    return state


@optional
def contenders(rules, state, moves, number):
    """Keep in `moves` some of the `number` legal moves, of which one is best; how many.

    And two bounds on the outcome that are certain at a glance.  For reading out.
    """
    return number, -MOST_SCORE, MOST_SCORE


# Near the end.


@optional
def last(rules):
    """Positions with this much remaining, or less, are left to `finish`."""
    return -1


@optional
def finish(rules, state, alpha, beta):
    """Fail-soft value of a position near the end; how many positions and ends were visited."""
    return 0, 0, 0


@optional
def so_far(rules, state):
    """The part of the final score that is settled already, as the player to move sees it."""
    return 0


@optional
def future(rules, state):
    """A key of what is to come alone: with the same, outcomes differ by `so_far` only."""
    return key(rules, state)
