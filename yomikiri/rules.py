"""The contract between games and algorithms: the questions every game answers.

    rules   a NamedTuple of ints and arrays: board, tables, switches; its class names the family
    state   a NamedTuple of ints: one position, seen by the player to move

A game answers a question by a function of the same name, decorated with `@rule`, whose first
argument is annotated with the game's class of rules.  An algorithm just calls the question; Numba
compiles the algorithm again for each class.  It is functools.singledispatch for compiled code, and
it works the same with the compiler switched off.

Three things no algorithm may assume.  Players do not always alternate: a value changes sign when
`mover` changes.  A state is not the whole story: a position may be repeated, and the game says what
that is worth.  There may be chance: then `mover` is CHANCE, a move is a throw of the dice, and
outcomes and estimates are as the first player sees them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from yomikiri.errors import InputError
from yomikiri.jit import kernel
from yomikiri.lanes import BIAS, NET, SHIFT, room_for_rows, weigh
from yomikiri.questions import QUESTIONS, contract, is_answered, optional, rule

# Games and algorithms import these from here, with the questions.
__all__ = ["QUESTIONS", "is_answered", "rule"]

LOSS, DRAW, WIN = -1, 0, 1  # outcomes, as the player to move sees them; some games have scores
ONGOING = 1 << 20  # outside every score
FIRST, SECOND, CHANCE = 0, 1, 2  # who is to move
NO_MOVE = -1
CHECK = 1  # a bit of `mark`: the player to move must parry, or lose at once
UNLIMITED = 255  # what remains of a game that need not end

# The limits of answers.  The reasons are in docs/adding-a-game.md.
MOST_MOVES = 1024  # legal moves of a position, or positions before it (`unplay`)
MOST_MOVE = (1 << 40) - 1  # moves are numbers from 0 to this
MOST_SCORE = 100_000  # outcomes, either way
MOST_ESTIMATE = 199_999  # `evaluate`, either way: what is greater is a proof, not an estimate
SPARE = 1 << 15  # words after a buffer of moves, for answers that exceed the first of these limits


# Limits.


@kernel
def is_proof(value):
    """Whether the value that a search found is certain: beyond every estimate."""
    return abs(value) > MOST_ESTIMATE


def move_buffer(plies: int = 1) -> NDArray[np.int64]:
    """Room for the moves of some plies, and SPARE words after it."""
    return np.empty(plies * MOST_MOVES + SPARE, np.int64)


def list_moves(rules: Any, state: Any) -> list[int]:
    """The legal moves, for Python."""
    out = move_buffer()
    return [int(move) for move in out[: legal_moves(rules, state, out)]]


class TooManyMoves(InputError):
    """A position has more moves than there is room for."""

    def __init__(self) -> None:
        super().__init__("rules.too-many-moves", most=MOST_MOVES)


@kernel
def checked_number(number):
    """`number` of moves, if there is room for them: the caller's buffer has some to spare."""
    if number > MOST_MOVES:
        raise TooManyMoves
    return number


# What every game must answer.


@contract
def ask_legal_moves(rules, state, out):
    """What a game answers to `legal_moves`."""


@kernel
def legal_moves(rules, state, out):
    """Write the moves into `out` and return how many: none exactly when the game is over."""
    return checked_number(ask_legal_moves(rules, state, out))


@contract
def play(rules, state, move):
    """The position after a move, seen by the player who moves next.  Trusts the move."""


@contract
def outcome(rules, state):
    """The result as the player to move sees it, or ONGOING."""


@contract
def mover(rules, state):
    """FIRST or SECOND: whose turn it is; or CHANCE."""


@contract
def key(rules, state):
    """Two integers, the same only for positions with the same future, as their movers see it."""


# What a game answers if it can; the body is the answer of the others.


@optional
def remaining(rules, state):
    """How much of the game is left at most, in plies without passes; it never grows."""
    return UNLIMITED


@optional
def standing(rules, state):
    """The score if the game ended now, as the player to move sees it; in shogi, the material."""
    return 0


@optional
def ask_evaluate(rules, state, weights):
    """What a game answers to `evaluate` by weights of its own kind."""
    return 0


@optional
def features(rules, state, view, out):
    """Write the numbers of the features that a position has; return how many.

    As the player to move sees it (view 0) or as the other does (view 1): what is alike for both
    has the same number, so that a net learns it once.
    """
    return 0


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


@kernel
def evaluate(rules, state, weights):
    """An estimate as the player to move sees it, in any unit, within MOST_ESTIMATE either way.

    By a net if the weights are one, else by the game's own sum.
    """
    if weights[0] == NET:
        return evaluate_by_net(rules, state, weights)
    return ask_evaluate(rules, state, weights)


@kernel
def evaluate_by_net(rules, state, net):
    """The rows of a position's features, added, cut off and weighed in both views; see lanes.py."""
    rows = room_for_rows()
    total = net[BIAS]
    for view in range(2):
        total += weigh(net, rows, features(rules, state, view, rows), view)
    return total >> net[SHIFT]


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


@optional
def contenders(rules, state, moves, number):
    """Keep in `moves` some of the `number` legal moves, of which one is best; how many.

    And two bounds on the outcome that are certain at a glance.  For reading out.
    """
    return number, -MOST_SCORE, MOST_SCORE


@optional
def symmetries(rules):
    """How many maps of the board keep the rules, the identity (number 0) included."""
    return 1


@optional
def mirror(rules, state, number):
    """The position under one of these maps."""
    return state


@optional
def mirror_move(rules, move, number):
    """The move under one of these maps."""
    return move


@optional
def may_repeat(rules):
    """Whether a position can be repeated within a game."""
    return False


@optional
def mark(rules, state):
    """What the rule of repetition must know about a position, as bits: in shogi, a CHECK."""
    return 0


@optional
def repetition(rules, state, own_marks, other_marks):
    """What it is worth to the player to move that `state` is repeated.

    The marks are those shared by all positions since its first occurrence in which the same player,
    or the other, was to move.
    """
    return DRAW


@optional
def chances(rules, state, move):
    """The weight of a throw where chance is to move."""
    return 1


# What a game answers so that tables of all its positions can be built, class by class.  Moves that
# leave a class (captures, promotions) lead to classes that are built before it.


@optional
def index(rules, state):
    """The class of a position in which the game is not over, and its number there, from 0."""
    return 0, 0


@optional
def unindex(rules, group, number):
    """The position of class `group` with this number; see `is_position`."""
    return number


@optional
def is_position(rules, state):
    """Whether what `unindex` made of a number is a position, and the one that has this number."""
    return True


@optional
def ask_unplay(rules, state, out):
    """What a game answers to `unplay`; the others have no such rule."""
    return -1


@kernel
def unplay(rules, state, out):
    """Write the positions of the same class with a move to `state`; return how many.

    Each is 2 * its number, and 1 more if the player to move is the same there.  A position is
    written as often as it has moves to `state` of which `leaves_class` is false.  A negative answer
    says that the game has no such rule.
    """
    return checked_number(ask_unplay(rules, state, out))


@optional
def leaves_class(rules, state, move):
    """Whether the move leads to a position that has no number in the same class.

    The end of a game may have one.  This answer, for games in which it has none, is slow.
    """
    child = play(rules, state, move)
    return outcome(rules, child) != ONGOING or index(rules, child)[0] != index(rules, state)[0]


@optional
def resets(rules, state, move):
    """Whether the distance starts again from 0 after this move, which leaves the class."""
    return False


@optional
def other_turn(rules, state):
    """The same position with the other player to move; `state` itself where that cannot be.

    A game that has an answer has lists of mutual zugzwangs.
    """
    return state


@optional
def alternates(rules):
    """Whether the turn passes to the other player with every move."""
    return False
