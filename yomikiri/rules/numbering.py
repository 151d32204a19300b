"""The questions by which tables of all positions are built, class by class.

Moves that leave a class (captures, promotions) lead to classes that are built before it.  A game
answers them if it can; the body is the answer of the others.
"""

from yomikiri.jit import brief, kernel
from yomikiri.questions import optional
from yomikiri.rules.limits import ONGOING, checked_number
from yomikiri.rules.playing import outcome, play


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


@brief
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
