"""Proof numbers in the table: what df_pn.py and mate.py share.

At least how many positions must still be decided to prove something about a position, and how
many to refute it.  The note of an entry says what the question was.
"""

from yomikiri.bits import mix, shift_down, shift_up
from yomikiri.jit import kernel
from yomikiri.search.table import store

PROVED, REFUTED, OPEN = 1, -1, 0
FIELD = 28  # bits of a number
DECIDED = (1 << FIELD) - 1  # infinite: there is no proof, or no refutation
SALT = -7046029254386353131  # mixes a question into a key


@kernel
def salted(first, question):
    """The first word of a key, mixed with a question: each has an entry of its own."""
    return first ^ mix(question, SALT)


@kernel
def keep_numbers(table, first, second, question, left, proof, refutation):
    """Store the numbers of a position; `first` is salted with the question.

    On boards that fill the word the salt alone could mistake one question for another, so the
    question is stored too.
    """
    store(table, first, second, numbers_word(proof, refutation), question, left)


@kernel
def numbers_word(proof, refutation):
    """Both numbers as one word, which is never UNKNOWN."""
    return shift_up(proof, 64 - FIELD) | shift_up(refutation, 64 - 2 * FIELD)


@kernel
def numbers_in(data):
    """To prove, to refute: what `numbers_word` made one word of."""
    return shift_down(data, 64 - FIELD), shift_down(data, 64 - 2 * FIELD) & DECIDED


@kernel
def keep_verdict(table, first, second, question, left, verdict):
    """Store that a position is PROVED or REFUTED."""
    proof, refutation = numbers_of_verdict(verdict)
    keep_numbers(table, first, second, question, left, proof, refutation)


@kernel
def numbers_of_verdict(verdict):
    """The numbers of a position that is decided."""
    return (0, DECIDED) if verdict == PROVED else (DECIDED, 0)
