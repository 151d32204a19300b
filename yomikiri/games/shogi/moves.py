"""Which moves are legal: pins and checks are worked out first, so no move has to be tried.

A situation is what a position allows its mover, as four numbers: the cell of the royal piece; the
cells it may not step to; the cells to which the other pieces may go, all unless there is a check;
and the pinned pieces.
"""

from yomikiri.bits import bit, count, highest, lowest
from yomikiri.games.shogi.attacks import is_try, reached, slide, slider_line
from yomikiri.games.shogi.rules import play
from yomikiri.games.shogi.state import (
    DIGIT,
    DROP,
    ONE_HAND,
    PROMOTES,
    SOURCE,
    ShogiRules,
    cells_of_kind,
    kind_at,
    royal,
)
from yomikiri.games.shogi.tables import (
    BETWEEN,
    COLUMNS,
    DROPS,
    FILES,
    FIRST_SLIDER,
    HAND_DIGIT,
    HAND_KINDS,
    KIND_OF,
    KINDS,
    LINE,
    LINES,
    MATES,
    MUSTS,
    PROMOTED,
    RAYS,
    REACH,
    ROW,
    STEPS,
    ZONES,
)
from yomikiri.jit import kernel
from yomikiri.rules import LOSS, ONGOING, rule


@rule
def legal_moves(rules: ShogiRules, state, out):
    """Moves of pieces, those that promote first, then drops."""
    if is_lost(rules, state):
        return 0
    king, danger, free, pinned = situation(rules, state)
    number = 0
    pieces = state.own
    while pieces != 0:
        cell = lowest(pieces)
        row = KINDS * state.turn + kind_at(state, cell)
        targets = piece_targets(rules, state, cell, row, king, danger, free, pinned)
        number = write_moves(rules, state, cell, row, targets, out, number)
        pieces &= pieces - 1
    if state.hands & ONE_HAND != 0:
        for hand in range(HAND_KINDS):
            if state.hands >> HAND_DIGIT * hand & DIGIT != 0:
                targets = drop_targets(rules, state, hand, free)
                while targets != 0:
                    out[number] = DROP + hand << SOURCE | lowest(targets)
                    number += 1
                    targets &= targets - 1
    return number


@kernel
def write_moves(rules, state, cell, row, targets, out, number):
    """Write the moves of a piece to `targets`, those that promote first; how many there are now."""
    tables = rules.tables
    source = cell << SOURCE
    if tables[PROMOTED + row - KINDS * state.turn] >= 0:
        zone = tables[ZONES + state.turn]
        promoting = targets if zone & bit(cell) != 0 else targets & zone
        targets &= ~(promoting & tables[MUSTS + row])
        while promoting != 0:
            out[number] = 1 << PROMOTES | source | lowest(promoting)
            number += 1
            promoting &= promoting - 1
    while targets != 0:
        out[number] = source | lowest(targets)
        number += 1
        targets &= targets - 1
    return number


@rule
def tempting_moves(rules: ShogiRules, state, out):
    """Captures; drops are generated only where nothing else shows that the game goes on."""
    if is_lost(rules, state):
        return -1
    king, danger, free, pinned = situation(rules, state)
    number, quiet = 0, 0
    pieces = state.own
    while pieces != 0:
        cell = lowest(pieces)
        row = KINDS * state.turn + kind_at(state, cell)
        targets = piece_targets(rules, state, cell, row, king, danger, free, pinned)
        quiet |= targets
        targets &= state.other
        if targets != 0:
            number = write_moves(rules, state, cell, row, targets, out, number)
        pieces &= pieces - 1
    if quiet == 0 and not can_drop(rules, state, free):
        return -1
    return number


@rule
def outcome(rules: ShogiRules, state):
    """Whoever has no legal move, or has lost the royal piece, has lost."""
    if is_lost(rules, state) or not can_move(rules, state):
        return LOSS
    return ONGOING


@kernel
def is_lost(rules, state):
    """Whether the royal piece was taken, or the opponent's has made a try."""
    return rules.strict == 0 and (royal(state, state.own) == 0 or is_try(rules, state))


@kernel
def can_move(rules, state):
    """Whether there is a legal move, provided that the game is not lost already."""
    king, danger, free, pinned = situation(rules, state)
    return can_move_piece(rules, state, king, danger, free, pinned) or can_drop(rules, state, free)


@kernel
def can_drop(rules, state, free):
    """Whether a piece in hand can be dropped on one of these cells."""
    for hand in range(HAND_KINDS):
        if state.hands >> HAND_DIGIT * hand & DIGIT != 0:
            if drop_targets(rules, state, hand, free) != 0:
                return True
    return False


@kernel
def can_move_piece(rules, state, king, danger, free, pinned):
    """Whether a piece on the board has a legal move."""
    pieces = state.own
    while pieces != 0:
        cell = lowest(pieces)
        row = KINDS * state.turn + kind_at(state, cell)
        if piece_targets(rules, state, cell, row, king, danger, free, pinned) != 0:
            return True
        pieces &= pieces - 1
    return False


@kernel
def situation(rules, state):
    """What the position allows its mover; see above."""
    if rules.strict == 0:
        return -1, 0, rules.cells, 0
    tables = rules.tables
    at = royal(state, state.own)
    king = lowest(at)
    occupied = state.own | state.other
    side = 1 - state.turn
    # The king does not hide the cells behind it from a slider.
    danger = reached(rules, state, side, state.other, occupied ^ at)
    checkers, free, pinned = 0, rules.cells, 0
    sliders = state.other & state.plane3 & tables[LINES + king]
    while sliders != 0:
        cell = lowest(sliders)
        between = slider_line(rules, state, KINDS * side, cell, king)
        if between >= 0:
            blockers = between & occupied
            if blockers == 0:
                checkers |= bit(cell)
                free = between | bit(cell)
            elif blockers & blockers - 1 == 0:
                pinned |= blockers & state.own
        sliders &= sliders - 1
    if danger & at != 0:
        near = state.other & tables[REACH + king]
        while near != 0:
            cell = lowest(near)
            if tables[STEPS + ROW * (KINDS * side + kind_at(state, cell)) + cell] & at != 0:
                if checkers & bit(cell) == 0:
                    checkers |= bit(cell)
                    free = bit(cell)
            near &= near - 1
        if count(checkers) > 1:
            free = 0
    return king, danger, free, pinned


@kernel
def piece_targets(rules, state, cell, row, king, danger, free, pinned):
    """Where the piece on a cell may go; `row` is its side and kind."""
    tables = rules.tables
    targets = tables[STEPS + ROW * row + cell]
    if row & FIRST_SLIDER != 0:
        targets |= slide(rules, row, cell, state.own | state.other)
    targets &= ~state.own
    if cell == king:
        return targets & ~danger
    targets &= free
    if pinned & bit(cell) != 0:
        # Only along the line from the king to the piece that pins, which may be taken.
        way = tables[BETWEEN + ROW * king + cell] >> LINE
        beyond = tables[RAYS + ROW * way + cell] & (state.own | state.other)
        pinner = lowest(beyond) if way < 4 else highest(beyond)
        targets &= tables[RAYS + ROW * way + king] ^ tables[RAYS + ROW * way + pinner]
    return targets


@kernel
def drop_targets(rules, state, hand, free):
    """Where a piece in hand may be dropped."""
    tables = rules.tables
    targets = tables[DROPS + HAND_KINDS * state.turn + hand]
    targets &= free & ~(state.own | state.other)
    kind = tables[KIND_OF + hand]
    if tables[FILES + hand] != 0:
        same = cells_of_kind(state, kind) & state.own
        while same != 0:
            targets &= ~tables[COLUMNS + lowest(same)]
            same &= same - 1
    if tables[MATES + hand] != 0 and rules.strict != 0:
        # The cells from which it would check: those the same piece of the king's side steps to.
        king = lowest(royal(state, state.other))
        checking = targets & tables[STEPS + ROW * (KINDS * (1 - state.turn) + kind) + king]
        while checking != 0:
            cell = lowest(checking)
            # A step cannot be blocked, so only moves of pieces parry it.
            child = play(rules, state, DROP + hand << SOURCE | cell)
            king, danger, parries, pinned = situation(rules, child)
            if not can_move_piece(rules, child, king, danger, parries, pinned):
                targets ^= bit(cell)
            checking &= checking - 1
    return targets
