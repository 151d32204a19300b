"""Dots and Boxes: draw a line between two dots; whoever closes a box owns it and moves again.

    yomikiri solve boxes:2x2 --games examples/dots_and_boxes.py

Lines are numbered row by row, those that lie first, then those that stand:

    +-0-+-1-+
    6   7   8
    +-2-+-3-+        boxes:2x2: the box on the upper left has the lines 0, 2, 6, 7
    9  10  11
    +-4-+-5-+

The value is the difference of boxes.  Published: the first player wins 2x2, by a line at the rim
only (Berlekamp, Conway, Guy: Winning Ways).
"""

from typing import Any, ClassVar, NamedTuple

import numpy as np

from yomikiri.bits import bit, count, lowest
from yomikiri.errors import UnknownGame
from yomikiri.games.family import Family, read_size
from yomikiri.games.game import Choice, Final, Shown, State
from yomikiri.games.pictures import INK, Picture
from yomikiri.games.plain import PlainGame
from yomikiri.jit import kernel
from yomikiri.rules import ONGOING, rule

MOST_LINES = 60


class BoxesRules(NamedTuple):
    lines: int  # all of the board
    boxes: Any  # [N] sets of four lines


class Boxes(NamedTuple):
    drawn: int = 0
    lead: int = 0  # of the player to move
    turn: int = 0


@rule
def legal_moves(rules: BoxesRules, state, out):
    free, number = rules.lines ^ state.drawn, 0
    while free != 0:
        out[number] = lowest(free)
        number += 1
        free &= free - 1
    return number


@rule
def play(rules: BoxesRules, state, move):
    drawn = state.drawn | bit(move)
    closed = boxes_closed(rules, drawn, move)
    if closed > 0:
        return Boxes(drawn, state.lead + closed, state.turn)
    return Boxes(drawn, -state.lead, 1 - state.turn)


@rule
def outcome(rules: BoxesRules, state):
    return state.lead if state.drawn == rules.lines else ONGOING


@rule
def mover(rules: BoxesRules, state):
    return state.turn


@rule
def key(rules: BoxesRules, state):
    return state.drawn, state.lead


@rule
def remaining(rules: BoxesRules, state):
    return count(rules.lines ^ state.drawn)


@rule
def so_far(rules: BoxesRules, state):
    return state.lead  # boxes are never lost again


@rule
def future(rules: BoxesRules, state):
    return state.drawn, 0


@kernel
def boxes_closed(rules, drawn, move):
    """How many boxes a line has just closed."""
    closed = 0
    for box in rules.boxes:
        if box & bit(move) != 0 and box & drawn == box:
            closed += 1
    return closed


class BoxesGame(PlainGame):
    family = "boxes"
    titles: ClassVar = {"en": "Dots and Boxes", "ja": "ドット・アンド・ボックス"}
    has_score = True

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        height, width = read_size(choice.variant, "boxes")
        self.ends = [((x, y), (x + 1, y)) for y in range(height + 1) for x in range(width)]
        self.ends += [((x, y), (x, y + 1)) for y in range(height) for x in range(width + 1)]
        self.greatest = height * width
        boxes = []
        for x, y in ((x, y) for y in range(height) for x in range(width)):
            corners = {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
            boxes.append(sum(1 << n for n, ends in enumerate(self.ends) if {*ends} <= corners))
        self.rules = BoxesRules((1 << len(self.ends)) - 1, np.array(boxes, np.int64))
        self.start = Boxes()

    def final(self, state: State) -> Final | None:
        lead = -state.lead if state.turn else state.lead
        closed = sum(box & state.drawn == box for box in self.rules.boxes.tolist())
        return Final((closed + lead) // 2, (closed - lead) // 2, self.greatest - closed)

    def as_svg(self, state: State, shown: Shown) -> str:
        right, bottom = self.ends[-1][1]
        picture = Picture(self.show(state), -0.5, -0.5, right + 0.5, bottom + 0.5)
        for line, (start, end) in enumerate(self.ends):
            if state.drawn >> line & 1:
                picture.line(start, end, stroke_width=7 if line == shown.last else 4)
        for dot in sorted({dot for ends in self.ends for dot in ends}):
            picture.circle(dot, 0.09, fill=INK)
        return str(picture)


def read_variant(text: str) -> str:
    """A size such as `2x3`; raises UnknownGame."""
    height, width = read_size(text, "boxes")
    if not 0 < height * (width + 1) + width * (height + 1) <= MOST_LINES or not height * width:
        raise UnknownGame(f"boxes: boards have 1 to {MOST_LINES} lines, got {text!r}")
    return f"{height}x{width}"


FAMILY = Family(
    game=BoxesGame,
    descriptions={"en": "whoever closes boxes moves again", "ja": "箱を閉じたら続けて引ける"},
    variants=("2x2", "1x1", "1x2", "2x3", "3x3"),
    read_variant=read_variant,
)
