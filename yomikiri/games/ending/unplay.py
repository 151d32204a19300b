"""Moves taken back, by the numbers of positions.

A position that is its own image (all men on the long diagonal, or like men across it) has fewer
neighbours than its moves: `unplay` weighs them so that it answers move for move.
"""

from yomikiri.bits import bit, lowest, rest
from yomikiri.games.ending.board import (
    BETWEEN,
    COUNT2,
    COUNT8,
    KINGS2,
    KINGS8,
    LINES,
    MATERIALS,
    PAIRS,
    UP,
)
from yomikiri.games.ending.layout import (
    CLASS_ROW,
    CLASS_SIZE,
    EVEN,
    KIND,
    MEN,
    MIRROR,
    PAWNS,
    REST,
    ROW,
    STRONG,
    TURN,
)
from yomikiri.games.ending.men import end_man, first_man, reach, side_set, turned
from yomikiri.games.ending.numbering import (
    FILES,
    index,
    is_on_diagonal,
    mapped_men,
    own_map,
    pawn_entry,
    rest_number,
    set_bits,
    set_of,
)
from yomikiri.games.ending.rules import Ending, EndingRules
from yomikiri.jit import kernel
from yomikiri.rules import rule


@rule
def unplay(rules: EndingRules, state, out):
    """Moves of the other side's men but pawns taken back; captures are not."""
    if state.passed != 0:
        return 0
    tables = rules.tables
    row = MATERIALS + ROW * state.material
    men, side = state.men, state.side
    first, end = first_man(tables, row, 1 - side), end_man(tables, row, 1 - side)
    number = 0
    if tables[row + PAWNS] == 0 and is_diagonal(men & 63, men >> 8 * tables[row + STRONG] & 63):
        for man in range(first, end):
            number = unplay_by_index(rules, row, state, man, out, number)
        return number
    if tables[row + PAWNS] == 0:
        number = unplay_king(rules, row, state, first, out)
    else:
        number = unplay_king_by_pawns(rules, row, state, first, out)
    for man in range(first + 1, end):
        if tables[row + KIND] >> 4 * man & 15 < UP:
            number = unplay_in_place(rules, row, state, man, out, number)
    return number


@kernel
def unplay_king(rules, row, state, man, out):
    """Moves of the king taken back where there are no pawns: its place decides the symmetry."""
    tables = rules.tables
    men, side, size = state.men, 1 - state.side, tables[row + MEN]
    strong, bits = 8 * tables[row + STRONG], tables[row + REST]
    square = men >> 8 * man & 63
    turn = tables[row + EVEN] & side
    base = (side ^ turn) * COUNT8
    number, symmetry, others = 0, -1, 0
    origins = origin_set(tables, row, men, man, state.side)
    while origins != 0:
        before = men ^ (square ^ lowest(origins)) << 8 * man
        origins = rest(origins)
        if turn == 1:
            before = turned(before, size)
        king, weak = before & 63, before >> strong & 63
        entry = tables[KINGS8 + 64 * king + weak]
        if is_diagonal(king, weak):
            # The one case in which a position may be its own image.
            out[number] = 2 * index(rules, Ending(before, state.material, side ^ turn, 0, 0))[1]
            number += 1
            if is_own_image(rules, row, before):
                out[number] = out[number - 1]
                number += 1
            continue
        if entry & 7 != symmetry:
            symmetry = entry & 7
            others = rest_number(rules, row, mapped_men(before, symmetry))
        out[number] = 2 * (base + (entry >> 3) << bits | others)
        number += 1
    return number


@kernel
def unplay_king_by_pawns(rules, row, state, man, out):
    """Moves of the king taken back where there are pawns, which decide the symmetry."""
    tables = rules.tables
    men, side, size = state.men, 1 - state.side, tables[row + MEN]
    strong, bits = 8 * tables[row + STRONG], tables[row + REST]
    square = men >> 8 * man & 63
    entry = pawn_entry(tables, row, state)
    half = tables[rules.first_class + CLASS_ROW * (entry >> 24) + CLASS_SIZE]
    number, last, others = 0, -1, 0
    origins = origin_set(tables, row, men, man, state.side)
    while origins != 0:
        before = men ^ (square ^ lowest(origins)) << 8 * man
        origins = rest(origins)
        second = side == 1 if tables[row + EVEN] == 1 else before & 4 != 0
        images = entry >> 22 & 3 if second else entry >> 20 & 3
        if images & TURN != 0:
            before = turned(before, size)
        if images & MIRROR != 0:
            before ^= FILES
        if images != last:
            last = images
            others = rest_number(rules, row, before)
        kings = tables[KINGS2 + 64 * (before & 63) + (before >> strong & 63)]
        place = ((entry & 0xFFFFF) * COUNT2 + kings << bits) | others
        out[number] = 2 * (place + half * (side ^ images >> 1))
        number += 1
    return number


@kernel
def unplay_in_place(rules, row, state, man, out, number):
    """Moves of a man taken back where the kings' place tells the position from its images."""
    tables = rules.tables
    side = 1 - state.side
    origins = origin_set(tables, row, state.men, man, state.side)
    if origins == 0:
        return number
    before = Ending(state.men, state.material, side, 0, 0)
    turn, symmetry = own_map(tables, row, before)
    place = index(rules, before)[1]
    flip = 56 * turn
    if turn == 1:
        half = tables[row + STRONG]
        man = man - half if man >= half else man + half
    shift, at, size = set_of(tables, row, man)
    if size == 3:
        return unplay_by_index(rules, row, state, man, out, number)
    place &= ~((1 << set_bits(size)) - 1 << at)
    twin = -1
    if size == 2:
        twin = mapped_men(state.men >> 2 * shift + 8 - 8 * man & 63, symmetry) & 63
    while origins != 0:
        image = mapped_men(lowest(origins) ^ flip, symmetry) & 63
        if twin >= 0:
            image = tables[PAIRS + 64 * twin + image]
        out[number] = 2 * (place | image << at)
        number += 1
        origins = rest(origins)
    return number


@kernel
def unplay_by_index(rules, row, state, man, out, number):
    """Moves of a man taken back, each position numbered again and weighed."""
    tables = rules.tables
    men, side = state.men, state.side
    square = men >> 8 * man & 63
    here = is_own_image(rules, row, men)
    origins = origin_set(tables, row, men, man, side)
    while origins != 0:
        origin = lowest(origins)
        origins = rest(origins)
        before = men ^ (square ^ origin) << 8 * man
        there = is_own_image(rules, row, before)
        if here and not there and is_second_of_two(men, man, origin):
            continue
        place = 2 * index(rules, Ending(before, state.material, 1 - side, 0, 0))[1]
        out[number] = place
        number += 1
        if there and not here:
            out[number] = place
            number += 1
    return number


@kernel
def is_diagonal(one, two):
    """Whether two squares are on a1-h8, or both on h1-a8."""
    if is_on_diagonal(one):
        return is_on_diagonal(two)
    return is_on_diagonal(one ^ 7) and is_on_diagonal(two ^ 7)


@kernel
def is_own_image(rules, row, men):
    """Whether a position without pawns is the same on the other side of a long diagonal."""
    tables = rules.tables
    if not is_diagonal(men & 63, men >> 8 * tables[row + STRONG] & 63) or tables[row + PAWNS] != 0:
        return False
    image = mapped_men(men, 4 if is_on_diagonal(men & 63) else 7)
    return rest_number(rules, row, men) == rest_number(rules, row, image)


@kernel
def is_second_of_two(men, man, origin):
    """Of two moves that are each other's images in a position that is its own: the second."""
    square = men >> 8 * man & 63
    image = mapped_men(square, 4)
    if image != square:
        return square > image
    return origin > mapped_men(origin, 4)


@kernel
def origin_set(tables, row, men, man, side):
    """Where a man of the other side may have come from, with `side`'s king not in check there."""
    king = men >> 8 * first_man(tables, row, side) & 63
    occupied = side_set(men, 0, tables[row + MEN])
    square = men >> 8 * man & 63
    others = occupied & ~bit(square)
    origins = reach(tables, row, men, man) & ~occupied
    # From there it must not have attacked the king: what it would attack from the king's square.
    origins &= ~reach(tables, row, men ^ (square ^ king) << 8 * man, man)
    for enemy in range(first_man(tables, row, 1 - side), end_man(tables, row, 1 - side)):
        at = men >> 8 * enemy & 63
        lines = tables[LINES + 64 * (tables[row + KIND] >> 4 * enemy & 15) + at]
        if enemy != man and lines & bit(king) != 0:
            gap = tables[BETWEEN + 64 * at + king]
            if gap & others == 0:
                origins &= gap
    return origins
