"""The estimate of a position, for players, and which moves are tried first.

The estimate is a sum of weights, each times something counted on the board, own minus the
opponent's; so weights can be fitted to games.  Those here are made from a variant's piece values,
which makes sense of pieces that nobody has seen before.
"""

import numpy as np

from yomikiri.bits import count, lowest
from yomikiri.games.shogi.rules import (
    CELL,
    DIGIT,
    DROP,
    HAND,
    ONE_HAND,
    PROMOTES,
    SOURCE,
    ShogiRules,
    kind_at,
    reached,
    royal,
)
from yomikiri.games.shogi.tables import (
    HAND_DIGIT,
    HAND_KINDS,
    KIND_OF,
    KINDS,
    MATERIAL,
    PROMOTED,
    REACH,
    ROW,
    VALUES,
    Layout,
    Words,
)
from yomikiri.jit import kernel
from yomikiri.rules import rule

# Where the weights are.
BOARD = 0  # [KINDS, ROW] a piece on a cell, both as its owner sees them
IN_HAND = BOARD + KINDS * ROW  # [HAND_KINDS] a piece in hand
EXPOSED = IN_HAND + HAND_KINDS  # each cell next to the royal piece that the opponent attacks
TEMPO = EXPOSED + 1  # being to move
WEIGHTS = TEMPO + 1

# What a weight is made of, in hundredths of a pawn.
ADVANCE = 6  # for each rank forward
CENTRE = 4  # for each file towards the middle
HOME = 12  # for the royal piece, for each rank not advanced
READY = 1.1  # a piece in hand is worth so much more than on the board

# The order of moves: history adds up to 1 << 16.
CAPTURE, PROMOTION, MOVE = 1 << 19, 1 << 18, 1 << 8


def make_weights(layout: Layout) -> Words:
    """Weights for a variant."""
    variant = layout.variant
    weights = np.zeros(WEIGHTS, np.int64)
    for kind, sign in enumerate(layout.kinds.signs):
        for cell in layout.cells if sign else ():
            x, y = cell % layout.width, cell // layout.width
            forward = layout.height - 1 - y
            weight = variant.pieces[sign].value + CENTRE * min(x, layout.width - 1 - x)
            weight += -HOME * forward if sign == variant.royal else ADVANCE * forward
            weights[BOARD + ROW * kind + cell] = weight
    for number, sign in enumerate(layout.kinds.hand):
        weights[IN_HAND + number] = round(READY * variant.pieces[sign].value)
    weights[EXPOSED] = -15
    weights[TEMPO] = 20
    return weights


@rule
def evaluate(rules: ShogiRules, state, weights):
    """Pieces where they stand, pieces in hand, and the danger around both royal pieces."""
    own = on_board(rules, state, state.own, state.turn, weights)
    other = on_board(rules, state, state.other, 1 - state.turn, weights)
    own += in_hand(state.hands & ONE_HAND, weights)
    other += in_hand(state.hands >> HAND, weights)
    own += weights[EXPOSED] * exposed(rules, state, state.own, state.other, 1 - state.turn)
    other += weights[EXPOSED] * exposed(rules, state, state.other, state.own, state.turn)
    return own - other + weights[TEMPO]


@rule
def standing(rules: ShogiRules, state):
    """The material, on the board and in hand."""
    own = material(rules, state, state.own, state.hands & ONE_HAND)
    return own - material(rules, state, state.other, state.hands >> HAND)


@kernel
def material(rules, state, pieces, hand):
    """What the pieces of one side are worth."""
    total = 0
    while pieces != 0:
        total += rules.tables[MATERIAL + kind_at(state, lowest(pieces))]
        pieces &= pieces - 1
    number = KIND_OF
    while hand != 0:
        total += rules.tables[MATERIAL + rules.tables[number]] * (hand & DIGIT)
        hand >>= HAND_DIGIT
        number += 1
    return total


@kernel
def on_board(rules, state, pieces, side, weights):
    """The weights of one side's pieces where they stand."""
    total = 0
    while pieces != 0:
        cell = lowest(pieces)
        place = rules.size - 1 - cell if side != 0 else cell
        total += weights[BOARD + ROW * kind_at(state, cell) + place]
        pieces &= pieces - 1
    return total


@kernel
def in_hand(hand, weights):
    """The weights of the pieces in a hand."""
    total = 0
    number = IN_HAND
    while hand != 0:
        total += weights[number] * (hand & DIGIT)
        hand >>= HAND_DIGIT
        number += 1
    return total


@kernel
def exposed(rules, state, pieces, attackers, side):
    """How many cells around the royal piece among `pieces` the attackers reach."""
    at = royal(state, pieces)
    if at == 0:
        return 0
    around = rules.tables[REACH + lowest(at)] | at
    return count(reached(rules, state, side, attackers, state.own | state.other) & around)


@rule
def order(rules: ShogiRules, state, move, child):
    """The best capture by the least piece first, then promotions, moves, drops."""
    source = move >> SOURCE & CELL
    if source >= DROP:
        return 0
    tables = rules.tables
    kind = kind_at(state, source)
    rank = MOVE
    if move >> PROMOTES != 0:
        rank = PROMOTION + tables[VALUES + tables[PROMOTED + kind]] - tables[VALUES + kind]
    if state.other >> (move & CELL) & 1 != 0:
        taken = tables[VALUES + kind_at(state, move & CELL)]
        rank += CAPTURE + 16 * taken - tables[VALUES + kind] // 16
    return rank
