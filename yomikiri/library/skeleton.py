"""What `yomikiri new-game NAME` writes: a game that runs, to be changed, and a test of it."""

import keyword
from importlib.util import find_spec

from yomikiri.games import families

IMPORTED = ("Choice", "ClassVar", "Family", "NamedTuple")  # by what is written

GAME = '''\
"""{title}: put a stone on a board of 4 x 4; three in a row or a column win.

    yomikiri play {name} --games {name}.py
    yomikiri check {name}.py

Rules are plain Python that is compiled: whole numbers only, no lists, no exceptions.  A set of
cells is a number, cell 0 its lowest bit; cells are numbered row by row from the top left.
"""

from typing import ClassVar, NamedTuple

from yomikiri.bits import bit, count, lowest
from yomikiri.games.family import Family
from yomikiri.games.game import Choice
from yomikiri.games.plain import PlainGridGame
from yomikiri.jit import kernel
from yomikiri.rules import DRAW, LOSS, ONGOING, rule

HEIGHT, WIDTH = 4, 4
BOARD = (1 << HEIGHT * WIDTH) - 1


class {kind}Rules(NamedTuple):
    """What never changes in a game; its class chooses the answers below."""

    height: int = HEIGHT
    width: int = WIDTH


class {kind}(NamedTuple):
    """A position, seen by the player to move."""

    own: int = 0
    other: int = 0


@rule
def legal_moves(rules: {kind}Rules, state, out):
    """Any empty cell, until the game is over: written into `out`, their number returned."""
    if outcome(rules, state) != ONGOING:
        return 0
    empty, number = BOARD ^ state.own ^ state.other, 0
    while empty != 0:
        out[number] = lowest(empty)
        number += 1
        empty &= empty - 1
    return number


@rule
def play(rules: {kind}Rules, state, move):
    """The position after a move, seen by the player who moves next."""
    return {kind}(state.other, state.own | bit(move))


@rule
def outcome(rules: {kind}Rules, state):
    """The result as the player to move sees it, or ONGOING."""
    if has_three(state.other):
        return LOSS
    return DRAW if state.own | state.other == BOARD else ONGOING


@rule
def mover(rules: {kind}Rules, state):
    """0 the first player, 1 the second."""
    return count(state.other) - count(state.own)


@rule
def key(rules: {kind}Rules, state):
    """Two numbers, the same only for positions with the same future."""
    return state.own, state.other


@rule
def remaining(rules: {kind}Rules, state):
    """How many plies are left at most; leave it out if games need not end."""
    return HEIGHT * WIDTH - count(state.own | state.other)


@kernel
def has_three(cells):
    """Whether three stones stand side by side in a row or a column."""
    for y in range(HEIGHT):
        for x in range(WIDTH):
            cell = WIDTH * y + x
            if x + 2 < WIDTH and cells >> cell & 7 == 7:
                return True
            column = 1 | 1 << WIDTH | 1 << 2 * WIDTH
            if y + 2 < HEIGHT and cells >> cell & column == column:
                return True
    return False


class {kind}Game(PlainGridGame):
    """The game as people see it; what is not said here has a default.

    A move is the number of its cell, `b3`.  Where stones go from cell to cell it may be any number,
    and is written as both, `b3b4`.
    """

    family = "{name}"
    titles: ClassVar = {{"en": "{title}", "ja": "{title}"}}
    players: ClassVar = {{"en": ("Black", "White"), "ja": ("黒", "白")}}
    looks: ClassVar = {{"x": "●", "o": "○"}}  # in a terminal
    height, width = HEIGHT, WIDTH

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        self.rules = {kind}Rules()
        self.start = {kind}()


FAMILY = Family(
    game={kind}Game,
    descriptions={{"en": "three stones in a row win", "ja": "三つ並べたら勝ち"}},
)
'''

TEST = '''\
"""{title} by its rules: python -m pytest test_{name}.py"""

from pathlib import Path

import yomikiri as yk

yk.use(Path(__file__).with_name("{name}.py"))


def test_the_contract_holds():
    assert not [checked for checked in yk.check("{name}") if checked.faults]


def test_three_in_a_row_win():
    position = yk.load("{name}").position(moves="a1 a4 b1 b4 c1")
    assert position.result is not None and position.result.winner == "first"
'''


def is_taken(name: str) -> bool:
    """Whether a game is called so, a word of Python, or a module, which the file would hide."""
    names = {family.name for family in families()}
    is_used = name in names or keyword.iskeyword(name) or class_of(name) in IMPORTED
    return is_used or find_spec(name) is not None


def class_of(name: str) -> str:
    """The class of a game's positions."""
    return "".join(word.capitalize() for word in name.split("_"))


def skeleton(name: str) -> dict[str, str]:
    """The files of a new game, by their names."""
    fields = {
        "name": name,
        "title": name.replace("_", " ").capitalize(),
        "kind": class_of(name),
    }
    return {f"{name}.py": GAME.format(**fields), f"test_{name}.py": TEST.format(**fields)}
