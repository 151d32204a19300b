"""The numbers that games and algorithms agree on: outcomes, movers, and how great answers may be.

The reasons for the limits are in docs/adding-a-game.md.
"""

import numpy as np
from numpy.typing import NDArray

from yomikiri.errors import InputError
from yomikiri.jit import brief, kernel

LOSS, DRAW, WIN = -1, 0, 1  # outcomes, as the player to move sees them; some games have scores
ONGOING = 1 << 20  # outside every score
FIRST, SECOND, CHANCE = 0, 1, 2  # who is to move
NO_MOVE = -1
CHECK = 1  # a bit of `mark`: the player to move must parry, or lose at once
UNLIMITED = 255  # what remains of a game that need not end

# The limits of answers.
MOST_MOVES = 1024  # legal moves of a position, or positions before it (`unplay`)
MOST_MOVE = (1 << 40) - 1  # moves are numbers from 0 to this
MOST_SCORE = 100_000  # outcomes, either way
MOST_ESTIMATE = 199_999  # `evaluate`, either way: what is greater is a proof, not an estimate
SPARE = 1 << 15  # words after a buffer of moves, for answers that exceed the first of these limits


@brief
@kernel
def is_proof(value):
    """Whether the value that a search found is certain: beyond every estimate."""
    return abs(value) > MOST_ESTIMATE


def move_buffer(plies: int = 1) -> NDArray[np.int64]:
    """Room for the moves of some plies, and SPARE words after it."""
    return np.empty(plies * MOST_MOVES + SPARE, np.int64)


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
