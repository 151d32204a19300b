"""The compiled rules of the shogi family: moves played, repetition, keys, symmetry.

Which moves are legal is in moves.py.
"""

from yomikiri.bits import bit, extract, reverse, shift_down
from yomikiri.games.shogi.attacks import is_in_check
from yomikiri.games.shogi.state import (
    CELL,
    DROP,
    HAND,
    ONE_HAND,
    PROMOTES,
    SOURCE,
    Shogi,
    ShogiRules,
    kind_at,
)
from yomikiri.games.shogi.tables import (
    COLUMNS,
    HAND_DIGIT,
    HAND_OF,
    KIND_OF,
    PROMOTED,
)
from yomikiri.jit import kernel
from yomikiri.rules import CHECK, DRAW, FIRST, LOSS, WIN, rule

# Questions.


@rule
def mover(rules: ShogiRules, state):
    """Sente is the first player."""
    return state.turn


@rule
def key(rules: ShogiRules, state):
    """Exact: the occupied cells, their owners and kinds one after the other, and both hands."""
    occupied = state.own | state.other
    first = occupied | extract(state.own, occupied) << rules.size
    first |= extract(state.hands & ONE_HAND, rules.in_hand) << rules.size + rules.pieces
    second = extract(state.plane3, occupied) << rules.pieces | extract(state.plane2, occupied)
    second = second << rules.pieces | extract(state.plane1, occupied)
    second = second << rules.pieces | extract(state.plane0, occupied)
    second |= extract(state.hands >> HAND, rules.in_hand) << rules.planes * rules.pieces
    return first << 1 | state.turn, second


@rule
def play(rules: ShogiRules, state, move):
    """Move or drop a piece, take what stands there, and change sides."""
    target, source = move & CELL, move >> SOURCE & CELL
    at = bit(target)
    hands = state.hands
    if source >= DROP:
        kind = rules.tables[KIND_OF + source - DROP]
        hands -= 1 << HAND_DIGIT * (source - DROP)
        own, left = state.own | at, ~at
    else:
        kind = kind_at(state, source)
        if move >> PROMOTES != 0:
            kind = rules.tables[PROMOTED + kind]
        own, left = state.own ^ bit(source) | at, ~(bit(source) | at)
        if state.other & at != 0:
            taken = rules.tables[HAND_OF + kind_at(state, target)]
            if taken >= 0:
                hands += 1 << HAND_DIGIT * taken
    return Shogi(
        state.other & ~at,
        own,
        state.plane0 & left | (kind & 1) << target,
        state.plane1 & left | (kind >> 1 & 1) << target,
        state.plane2 & left | (kind >> 2 & 1) << target,
        state.plane3 & left | (kind >> 3) << target,
        hands >> HAND | (hands & ONE_HAND) << HAND,
        1 - state.turn,
    )


@rule
def may_repeat(rules: ShogiRules):
    """In every variant something can go back and forth."""
    return True


@rule
def alternates(rules: ShogiRules):
    """Always."""
    return True


@rule
def mark(rules: ShogiRules, state):
    """Whether the player to move is in check."""
    return CHECK if is_in_check(rules, state) else 0


@rule
def tempts(rules: ShogiRules, state, move):
    """Captures do."""
    return state.other >> (move & CELL) & 1 != 0


@rule
def skip(rules: ShogiRules, state):
    """The same board with the other to move, unless there is a check.

    Where the king may be left to be taken, boards are small, and passing would often be best.
    """
    if rules.strict == 0:
        return state
    return other_turn(rules, state)


@rule
def other_turn(rules: ShogiRules, state):
    """The same board, unless a check forbids it."""
    if rules.strict != 0 and is_in_check(rules, state):
        return state
    return other_way(state)


@kernel
def other_way(state):
    """The same board with the other player to move."""
    return Shogi(
        state.other,
        state.own,
        state.plane0,
        state.plane1,
        state.plane2,
        state.plane3,
        state.hands >> HAND | (state.hands & ONE_HAND) << HAND,
        1 - state.turn,
    )


@rule
def repetition(rules: ShogiRules, state, own_marks, other_marks):
    """Whoever did nothing but check loses; else a draw, or Sente loses."""
    if rules.perpetual != 0:
        if own_marks & CHECK != 0:
            return WIN
        if other_marks & CHECK != 0:
            return LOSS
    if rules.first_loses == 0:
        return DRAW
    return LOSS if state.turn == FIRST else WIN


@rule
def symmetries(rules: ShogiRules):
    """Left and right."""
    return rules.maps


@rule
def mirror(rules: ShogiRules, state, number):
    """File by file."""
    if number == 0:
        return state
    return Shogi(
        mirrored(rules, state.own),
        mirrored(rules, state.other),
        mirrored(rules, state.plane0),
        mirrored(rules, state.plane1),
        mirrored(rules, state.plane2),
        mirrored(rules, state.plane3),
        state.hands,
        state.turn,
    )


@rule
def mirror_move(rules: ShogiRules, move, number):
    """The same on the files opposite."""
    if number == 0:
        return move
    target, source = move & CELL, move >> SOURCE & CELL
    if source < DROP:
        source = opposite(rules, source)
    return move >> PROMOTES << PROMOTES | source << SOURCE | opposite(rules, target)


@kernel
def turned(rules, state):
    """The same position with the board turned by half a turn and the sides exchanged."""
    down = 64 - rules.size
    return Shogi(
        shift_down(reverse(state.own), down),
        shift_down(reverse(state.other), down),
        shift_down(reverse(state.plane0), down),
        shift_down(reverse(state.plane1), down),
        shift_down(reverse(state.plane2), down),
        shift_down(reverse(state.plane3), down),
        state.hands,
        1 - state.turn,
    )


@kernel
def opposite(rules, cell):
    """The cell on the same rank, counted from the other end."""
    return cell + rules.width - 1 - 2 * (cell % rules.width)


@kernel
def mirrored(rules, cells):
    """A set of cells with left and right exchanged."""
    found = 0
    for file in range(rules.width):
        column = cells & rules.tables[COLUMNS + file]
        by = rules.width - 1 - 2 * file
        found |= column << by if by >= 0 else column >> -by
    return found
