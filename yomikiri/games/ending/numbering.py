"""Positions by number, class by class, for tables of them all; see layout.py for the classes.

    number = (pawns * pairs of kings + pair) << bits of the rest | rest, doubled for the two sides

Positions that a symmetry of the board makes equal have one number.  A position that is its own
image (all men on the long diagonal, or like men across it) has fewer neighbours than its moves; see
unplay.py.
"""

from yomikiri.bits import bit, count
from yomikiri.games.ending.board import (
    COUNT2,
    COUNT8,
    KINGS2,
    KINGS2_OF,
    KINGS8,
    KINGS8_OF,
    MATERIALS,
    PAIRS,
    PAIRS_OF,
)
from yomikiri.games.ending.layout import (
    CLASS,
    CLASS_MATERIAL,
    CLASS_PAWNS,
    CLASS_ROW,
    CLASS_SIZE,
    EVEN,
    KEYS,
    MEN,
    MIRROR,
    PAWN_SHIFTS,
    PAWNS,
    REST,
    ROW,
    SET,
    SETS,
    STRONG,
)
from yomikiri.games.ending.men import FLIP, is_attacked, side_set, turned
from yomikiri.games.ending.rules import (
    BY_PAWN,
    CAPTURED,
    DTC,
    DTM,
    DTZ,
    LEAVES,
    PROMOTION,
    Ending,
    EndingRules,
)
from yomikiri.jit import kernel
from yomikiri.rules import rule

FILES = 0x070707070707  # every man's file


@rule
def index(rules: EndingRules, state):
    """The class and the number of a position, or of its image in its canonical place."""
    tables = rules.tables
    row = MATERIALS + ROW * state.material
    turn, number = own_map(tables, row, state)
    men = mapped_men(turned(state.men, tables[row + MEN]) if turn == 1 else state.men, number)
    side = state.side ^ turn
    weak = men >> 8 * tables[row + STRONG] & 63
    others = rest_number(rules, row, men)
    bits = tables[row + REST]
    if tables[row + PAWNS] == 0:
        if is_on_diagonal(men & 63) and is_on_diagonal(weak):
            others = min(others, rest_number(rules, row, mapped_men(men, 4)))
        kings = tables[KINGS8 + 64 * (men & 63) + weak] >> 3
        return tables[row + CLASS], (side * COUNT8 + kings) << bits | others
    entry = pawn_entry(tables, row, state)
    kings = tables[KINGS2 + 64 * (men & 63) + weak]
    place = ((entry & 0xFFFFF) * COUNT2 + kings) << bits | others
    group = entry >> 24
    if side == 1 and state.passed == 0:
        place += tables[rules.first_class + CLASS_ROW * group + CLASS_SIZE]
    return group, place


@kernel
def own_map(tables, row, state):
    """What brings a position into its canonical place: 1 if sides are exchanged, then a symmetry.

    Where the pawns are their own image, the side to move or the strong king decides.
    """
    men, even = state.men, tables[row + EVEN] == 1
    if tables[row + PAWNS] != 0:
        entry = pawn_entry(tables, row, state)
        second = state.side == 1 if even else men & 4 != 0
        number = entry >> 22 & 3 if second else entry >> 20 & 3
        return number >> 1, number & MIRROR
    turn = 1 if even and state.side == 1 else 0
    if turn == 1:
        men = turned(men, tables[row + MEN])
    return turn, tables[KINGS8 + 64 * (men & 63) + (men >> 8 * tables[row + STRONG] & 63)] & 7


@kernel
def pawn_entry(tables, row, state):
    """The entry of a position in the table of pawns: place, maps, class."""
    passed = state.passed
    where = 0
    if passed != 0:
        where = passed - 15 if passed < 32 else passed - 31
    for pawn in range(tables[row + PAWNS] - 1, -1, -1):
        where = where * 48 + (state.men >> tables[row + PAWN_SHIFTS + pawn] & 63) - 8
    return tables[tables[row + KEYS] + where]


@kernel
def mapped_men(men, number):
    """All men under a symmetry of the board."""
    if number & 1 != 0:
        men ^= FILES
    if number & 2 != 0:
        men ^= FLIP
    if number & 4 != 0:
        men = (men & FILES) << 3 | men >> 3 & FILES
    return men


@kernel
def is_on_diagonal(square):
    """Whether a square is on a1-h8."""
    return square & 7 == square >> 3


@kernel
def rest_number(rules, row, men):
    """The number of all men but kings and pawns."""
    tables = rules.tables
    number, at = 0, 0
    for place in range(tables[row + SETS]):
        shift, size = tables[row + SET + 2 * place], tables[row + SET + 2 * place + 1]
        square = men >> shift & 63
        if size == 1:
            number |= square << at
        elif size == 2:
            number |= tables[PAIRS + 64 * square + (men >> shift + 8 & 63)] << at
        else:
            number |= triple_number(men >> shift) << at
        at += set_bits(size)
    return number


@kernel
def set_of(tables, row, man):
    """A man's set of like men: where it begins in `men` and in a number, in bits; its size."""
    at = 0
    for place in range(tables[row + SETS]):
        shift, size = tables[row + SET + 2 * place], tables[row + SET + 2 * place + 1]
        if shift <= 8 * man < shift + 8 * size:
            return shift, at, size
        at += set_bits(size)
    return 0, at, 0


@kernel
def set_bits(size):
    """The bits that number a set of one, two or three like men."""
    return 1 + 5 * size


@kernel
def triple_number(men):
    """The number of three squares in any order."""
    a, b, c = men & 63, men >> 8 & 63, men >> 16 & 63
    least, most = min(a, b, c), max(a, b, c)
    middle = a + b + c - least - most
    return most * (most - 1) * (most - 2) // 6 + middle * (middle - 1) // 2 + least


@rule
def unindex(rules: EndingRules, group, number):
    """The position of a number; numbers that no position has give nonsense, see `is_position`."""
    tables = rules.tables
    class_row = rules.first_class + CLASS_ROW * group
    material = tables[class_row + CLASS_MATERIAL]
    row = MATERIALS + ROW * material
    side, passed, men = 0, 0, 0
    if number >= tables[class_row + CLASS_SIZE]:
        side, number = 1, number - tables[class_row + CLASS_SIZE]
    bits = tables[row + REST]
    others, high = number & (1 << bits) - 1, number >> bits
    if tables[row + PAWNS] != 0:
        word = tables[tables[class_row + CLASS_PAWNS] + high // COUNT2]
        men, passed, side = word & 0xFFFFFFFFFFFF, word >> 48 & 63, side | word >> 56
        kings = tables[KINGS2_OF + high % COUNT2]
    else:
        kings = tables[KINGS8_OF + high]
    men |= kings & 63 | (kings >> 6) << 8 * tables[row + STRONG]
    for place in range(tables[row + SETS]):
        shift, size = tables[row + SET + 2 * place], tables[row + SET + 2 * place + 1]
        if size == 1:
            men |= (others & 63) << shift
            others >>= 6
        elif size == 2:
            men |= tables[PAIRS_OF + (others & 2047)] << shift
            others >>= 11
        else:
            men |= tables[rules.first_triple + (others & 65535)] << shift
            others >>= 16
    return Ending(men, material, side, passed, 0)


@rule
def is_position(rules: EndingRules, state):
    """Men on different squares, in the canonical place, the side not to move not in check."""
    tables = rules.tables
    row = MATERIALS + ROW * state.material
    men = state.men
    occupied = side_set(men, 0, tables[row + MEN])
    if count(occupied) != tables[row + MEN]:
        return False
    if tables[row + PAWNS] != 0:
        turn, number = own_map(tables, row, state)
        if turn != 0 or number != 0:
            return False
        if state.passed != 0:
            step = 8 if state.side == 0 else -8
            if occupied & (bit(state.passed) | bit(state.passed + step)) != 0:
                return False
    elif is_on_diagonal(men & 63) and is_on_diagonal(men >> 8 * tables[row + STRONG] & 63):
        if rest_number(rules, row, men) > rest_number(rules, row, mapped_men(men, 4)):
            return False
    return not is_attacked(tables, row, men, 1 - state.side)


@rule
def leaves_class(rules: EndingRules, state, move):
    """Captures and pawn moves; all moves where a pawn could have been taken en passant."""
    return move >> LEAVES & 1 != 0


@rule
def resets(rules: EndingRules, state, move):
    """What the metric counts to."""
    if rules.metric == DTM:
        return False
    if move >> PROMOTION & 7 != 0:
        return True
    if rules.metric == DTZ:
        return move >> BY_PAWN & 1 != 0 or move >> CAPTURED & 7 != 0
    return rules.metric == DTC and move >> CAPTURED & 7 != 0
