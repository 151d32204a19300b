"""What a net sees of a chess ending: each man together with the square of one's own king.

A view is turned so that its owner's pawns go up, and mirrored so that its king stands on the files
a to d: for each of those 32 squares a block of features, one for each owner, kind and square.  A
view always has as many as there are men besides the own king.
"""

from yomikiri.games.ending.board import DOWN, MATERIALS, UP
from yomikiri.games.ending.layout import KIND, MEN, ROW
from yomikiri.games.ending.material import MOST_MEN, PAWN
from yomikiri.games.ending.men import end_man, first_man
from yomikiri.games.ending.rules import EndingRules
from yomikiri.rules import rule

SQUARES, FILES = 64, 8
KINDS = PAWN + 1
BLOCK = 2 * KINDS * SQUARES
KING_SQUARES = SQUARES // 2


@rule
def feature_rows(rules: EndingRules):
    """A block for each square of the own king, in the left half."""
    return KING_SQUARES * BLOCK


@rule
def coarser(rules: EndingRules, row):
    """The same wherever one's own king is."""
    return row % BLOCK


@rule
def most_features(rules: EndingRules):
    """The men besides the own king."""
    return MOST_MEN - 1


@rule
def features(rules: EndingRules, state, view, out):
    """Every man but the own king, as one of the two sees it."""
    tables, men = rules.tables, state.men
    row = MATERIALS + ROW * state.material
    side = state.side ^ view
    first, end = first_man(tables, row, side), end_man(tables, row, side)
    flip = 56 if side == 1 else 0
    king = men >> 8 * first & 63 ^ flip
    if king & 7 >= FILES // 2:
        flip ^= 7
        king ^= 7
    block = BLOCK * (king // FILES * (FILES // 2) + king % FILES)
    number = 0
    for man in range(tables[row + MEN]):
        if man == first:
            continue
        kind = tables[row + KIND] >> 4 * man & 15
        if kind == DOWN:
            kind = UP
        if not first <= man < end:
            kind += KINDS
        out[number] = block + SQUARES * kind + (men >> 8 * man & 63 ^ flip)
        number += 1
    return number
