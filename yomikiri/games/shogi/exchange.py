"""Static exchange: both sides take on one cell with their least valuable pieces, or stop.

A piece that is taken changes hands: its side loses it and the other has it, in hand, to drop.
"""

from yomikiri.bits import bit, lowest
from yomikiri.games.shogi.state import CELL, DROP, PROMOTES, SOURCE, ShogiRules, kind_at
from yomikiri.games.shogi.tables import (
    BETWEEN,
    EXCHANGED,
    KIND_OF,
    KINDS,
    LINE,
    LINES,
    PROMOTED,
    REACH,
    ROW,
    SLIDES,
    STEPS,
    VALUES,
)
from yomikiri.jit import kernel
from yomikiri.rules import rule

NOBODY = -1


@rule
def pays(rules: ShogiRules, state, move, least):
    """By the static exchange: pins, checks and promotions of later captures are ignored."""
    tables = rules.tables
    target, source = move & CELL, move >> SOURCE & CELL
    at = bit(target)
    occupied = state.own | state.other | at
    balance = -least
    if source >= DROP:
        kind = tables[KIND_OF + source - DROP]
    else:
        kind = kind_at(state, source)
        if state.other & at != 0:
            balance += tables[EXCHANGED + kind_at(state, target)]
        occupied ^= bit(source)
        if move >> PROMOTES != 0:
            promoted = tables[PROMOTED + kind]
            balance += tables[VALUES + promoted] - tables[VALUES + kind]
            kind = promoted
    if balance < 0:
        return False
    # From here on as in chess programs: `balance` is what the side to take would be left with.
    balance = tables[EXCHANGED + kind] - balance
    if balance <= 0:
        return True
    mine, theirs = state.own & occupied & ~at, state.other & ~at
    answer = True
    while True:
        # The other side takes back.
        side = 1 - state.turn if answer else state.turn
        taker = least_attacker(rules, state, side, theirs if answer else mine, target, occupied)
        if taker == NOBODY:
            return answer
        answer = not answer
        kind = kind_at(state, taker)
        occupied ^= bit(taker)
        mine, theirs = mine & occupied, theirs & occupied
        if kind == 0:  # the royal piece takes only what nobody defends
            side = 1 - state.turn if answer else state.turn
            others = theirs if answer else mine
            if least_attacker(rules, state, side, others, target, occupied) != NOBODY:
                return not answer
            return answer
        balance = tables[EXCHANGED + kind] - balance
        if balance < (1 if answer else 0):
            return answer


@kernel
def least_attacker(rules, state, side, pieces, target, occupied):
    """Where the least valuable of a side's pieces that can take on a cell stands, or NOBODY."""
    tables = rules.tables
    at = bit(target)
    found, least = NOBODY, 1 << 40
    near = pieces & tables[REACH + target]
    while near != 0:
        cell = lowest(near)
        kind = kind_at(state, cell)
        if tables[STEPS + ROW * (KINDS * side + kind) + cell] & at != 0:
            if tables[EXCHANGED + kind] < least:
                found, least = cell, tables[EXCHANGED + kind]
        near &= near - 1
    sliders = pieces & state.plane3 & tables[LINES + target]
    while sliders != 0:
        cell = lowest(sliders)
        line = tables[BETWEEN + ROW * cell + target]
        kind = kind_at(state, cell)
        if line & rules.cells & occupied == 0 and tables[EXCHANGED + kind] < least:
            if tables[SLIDES + KINDS * side + kind] >> (line >> LINE) & 1 != 0:
                found, least = cell, tables[EXCHANGED + kind]
        sliders &= sliders - 1
    return found
