"""What a net sees of a position: each piece together with the cell of one's own royal piece.

A view is turned so that its owner moves up, and mirrored, where the rules allow it, so that the own
royal piece stands in the left half: for each cell there (15 in minishogi) a block of features, one
for each owner, kind and cell, and one for the n-th piece of a kind in a hand.  A view always has as
many as there are pieces besides the own royal one.  If that stands on the middle file, the other
one decides about mirroring, then the first set of cells that differs from its mirror image: so
mirror images are estimated alike.
"""

from yomikiri.bits import lowest, reverse, shift_down
from yomikiri.games.shogi.rules import mirrored
from yomikiri.games.shogi.state import DIGIT, HAND, ONE_HAND, ShogiRules, kind_at, royal
from yomikiri.games.shogi.tables import (
    FEATURES,
    HAND_DIGIT,
    HAND_KINDS,
    KINDS,
    ROW,
    Layout,
    Words,
)
from yomikiri.jit import kernel
from yomikiri.rules import rule

PLACES = FEATURES  # [2, 2, ROW] whether it is mirrored, and the side: where a cell is in its view
BLOCKS = PLACES + 4 * ROW  # [2, ROW] the side: where the block of a royal cell begins,
# and from FLIP on whether the view is mirrored
ON_BOARD = BLOCKS + 2 * ROW  # [KINDS] where a kind begins in a block
FROM_HAND = ON_BOARD + KINDS  # [HAND_KINDS] where the first piece of a kind in hand is
OTHERS = FROM_HAND + HAND_KINDS  # how far the same features of the other player are from one's own
OTHERS_HAND = OTHERS + 1  # the same for those in hand
ALL = OTHERS + 2  # how many features there are

FLIP = 40  # a bit of BLOCKS
AS_IT_IS, MIRRORED, MIDDLE = 0, 1, 2


def fill_features(layout: Layout, words: Words) -> None:
    """The tables of a variant."""
    height, width = layout.height, layout.width
    cells, has_mirror = len(layout.cells), layout.is_mirrored()
    files = (width + 1) // 2 if has_mirror else width
    kinds = [kind for kind, sign in enumerate(layout.kinds.signs) if sign]
    counts = layout.variant.set_of_pieces()
    hand = [counts.get(sign, 0) for sign in layout.kinds.hand]
    board = len(kinds) * cells
    block = 2 * (board + sum(hand))
    for number, kind in enumerate(kinds):
        words[ON_BOARD + kind] = number * cells
    for number in range(len(hand)):
        words[FROM_HAND + number] = 2 * board + sum(hand[:number])
    words[OTHERS], words[OTHERS_HAND] = board, sum(hand)
    words[ALL] = height * files * block
    for side in (0, 1):
        for cell in layout.cells:
            place = cells - 1 - cell if side else cell
            x, y = place % width, place // width
            is_right = has_mirror and x >= files
            is_middle = has_mirror and 2 * x == width - 1
            words[PLACES + ROW * side + cell] = place
            words[PLACES + ROW * (2 + side) + cell] = y * width + width - 1 - x
            file = width - 1 - x if is_right else x
            flip = MIRRORED if is_right else MIDDLE if is_middle else AS_IT_IS
            words[BLOCKS + ROW * side + cell] = (y * files + file) * block | flip << FLIP


@rule
def feature_rows(rules: ShogiRules):
    """A block for each cell of the royal piece, up to the middle file."""
    return rules.tables[ALL]


@rule
def coarser(rules: ShogiRules, row):
    """The same wherever one's own royal piece is."""
    return row % (2 * (rules.tables[OTHERS] + rules.tables[OTHERS_HAND]))


@rule
def most_features(rules: ShogiRules):
    """The pieces besides the own royal one."""
    return rules.pieces - 1


@rule
def features(rules: ShogiRules, state, view, out):
    """Every piece on the board and in hand, as one of the two sees it."""
    side = state.turn ^ view
    own, other = state.own, state.other
    own_hand, other_hand = state.hands & ONE_HAND, state.hands >> HAND
    if view != 0:
        own, other = other, own
        own_hand, other_hand = other_hand, own_hand
    king, other_king = royal(state, own), royal(state, other)
    if king == 0 or other_king == 0:  # the game is over
        return 0
    tables = rules.tables
    word = tables[BLOCKS + ROW * side + lowest(king)]
    block, flip = word & (1 << FLIP) - 1, word >> FLIP
    if flip == MIDDLE:
        flip = tables[BLOCKS + ROW * side + lowest(other_king)] >> FLIP
        if flip == MIDDLE:
            flip = mirrored_first(rules, state, own, other, side)
    places = PLACES + ROW * (2 * flip + side)
    number = add_pieces(tables, state, own & ~king, places, block, out, 0)
    number = add_pieces(tables, state, other, places, block + tables[OTHERS], out, number)
    number = add_hand(tables, own_hand, block, out, number)
    return add_hand(tables, other_hand, block + tables[OTHERS_HAND], out, number)


@kernel
def add_pieces(tables, state, pieces, places, block, out, number):
    """Write the features of one side's pieces on the board from `number` on; where they end."""
    while pieces != 0:
        cell = lowest(pieces)
        out[number] = block + tables[ON_BOARD + kind_at(state, cell)] + tables[places + cell]
        number += 1
        pieces &= pieces - 1
    return number


@kernel
def add_hand(tables, hand, block, out, number):
    """The same for the pieces in a hand."""
    kind = FROM_HAND
    while hand != 0:
        for piece in range(hand & DIGIT):
            out[number] = block + tables[kind] + piece
            number += 1
        hand >>= HAND_DIGIT
        kind += 1
    return number


@kernel
def mirrored_first(rules, state, own, other, side):
    """1 if the mirror image comes before a position with both royal pieces on the middle file."""
    difference = from_mirror(rules, own, side)
    if difference == 0:
        difference = from_mirror(rules, other, side)
    if difference == 0:
        difference = from_mirror(rules, state.plane0, side)
    if difference == 0:
        difference = from_mirror(rules, state.plane1, side)
    if difference == 0:
        difference = from_mirror(rules, state.plane2, side)
    if difference == 0:
        difference = from_mirror(rules, state.plane3, side)
    return 1 if difference > 0 else 0


@kernel
def from_mirror(rules, cells, side):
    """How much greater a set is than its mirror image, as the side sees it."""
    if side != 0:
        cells = shift_down(reverse(cells), 64 - rules.size)
    return cells - mirrored(rules, cells)
