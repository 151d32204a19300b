"""The questions of play: moves, results, who is to move, repetition, symmetry, chance."""

from typing import Any

from yomikiri.errors import InputError
from yomikiri.jit import brief, kernel
from yomikiri.questions import contract, optional
from yomikiri.rules.limits import DRAW, UNLIMITED, checked_number, move_buffer

# What every game must answer.


@contract
def ask_legal_moves(rules, state, out):
    """What a game answers to `legal_moves`."""


@brief
@kernel
def legal_moves(rules, state, out):
    """Write the moves into `out` and return how many: none exactly when the game is over."""
    return checked_number(ask_legal_moves(rules, state, out))


def list_moves(rules: Any, state: Any) -> list[int]:
    """The legal moves, for Python."""
    out = move_buffer()
    number = legal_moves(rules, state, out)
    if number < 0:  # it would be all of the buffer but its end
        raise InputError("rules.no-number", kind=type(rules).__name__, got=number)
    return [int(move) for move in out[:number]]


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
def alternates(rules):
    """Whether the turn passes to the other player with every move."""
    return False


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
def retractable(rules, start, state, out):
    """Write each move that may have led here last, and in how many ways; return how many moves.

    Every position that can be reached from `start` and has a move to `state` is one of the ways to
    take back that move, and only one.  Others may be among them.  -1 if the game cannot tell.
    """
    return -1


@optional
def retract(rules, state, move, way):
    """What was before `move` by one of these ways, from 0; who asks plays the move to be sure."""
    return state


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
