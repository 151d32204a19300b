"""The compiled rules of the shogi family: positions, moves played, the end, repetition, keys.

A position is the cells of both sides and, for the kind of the piece on each cell, four planes of
bits.  Nothing is turned round: the tables know both sides.  Which moves are legal is in moves.py.
"""

from typing import NamedTuple

from yomikiri.bits import bit, extract, highest, lowest, reverse, shift_down
from yomikiri.errors import InputError
from yomikiri.games.shogi.tables import (
    COLUMNS,
    FAR,
    FIRST_SLIDER,
    HAND_DIGIT,
    HAND_KINDS,
    HAND_OF,
    KIND_OF,
    KINDS,
    MOST_MOVES,
    PROMOTED,
    RAYS,
    ROW,
    SLIDES,
    STEPS,
    Layout,
    Words,
)
from yomikiri.games.shogi.variant import FIRST_LOSES, NEVER, NOW, SAFE, Variant
from yomikiri.jit import kernel
from yomikiri.rules import CHECK, DRAW, FIRST, LOSS, WIN, rule

HAND = HAND_DIGIT * HAND_KINDS  # bits of one hand
ONE_HAND = (1 << HAND) - 1
DIGIT = (1 << HAND_DIGIT) - 1

# A move is its target, where it comes from (a drop: DROP and the number of the piece in hand), and
# whether the piece promotes.
SOURCE, PROMOTES = 6, 12
CELL = (1 << SOURCE) - 1
DROP = 40
NOT_NUMBERED = -1


class ShogiRules(NamedTuple):
    """A variant and its tables."""

    cells: int  # all of them
    size: int  # how many
    width: int
    strict: int  # 1 if the royal piece may not be left in check
    tries: int  # 0 never, 1 the royal piece wins on the far rank, 2 only where it cannot be taken
    first_loses: int  # 1 if a repetition is lost by the first player
    perpetual: int  # 1 if whoever repeats by checks alone loses
    maps: int  # symmetries
    planes: int  # that are used
    pieces: int  # on the board at most
    in_hand: int  # the bits that a hand may use
    hands: (
        int  # positions have numbers: the kinds in hand, 0 if there are none; -1 if they have not
    )
    tables: Words


class Shogi(NamedTuple):
    """A position; `own` and `other` are as the player to move sees them."""

    own: int  # cells of the player to move
    other: int
    plane0: int  # the lowest bit of the kind of piece on each cell
    plane1: int
    plane2: int
    plane3: int
    hands: int  # own, then the other's: HAND_DIGIT bits for each kind
    turn: int


def make_rules(variant: Variant) -> ShogiRules:
    """The rules of a variant; raises InputError if it is too large for them."""
    layout = Layout(variant)
    pieces = variant.set_of_pieces()
    counts = [pieces.get(sign, 0) for sign in layout.kinds.hand]
    in_hand = sum(
        (1 << count.bit_length()) - 1 << HAND_DIGIT * number for number, count in enumerate(counts)
    )
    rules = ShogiRules(
        cells=(1 << variant.cells) - 1,
        size=variant.cells,
        width=variant.width,
        strict=int(variant.strict),
        tries=[NEVER, NOW, SAFE].index(variant.tries),
        first_loses=int(variant.repetition == FIRST_LOSES),
        perpetual=int(variant.perpetual),
        maps=2 if layout.is_mirrored() else 1,
        planes=4 if len(layout.kinds.signs) > FIRST_SLIDER else 3,
        pieces=sum(pieces.values()),
        in_hand=in_hand,
        hands=NOT_NUMBERED,
        tables=layout.tables(),
    )
    check_size(rules, layout, max(counts, default=0))
    return rules


def check_size(rules: ShogiRules, layout: Layout, most_in_hand: int) -> None:
    """A position must fit into its key, and its moves into their buffer."""
    if most_in_hand > DIGIT:
        raise InputError(f"expected at most {DIGIT} pieces of a kind, got {most_in_hand}")
    hand = rules.in_hand.bit_count()
    room = min(62 - hand - rules.size, (63 - hand) // rules.planes)
    if rules.pieces > room:
        raise InputError(
            f"expected at most {room} pieces on a board of {rules.size} cells with these kinds,"
            f" got {rules.pieces}"
        )
    if layout.most_moves() > MOST_MOVES:
        raise InputError(
            f"a position might have {layout.most_moves()} legal moves, more than {MOST_MOVES}:"
            " expected a smaller board, or fewer kinds of pieces"
        )


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
    return CHECK if is_attacked(rules, state, royal(state, state.own)) else 0


@rule
def tempts(rules: ShogiRules, state, move):
    """Captures do."""
    return state.other >> (move & CELL) & 1 != 0


@rule
def skip(rules: ShogiRules, state):
    """The same board with the other to move, unless there is a check.

    Where nothing forbids leaving the king to be taken boards are small, and to pass is often best.
    """
    if rules.strict == 0 or is_attacked(rules, state, royal(state, state.own)):
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


# Pieces and what they attack.


@kernel
def kind_at(state, cell):
    """The kind of the piece on a cell."""
    return (
        state.plane0 >> cell & 1
        | (state.plane1 >> cell & 1) << 1
        | (state.plane2 >> cell & 1) << 2
        | (state.plane3 >> cell & 1) << 3
    )


@kernel
def cells_of_kind(state, kind):
    """The cells on which pieces of a kind stand, whoever owns them."""
    # A plane stays as it is where the kind has its bit, and is inverted where it has not.
    found = state.plane0 ^ (kind & 1) - 1
    found &= state.plane1 ^ (kind >> 1 & 1) - 1
    found &= state.plane2 ^ (kind >> 2 & 1) - 1
    found &= state.plane3 ^ (kind >> 3 & 1) - 1
    return found & (state.own | state.other)


@kernel
def royal(state, side):
    """The royal piece among the pieces of a side: kind 0."""
    return side & ~(state.plane0 | state.plane1 | state.plane2 | state.plane3)


@kernel
def slide(rules, row, cell, occupied):
    """Cells to which a piece slides, up to the first occupied one; `row` is its side and kind."""
    ways = rules.tables[SLIDES + row]
    found = 0
    while ways != 0:
        way = lowest(ways)
        ray = rules.tables[RAYS + ROW * way + cell]
        blockers = ray & occupied
        if blockers != 0:
            first = lowest(blockers) if way < 4 else highest(blockers)
            ray ^= rules.tables[RAYS + ROW * way + first]
        found |= ray
        ways &= ways - 1
    return found


@kernel
def reached(rules, state, side, pieces, occupied):
    """All cells that these pieces of a side step or slide to, own ones included."""
    found = 0
    while pieces != 0:
        cell = lowest(pieces)
        row = KINDS * side + kind_at(state, cell)
        found |= rules.tables[STEPS + ROW * row + cell]
        if rules.tables[SLIDES + row] != 0:
            found |= slide(rules, row, cell, occupied)
        pieces &= pieces - 1
    return found


@kernel
def is_attacked(rules, state, cells):
    """Whether the opponent attacks one of these cells."""
    occupied = state.own | state.other
    return reached(rules, state, 1 - state.turn, state.other, occupied) & cells != 0


@kernel
def is_try(rules, state):
    """Whether the opponent's royal piece has won on the far rank."""
    if rules.tries == 0:
        return False
    at = royal(state, state.other) & rules.tables[FAR + 1 - state.turn]
    if at == 0 or rules.tries == 1:
        return at != 0
    return reached(rules, state, state.turn, state.own, state.own | state.other) & at == 0
