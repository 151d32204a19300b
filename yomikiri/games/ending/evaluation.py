"""An estimate of a position, for players that look ahead without a table."""

from yomikiri.games.ending.board import MATERIALS, UP
from yomikiri.games.ending.layout import KIND, MEN, ROW, STRONG
from yomikiri.games.ending.rules import CAPTURED, PROMOTION, EndingRules
from yomikiri.jit import kernel
from yomikiri.rules import rule

# A king's, queen's, rook's, bishop's, knight's and pawn's worth; a pawn's step; driving a bare
# king to the edge; keeping the kings together.
VALUES = (0, 900, 500, 330, 320, 100, 100)
STEP, EDGE, NEAR = 12, 10, 4


@rule
def evaluate(rules: EndingRules, state, weights):
    """Material, the pawns' progress, the weaker king's way to the edge and to the stronger one."""
    tables = rules.tables
    row = MATERIALS + ROW * state.material
    men, strong, number = state.men, tables[row + STRONG], tables[row + MEN]
    total = 0
    for man in range(number):
        kind = tables[row + KIND] >> 4 * man & 15
        value = VALUES[kind]
        if kind >= UP:
            rank = men >> 8 * man + 3 & 7
            value += STEP * (rank - 1 if kind == UP else 6 - rank)
        total += value if man < strong else -value
    king, weak = men & 63, men >> 8 * strong & 63
    total += EDGE * from_centre(weak) - EDGE * from_centre(king) // 2 - NEAR * apart(king, weak)
    return -total if state.side == 1 else total


@kernel
def from_centre(square):
    """0 for the four squares in the middle, 6 for the corners."""
    return (abs(2 * (square & 7) - 7) + abs(2 * (square >> 3) - 7) - 2) // 2


@kernel
def apart(one, two):
    """The moves a king needs from one square to another."""
    return max(abs((one & 7) - (two & 7)), abs((one >> 3) - (two >> 3)))


@rule
def order(rules: EndingRules, state, move, child):
    """Promotions, then captures."""
    return 2 * (move >> PROMOTION & 7 != 0) + (move >> CAPTURED & 7 != 0)
