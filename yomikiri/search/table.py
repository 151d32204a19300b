"""The transposition table: what is known about positions already searched, in bounded memory.

One array of 64-bit words that several threads share without locks.  A bucket is one cache line of
two slots; a slot has four words: both words of the position's key, each mixed with what is known,
the data, and a note (the best move, say) with how much of the game remained.  The whole key is
kept, so no two positions are taken for each other, and a slot torn by two threads writing at once
does not match: an answer stays exact.
"""

from typing import Any

import numpy as np

from yomikiri.bits import mix, shift_down, shift_up, spread
from yomikiri.jit import brief, kernel
from yomikiri.rules import MOST_MOVE, NO_MOVE

SLOT = 4  # words
BUCKET = 2 * SLOT
UNKNOWN = 0  # no data; real data is never 0, for nothing is both below and above every value
FIELD = 28  # bits of a bound
INFINITE = (1 << FIELD - 1) - 1  # beyond every value
LEFT = 16  # bits of what remained, beside a note
assert MOST_MOVE < 1 << 63 - LEFT


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
def pack(lower, upper, depth):
    """Bounds and depth as one word."""
    return (
        shift_up(lower + INFINITE, 64 - FIELD) | shift_up(upper + INFINITE, 64 - 2 * FIELD) | depth
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
def depth_of(data):
    """How deep the bounds were searched; UNLIMITED for bounds that are facts."""
    return data & 255


@kernel
def bucket_of(table, first, second):
    """Where the position's bucket begins."""
    mixed = mix(first, -7046029254386353131) ^ mix(second, -4417276706812531889)
    mixed = mix(mixed ^ shift_down(mixed, 32), -7070675565921424023)
    return spread(mixed ^ shift_down(mixed, 29), table.size // BUCKET) * BUCKET


@kernel
def scramble(data, note, first):
    """What is mixed into the second word of the key, so that parts of two slots never match."""
    return mix(data ^ mix(note, -4417276706812531889) ^ first, -7070675565921424023)


@brief
@kernel
def recall(table, first, second):
    """The data of the position with this key, and its note; or UNKNOWN and NO_MOVE."""
    start = bucket_of(table, first, second)
    for slot in range(start, start + BUCKET, SLOT):
        data, note = table[slot + 2], table[slot + 3]
        if table[slot] ^ data == first and data != UNKNOWN:
            if table[slot + 1] ^ scramble(data, note, first) == second:
                return data, note >> LEFT
    return UNKNOWN, NO_MOVE


@kernel
def probe(table, first, second):
    """The data of the position with this key, or UNKNOWN."""
    return recall(table, first, second)[0]


@kernel
def store(table, first, second, data, note, left):
    """Remember a position of which `left` remains.

    The first slot of a bucket keeps what took longest to find, the second what came last.
    """
    note = shift_up(note, LEFT) | left
    slot = bucket_of(table, first, second)
    old, old_note = table[slot + 2], table[slot + 3]
    same = table[slot] ^ old == first
    same = same and table[slot + 1] ^ scramble(old, old_note, first) == second
    if not same and left < old_note & (1 << LEFT) - 1:
        slot += SLOT
    elif not same:
        for word in range(SLOT):
            table[slot + SLOT + word] = table[slot + word]
    table[slot] = first ^ data
    table[slot + 1] = second ^ scramble(data, note, first)
    table[slot + 2] = data
    table[slot + 3] = note


@kernel
def copy_table(table, larger):
    """Move all entries into another table."""
    for slot in range(0, table.size, SLOT):
        data, note = table[slot + 2], table[slot + 3]
        if data != UNKNOWN:
            first = table[slot] ^ data
            second = table[slot + 1] ^ scramble(data, note, first)
            store(larger, first, second, data, note >> LEFT, note & (1 << LEFT) - 1)
