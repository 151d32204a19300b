"""Random games in the place of an evaluation: how some of them end that begin in a position.

For games without an answer to `evaluate`.  The same position always gets the same games.  They are
played within the "weights", which have room for it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import mix, spread
from yomikiri.chance import FIRST_MIXER, STEP, draw
from yomikiri.jit import kernel
from yomikiri.rules.limits import SPARE, move_buffer
from yomikiri.rules.playing import key, legal_moves, mover, outcome, play

GUESS_WORD, GUESS_GAMES, GUESS_PLIES, GUESS_GREATEST, GUESS_MOVES = 1, 2, 3, 4, 5
GUESS_ROOM = GUESS_MOVES + SPARE
GUESS = 1000  # the estimate if all of them are won


def guess_weights(greatest: int, games: int = 8, plies: int = 200) -> NDArray[np.int64]:
    """Room to play random games in, each for so many plies; `greatest` is the best outcome."""
    return np.concatenate([[0, 0, games, plies, greatest], move_buffer() * 0])


def own_weights(weights: Any) -> Any:
    """The weights for one thread: a copy, if it plays games within them."""
    return weights.copy() if weights[0] == 0 and len(weights) > GUESS_ROOM else weights


@kernel
def guess(rules, state, weights):
    """The mean result of random games, as the player to move sees it; GUESS if all are won."""
    first, second = key(rules, state)
    me, total, moves = mover(rules, state), 0, weights[GUESS_MOVES:]
    weights[GUESS_WORD] = mix(first, STEP) ^ mix(second, FIRST_MIXER)
    for _ in range(weights[GUESS_GAMES]):
        now, played = state, 0
        number = legal_moves(rules, now, moves)
        while number > 0 and played < weights[GUESS_PLIES]:
            move = moves[spread(draw(weights[GUESS_WORD:]), number)]
            now = play(rules, now, move)
            played += 1
            number = legal_moves(rules, now, moves)
        if number == 0:
            result = outcome(rules, now)
            total += result if mover(rules, now) == me else -result
    return total * GUESS // (weights[GUESS_GAMES] * weights[GUESS_GREATEST])
