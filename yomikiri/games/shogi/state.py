"""A position of the shogi family and its rules as data; how moves are numbered.

A position is the cells of both sides and, for the kind of the piece on each cell, four planes of
bits.  Nothing is turned round: the tables know both sides.
"""

from typing import NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.shogi.tables import (
    FIRST_SLIDER,
    HAND_DIGIT,
    HAND_KINDS,
    Layout,
    Words,
)
from yomikiri.games.shogi.variant import FIRST_LOSES, NEVER, NOW, SAFE, Variant
from yomikiri.jit import kernel
from yomikiri.rules import MOST_MOVES

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
        raise InputError("shogi.kind_count", most=DIGIT, n=most_in_hand)
    hand = rules.in_hand.bit_count()
    room = min(62 - hand - rules.size, (63 - hand) // rules.planes)
    if rules.pieces > room:
        raise InputError("shogi.piece_count", most=room, cells=rules.size, n=rules.pieces)
    if layout.most_moves() > MOST_MOVES:
        raise InputError("shogi.move_count", n=layout.most_moves(), most=MOST_MOVES)


# Pieces.


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
