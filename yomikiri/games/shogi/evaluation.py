"""The estimate of a position, for players, and which moves are tried first.

The estimate is a sum of weights, each times something counted on the board, own minus the
opponent's; so weights can be fitted to games (lab/fit.py).  For minishogi that was done, and the
weights are in weights.json.  Others are made from a variant's piece values, which makes sense of
pieces that nobody has seen before.
"""

import numpy as np

from yomikiri.bits import count, lowest
from yomikiri.games.shogi.rules import reached
from yomikiri.games.shogi.state import (
    CELL,
    DIGIT,
    DROP,
    HAND,
    ONE_HAND,
    PROMOTES,
    SOURCE,
    ShogiRules,
    kind_at,
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

NEAR = 9  # cells around a piece, at most, with its own
ARMED = 4  # pieces in hand, as far as they are told apart

# Where the weights are.
BOARD = 0  # [KINDS, ROW] a piece on a cell, both as its owner sees them
IN_HAND = BOARD + KINDS * ROW  # [HAND_KINDS] a piece in hand
PRESSED = IN_HAND + HAND_KINDS  # [NEAR, ARMED] cells next to the royal piece that the opponent
# attacks, and the pieces in his hand
ESCAPES = PRESSED + NEAR * ARMED  # [NEAR] cells to which the royal piece can go
LOOSE = ESCAPES + NEAR  # [KINDS] a piece that is attacked and not defended
SPACE = LOOSE + KINDS  # each cell that one's pieces attack
TEMPO = SPACE + 1  # being to move
WEIGHTS = TEMPO + 1

# What a weight is made of, in hundredths of a pawn.
ADVANCE = 6  # for each rank forward
CENTRE = 4  # for each file towards the middle
HOME = 12  # for the royal piece, for each rank not advanced
DANGER = -15  # for each cell next to the royal piece that is attacked
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
    for attacked in range(NEAR):
        weights[PRESSED + ARMED * attacked : PRESSED + ARMED * (attacked + 1)] = DANGER * attacked
    weights[TEMPO] = 20
    return weights


@rule
def evaluate(rules: ShogiRules, state, weights):
    """Pieces where they stand and in hand, what attacks what, and the danger to royal pieces."""
    occupied = state.own | state.other
    mine = reached(rules, state, state.turn, state.own, occupied)
    theirs = reached(rules, state, 1 - state.turn, state.other, occupied)
    own_hand, other_hand = state.hands & ONE_HAND, state.hands >> HAND
    own = on_board(rules, state, state.own, state.turn, theirs & ~mine, weights)
    other = on_board(rules, state, state.other, 1 - state.turn, mine & ~theirs, weights)
    own += in_hand(own_hand, weights) + weights[SPACE] * count(mine)
    other += in_hand(other_hand, weights) + weights[SPACE] * count(theirs)
    own += safety(rules, state, state.own, theirs, other_hand, weights)
    other += safety(rules, state, state.other, mine, own_hand, weights)
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
def on_board(rules, state, pieces, side, unsafe, weights):
    """The weights of one side's pieces where they stand; on `unsafe` cells they are loose."""
    total = 0
    while pieces != 0:
        cell = lowest(pieces)
        place = rules.size - 1 - cell if side != 0 else cell
        kind = kind_at(state, cell)
        total += weights[BOARD + ROW * kind + place]
        if unsafe >> cell & 1 != 0:
            total += weights[LOOSE + kind]
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
def safety(rules, state, pieces, attacked, hand, weights):
    """The weights of what the opponent attacks around the royal piece, and of its escapes."""
    at = royal(state, pieces)
    if at == 0:
        return 0
    around = rules.tables[REACH + lowest(at)]
    danger = min(count(around & attacked), NEAR - 1)
    armed = 0
    while hand != 0 and armed < ARMED - 1:
        armed += hand & DIGIT
        hand >>= HAND_DIGIT
    free = min(count(around & ~attacked & ~pieces), NEAR - 1)
    return weights[PRESSED + ARMED * danger + min(armed, ARMED - 1)] + weights[ESCAPES + free]


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
