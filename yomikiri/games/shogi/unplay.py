"""Moves taken back, for tables of games in which royal pieces can be taken and nothing slides."""

from yomikiri.bits import bit, lowest
from yomikiri.games.shogi.attacks import is_try
from yomikiri.games.shogi.number_tables import LOST, PLACES, ROYALS
from yomikiri.games.shogi.numbering import (
    index,
    is_upright,
    number_by_shape,
    other_players,
    put,
    with_hands,
)
from yomikiri.games.shogi.rules import mirror
from yomikiri.games.shogi.state import DIGIT, Shogi, ShogiRules, kind_at, royal
from yomikiri.games.shogi.tables import (
    DROPS,
    HAND_DIGIT,
    HAND_OF,
    KIND_OF,
    KINDS,
    MUSTS,
    PROMOTED,
    ROW,
    STEPS,
    ZONES,
)
from yomikiri.jit import kernel
from yomikiri.rules import rule


@rule
def unplay(rules: ShogiRules, state, out):
    """Every piece of the last mover goes back to the hand, or to where it came from."""
    if rules.hands < 0:
        return -1
    tables = rules.tables
    after = other_players(rules, state)
    is_alike = rules.hands > 0 and is_own_image(rules, state)
    empty = rules.cells ^ after.own ^ after.other
    number = 0
    pieces = after.own
    while pieces != 0:
        target = lowest(pieces)
        kind = kind_at(after, target)
        before = without(after, target)
        hand = tables[HAND_OF + kind]
        if hand >= 0 and tables[KIND_OF + hand] == kind:
            if tables[DROPS + hand] & bit(target) != 0:
                held = with_hands(before, before.hands + (1 << HAND_DIGIT * hand))
                number = write(rules, held, is_alike, out, number)
        plain = tables[KIND_OF + hand] if hand >= 0 else kind
        if plain != kind:
            # It was promoted before, or has just promoted.
            zone = bit(target) & tables[ZONES] != 0
            sources = tables[STEPS + ROW * (KINDS + plain) + target] & empty
            if not zone:
                sources &= tables[ZONES]
            number = unmove(rules, before, target, plain, sources, is_alike, out, number)
        if tables[PROMOTED + kind] < 0 or tables[MUSTS + kind] & bit(target) == 0:
            sources = tables[STEPS + ROW * (KINDS + kind) + target] & empty
            number = unmove(rules, before, target, kind, sources, is_alike, out, number)
        pieces &= pieces - 1
    return number


@kernel
def unmove(rules, before, target, kind, sources, is_alike, out, number):
    """Put a piece on each source, and on its target nothing, or a piece out of the mover's hand."""
    tables = rules.tables
    while sources != 0:
        state = put(before, lowest(sources), 0, kind)
        number = write(rules, state, is_alike, out, number)
        for hand in range(max(rules.hands, 0)):
            if before.hands >> HAND_DIGIT * hand & DIGIT != 0:
                taken = tables[KIND_OF + hand]
                given = with_hands(state, state.hands - (1 << HAND_DIGIT * hand))
                number = write(rules, put(given, target, 1, taken), is_alike, out, number)
                if tables[PROMOTED + taken] >= 0:
                    promoted = put(given, target, 1, tables[PROMOTED + taken])
                    number = write(rules, promoted, is_alike, out, number)
        sources &= sources - 1
    return number


@kernel
def write(rules, state, is_alike, out, number):
    """Note a position unless its game is over already; twice if it has two moves that are alike.

    A position that is its own mirror image has, for each move to a position that is not, another
    one to its image.  And a position that is its own image comes from both images of a position,
    of which one has the number.
    """
    if is_try(rules, state):
        return number
    place = index(rules, state)[1]
    if rules.hands > 0:
        if is_alike:
            own, other = lowest(royal(state, state.own)), lowest(royal(state, state.other))
            if rules.tables[ROYALS + PLACES * own + other] == LOST:
                return number
            if number_by_shape(rules, state) != place:
                return number
        elif is_own_image(rules, state):
            out[number] = 2 * place
            number += 1
    out[number] = 2 * place
    return number + 1


@kernel
def is_own_image(rules, state):
    """Whether left and right are alike on the board."""
    return is_upright(rules, state) and mirror(rules, state, 1) == state


@kernel
def without(state, cell):
    """The position without the mover's piece on a cell."""
    left = ~bit(cell)
    return Shogi(
        state.own & left,
        state.other,
        state.plane0 & left,
        state.plane1 & left,
        state.plane2 & left,
        state.plane3 & left,
        state.hands,
        state.turn,
    )
