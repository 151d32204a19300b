"""The path to the position that is being searched, to recognise repetitions."""

from yomikiri.jit import kernel
from yomikiri.rules import CHANCE, NO_MOVE, key, mark, mover, repetition

STEP = 4  # words for each position: key, mark, mover


@kernel
def remember(rules, trail, state, place):
    """Put a position on the trail."""
    first, second = key(rules, state)
    note(trail, place, first, second, mark(rules, state), mover(rules, state))


@kernel
def note(trail, place, first, second, marks, me):
    """Put a position on the trail, its key, mark and mover given."""
    trail[STEP * place], trail[STEP * place + 1] = first, second
    trail[STEP * place + 2], trail[STEP * place + 3] = marks, me


@kernel
def earlier(trail, first, second, place):
    """Where the position with this key is on the trail before `place`, or NO_MOVE."""
    for before in range(place - 1, -1, -1):
        if trail[STEP * before] == first and trail[STEP * before + 1] == second:
            return before
    return NO_MOVE


@kernel
def repetition_value(rules, trail, state, again, place):
    """The value, to its mover, of a position that is on the trail at `again`."""
    own_marks, other_marks = -1, -1
    me = mover(rules, state)
    for before in range(again, place):
        if trail[STEP * before + 3] == me:
            own_marks &= trail[STEP * before + 2]
        elif trail[STEP * before + 3] != CHANCE:
            other_marks &= trail[STEP * before + 2]
    return repetition(rules, state, own_marks, other_marks)
