"""The tables of numbers for positions; what they mean is said in numbering.py."""

from collections.abc import Sequence
from itertools import product
from math import comb

from yomikiri.bits import to_bits
from yomikiri.games.game import TableClass
from yomikiri.games.shogi.tables import NUMBERS, TABLES, Layout, Words

PLACES = 16  # cells of the board, at most
KINDS_IN_HAND = 3  # at most
MOST_SHAPES = 3**KINDS_IN_HAND
LOST = -1

# Where each table begins; see `fill_numbers`.
ROYALS = NUMBERS  # [PLACES, PLACES] the number of two royal pieces, LOST for mirror images
ROYAL_CELLS = ROYALS + PLACES * PLACES  # [PLACES * PLACES] the cells of a number, own first
SHAPES = ROYAL_CELLS + PLACES * PLACES  # [MOST_SHAPES + 1] the first number of each shape
FACTORS = SHAPES + MOST_SHAPES + 1  # [MOST_SHAPES, KINDS_IN_HAND] numbers of each kind
ON_BOARD = FACTORS + MOST_SHAPES * KINDS_IN_HAND  # [MOST_SHAPES, KINDS_IN_HAND] pieces of each
LAST_SHAPE = ON_BOARD + MOST_SHAPES * KINDS_IN_HAND
MIDDLE = LAST_SHAPE + 1  # the middle file
PAIRS = MIDDLE + 1  # [128] two free cells, PLACES * less + greater
GROUPS = PAIRS + 128  # [16] class of who has what, and 16 more for the second half of a class
MASKS = GROUPS + 16  # [16, 2] who has what in both halves of a class
assert MASKS + 32 <= TABLES


def can_be_numbered(layout: Layout) -> bool:
    """Whether positions of a variant have numbers: small boards, two of each kind, no sliders."""
    variant = layout.variant
    counts = variant.set_of_pieces().values()
    kinds = len(counts) - 1
    return (
        not variant.strict
        and variant.cells <= PLACES
        and not any(piece.slides for piece in variant.pieces.values())
        and all(number == 2 for number in counts)
        and (kinds <= KINDS_IN_HAND and layout.is_mirrored() if variant.drops else kinds == 2)
    )


def fill_numbers(layout: Layout, words: Words) -> None:
    """Write the tables of numbers after the others."""
    if layout.variant.drops:
        fill_with_hands(layout, words)
    else:
        fill_groups(words)


def fill_with_hands(layout: Layout, words: Words) -> None:
    """One class: royal pieces, shapes, pairs of cells."""
    words[ROYALS : ROYALS + PLACES * PLACES] = LOST
    pairs = [
        (own, other)
        for own, other in product(layout.cells, repeat=2)
        if own != other and is_left(layout, own, other)
    ]
    for number, (own, other) in enumerate(pairs):
        words[ROYALS + PLACES * own + other] = number
        words[ROYAL_CELLS + number] = PLACES * own + other
    first = 0
    kinds = len(layout.kinds.hand)
    for shape, on_board in enumerate(product(range(3), repeat=kinds)):
        words[SHAPES + shape] = first
        free, size = len(layout.cells) - 2, len(pairs)
        for kind, pieces in enumerate(on_board):
            forms = 1 + ("+" + layout.kinds.hand[kind] in layout.variant.pieces)
            ways = (3, 4 * forms, 4 * forms * forms)[pieces]
            factor = comb(free, pieces) * ways
            words[FACTORS + KINDS_IN_HAND * shape + kind] = factor
            words[ON_BOARD + KINDS_IN_HAND * shape + kind] = pieces
            free, size = free - pieces, size * factor
        first += size
    words[SHAPES + 3**kinds] = first
    words[LAST_SHAPE] = 3**kinds - 1
    middle = [c for c in layout.cells if 2 * (c % layout.width) == layout.width - 1]
    words[MIDDLE] = to_bits(middle)
    place = 0
    for greater in range(PLACES):
        for less in range(greater):
            if place < 128:
                words[PAIRS + place] = PLACES * less + greater
            place += 1


def is_left(layout: Layout, own: int, other: int) -> bool:
    """Whether royal pieces stand so that they are not mirrored."""
    middle = layout.width - 1
    ways = [2 * (cell % layout.width) - middle for cell in (own, other)]
    return ways[0] < 0 or (ways[0] == 0 and ways[1] <= 0)


def fill_groups(words: Words) -> None:
    """Who has which of two kinds left: own 1 and 2, the other's 4 and 8; fewest pieces first."""
    masks = sorted(range(16), key=lambda mask: (mask.bit_count(), mask))
    group = 0
    for mask in masks:
        swapped = mask >> 2 | (mask & 3) << 2
        if mask > swapped:
            continue
        words[GROUPS + mask] = group
        words[MASKS + 2 * group] = words[MASKS + 2 * group + 1] = mask
        if swapped != mask:
            words[GROUPS + swapped] = group + 16
            words[MASKS + 2 * group + 1] = swapped
        group += 1


def table_classes(layout: Layout, words: Words) -> Sequence[TableClass]:
    """The classes of a variant that has numbers."""
    if layout.variant.drops:
        return (TableClass("all", int(words[SHAPES + 3 ** len(layout.kinds.hand)])),)
    classes = []
    for group in range(10):
        mask, swapped = (int(words[MASKS + 2 * group + half]) for half in (0, 1))
        size = layout.variant.cells ** (2 + mask.bit_count())
        kinds = layout.kinds.signs[1:3]
        sides = [
            layout.variant.royal + "".join(k for i, k in enumerate(kinds) if side >> i & 1)
            for side in (mask & 3, mask >> 2)
        ]
        classes.append(TableClass("-".join(sides), size if mask == swapped else 2 * size))
    return classes
