"""Hex: connect your two sides of a board of hexagons; there is no draw.

    yomikiri solve hex:4x4 --games examples/hex.py

The first player, x, joins the top with the bottom, the second, o, left with right.  Each row stands
half a cell to the right of the one above: b2 is beside b1, c1, a2, c2, a3 and b3.  With equal sides
the first player wins (Nash, about 1949), otherwise whoever has fewer steps to go (Gardner 1959).
"""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from yomikiri.bits import bit, count, lowest
from yomikiri.errors import UnknownGame
from yomikiri.games.cells import Place, View
from yomikiri.games.family import Family, read_size
from yomikiri.games.game import Choice
from yomikiri.games.grid import GridGame
from yomikiri.games.lesson import Guide, Rule
from yomikiri.games.pictures import Point, hexagon_points, hexagons
from yomikiri.jit import kernel
from yomikiri.rules import FIRST, LOSS, ONGOING, rule
from yomikiri.words import both

LARGEST = 7  # a side: sets of cells have room for 62
GOAL = both(
    "Join your two sides of the board, in your colour, by a chain of stones. There is no draw.",
    "自分の石と同じ色の二辺を、自分の石でつないだら勝ち。引き分けはない。",
)
PUT = both("Put a stone on any empty cell, for good.", "空いたマスに石を置く。石は動かない。")
WINS = both("A chain from side to side wins.", "二辺がつながれば勝ち。")


class HexRules(NamedTuple):  # a board, and sets of its cells
    width: int
    board: int
    top: int
    bottom: int
    left: int
    right: int


class Hex(NamedTuple):
    """A position, seen by the player to move."""

    own: int = 0
    other: int = 0


@rule
def legal_moves(rules: HexRules, state, out):
    """Any empty cell, until somebody has joined two sides."""
    empty, number = rules.board ^ state.own ^ state.other, 0
    if outcome(rules, state) != ONGOING:
        return 0
    while empty != 0:
        out[number] = lowest(empty)
        number += 1
        empty &= empty - 1
    return number


@rule
def play(rules: HexRules, state, move):
    """Put a stone and turn the board around."""
    return Hex(state.other, state.own | bit(move))


@rule
def outcome(rules: HexRules, state):
    """Lost for the player to move if the other has joined their sides."""
    if mover(rules, state) == FIRST:  # the second player has just moved
        return LOSS if joined(rules, state.other, rules.left, rules.right) else ONGOING
    return LOSS if joined(rules, state.other, rules.top, rules.bottom) else ONGOING


@rule
def mover(rules: HexRules, state):
    """The first player when both have as many stones."""
    return count(state.other) - count(state.own)


@rule
def key(rules: HexRules, state):
    return state.own, state.other


@rule
def remaining(rules: HexRules, state):
    """The empty cells."""
    return count(rules.board ^ state.own ^ state.other)


@kernel
def joined(rules, stones, start, goal):
    """Whether stones lead from one side to the other: what touches them is added till it ends."""
    group, before = stones & start, 0
    while group != before:
        before = group
        across = (group & ~rules.right) << 1 | (group & ~rules.left) >> 1
        down = group << rules.width | (group & ~rules.left) << (rules.width - 1)
        up = group >> rules.width | (group & ~rules.right) >> (rules.width - 1)
        group |= (across | down | up) & stones
    return group & goal != 0


class HexGame(GridGame):
    """Hex as people see it."""

    family = "hex"
    titles: ClassVar = {"en": "Hex", "ja": "ヘックス"}
    looks: ClassVar = {"x": "●", "o": "○"}

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        height, width = self.height, self.width = read_size(choice.variant, "hex")
        row, column = (1 << width) - 1, sum(1 << width * y for y in range(height))
        sides = (row, row << width * (height - 1), column, column << width - 1)
        self.rules = HexRules(width, (1 << width * height) - 1, *sides)
        self.start = Hex()

    def picture(self, view: View) -> str:
        """Hexagons, with the first player's sides above and below."""
        return hexagons(view)

    def points(self) -> Mapping[Place, Point]:
        """Their middles."""
        return hexagon_points(self.places.values())

    def guide(self) -> Guide:
        """How it is taught: as usual, in words of its own."""
        usual = super().guide()
        begins, won = usual.rules
        return usual._replace(goal=GOAL, rules=[begins, Rule(PUT), won._replace(text=WINS)])


def read_variant(text: str) -> str:
    """A size such as `5x5`; raises UnknownGame."""
    height, width = read_size(text, "hex")
    if not (2 <= height <= LARGEST and 2 <= width <= LARGEST):
        raise UnknownGame(f"hex: sides are 2 to {LARGEST}, got {text!r}")
    return f"{height}x{width}"


FAMILY = Family(
    game=HexGame,
    descriptions={"en": "join your two sides of the board", "ja": "自分の二辺をつないだら勝ち"},
    variants=("5x5", "3x3", "4x4", "6x6", "7x7"),
    read_variant=read_variant,
)
