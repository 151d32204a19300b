"""Material: which men stand on the board, the stronger side's first, as in KQKR.

Captures and promotions lead to other material; `closure` lists all of it in the order in which
tables are built, what is reached first.  KK is always the first: two bare kings are a draw.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from yomikiri.errors import UnknownGame

KINDS = "KQRBNP"  # a man's kind is its place here
KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN = range(6)
PROMOTIONS = "QRBN"
MOST_MEN = 5


class Material(NamedTuple):
    """The men of both sides, each side's in the order of KINDS, the stronger side first."""

    strong: str
    weak: str

    def __str__(self) -> str:
        return self.strong + self.weak

    @property
    def men(self) -> int:
        """How many men there are."""
        return len(self.strong) + len(self.weak)

    @property
    def pawns(self) -> int:
        """How many of them are pawns."""
        return str(self).count("P")

    @property
    def is_even(self) -> bool:
        """Whether both sides have the same."""
        return self.strong == self.weak


BARE = Material("K", "K")


def strength(side: str) -> tuple[int, list[int]]:
    """More men are stronger, then better ones."""
    return len(side), [-KINDS.index(kind) for kind in side]


def arrange(one: str, two: str) -> tuple[Material, bool]:
    """The material of two sides' men in any order, and whether the second side is the stronger."""
    sides = ["".join(sorted(side, key=KINDS.index)) for side in (one, two)]
    turned = strength(sides[1]) > strength(sides[0])
    return Material(*(reversed(sides) if turned else sides)), turned


def read_material(text: str) -> Material:
    """The material of a word such as `KQKR` or `krkq`; raises UnknownGame."""
    match = re.fullmatch(r"(K[QRBNP]*)V?(K[QRBNP]*)", text.strip().upper())
    if not match:
        raise UnknownGame("ending.material", got=text)
    material = arrange(match[1], match[2])[0]
    if material.men > MOST_MEN:
        raise UnknownGame("ending.most_men", most=MOST_MEN, n=material.men, got=text)
    if material == BARE:
        raise UnknownGame("ending.bare_kings", got=text)
    return material


def steps(material: Material) -> Iterator[Material]:
    """What captures and promotions make of it, one at a time."""
    for number, side in enumerate(material):
        rest = material[1 - number]
        for man in set(side[1:]):
            left = side.replace(man, "", 1)
            yield arrange(left, rest)[0]
            if man == "P":
                yield from (arrange(left + kind, rest)[0] for kind in PROMOTIONS)


def closure(materials: list[Material]) -> list[Material]:
    """These and all that they lead to, what is reached before what leads to it."""
    found = {BARE}
    waiting = list(materials)
    while waiting:
        material = waiting.pop()
        if material not in found:
            found.add(material)
            waiting += steps(material)
    return sorted(found, key=lambda m: (m.men, m.pawns, str(m)))


@lru_cache
def all_materials(men: int) -> tuple[Material, ...]:
    """Every ending of 3 to `men` men: 5 of 3, 35 of up to 4."""
    sides = [
        "K" + "".join(kinds)
        for number in range(men - 1)
        for kinds in combinations_with_replacement(KINDS[1:], number)
    ]
    pairs = [arrange(one, two)[0] for one in sides for two in sides if len(one + two) <= men]
    return tuple(closure(pairs)[1:])
