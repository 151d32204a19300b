"""What the search of the thesis on Nip has found below a node, kept for when it meets it again.

That search has no table: it reads a position once for each way to it.  What it finds below a node
depends on the node alone if it reads the winner; if it reads the score, on the value so far of the
node above too, and on whether a pair of nodes further above is to be left.  So value and leaves can
be taken from a table, and the count is the same to the last leaf.
"""

from yomikiri.bits import mix, spread
from yomikiri.jit import kernel

WORDS = 4  # of a place: black, white, the mark, what was found
PAIR = 2 * WORDS  # a node has two places: one for the most leaves, one for the latest
FEW = 2  # stones left to look ahead with which a node is not worth a place
HASH = -7046029254386353131
MOST = 64  # no score is beyond it
FOUND_BITS = 8  # of what was found: the value, and whether the node was left


@kernel
def pair_of(table, black, white, mark):
    """Where the two places of a node are."""
    return PAIR * spread(mix(mix(black, HASH) ^ white ^ mark << 48, HASH), len(table) // PAIR)


@kernel
def known(table, black, white, mark):
    """The leaves below a node, its value, whether it was left; -1 leaves: nothing is known."""
    at = pair_of(table, black, white, mark)
    for place in (at, at + WORDS):
        if table[place] == black and table[place + 1] == white and table[place + 2] == mark:
            found = table[place + 3]
            value = (found >> 1 & (1 << FOUND_BITS) - 1) - MOST
            return found >> 1 + FOUND_BITS, value, found & 1
    return -1, 0, 0


@kernel
def keep(table, black, white, mark, leaves, value, is_left):
    """Keep what was found below a node; the mark is not 0."""
    at = pair_of(table, black, white, mark)
    if leaves < table[at + 3] >> 1 + FOUND_BITS:
        at += WORDS
    else:
        for k in range(at, at + WORDS):
            table[k + WORDS] = table[k]
    table[at], table[at + 1], table[at + 2] = black, white, mark
    table[at + 3] = leaves << 1 + FOUND_BITS | value + MOST << 1 | is_left
