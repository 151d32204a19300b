"""Count the positions of a Nip or Othello board exactly: `python -m bench.positions nip:6x6`.

Layer by layer, the positions of one layer in memory as single words: up to 31 cells.  What
`yomikiri stats` samples is compared with this.
"""

import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from yomikiri.bits import bit, mix, shift_down
from yomikiri.games import load
from yomikiri.games.reversi.state import Reversi
from yomikiri.jit import kernel
from yomikiri.rules import legal_moves, move_buffer, play

SLICE = 1 << 20  # positions between two looks at how full the set is


@kernel
def packed(state: Any, cells: Any) -> Any:
    """A position in one word, never 0."""
    word = 2 + state.turn
    for cell in cells:
        word = 4 * word + 2 * (state.own >> cell & 1) + (state.other >> cell & 1)
    return word


@kernel
def unpacked(word: Any, cells: Any) -> Any:
    """The position again."""
    own = other = 0
    for index in range(cells.size - 1, -1, -1):
        own |= (word >> 1 & 1) * bit(cells[index])
        other |= (word & 1) * bit(cells[index])
        word >>= 2
    return Reversi(own, other, word & 1)


@kernel
def enter(places: Any, word: Any) -> Any:
    """Put a word into a set; whether it is new."""
    mask = places.size - 1
    mixed = mix(word, -7046029254386353131)
    place = (mixed ^ shift_down(mixed, 29)) & mask
    while places[place] != 0:
        if places[place] == word:
            return False
        place = place + 1 & mask
    places[place] = word
    return True


@kernel
def go_on(rules: Any, cells: Any, words: Any, moves: Any, places: Any, after: Any) -> Any:
    """Enter what follows some positions: boards with a stone more, and with a pass (`after`)."""
    new = passed = 0
    for word in words:
        if word == 0:
            continue
        state = unpacked(word, cells)
        for index in range(legal_moves(rules, state, moves)):
            child = play(rules, state, moves[index])
            if child.own | child.other == state.own | state.other:
                after[passed] = packed(child, cells)
                passed += 1
            else:
                new += enter(places, packed(child, cells))
    return new, passed


@kernel
def enter_all(places: Any, words: Any) -> Any:
    """Enter words; how many are new."""
    new = 0
    for word in words:
        if word != 0:
            new += enter(places, word)
    return new


def grown(places: Any, held: int, more: int) -> Any:
    """The set with room for `more` words."""
    while 10 * (held + more) > 8 * places.size:
        larger = np.zeros(2 * places.size, np.int64)
        enter_all(larger, places)
        places = larger
    return places


def layers(name: str) -> Sequence[int]:
    """How many positions there are with 0, 1, ... stones more than at the start."""
    game = load(name)
    cells = np.array(sorted(game.places), np.int64)
    moves, counts = move_buffer(), []
    layer = np.zeros(1024, np.int64)
    held = int(enter(layer, packed(game.start, cells)))
    while held:
        following, new = np.zeros(1024, np.int64), 0
        words = layer
        while words.size:  # a pass leads to the same layer, where it is looked at once more
            passed = []
            for first in range(0, words.size, SLICE):
                some = words[first : first + SLICE]
                following = grown(following, new, 16 * int(np.count_nonzero(some)))
                after = np.zeros(some.size, np.int64)
                more, number = go_on(game.rules, cells, some, moves, following, after)
                new += more
                passed.append(after[:number])
            words = np.concatenate(passed)
            layer = grown(layer, held, words.size)
            words = words[[bool(enter(layer, word)) for word in words]]
            held += words.size
        counts.append(held)
        print(len(counts) - 1, held, f"{time.process_time():.0f} s", flush=True)
        layer, held = following, new
    return counts


if __name__ == "__main__":
    print(sum(layers(sys.argv[1])))
