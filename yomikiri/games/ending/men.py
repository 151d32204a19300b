"""The men of a position, and where they can go: kernels.

A man is a number; its square is a byte of `men` (see rules.py).  `row` is where the row of the
material begins in the tables.
"""

from yomikiri.bits import bit
from yomikiri.games.ending.board import BEHIND, BETWEEN, DOWN, LINES, UP
from yomikiri.games.ending.layout import KIND, MEN, STRONG
from yomikiri.jit import kernel

FLIP = 0x383838383838  # every man's rank turned over

# The men of a position.


@kernel
def first_man(tables, row, side):
    """A side's first man, its king."""
    return 0 if side == 0 else tables[row + STRONG]


@kernel
def end_man(tables, row, side):
    """The man after a side's last."""
    return tables[row + STRONG] if side == 0 else tables[row + MEN]


@kernel
def side_set(men, first, end):
    """The squares of some men, one after the other."""
    squares = 0
    for man in range(first, end):
        squares |= bit(men >> 8 * man & 63)
    return squares


@kernel
def pawn_set(tables, row, men, side):
    """The squares of a side's pawns."""
    squares = 0
    for man in range(first_man(tables, row, side), end_man(tables, row, side)):
        if tables[row + KIND] >> 4 * man & 15 >= UP:
            squares |= bit(men >> 8 * man & 63)
    return squares


@kernel
def man_at(tables, row, men, side, square):
    """The man of a side that stands there, or -1."""
    for man in range(first_man(tables, row, side), end_man(tables, row, side)):
        if men >> 8 * man & 63 == square:
            return man
    return -1


@kernel
def bytes_mask(number):
    """The lowest bytes."""
    return (1 << 8 * number) - 1


@kernel
def turned(men, number):
    """The men of even material, seen from the other side."""
    half = 4 * number
    return (men >> half | (men & (1 << half) - 1) << half) ^ FLIP & bytes_mask(number)


@kernel
def in_order(tables, row, men):
    """Like men of a side by their squares, so that a position is written in one way only."""
    kinds = tables[row + KIND]
    number = tables[row + MEN]
    for last in range(number - 1, 0, -1):
        for man in range(last):
            one, two = men >> 8 * man & 63, men >> 8 * man + 8 & 63
            if kinds >> 4 * man & 15 == kinds >> 4 * man + 4 & 15 and one > two:
                men ^= (one ^ two) << 8 * man | (one ^ two) << 8 * man + 8
    return men


# Where they can go.


@kernel
def reach(tables, row, men, man):
    """What a man attacks, the first man on each line included."""
    square = men >> 8 * man & 63
    hidden = 0
    for other in range(tables[row + MEN]):
        hidden |= tables[BEHIND + 64 * square + (men >> 8 * other & 63)]
    return tables[LINES + 64 * (tables[row + KIND] >> 4 * man & 15) + square] & ~hidden


@kernel
def is_attacked(tables, row, men, side):
    """Whether the king of a side is in check."""
    king = men >> 8 * first_man(tables, row, side) & 63
    occupied = side_set(men, 0, tables[row + MEN])
    kinds = tables[row + KIND]
    for man in range(first_man(tables, row, 1 - side), end_man(tables, row, 1 - side)):
        square = men >> 8 * man & 63
        lines = tables[LINES + 64 * (kinds >> 4 * man & 15) + square]
        if lines & bit(king) != 0 and tables[BETWEEN + 64 * square + king] & occupied == 0:
            return True
    return False


@kernel
def legal_targets(tables, row, state, man, own, others):
    """Where a man of the side to move can go without leaving the king in check."""
    men, side = state.men, state.side
    if man == first_man(tables, row, side):
        return king_targets(tables, row, men, side, own)
    if tables[row + KIND] >> 4 * man & 15 >= UP:
        targets = pawn_targets(tables, state, man, own | others, others)
    else:
        targets = reach(tables, row, men, man) & ~own
    return targets & shield(tables, row, state, man, own | others)


@kernel
def king_targets(tables, row, men, side, own):
    """Where a side's king can go."""
    king = men >> 8 * first_man(tables, row, side) & 63
    return tables[LINES + king] & ~own & ~attacked_near(tables, row, men, side)


@kernel
def attacked_near(tables, row, men, side):
    """What the other side attacks, as far as it matters to a side's king: also behind it."""
    king = men >> 8 * first_man(tables, row, side) & 63
    attacked = 0
    for man in range(first_man(tables, row, 1 - side), end_man(tables, row, 1 - side)):
        seen = reach(tables, row, men, man)
        attacked |= seen
        if seen & bit(king) != 0:
            square = men >> 8 * man & 63
            lines = tables[LINES + 64 * (tables[row + KIND] >> 4 * man & 15) + square]
            attacked |= lines & tables[BEHIND + 64 * square + king]
    return attacked


@kernel
def shield(tables, row, state, man, occupied):
    """Where a man may go with regard to its king: all squares, or those that parry a check."""
    men, side = state.men, state.side
    king = men >> 8 * first_man(tables, row, side) & 63
    others = occupied & ~bit(men >> 8 * man & 63)
    allowed = -1
    for enemy in range(first_man(tables, row, 1 - side) + 1, end_man(tables, row, 1 - side)):
        square = men >> 8 * enemy & 63
        lines = tables[LINES + 64 * (tables[row + KIND] >> 4 * enemy & 15) + square]
        if lines & bit(king) != 0:
            gap = tables[BETWEEN + 64 * square + king]
            if gap & others == 0:
                allowed &= gap | bit(square)
    if state.passed != 0 and tables[row + KIND] >> 4 * man & 15 >= UP:
        allowed = passing(tables, row, state, man, occupied, allowed)
    return allowed


@kernel
def passing(tables, row, state, man, occupied, allowed):
    """The same, with en passant tested by trying it: two men leave their squares at once."""
    men, side, passed = state.men, state.side, state.passed
    pawn = passed - 8 if side == 0 else passed + 8
    square = men >> 8 * man & 63
    if tables[LINES + 64 * (UP if side == 0 else DOWN) + square] & bit(passed) == 0:
        return allowed
    king = men >> 8 * first_man(tables, row, side) & 63
    after = occupied & ~bit(square) & ~bit(pawn) | bit(passed)
    for enemy in range(first_man(tables, row, 1 - side), end_man(tables, row, 1 - side)):
        origin = men >> 8 * enemy & 63
        lines = tables[LINES + 64 * (tables[row + KIND] >> 4 * enemy & 15) + origin]
        if origin != pawn and lines & bit(king) != 0:
            if tables[BETWEEN + 64 * origin + king] & after == 0:
                return allowed & ~bit(passed)
    return allowed | bit(passed)


@kernel
def pawn_targets(tables, state, man, occupied, enemies):
    """Where a pawn could go if its king did not matter."""
    square = state.men >> 8 * man & 63
    if state.passed != 0:
        enemies |= bit(state.passed)
    step, home = 8, 1
    kind = UP
    if state.side == 1:
        step, home, kind = -8, 6, DOWN
    targets = tables[LINES + 64 * kind + square] & enemies
    if occupied & bit(square + step) == 0:
        targets |= bit(square + step)
        if square >> 3 == home and occupied & bit(square + 2 * step) == 0:
            targets |= bit(square + 2 * step)
    return targets
