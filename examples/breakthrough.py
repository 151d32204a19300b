"""Breakthrough: pawns are taken, and nothing says how long a game lasts.

It says what a net sees, so it can be taught:

    yomikiri learn breakthrough --games examples/breakthrough.py --minutes 1
"""

from typing import NamedTuple

from yomikiri.bits import bit, count, lowest, reverse, shift_down
from yomikiri.games.lesson import Guide, Rule, Task, takes
from yomikiri.games.plain import PlainGridGame, simple_game
from yomikiri.jit import kernel
from yomikiri.rules import LOSS, ONGOING, rule
from yomikiri.words import both


class BreakthroughRules(NamedTuple):
    """Breakthrough: pawns go straight or diagonally forwards, and take diagonally."""

    height: int
    width: int


class Breakthrough(NamedTuple):
    """A position; the mover's pawns go up, to greater numbers."""

    own: int
    other: int
    turn: int


def breakthrough(height: int, width: int) -> tuple[BreakthroughRules, Breakthrough]:
    """The board with two rows of pawns each, and its start."""
    cells, home = height * width, (1 << 2 * width) - 1
    return BreakthroughRules(height, width), Breakthrough(home, home << cells - 2 * width, 0)


@rule
def legal_moves(rules: BreakthroughRules, state, out):
    """Three times the cell that a pawn leaves, and its direction."""
    number = 0
    if outcome(rules, state) != ONGOING:
        return 0
    pawns = state.own
    while pawns != 0:
        cell = lowest(pawns)
        pawns &= pawns - 1
        for step in range(3):
            column = cell % rules.width + step - 1
            target = bit(cell + rules.width + step - 1)
            blocked = state.own | state.other if step == 1 else state.own
            if 0 <= column < rules.width and target & blocked == 0:
                out[number] = 3 * cell + step
                number += 1
    return number


@rule
def play(rules: BreakthroughRules, state, move):
    """Move, take, and turn the board around."""
    source = bit(move // 3)
    target = bit(move // 3 + rules.width + move % 3 - 1)
    own, other = state.own ^ source | target, state.other & ~target
    return Breakthrough(turned(rules, other), turned(rules, own), 1 - state.turn)


@kernel
def turned(rules, cells):
    """The cells of a board that is turned around."""
    return shift_down(reverse(cells), 64 - rules.height * rules.width)


@rule
def outcome(rules: BreakthroughRules, state):
    """A pawn of the other on the last row wins; so does taking all pawns."""
    last = (1 << rules.width) - 1
    return LOSS if state.other & last != 0 or state.own == 0 else ONGOING


@rule
def mover(rules: BreakthroughRules, state):
    """They take turns."""
    return state.turn


@rule
def key(rules: BreakthroughRules, state):
    """A position is its own key."""
    return state.own, state.other


@rule
def order(rules: BreakthroughRules, state, move, child):
    """Captures, then pawns that are far."""
    return (count(state.other) - count(child.own)) * 1000 + move // 3


@rule
def evaluate(rules: BreakthroughRules, state, weights):
    """Pawns, about 100 each, and how far they are."""
    value = 0
    for row in range(rules.height):
        cells = shift_down(state.own, row * rules.width) & bit(rules.width) - 1
        value += count(cells) * (100 + 10 * row)
        cells = shift_down(state.other, row * rules.width) & bit(rules.width) - 1
        value -= count(cells) * (90 + 10 * (rules.height - row))
    return value


# What a net sees: each pawn by owner and cell, as a player sees the board who moves up.


@rule
def feature_rows(rules: BreakthroughRules):
    """Own pawns, then those of the other."""
    return 2 * rules.height * rules.width


@rule
def most_features(rules: BreakthroughRules):
    """All pawns."""
    return 4 * rules.width


@rule
def features(rules: BreakthroughRules, state, view, out):
    """A number for each pawn."""
    own, other = state.own, state.other
    if view == 1:
        own, other = turned(rules, other), turned(rules, own)
    number = write_cells(own, 0, out, 0)
    return write_cells(other, rules.height * rules.width, out, number)


@kernel
def write_cells(cells, first, out, number):
    """Write a number for each cell, after `number` others; how many there are then."""
    while cells != 0:
        out[number] = first + lowest(cells)
        number += 1
        cells &= cells - 1
    return number


class BreakthroughGame(PlainGridGame):
    """Breakthrough as people see it: the board stays as the first player sees it."""

    def stones_of(self, state: Breakthrough) -> tuple[int, int]:
        """The cells of both players' pawns."""
        if state.turn == 0:
            return state.own, state.other
        return turned(self.rules, state.other), turned(self.rules, state.own)

    def make_state(self, first: int, second: int, turn: int) -> Breakthrough:
        """The position of these pawns."""
        if turn == 0:
            return Breakthrough(first, second, turn)
        return Breakthrough(turned(self.rules, second), turned(self.rules, first), turn)

    def guide(self) -> Guide:
        """How it is taught."""
        steps = both(
            "Touch a pawn, then a cell in front of it: straight or diagonally, one step. "
            "First goes down the board, Second up.",
            "駒に触れ、次に前のマスに触れる：まっすぐか斜め前へ一マス。先手は下へ、後手は上へ進む。",
        )
        take = both(
            "A pawn takes an enemy diagonally in front of it, never straight ahead.",
            "斜め前の相手の駒は取れる。まっすぐ前の駒は取れない。",
        )
        goal = both(
            "Bring a pawn to the last row, or take all enemy pawns.",
            "駒を一番向こうの段に進めるか、相手の駒をすべて取れば勝ち。",
        )
        usual, taken = super().guide(), takes(self)
        rules = [*usual.rules, Rule(steps, lambda *one: not taken(*one)), Rule(take, taken)]
        tasks = [Task(both("Take a pawn.", "相手の駒を取る。"), taken), *usual.tasks]
        return usual._replace(goal=goal, rules=rules, tasks=tasks)


FAMILY = simple_game(
    "breakthrough",
    *breakthrough(5, 5),
    titles={"en": "Breakthrough", "ja": "ブレイクスルー"},
    descriptions={"en": "bring a pawn to the last row", "ja": "駒を一番向こうの段へ進める"},
    game=BreakthroughGame,
)
