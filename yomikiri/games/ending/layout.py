"""What each material means to the compiled rules, as rows of one table; and the classes of tables.

Without pawns, positions are numbered by the pair of kings (462 up to the board's eight symmetries)
and the squares of the other men, each set of like men together.  With pawns, first come the pawns'
own squares, up to the mirror of files, then the pair of kings (3612), then the rest.

A class is a material, and with pawns also the number of steps they have made: pawn moves lead to
classes with more.  Positions in which a pawn may be taken en passant are classes of their own,
since every move leads out of them.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple

import numpy as np

from yomikiri.games.ending.board import COUNT2, COUNT8, DOWN, MATERIALS, Words, geometry, triples
from yomikiri.games.ending.material import KINDS, PROMOTIONS, Material, arrange, closure
from yomikiri.games.game import TableClass

# Columns of a material's row.
MEN, STRONG, KIND, EVEN, PAWNS, REST, SETS, TWINS = range(8)
SET = 8  # [3, 2] of each set of like men: 8 * its first man, how many
PAWN_SHIFTS = 14  # [3] 8 * each pawn
KEYS, CLASS, CHANGES = 17, 18, 19
ROW = 20

# Columns of a class's row.
CLASS_MATERIAL, CLASS_PAWNS, CLASS_SIZE = range(3)
CLASS_ROW = 3

BITS = {1: 6, 2: 11, 3: 16}  # for the number of a set of like men: 1 + 5 * size
MIRROR, TURN = 1, 2  # maps that bring the pawns of a position into their canonical place
CHANGE = 150  # [5, 5, 6] promotion to, man, captured man + 1


class Pawns(NamedTuple):
    """The pawns of a position, each side's squares ascending."""

    side: int  # who is to move, if a pawn may be taken en passant
    passed: int  # the square it has passed, else 0
    strong: tuple[int, ...]
    weak: tuple[int, ...]

    def image(self, number: int) -> "Pawns":
        """Under the mirror of files, and with the sides exchanged."""
        side, passed, strong, weak = self
        if number & MIRROR:
            passed = passed and passed ^ 7
            strong, weak = (tuple(sorted(s ^ 7 for s in squares)) for squares in (strong, weak))
        if number & TURN:
            side, passed = side ^ (passed > 0), passed and passed ^ 56
            strong, weak = (tuple(sorted(s ^ 56 for s in squares)) for squares in (weak, strong))
        return Pawns(side, passed, strong, weak)

    @property
    def steps(self) -> int:
        """How many steps the pawns have made."""
        return sum(s // 8 - 1 for s in self.strong) + sum(6 - s // 8 for s in self.weak)


class Layout(NamedTuple):
    """All tables of some materials."""

    materials: tuple[Material, ...]  # what is reached first, KK before all others
    classes: tuple[TableClass, ...]
    tables: Words
    first_class: int  # where the classes' rows begin in the tables
    first_triple: int  # where the triples of squares begin, or 0


@lru_cache(maxsize=16)
def make_layout(materials: tuple[Material, ...], only: Material | None) -> Layout:
    """The tables of materials and all they lead to; with classes for `only` one, or for all."""
    return Builder(tuple(closure(list(materials))), only).layout()


class Builder:
    """Puts the tables together, part after part."""

    def __init__(self, materials: tuple[Material, ...], only: Material | None) -> None:
        self.materials = materials
        self.only = only
        self.rows = np.zeros((len(materials), ROW), np.int64)
        self.classes: list[TableClass] = []
        self.class_rows: list[tuple[int, int, int]] = []
        self.parts: list[Words] = [geometry(), self.rows.ravel()]
        self.size = MATERIALS + self.rows.size

    def add(self, part: Words) -> int:
        """Append a part and say where it begins."""
        self.parts.append(part)
        self.size += part.size
        return self.size - part.size

    def layout(self) -> Layout:
        """All rows filled, all parts joined."""
        for number, material in enumerate(self.materials):
            self.fill(number, material)
        has_triples = any(self.rows[:, SET + 2 * n + 1].max() == 3 for n in range(3))
        first_triple = self.add(triples()) if has_triples else 0
        first_class = self.add(np.array(self.class_rows, np.int64).ravel())
        self.parts[1] = self.rows.ravel()
        tables = np.concatenate(self.parts)
        return Layout(self.materials, tuple(self.classes), tables, first_class, first_triple)

    def fill(self, number: int, material: Material) -> None:
        """The row of a material, and its classes."""
        row, men = self.rows[number], str(material)
        strong = len(material.strong)
        kinds = [KINDS.index(kind) for kind in material.strong]
        kinds += [DOWN if kind == "P" else KINDS.index(kind) for kind in material.weak]
        sets = list(like_men(material))
        row[[MEN, STRONG, EVEN, PAWNS]] = len(men), strong, material.is_even, material.pawns
        row[KIND] = sum(kind << 4 * i for i, kind in enumerate(kinds))
        row[REST] = sum(BITS[count] for _, count in sets)
        row[SETS] = len(sets)
        row[TWINS] = any(a == b != "K" for a, b in pairwise(men))
        for i, (first, count) in enumerate(sets):
            row[SET + 2 * i : SET + 2 * i + 2] = 8 * first, count
        pawns = [8 * i for i, kind in enumerate(men) if kind == "P"]
        row[PAWN_SHIFTS : PAWN_SHIFTS + len(pawns)] = pawns
        row[CHANGES] = self.add(self.changes(material))
        if material.men == 2 or self.only not in (None, material):
            return
        if not pawns:
            row[CLASS] = len(self.classes)
            self.add_class(str(material), number, COUNT8 << row[REST], sides=2 - material.is_even)
        else:
            row[KEYS] = self.add(self.pawn_keys(number, material, int(row[REST])))

    def add_class(self, name: str, material: int, size: int, sides: int, pawns: int = 0) -> None:
        """One more class; `size` is for each side to move."""
        self.classes.append(TableClass(name, int(size) * sides))
        self.class_rows.append((material, pawns, int(size)))

    def changes(self, material: Material) -> Words:
        """What captures and promotions make of a material.

        Number of the material + 256 if the weaker side becomes the stronger + 65536 * the men that
        remain, four bits each.
        """
        table = np.zeros(CHANGE, np.int64)
        men, strong = str(material), len(material.strong)
        choices = product([(0, 0), *promotions(material)], range(len(men) + 1))
        for (kind, man), captured in choices:
            same_side = (captured <= strong) == (man < strong)
            if (not kind and not captured) or (kind and captured and same_side):
                continue
            if captured and men[captured - 1] == "K":
                continue
            kinds = list(men)
            if kind:
                kinds[man] = KINDS[kind]
            left = [i for i in range(len(men)) if i != captured - 1]
            left.sort(key=lambda i: (i >= strong, KINDS.index(kinds[i])))
            one, two = ([i for i in left if (i >= strong) == side] for side in (False, True))
            after, turned = arrange(*("".join(kinds[i] for i in side) for side in (one, two)))
            order = two + one if turned else one + two
            packed = sum(man << 4 * place for place, man in enumerate(order))
            entry = self.materials.index(after) + 256 * turned + 65536 * packed
            table[(kind * 5 + man) * 6 + captured] = entry
        return table

    def pawn_keys(self, number: int, material: Material, rest: int) -> Words:
        """The pawns' squares of each class, and where each arrangement of pawns finds its own."""
        both = "P" in material.strong and "P" in material.weak
        table = np.full(48**material.pawns * (17 if both else 1), -1, np.int64)
        maps = (0, MIRROR, TURN, TURN + MIRROR) if material.is_even else (0, MIRROR)
        found: dict[tuple[int, bool], dict[Pawns, list[Pawns]]] = {}
        for pawns in arrangements(material):
            own = min(pawns.image(m) for m in maps)
            group = found.setdefault((-pawns.steps, pawns.passed > 0), {})
            group.setdefault(own, []).append(pawns)
        for (steps, passed), group in sorted(found.items()):
            words = [pawn_word(own, material) for own in group]
            sides = 1 if passed else 2
            name = f"{material}-{-steps}" + ("-ep" if passed else "")
            group_number, offset = len(self.classes), self.add(np.array(words, np.int64))
            self.add_class(name, number, len(words) * COUNT2 << rest, sides, offset)
            for place, (own, images) in enumerate(group.items()):
                for pawns in images:
                    fits = [m for m in maps if pawns.image(m) == own]
                    entry = place | fits[0] << 20 | fits[-1] << 22 | group_number << 24
                    for squares in orders(pawns):
                        table[pawn_key(squares, pawns.passed)] = entry
        return table


def like_men(material: Material) -> Iterator[tuple[int, int]]:
    """Of each set of like men that are neither kings nor pawns: the first, and how many."""
    men = str(material)
    for man, kind in enumerate(men):
        if kind not in "KP" and men[man - 1] != kind:
            same = man
            while same < len(men) and men[same] == kind:
                same += 1
            yield man, same - man


def promotions(material: Material) -> Iterator[tuple[int, int]]:
    """Kind and man of each promotion that could be."""
    for man, kind in enumerate(str(material)):
        if kind == "P":
            yield from ((KINDS.index(promoted), man) for promoted in PROMOTIONS)


def arrangements(material: Material) -> Iterator[Pawns]:
    """Every arrangement of a material's pawns, also with one that may be taken en passant."""
    squares = range(8, 56)
    strong, weak = (side.count("P") for side in material)
    for up in combinations(squares, strong):
        for down in combinations([s for s in squares if s not in up], weak):
            yield Pawns(0, 0, up, down)
            for passed in [*range(16, 24), *range(40, 48)] if up and down else ():
                side = int(passed < 32)
                stepped, takers = (down, up) if passed >= 32 else (up, down)
                step = 8 if passed >= 32 else -8  # from the pawn to the square it has passed
                pawn = passed - step
                beside = [s for s in takers if s // 8 == pawn // 8 and abs(s - pawn) == 1]
                if pawn in stepped and beside and not {passed, passed + step} & {*up, *down}:
                    yield Pawns(side, passed, up, down)


def orders(pawns: Pawns) -> Iterator[tuple[int, ...]]:
    """The squares of the pawns, like ones in any order."""
    for up, down in product(permutations(pawns.strong), permutations(pawns.weak)):
        yield up + down


def pawn_key(squares: tuple[int, ...], passed: int) -> int:
    """The place of an arrangement in the table of them all."""
    where = 0 if not passed else passed - 15 if passed < 32 else passed - 31
    for square in reversed(squares):
        where = where * 48 + square - 8
    return where


def pawn_word(pawns: Pawns, material: Material) -> int:
    """The pawns as they stand in a state's `men`, with the square passed and the side to move."""
    men = [i for i, kind in enumerate(str(material)) if kind == "P"]
    squares = sum(s << 8 * i for i, s in zip(men, pawns.strong + pawns.weak, strict=True))
    return squares | pawns.passed << 48 | pawns.side << 56
