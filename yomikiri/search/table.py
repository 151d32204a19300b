"""The transposition table: what is known of positions already searched, in bounded memory.

One array of 64-bit words that several threads share without locks.  A bucket is one cache line of
two slots; a slot has four words: both words of the position's key, each mixed with the data, the
data, and how much of the game remained.  The whole key is kept, so no two positions are taken for
each other, and a slot torn by two threads writing at once does not fit: an answer stays exact.
"""

from typing import Any

import numpy as np

from yomikiri.bits import mix, shift_down, shift_up, spread
from yomikiri.jit import kernel

SLOT = 4  # words
BUCKET = 2 * SLOT
MOVE = 0xFFFF  # the bits of a move that are kept; they tell a position's moves apart
UNKNOWN = 0  # no data; real data always has its move field set (NO_MOVE is stored as 0xffff)
FIELD = 20  # bits of a bound
INFINITE = (1 << FIELD - 1) - 1  # beyond every value


def fitting(megabytes: float, left: int) -> float:
    """As much of `megabytes` as a game with this much remaining can use.

    A table much larger than the search costs more time to touch than it saves.
    """
    return min(megabytes, 2.0 ** ((max(left, 16) - 12) / 2)) if left < 30 else megabytes


def make_table(megabytes: float) -> Any:
    """An empty table of this size, aligned to cache lines; never smaller than one bucket."""
    words = max(1, int(megabytes * (1 << 20)) // (8 * BUCKET)) * BUCKET
    space = np.zeros(words + BUCKET, np.int64)
    skip = -space.ctypes.data // 8 % BUCKET
    return space[skip : skip + words]


@kernel
def pack(lower, upper, move, depth):
    """Bounds, best move (or NO_MOVE) and depth as one word."""
    return (
        shift_up(lower + INFINITE, 64 - FIELD)
        | shift_up(upper + INFINITE, 64 - 2 * FIELD)
        | shift_up(move & MOVE, 8)
        | depth
    )


@kernel
def lower_of(data):
    """The value is at least this."""
    return shift_down(data, 64 - FIELD) - INFINITE


@kernel
def upper_of(data):
    """The value is at most this."""
    return (shift_down(data, 64 - 2 * FIELD) & (1 << FIELD) - 1) - INFINITE


@kernel
def move_of(data):
    """The MOVE bits of the best move found, all set if there is none."""
    return shift_down(data, 8) & MOVE


@kernel
def depth_of(data):
    """How far the bounds were searched; UNLIMITED for bounds that are facts."""
    return data & 255


@kernel
def bucket_of(table, first, second):
    """Where the position's bucket begins."""
    mixed = mix(first, -7046029254386353131) ^ mix(second, -4417276706812531889)
    mixed = mix(mixed ^ shift_down(mixed, 32), -7070675565921424023)
    return spread(mixed ^ shift_down(mixed, 29), table.size // BUCKET) * BUCKET


@kernel
def scramble(data, first):
    """What is mixed into the second word of the key, so that halves of two slots never fit."""
    return mix(data ^ first, -7070675565921424023)


@kernel
def probe(table, first, second):
    """The data of the position with this key, or UNKNOWN."""
    start = bucket_of(table, first, second)
    for slot in range(start, start + BUCKET, SLOT):
        data = table[slot + 2]
        if table[slot] ^ data == first and data != UNKNOWN:
            if table[slot + 1] ^ scramble(data, first) == second:
                return data
    return UNKNOWN


@kernel
def store(table, first, second, data, left):
    """Remember a position of which `left` remains.

    The first slot of a bucket keeps what was dear to find, the second what came last.
    """
    slot = bucket_of(table, first, second)
    old = table[slot + 2]
    same = table[slot] ^ old == first and table[slot + 1] ^ scramble(old, first) == second
    if not same and left < table[slot + 3]:
        slot += SLOT
    elif not same:
        for word in range(SLOT):
            table[slot + SLOT + word] = table[slot + word]
    table[slot] = first ^ data
    table[slot + 1] = second ^ scramble(data, first)
    table[slot + 2] = data
    table[slot + 3] = left


@kernel
def copy_table(table, larger):
    """Move all entries into another table."""
    for slot in range(0, table.size, SLOT):
        data = table[slot + 2]
        if data != UNKNOWN:
            first = table[slot] ^ data
            second = table[slot + 1] ^ scramble(data, first)
            store(larger, first, second, data, table[slot + 3])
