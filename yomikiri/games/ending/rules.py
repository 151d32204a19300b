"""The compiled rules of chess with few men.

The board is seen from the stronger side, whose pawns go up; `colour` only says what it is called.
A man's square is a byte of `men`, the stronger side's men first, in the order of the material's
name: white king e1, pawn e2 and black king e8 are 04, 0c, 3c in the bytes 0, 1 and 2.

A move says all that playing it needs:

    from, to (6 bits each), promotion (3), man (3), captured man + 1 (3), leaves its class, pawn's
"""

from typing import NamedTuple

from yomikiri.bits import bit, lowest, rest
from yomikiri.games.ending.board import DOWN, LINES, MATERIALS, UP, Words
from yomikiri.games.ending.layout import CHANGES, EVEN, KIND, MEN, PAWNS, ROW, TWINS
from yomikiri.games.ending.material import KNIGHT, QUEEN
from yomikiri.games.ending.men import (
    FLIP,
    bytes_mask,
    end_man,
    first_man,
    in_order,
    is_attacked,
    king_targets,
    legal_targets,
    man_at,
    pawn_set,
    side_set,
    turned,
)
from yomikiri.jit import kernel
from yomikiri.rules import CHECK, DRAW, LOSS, ONGOING, rule

TO, PROMOTION, MAN, CAPTURED, LEAVES, BY_PAWN = 6, 12, 15, 18, 21, 22  # fields of a move
DTM, DTZ, DTC, DTP = range(4)


class EndingRules(NamedTuple):
    """The tables of some materials, and the switches."""

    thesis: int  # 1: a promotion ends the game
    metric: int  # what distances are counted to: DTM, DTZ, DTC or DTP
    first_class: int  # where the classes' rows begin in the tables
    first_triple: int  # where the triples of squares begin
    tables: Words  # [...] see board.py and layout.py


class Ending(NamedTuple):
    """A position, seen from the stronger side."""

    men: int  # squares, a byte each
    material: int  # its number
    side: int  # who is to move: 0 the stronger, 1 the weaker
    passed: int = 0  # the square that a pawn has just passed, if it may be taken there
    colour: int = 0  # of the stronger side: 0 White, 1 Black


@rule
def mover(rules: EndingRules, state):
    """White is the first player."""
    return state.side ^ state.colour


@rule
def key(rules: EndingRules, state):
    """The colours do not matter."""
    return state.men, state.material << 7 | state.passed << 1 | state.side


@rule
def may_repeat(rules: EndingRules):
    """Kings walk to and fro."""
    return True


@rule
def alternates(rules: EndingRules):
    """Each side makes one move."""
    return True


@rule
def mark(rules: EndingRules, state):
    """Whether the side to move is in check."""
    row = MATERIALS + ROW * state.material
    return CHECK if is_attacked(rules.tables, row, state.men, state.side) else 0


@rule
def other_turn(rules: EndingRules, state):
    """Unless there is a check, or a pawn that may be taken en passant, which is only now."""
    if state.passed != 0 or mark(rules, state) & CHECK != 0:
        return state
    return Ending(state.men, state.material, 1 - state.side, 0, state.colour)


@rule
def tempts(rules: EndingRules, state, move):
    """Captures and promotions."""
    return move >> PROMOTION & 7 != 0 or move >> CAPTURED & 7 != 0


@rule
def legal_moves(rules: EndingRules, state, out):
    """The king's moves, then those of the other men."""
    if is_settled(rules, state):
        return 0
    tables = rules.tables
    row = MATERIALS + ROW * state.material
    men, side, kinds = state.men, state.side, tables[row + KIND]
    first, end = first_man(tables, row, side), end_man(tables, row, side)
    own = side_set(men, first, end)
    others = side_set(men, 0, tables[row + MEN]) & ~own
    leaves = 1 << LEAVES if state.passed != 0 else 0
    number = 0
    for man in range(first, end):
        targets = legal_targets(tables, row, state, man, own, others)
        head = men >> 8 * man & 63 | man << MAN
        if kinds >> 4 * man & 15 >= UP:
            number = write_pawn_moves(rules, state, head, targets, out, number)
            continue
        head |= leaves
        captures = targets & others
        targets &= ~others
        while targets != 0:
            out[number] = head | lowest(targets) << TO
            number += 1
            targets = rest(targets)
        while captures != 0:
            to = lowest(captures)
            taken = man_at(tables, row, men, 1 - side, to) + 1
            out[number] = head | to << TO | taken << CAPTURED | 1 << LEAVES
            number += 1
            captures = rest(captures)
    return number


@kernel
def write_pawn_moves(rules, state, head, targets, out, number):
    """All moves of a pawn to these squares."""
    tables = rules.tables
    row = MATERIALS + ROW * state.material
    head |= 1 << LEAVES | 1 << BY_PAWN
    while targets != 0:
        to = lowest(targets)
        at = to
        if to == state.passed and to != 0 and (to ^ head) & 7 != 0:
            at = to + 8 if state.side == 1 else to - 8  # en passant
        move = head | to << TO | man_at(tables, row, state.men, 1 - state.side, at) + 1 << CAPTURED
        if 8 <= to < 56:
            out[number] = move
            number += 1
        else:
            for kind in range(QUEEN, QUEEN + 1 if rules.thesis == 1 else KNIGHT + 1):
                out[number] = move | kind << PROMOTION
                number += 1
        targets = rest(targets)
    return number


@rule
def play(rules: EndingRules, state, move):
    """Move a man; what a capture or promotion makes of the material is in a table."""
    tables = rules.tables
    row = MATERIALS + ROW * state.material
    square, to, man = move & 63, move >> TO & 63, move >> MAN & 7
    men = state.men ^ (square ^ to) << 8 * man
    material, side, colour = state.material, 1 - state.side, state.colour
    passed = 0
    kind, captured = move >> PROMOTION & 7, move >> CAPTURED & 7
    if kind != 0 or captured != 0:
        place = captured if kind == 0 else (kind * 5 + man) * 6 + captured
        change = tables[tables[row + CHANGES] + place]
        material = change & 255
        row = MATERIALS + ROW * material
        before, men = men, 0
        for place in range(tables[row + MEN]):
            men |= (before >> 8 * (change >> 16 + 4 * place & 15) & 63) << 8 * place
        if change & 256 != 0:
            men, side, colour = men ^ FLIP & bytes_mask(tables[row + MEN]), 1 - side, 1 - colour
        if colour == 1 and tables[row + EVEN] == 1:
            men, side, colour = turned(men, tables[row + MEN]), 1 - side, 0
    elif move >> BY_PAWN & 1 != 0 and (to - square == 16 or square - to == 16):
        beside = tables[LINES + 64 * (UP if state.side == 0 else DOWN) + (square + to >> 1)]
        if beside & pawn_set(tables, row, men, side) != 0:
            passed = square + to >> 1
    if tables[row + TWINS] == 1:
        men = in_order(tables, row, men)
    return Ending(men, material, side, passed, colour)


@rule
def outcome(rules: EndingRules, state):
    """Checkmate loses; stalemate and two bare kings are draws."""
    tables = rules.tables
    row = MATERIALS + ROW * state.material
    if is_settled(rules, state):
        if tables[row + MEN] == 2 or can_take_queen(tables, row, state):
            return DRAW
        return LOSS
    first, end = first_man(tables, row, state.side), end_man(tables, row, state.side)
    own = side_set(state.men, first, end)
    others = side_set(state.men, 0, tables[row + MEN]) & ~own
    for man in range(first, end):
        if legal_targets(tables, row, state, man, own, others) != 0:
            return ONGOING
    return LOSS if is_attacked(tables, row, state.men, state.side) else DRAW


@kernel
def is_settled(rules, state):
    """Whether the game is over by its material: bare kings, or by the thesis a promotion."""
    row = MATERIALS + ROW * state.material
    if rules.tables[row + MEN] == 2:
        return True
    return rules.thesis == 1 and rules.tables[row + PAWNS] == 0


@kernel
def can_take_queen(tables, row, state):
    """Whether the bare king, to move, can take the man that has just promoted."""
    queen = bit(state.men >> 8 & 63)
    return king_targets(tables, row, state.men, 1, bit(state.men >> 16 & 63)) & queen != 0
