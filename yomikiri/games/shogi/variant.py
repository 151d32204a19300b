"""A variant of shogi as data: a board, pieces with their moves, and the rules that differ.

Nothing is compiled here.  Directions are as the owner of a piece sees them: `n` is forward, `e` to
the right.  A promoted piece has the sign of its plain form with a `+` before it.
"""

from collections.abc import Mapping
from typing import NamedTuple

Vector = tuple[int, int]  # to the right, forward

COMPASS: Mapping[str, Vector] = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}

NEVER, NOW, SAFE = "never", "now", "safe"  # when a try wins
MAY, MUST = "may", "must"  # promote
FIRST_LOSES, DRAW = "uec", "draw"  # what a repetition is


class Piece(NamedTuple):
    """How a piece looks and moves."""

    kanji: str  # one character, for boards
    name: str  # in moves as the Japanese write them
    steps: tuple[Vector, ...] = ()
    slides: tuple[Vector, ...] = ()
    value: int = 100  # a pawn's is 100
    material: int = 0  # what it counts where nothing but material does; 0: its value; -1: nothing


class Variant(NamedTuple):
    """A game of the family."""

    start: str  # SFEN; the board's size is read from it
    royal: str  # sign of the piece that must not be lost
    pieces: Mapping[str, Piece]  # by sign
    zone: int = 1  # ranks in which pieces promote, the farthest ones
    promotion: str = MAY  # MUST: always, where it is possible
    strict: bool = True  # the royal piece may not be left in check; otherwise it can be taken
    drops: bool = True  # captured pieces come back from the hand; otherwise they are gone
    dead_drops: bool = False  # a piece may be dropped where it can never move
    one_a_file: tuple[str, ...] = ()  # no second one may be dropped on a file (nifu)
    no_mating_drop: tuple[str, ...] = ()  # may not be dropped to give mate (uchifuzume)
    tries: str = NEVER  # the royal piece on the far rank wins
    repetition: str = DRAW
    perpetual: bool = True  # whoever repeats by checks alone loses
    occurrences: int = 4  # of a position that end the game

    @property
    def rows(self) -> list[str]:
        """The ranks of the start, from the top."""
        return self.start.split()[0].split("/")

    @property
    def height(self) -> int:
        """Ranks."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Files."""
        return sum(int(sign) if sign.isdigit() else sign != "+" for sign in self.rows[0])

    @property
    def cells(self) -> int:
        """Cells of the board."""
        return self.height * self.width

    def set_of_pieces(self) -> dict[str, int]:
        """How many pieces of each plain form there are, royal ones too, in the order of pieces."""
        board, hands = self.start.split()[0], self.start.split()[2]
        letters = [letter.upper() for letter in board if letter.isalpha()]
        number = ""
        for sign in hands.replace("-", ""):
            if sign.isdigit():
                number += sign
            else:
                letters += [sign.upper()] * int(number or 1)
                number = ""
        return {sign: letters.count(sign) for sign in self.pieces if sign in letters}


def moves(text: str) -> tuple[Vector, ...]:
    """The directions of a text such as `n ne nw`."""
    return tuple(COMPASS[word] for word in text.split())
