"""The compiled rules of Connect Four.

Stones fall to the bottom of a column; the first four in a line win.  A move is the number of the
cell that the stone falls to.  Cells are numbered up the columns, each with one cell more than the
board has, always empty, so that no line runs on into the next column:

     .  .  .  .  .  .  .
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46       connect4:6x7
     3 10 17 24 31 38 45       neighbours differ by 1 up, 7 to the right,
     2  9 16 23 30 37 44       8 to the upper right and 6 to the lower right
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from typing import NamedTuple

from yomikiri.bits import bit, count, highest, lowest, shift_down, shift_up
from yomikiri.jit import kernel
from yomikiri.rules import DRAW, LOSS, ONGOING, WIN, rule

THREAT, CENTRE = 0, 1  # the weights of the evaluation


class Connect4Rules(NamedTuple):
    """A board."""

    across: int  # from a cell to its neighbour on the right: the height and one
    width: int
    board: int  # all cells
    bottom: int  # the lowest of each column
    centre: int  # the middle column, or two


class Connect4(NamedTuple):
    """A position, seen by the player to move."""

    own: int = 0  # stones of the player to move
    other: int = 0  # stones of the player who has just moved


@rule
def legal_moves(rules: Connect4Rules, state, out):
    """The lowest empty cell of each column, until the game is over."""
    if outcome(rules, state) != ONGOING:
        return 0
    # Adding the bottom cells carries through the stones of each column.
    free = (state.own | state.other) + rules.bottom & rules.board
    number = 0
    while free != 0:
        out[number] = lowest(free)
        number += 1
        free &= free - 1
    return number


@rule
def play(rules: Connect4Rules, state, move):
    """Put a stone and turn the board around."""
    return Connect4(state.other, state.own | bit(move))


@rule
def outcome(rules: Connect4Rules, state):
    """Only the player who has just moved can have completed a line."""
    if has_four(rules, state.other):
        return LOSS
    return DRAW if state.own | state.other == rules.board else ONGOING


@rule
def mover(rules: Connect4Rules, state):
    """The first player, x, when both have as many stones."""
    return count(state.other) - count(state.own)


@rule
def key(rules: Connect4Rules, state):
    """A position is its own key."""
    return state.own, state.other


@rule
def remaining(rules: Connect4Rules, state):
    """The empty cells."""
    return count(rules.board ^ state.own ^ state.other)


@rule
def contenders(rules: Connect4Rules, state, moves, number):
    """A four now; else the one reply to a three; else nothing below a cell where the other wins."""
    stones = state.own | state.other
    free = stones + rules.bottom & rules.board
    four = completing(rules, state.own) & free
    if four != 0:
        moves[0] = lowest(four)
        return 1, WIN, WIN
    danger = completing(rules, state.other) & ~stones
    forced = danger & free
    if forced != 0:
        free = forced
    safe = free & ~shift_down(danger, 1)
    if forced & forced - 1 != 0 or safe == 0:
        return 1, LOSS, LOSS
    if count(stones) + 2 >= count(rules.board):
        return number, DRAW, DRAW
    number = 0
    while safe != 0:
        moves[number] = lowest(safe)
        number += 1
        safe &= safe - 1
    return number, LOSS, WIN


@rule
def order(rules: Connect4Rules, state, move, child):
    """Win if you can, then make threats, then towards the centre."""
    if has_four(rules, child.other):
        return 1 << 20
    threats = count(completing(rules, child.other) & ~child.own)
    return (2 * threats + count(bit(move) & rules.centre)) << 16


@rule
def evaluate(rules: Connect4Rules, state, weights):
    """Empty cells that would complete a four, and stones in the centre."""
    free = rules.board ^ state.own ^ state.other
    threats = count(completing(rules, state.own) & free)
    threats -= count(completing(rules, state.other) & free)
    centre = count(state.own & rules.centre) - count(state.other & rules.centre)
    return weights[THREAT] * threats + weights[CENTRE] * centre


@rule
def index(rules: Connect4Rules, state):
    """A digit for each column: its own stones, under a bit that shows how high it is filled."""
    number, column = 0, bit(rules.across) - 1
    for x in range(rules.width):
        own = shift_down(state.own, rules.across * x) & column
        stones = own | shift_down(state.other, rules.across * x) & column
        number = number * column + own + stones
    return 0, number


@rule
def unindex(rules: Connect4Rules, group, number):
    """Digit by digit, the last column first."""
    own, other, column = 0, 0, bit(rules.across) - 1
    for x in range(rules.width - 1, -1, -1):
        digit = number % column
        stones = bit(highest(digit + 1)) - 1
        own |= shift_up(digit - stones, rules.across * x)
        other |= shift_up(2 * stones - digit, rules.across * x)
        number //= column
    return Connect4(own, other)


@rule
def is_position(rules: Connect4Rules, state):
    """Players take turns, and stop when one has a line."""
    ahead = count(state.other) - count(state.own)
    return (ahead == 0 or ahead == 1) and not has_four(rules, state.own)


@rule
def retractable(rules: Connect4Rules, start, state, out):
    """The topmost stone of a column, if it is the other player's."""
    stones = state.own | state.other
    tops = stones & ~shift_down(stones, 1) & state.other & ~start.own & ~start.other
    number = 0
    while tops != 0:
        if not has_four(rules, state.other ^ tops & -tops):
            out[2 * number] = lowest(tops)
            out[2 * number + 1] = 1
            number += 1
        tops &= tops - 1
    return number


@rule
def retract(rules: Connect4Rules, state, move, way):
    """Lift the stone."""
    return Connect4(state.other ^ bit(move), state.own)


@rule
def alternates(rules: Connect4Rules):
    """Always."""
    return True


@rule
def symmetries(rules: Connect4Rules):
    """Left and right."""
    return 2


@rule
def mirror(rules: Connect4Rules, state, number):
    """Column by column."""
    if number == 0:
        return state
    own, other = 0, 0
    column = bit(rules.across) - 1
    for x in range(rules.width):
        source, target = rules.across * x, rules.across * (rules.width - 1 - x)
        own |= shift_up(shift_down(state.own, source) & column, target)
        other |= shift_up(shift_down(state.other, source) & column, target)
    return Connect4(own, other)


@rule
def mirror_move(rules: Connect4Rules, move, number):
    """The same height in the column opposite."""
    if number == 0:
        return move
    return rules.across * (rules.width - 1 - move // rules.across) + move % rules.across


@kernel
def has_four(rules, stones):
    """Whether four stones stand in a line."""
    for step in (1, rules.across - 1, rules.across, rules.across + 1):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step != 0:
            return True
    return False


@kernel
def completing(rules, stones):
    """The cells of the board, empty or not, that together with three stones make a four."""
    cells = shift_up(stones, 1) & shift_up(stones, 2) & shift_up(stones, 3)
    for step in (rules.across - 1, rules.across, rules.across + 1):
        up, down = shift_up(stones, step), shift_down(stones, step)
        two_up, two_down = up & shift_up(stones, 2 * step), down & shift_down(stones, 2 * step)
        cells |= two_up & (shift_up(stones, 3 * step) | down)
        cells |= two_down & (shift_down(stones, 3 * step) | up)
    return cells & rules.board
