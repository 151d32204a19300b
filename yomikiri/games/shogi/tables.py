"""A variant made ready for compiled rules: kinds of pieces as numbers, moves as sets of cells.

Cells are numbered row by row from the top left.  The first player moves up.  The royal piece is
kind 0, and kinds from FIRST_SLIDER on slide, so that one bit of the kind tells sliders from others.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import to_bits
from yomikiri.errors import InputError
from yomikiri.games.shogi.variant import MUST, Variant, Vector

Words = NDArray[np.int64]

KINDS = 16
FIRST_SLIDER = 8
HAND_KINDS = 7
HAND_DIGIT = 4  # bits of a number of pieces in hand
ROW = 64  # places for one number per cell
NONE = -1
ROYAL = 10_000  # the value of what must not be lost
MORE = 1024  # places for the tables of numbers
FEATURE_WORDS = 4 * ROW + 2 * ROW + KINDS + HAND_KINDS + 4  # places for those of features

# Where each table begins.  A side is 0 for the first player, 1 for the second.
STEPS = 0  # [2, KINDS, ROW] cells that a piece steps to
RAYS = STEPS + 2 * KINDS * ROW  # [8, ROW] cells in each direction, as far as the board goes
BETWEEN = RAYS + 8 * ROW  # [ROW, ROW] cells between two, and from LINE on the direction
REACH = BETWEEN + ROW * ROW  # [ROW] cells from which some piece of either side could step here
LINES = REACH + ROW  # [ROW] cells in the eight directions
COLUMNS = LINES + ROW  # [ROW] the file of a cell
SLIDES = COLUMNS + ROW  # [2, KINDS] directions in which a kind slides
MUSTS = SLIDES + 2 * KINDS  # [2, KINDS] cells on which a piece promotes in any case
ZONES = MUSTS + 2 * KINDS  # [2] where pieces promote
FAR = ZONES + 2  # [2] the rank to which a try leads
PROMOTED = FAR + 2  # [KINDS] the promoted kind, or NONE
HAND_OF = PROMOTED + KINDS  # [KINDS] what a captured piece is in the hand, or NONE
KIND_OF = HAND_OF + KINDS  # [HAND_KINDS] the kind that is dropped
DROPS = KIND_OF + HAND_KINDS  # [2, HAND_KINDS] where it may be dropped
FILES = DROPS + 2 * HAND_KINDS  # [HAND_KINDS] 1: only one per file
MATES = FILES + HAND_KINDS  # [HAND_KINDS] 1: may not be dropped to give mate
VALUES = MATES + HAND_KINDS  # [KINDS] roughly, to put moves in order
MATERIAL = VALUES + KINDS  # [KINDS] the same as the variant counts it
EXCHANGED = MATERIAL + KINDS  # [KINDS] what it costs to lose a piece to the other's hand
FEATURES = EXCHANGED + KINDS  # from here on those of features.py
NUMBERS = FEATURES + FEATURE_WORDS  # from here on those of numbering.py
TABLES = NUMBERS + MORE

LINE = 40  # the bit from which BETWEEN holds a direction

# Directions on the board, to the right and down: four towards greater cells, then their opposites.
DIRECTIONS: tuple[Vector, ...] = (
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
)


class Kinds(NamedTuple):
    """The numbers of a variant's pieces."""

    signs: tuple[str, ...]  # [kind] the sign of each kind, "" for numbers without one
    hand: tuple[str, ...]  # the signs of what can be in a hand, in the order of their numbers

    def number(self, sign: str) -> int:
        """The kind of a sign."""
        return self.signs.index(sign)


def number_kinds(variant: Variant) -> Kinds:
    """The royal piece first, then those that step, then those that slide too."""
    others = [sign for sign in variant.pieces if sign != variant.royal]
    steppers = [variant.royal, *(sign for sign in others if not variant.pieces[sign].slides)]
    sliders = [sign for sign in others if variant.pieces[sign].slides]
    if len(steppers) > FIRST_SLIDER or len(sliders) > KINDS - FIRST_SLIDER:
        raise InputError(
            "shogi.kinds",
            steps=FIRST_SLIDER,
            slides=KINDS - FIRST_SLIDER,
            n=len(steppers),
            m=len(sliders),
        )
    signs = steppers + [""] * (FIRST_SLIDER - len(steppers)) + sliders
    hand = [sign for sign in others if not sign.startswith("+")] if variant.drops else []
    if len(hand) > HAND_KINDS:
        raise InputError("shogi.hand_kinds", most=HAND_KINDS, n=len(hand))
    return Kinds(tuple(signs), tuple(hand))


def on_board(side: int, vector: Vector) -> Vector:
    """To the right and down, for a piece of this side."""
    right, forward = vector
    return (-right, forward) if side else (right, -forward)


# The same cells are asked for by many pieces, and by most variants of a file that is being edited.


@lru_cache(maxsize=1 << 15)
def steps(
    width: int, height: int, side: int, vectors: tuple[Vector, ...], cell: int
) -> tuple[int, ...]:
    """The cells of a board that steps of a side lead to."""
    return tuple(
        other
        for vector in vectors
        for other in ray(width, height, cell, on_board(side, vector))[:1]
    )


@lru_cache(maxsize=1 << 14)
def ray(width: int, height: int, cell: int, vector: Vector) -> tuple[int, ...]:
    """The cells of a board in a direction, the nearest first."""
    x, y = cell % width + vector[0], cell // width + vector[1]
    found = []
    while 0 <= x < width and 0 <= y < height:
        found.append(y * width + x)
        x, y = x + vector[0], y + vector[1]
    return tuple(found)


class Layout:
    """The geometry of a variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.kinds = number_kinds(variant)
        self.height, self.width = variant.height, variant.width
        self.cells = range(self.height * self.width)

    def ray(self, cell: int, vector: Vector) -> tuple[int, ...]:
        """The cells in a direction, the nearest first."""
        return ray(self.width, self.height, cell, vector)

    def steps(self, side: int, sign: str, cell: int) -> tuple[int, ...]:
        """Where a piece steps to."""
        return steps(self.width, self.height, side, self.variant.pieces[sign].steps, cell)

    def is_dead(self, side: int, sign: str, cell: int) -> bool:
        """Whether a piece there could never move again."""
        slides = self.variant.pieces[sign].slides
        return not self.steps(side, sign, cell) and not any(
            self.ray(cell, on_board(side, vector)) for vector in slides
        )

    def ranks(self, side: int, count: int) -> list[int]:
        """The cells of the farthest ranks."""
        far = range(self.height - count, self.height) if side else range(count)
        return [cell for cell in self.cells if cell // self.width in far]

    def tables(self) -> Words:
        """All tables, one after the other."""
        words = [0] * TABLES
        words[PROMOTED : PROMOTED + KINDS] = words[HAND_OF : HAND_OF + KINDS] = [NONE] * KINDS
        self.fill_lines(words)
        for side in (0, 1):
            words[ZONES + side] = to_bits(self.ranks(side, self.variant.zone))
            words[FAR + side] = to_bits(self.ranks(side, 1))
            for kind, sign in enumerate(self.kinds.signs):
                if sign:
                    self.fill_kind(words, side, kind, sign)
        for number, sign in enumerate(self.kinds.hand):
            self.fill_hand(words, number, sign)
        return np.array(words, np.int64)

    def fill_lines(self, words: list[int]) -> None:
        """What does not depend on pieces."""
        for cell in self.cells:
            column = [other for other in self.cells if other % self.width == cell % self.width]
            words[COLUMNS + cell] = to_bits(column)
            for number, vector in enumerate(DIRECTIONS):
                ray = self.ray(cell, vector)
                words[RAYS + ROW * number + cell] = to_bits(ray)
                words[LINES + cell] |= to_bits(ray)
                for place, other in enumerate(ray):
                    line = to_bits(ray[:place]) | number << LINE
                    words[BETWEEN + ROW * cell + other] = line

    def fill_kind(self, words: list[int], side: int, kind: int, sign: str) -> None:
        """How a kind moves and promotes."""
        variant, row = self.variant, KINDS * side + kind
        for cell in self.cells:
            targets = self.steps(side, sign, cell)
            words[STEPS + ROW * row + cell] = to_bits(targets)
            for target in targets:
                words[REACH + target] |= 1 << cell
        piece = variant.pieces[sign]
        words[VALUES + kind] = ROYAL if sign == variant.royal else piece.value
        words[MATERIAL + kind] = max(0, piece.material or words[VALUES + kind])
        slides = [on_board(side, vector) for vector in variant.pieces[sign].slides]
        words[SLIDES + row] = to_bits(DIRECTIONS.index(vector) for vector in slides)
        if "+" + sign in variant.pieces:
            words[PROMOTED + kind] = self.kinds.number("+" + sign)
            dead = [cell for cell in self.cells if self.is_dead(side, sign, cell)]
            always = self.ranks(side, variant.zone) if variant.promotion == MUST else dead
            words[MUSTS + row] = to_bits(always)
        plain = sign.lstrip("+")
        words[EXCHANGED + kind] = words[VALUES + kind]
        if plain in self.kinds.hand:
            words[HAND_OF + kind] = self.kinds.hand.index(plain)
            words[EXCHANGED + kind] += variant.pieces[plain].value

    def fill_hand(self, words: list[int], number: int, sign: str) -> None:
        """How a kind is dropped."""
        variant = self.variant
        words[KIND_OF + number] = self.kinds.number(sign)
        words[FILES + number] = sign in variant.one_a_file
        words[MATES + number] = sign in variant.no_mating_drop
        for side in (0, 1):
            words[DROPS + HAND_KINDS * side + number] = to_bits(
                cell
                for cell in self.cells
                if variant.dead_drops or not self.is_dead(side, sign, cell)
            )

    def is_mirrored(self) -> bool:
        """Whether left and right are alike to every piece."""
        return all(
            {(-x, y) for x, y in vectors} == set(vectors)
            for piece in self.variant.pieces.values()
            for vectors in (piece.steps, piece.slides)
        )

    def most_moves(self) -> int:
        """No position has more legal moves than this."""
        total = 0
        for sign, count in self.variant.set_of_pieces().items():
            forms = [form for form in (sign, "+" + sign) if form in self.variant.pieces]
            most = max(len(self.reached(form, cell)) for form in forms for cell in self.cells)
            moves = most * len(forms)
            in_hand = len(self.cells) - 2 if sign in self.kinds.hand else 0
            owned = count // 2 if sign == self.variant.royal else count
            total += max(owned * moves, in_hand + (owned - 1) * moves)
        return total

    def reached(self, sign: str, cell: int) -> tuple[int, ...]:
        """Where a piece gets to on an empty board."""
        piece = self.variant.pieces[sign]
        rays = (self.ray(cell, on_board(0, vector)) for vector in piece.slides)
        return sum(rays, start=self.steps(0, sign, cell))
