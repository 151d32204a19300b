"""The estimate of a position, for players, and which moves are tried first.

The estimate is a sum of weights, each times something counted on the board, own minus the
opponent's; so weights can be fitted to games (lab/fit.py).  For minishogi that was done, and the
weights are in weights.json.  Others are made from a variant's piece values, which works for pieces
that nobody has seen before.
"""

import numpy as np

from yomikiri.bits import count, lowest
from yomikiri.games.shogi.attacks import slide
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
    FIRST_SLIDER,
    HAND_DIGIT,
    HAND_KINDS,
    KIND_OF,
    KINDS,
    MATERIAL,
    PROMOTED,
    REACH,
    ROW,
    STEPS,
    VALUES,
    Layout,
    Words,
)
from yomikiri.jit import kernel
from yomikiri.rules import rule

NEAR = 9  # cells around a piece, at most, with its own
ARMED = 4  # numbers of pieces in hand that are distinguished

# Where the weights are.
BOARD = 0  # [KINDS, ROW] a piece on a cell, both as its owner sees them
IN_HAND = BOARD + KINDS * ROW  # [HAND_KINDS] a piece in hand
PRESSED = IN_HAND + HAND_KINDS  # [NEAR, ARMED] cells next to the royal piece that the opponent
# attacks, and the pieces in the opponent's hand
ESCAPES = PRESSED + NEAR * ARMED  # [NEAR] cells to which the royal piece can go
LOOSE = ESCAPES + NEAR  # [KINDS] a piece that is attacked and not defended
SPACE = LOOSE + KINDS  # each cell that one's pieces attack
TEMPO = SPACE + 1  # being to move
WEAK = TEMPO + 1  # [NEAR, ARMED] like PRESSED, cells that only the royal piece defends
STORMED = WEAK + NEAR * ARMED  # [HAND_KINDS, NEAR] a piece in hand, by such cells of the other's
SHUT_IN = STORMED + HAND_KINDS * NEAR  # [HAND_KINDS, NEAR] and by the other's escapes
HELD = SHUT_IN + HAND_KINDS * NEAR  # [2, HAND_KINDS, ROW] and by where the own and the other's
# royal piece stands
KINGS = HELD + 2 * HAND_KINDS * ROW  # [2, cells, KINDS, cells] the own and the other's royal piece
# on one cell, and a piece on another


def weights_of(cells: int) -> int:
    """How many weights a board of `cells` cells has."""
    return KINGS + 2 * cells * KINDS * cells


# What a weight is made of, in hundredths of a pawn.
ADVANCE = 6  # for each rank forward
CENTRE = 4  # for each file towards the middle
HOME = 12  # for the royal piece, for each rank not advanced
DANGER = -15  # for each cell next to the royal piece that is attacked
READY = 1.1  # times the value on the board: a piece in hand

# The order of moves: history adds up to 1 << 16.
CAPTURE, PROMOTION, MOVE = 1 << 19, 1 << 18, 1 << 8


def make_weights(layout: Layout) -> Words:
    """Weights for a variant."""
    variant = layout.variant
    weights = np.zeros(weights_of(variant.cells), np.int64)
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
    own_royal, other_royal = royal(state, state.own), royal(state, state.other)
    if own_royal == 0 or other_royal == 0:  # the game is over, and no estimate is needed
        return weights[TEMPO]
    side = state.turn
    own_king, other_king = lowest(own_royal), lowest(other_royal)
    total, own_guard, mine = on_board(
        rules, state, state.own, side, own_king, other_king, occupied, weights
    )
    against, other_guard, theirs = on_board(
        rules, state, state.other, 1 - side, other_king, own_king, occupied, weights
    )
    total += weights[TEMPO] - against + weights[SPACE] * (count(mine) - count(theirs))
    total += loose(state, state.own & theirs & ~mine, weights)
    total -= loose(state, state.other & mine & ~theirs, weights)
    own_hand, other_hand = state.hands & ONE_HAND, state.hands >> HAND
    total += around(
        rules, state.own, own_king, other_king, 1 - side, theirs, own_guard, other_hand, weights
    )
    total -= around(
        rules, state.other, other_king, own_king, side, mine, other_guard, own_hand, weights
    )
    return total


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
def on_board(rules, state, pieces, side, king, other_king, occupied, weights):
    """The weights of one side's pieces where they stand, and the cells that they attack.

    First those that others than the royal piece attack, then all.
    """
    total, guard, attacked = 0, 0, 0
    tables, last = rules.tables, rules.size - 1
    if side != 0:
        king, other_king = last - king, last - other_king
    with_own = KINGS + king * KINDS * rules.size
    with_other = KINGS + (rules.size + other_king) * KINDS * rules.size
    while pieces != 0:
        cell = lowest(pieces)
        place = last - cell if side != 0 else cell
        kind = kind_at(state, cell)
        total += weights[BOARD + ROW * kind + place]
        total += weights[with_own + kind * rules.size + place]
        total += weights[with_other + kind * rules.size + place]
        row = KINDS * side + kind
        reach = tables[STEPS + ROW * row + cell]
        if kind >= FIRST_SLIDER:
            reach |= slide(rules, row, cell, occupied)
        attacked |= reach
        if kind != 0:
            guard |= reach
        pieces &= pieces - 1
    return total, guard, attacked


@kernel
def loose(state, pieces, weights):
    """The weights of pieces that are attacked and not defended."""
    total = 0
    while pieces != 0:
        total += weights[LOOSE + kind_at(state, lowest(pieces))]
        pieces &= pieces - 1
    return total


@kernel
def around(rules, pieces, king, other_king, other, attacked, guard, hand, weights):
    """What is around a royal piece, and the hand of its opponent `other`, which counts against it.

    `attacked` is what `other` attacks, `guard` what the pieces besides the royal one defend.
    """
    near = rules.tables[REACH + king]
    danger = min(count(near & attacked), NEAR - 1)
    weak = min(count(near & attacked & ~guard), NEAR - 1)
    free = min(count(near & ~attacked & ~pieces), NEAR - 1)
    if other != 0:  # both as the opponent sees them
        king, other_king = rules.size - 1 - king, rules.size - 1 - other_king
    total, armed, number = 0, 0, 0
    while hand != 0:
        pieces_in_hand = hand & DIGIT
        if pieces_in_hand != 0:
            armed += pieces_in_hand
            each = weights[IN_HAND + number]
            each += (
                weights[STORMED + NEAR * number + weak] + weights[SHUT_IN + NEAR * number + free]
            )
            each += weights[HELD + ROW * number + other_king]
            each += weights[HELD + ROW * (HAND_KINDS + number) + king]
            total -= each * pieces_in_hand
        hand >>= HAND_DIGIT
        number += 1
    armed = min(armed, ARMED - 1)
    total += weights[PRESSED + ARMED * danger + armed] + weights[WEAK + ARMED * weak + armed]
    return total + weights[ESCAPES + free]


@rule
def order(rules: ShogiRules, state, move, child):
    """The best capture by the least valuable piece first, then promotions, moves, drops."""
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
