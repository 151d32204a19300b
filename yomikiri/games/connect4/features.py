"""What a net sees of Connect Four: windows of four that can still be filled, and the columns.

A window is four cells in a line.  It is seen if one player alone has stones in it: which of its
cells they are, and whose.  Of each column it is seen how high it is filled, which says where the
next stones fall.  A position and its mirror image are seen alike: as the one that comes first.
"""

from yomikiri.bits import bit, count, lowest, rest, shift_down
from yomikiri.games.connect4.rules import Connect4Rules, mirror
from yomikiri.jit import kernel
from yomikiri.rules import rule

ROW = 4  # cells of a window
FILLED = (1 << ROW) - 1  # ways to have stones in it
CELLS = 64
LINES = 4  # directions: up, and to the right downward, level and upward
WINDOWS = LINES * CELLS * 2 * FILLED


@rule
def feature_rows(rules: Connect4Rules):
    """Windows by direction, first cell, owner and stones; columns by their height."""
    return WINDOWS + rules.width * rules.across


@rule
def most_features(rules: Connect4Rules):
    """All windows, and the columns."""
    number = rules.width
    for line in range(LINES):
        number += count(beginnings(rules.board, step_of(rules, line)))
    return number


@rule
def features(rules: Connect4Rules, state, view, out):
    """The windows of each direction, then the columns."""
    image = mirror(rules, state, 1)
    own, other = state.own, state.other
    less = (image.own | image.other) - (own | other)
    if less < 0 or (less == 0 and image.own < own):
        own, other = image.own, image.other
    if view != 0:
        own, other = other, own
    number = 0
    for line in range(LINES):
        step = step_of(rules, line)
        begins = beginnings(rules.board, step)
        mine, theirs = touched(own, step) & begins, touched(other, step) & begins
        first = 2 * FILLED * CELLS * line - 1
        number = add_windows(own, mine & ~theirs, step, first, out, number)
        number = add_windows(other, theirs & ~mine, step, first + FILLED, out, number)
    stones, column = own | other, bit(rules.across) - 1
    for x in range(rules.width):
        height = count(shift_down(stones, rules.across * x) & column)
        out[number] = WINDOWS + rules.across * x + height
        number += 1
    return number


@kernel
def step_of(rules, line):
    """From a cell to the next in a direction."""
    return 1 if line == 0 else rules.across + line - 2


@kernel
def beginnings(board, step):
    """The first cells of windows."""
    return (
        board & shift_down(board, step) & shift_down(board, 2 * step) & shift_down(board, 3 * step)
    )


@kernel
def touched(stones, step):
    """The first cells of windows with a stone."""
    pairs = stones | shift_down(stones, step)
    return pairs | shift_down(pairs, 2 * step)


@kernel
def add_windows(stones, begins, step, first, out, number):
    """Write the features of the windows that begin on these cells; where they end."""
    while begins != 0:
        cell = lowest(begins)
        begins = rest(begins)
        filled = 0
        for place in range(ROW):
            filled |= (shift_down(stones, cell + step * place) & 1) << place
        out[number] = first + 2 * FILLED * cell + filled
        number += 1
    return number
