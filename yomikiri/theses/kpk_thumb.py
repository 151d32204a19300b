"""The rules of thumb of the thesis on king and pawn against king (000), over all positions."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from yomikiri.games import load
from yomikiri.search.codes import HOLE
from yomikiri.tables.build import build_table
from yomikiri.tables.table import Table as Solved

CHESS = "ending:KPK"


class Men(NamedTuple):
    """Who stands where: files and ranks from 0, and whether White is to move."""

    king: tuple[int, int]
    pawn: tuple[int, int]
    enemy: tuple[int, int]
    is_white: bool


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """In moves of a king."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def is_opposed(men: Men) -> bool:
    """One square between the kings, on a file or a rank."""
    apart = abs(men.king[0] - men.enemy[0]), abs(men.king[1] - men.enemy[1])
    return apart in ((0, 2), (2, 0))


# Each rule of thumb: where it says something, and whether it says that White wins.
RULES: dict[str, tuple[Callable[[Men], bool], Callable[[Men], bool]]] = {
    "opposition": (is_opposed, lambda men: not men.is_white),
    "before": (lambda men: True, lambda men: men.king[1] > men.pawn[1]),
    "runs": (
        lambda men: 7 - men.pawn[1] < distance(men.enemy, men.pawn),
        lambda men: True,
    ),
    "nearer": (
        lambda men: distance(men.enemy, men.pawn) < distance(men.king, men.pawn),
        lambda men: False,
    ),
}


def rules_of_thumb() -> dict[str, list[int]]:
    """How often each rule is right, of how many positions, White to move and Black to move."""
    game = load(CHESS)
    found = {name: [0, 0, 0, 0] for name in RULES}
    with tempfile.TemporaryDirectory() as folder:
        build_table(game, Path(folder))
        solved = Solved(game, Path(folder))
        for men, is_won in positions(solved):
            for name, (says, is_win) in RULES.items():
                if says(men):
                    place = 0 if men.is_white else 2
                    found[name][place] += is_win(men) == is_won
                    found[name][place + 1] += 1
        solved.close()
    return found


def positions(solved: Solved) -> Iterator[tuple[Men, bool]]:
    """Every position of the table, and whether White wins."""
    for group in solved.game.own_classes():
        for start, codes in solved.positions(group):
            for place, code in enumerate(codes.tolist()):
                if code != HOLE:
                    state = solved.state(group, start + place)
                    squares = [int(state.men) >> 8 * man & 63 for man in range(3)]
                    king, pawn, enemy = ((square & 7, square >> 3) for square in squares)
                    yield Men(king, pawn, enemy, state.side == 0), code != 0


def shares(rules: dict[str, list[int]], name: str) -> list[str]:
    """How often a rule is right, in words."""
    right = rules[name]
    return [
        f"{right[k]:,} / {right[k + 1]:,} ({100 * right[k] / max(1, right[k + 1]):.1f} %)"
        for k in (0, 2)
    ]


def told_rules() -> dict[str, list[str]]:
    """The rules of thumb with their shares."""
    found = rules_of_thumb()
    return {name: shares(found, name) for name in found}
