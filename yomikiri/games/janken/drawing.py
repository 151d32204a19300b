"""Boards of dice, as text and as pictures: the top large, the four side faces around it.

The first player's dice are dark and round at the corners, `(G)` in text; the second player's are
light and have their corners cut, `[G]`.  A goal looks like the dice that are heading for it.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from yomikiri.games.janken.dice import LIES, SIDE, SIGNS
from yomikiri.games.janken.notation import Dice, Place, in_order, place_name
from yomikiri.games.pictures import (
    ACCENT,
    FAINT,
    FRAME,
    MARK,
    SCALE,
    WOOD,
    Look,
    Picture,
    Point,
    shown,
)

BRACKETS = (("(", ")"), ("[", "]"))
KANA = dict(zip(SIGNS, "ぐちぱ", strict=True))
GOALS: tuple[Place, Place] = ((SIDE, 1), (1, SIDE))  # where each player wants to go
PLACES = [(x, y) for y in range(1, SIDE + 1) for x in range(1, SIDE + 1)]

# Class, body, edge, top face, and the colour of the signs.
BODIES = (
    ("first", "#2b4a6e", "#152638", "#3a628f", "#ffffff"),
    ("second", "#e9dcc0", "#6d5836", "#fffaf0", "#3b2f24"),
)
TINTS = ("#9db6d1", "#f4e8cf")  # of goals and areas
EDGE, FACE = 0.42, 0.26  # from the middle of a die to its edge and to that of its top face


class Scene(NamedTuple):
    """What a board shows."""

    sides: tuple[Dice, Dice]
    faces: Sequence[str]  # what the faces called g, c and p show, of each kind of die
    kinds: Mapping[Place, int]  # of the dice; those that are not there are of the first kind
    numbers: Mapping[Place, int]  # of the dice
    has_goals: bool
    areas: tuple[Sequence[Place], Sequence[Place]] = ((), ())

    def signs(self, place: Place, lie: int) -> tuple[str, str, str]:
        """What the die there shows: top, front, side."""
        faces = self.faces[self.kinds.get(place, 0)]
        top, front, side = (faces[SIGNS.index(letter)] for letter in LIES[lie])
        return top, front, side


class Hint(NamedTuple):
    """A legal move in a picture."""

    source: Place
    target: Place
    name: str


# Text.


def text_board(scene: Scene, marks: Mapping[Place, str], *, ascii: bool) -> str:
    """The board as lines; `marks` are written into cells, beside a die that stands there."""
    width = 7 if ascii else 8
    rule = "  " + "+".join(["", *["-" * width] * SIDE, ""])
    lines = ["   " + " ".join(f"{x:^{width}}" for x in range(1, SIDE + 1)).rstrip(), rule]
    for y in range(1, SIDE + 1):
        cells = [text_cell(scene, (x, y), marks, width, ascii) for x in range(1, SIDE + 1)]
        for at, name in enumerate((" ", str(y), " ")):
            lines.append(f"{name} |" + "|".join(cell[at] for cell in cells) + "|")
        lines.append(rule)
    return "\n".join(lines)


def text_cell(
    scene: Scene, place: Place, marks: Mapping[Place, str], width: int, ascii: bool
) -> list[str]:
    """The three lines of a cell."""
    mark = marks.get(place, "")
    for side, dice in enumerate(scene.sides):
        if place in dice:
            top, front, aside = scene.signs(place, dice[place])
            if ascii:
                top = top.upper()
            else:
                top, front, aside = KANA[top], KANA[front], KANA[aside]
            left, right = BRACKETS[side]
            upper = f"{scene.numbers.get(place, ' ')}  {front}"
            lower = f"   {front}"
            return [
                padded(upper, width),
                centred(f"{aside}{left}{top}{right}{aside}", width),
                padded(lower, width - len(mark)) + mark,
            ]
    content = mark
    if scene.has_goals and place in GOALS:
        left, right = BRACKETS[GOALS.index(place)]
        content = left + (mark or " ") + right
    return [" " * width, centred(content, width), " " * width]


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: kana take two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def padded(text: str, width: int) -> str:
    """A text with blanks after it."""
    return text + " " * (width - columns(text))


def centred(text: str, width: int) -> str:
    """A text in the middle."""
    before = (width - columns(text)) // 2
    return padded(" " * before + text, width)


# Pictures.


def picture_board(
    title: str, scene: Scene, legal: Sequence[Hint], last: tuple[Place, Place] | None
) -> str:
    """The board as SVG."""
    picture = Picture(title, -0.7, -0.7, SIDE + 0.35, SIDE + 0.35)
    picture.rectangle(-0.12, -0.12, SIDE + 0.24, SIDE + 0.24, rx=0.12, fill=FRAME, class_="frame")
    picture.rectangle(0, 0, SIDE, SIDE, fill=WOOD, class_="board")
    for side, places in enumerate(scene.areas):
        for column, row in places:
            tint_area(picture, (column - 1, row - 1), side)
    for at in range(SIDE + 1):
        picture.line((at, 0), (at, SIDE), stroke_width=1.4)
        picture.line((0, at), (SIDE, at), stroke_width=1.4)
    for at in range(SIDE):
        for point in ((at + 0.5, -0.38), (-0.4, at + 0.5)):
            picture.text(point, str(at + 1), 0.3, fill=FAINT, class_="coordinate")
    if scene.has_goals:
        for side, place in enumerate(GOALS):
            goal(picture, centre(place), side)
    for number, (column, row) in enumerate(last or ()):
        look: Look = {"fill": MARK, "fill_opacity": (0.18, 0.4)[number], "class_": "last"}
        picture.rectangle(column - 0.97, row - 0.97, 0.94, 0.94, rx=0.08, **look)
    for side, dice in enumerate(scene.sides):
        for place in in_order(dice):
            a_die(picture, place, side, LIES[dice[place]], scene.signs(place, dice[place]))
    for hint in legal:
        (x, y), (from_x, from_y) = centre(hint.target), centre(hint.source)
        picture.circle(
            (x + 0.34 * (from_x - x), y + 0.34 * (from_y - y)),
            0.11,
            fill=ACCENT,
            fill_opacity=0.85,
            class_="legal",
            data_cell=place_name(hint.target),
            data_move=hint.name,
        )
    return str(picture)


def centre(place: Place) -> Point:
    """The middle of a cell."""
    return place[0] - 0.5, place[1] - 0.5


def tint_area(picture: Picture, at: Point, side: int) -> None:
    """A cell of a player's area; `at` is its corner."""
    tint: Look = {"fill": TINTS[side], "fill_opacity": 0.55, "class_": "area"}
    picture.rectangle(*at, 1, 1, **tint)


def goal(picture: Picture, at: Point, side: int) -> None:
    """A frame of the shape of the dice that belong there."""
    name, body, edge, *_ = BODIES[side]
    ink = body if side == 0 else edge
    tint: Look = {"stroke": ink, "stroke_width": 3, "class_": f"goal {name}"}
    outline(picture, at, 0.46, side, fill=TINTS[side], **tint)


def a_die(picture: Picture, place: Place, side: int, lie: str, signs: tuple[str, str, str]) -> None:
    """A die from above: its top, and the four side faces on the slopes around it."""
    name, body, edge, face, ink = BODIES[side]
    x, y = centre(place)
    shadow: Look = {"fill": "#000000", "fill_opacity": 0.2}
    outline(picture, (x + 0.03, y + 0.05), EDGE, side, **shadow)
    look: Look = {"fill": body, "stroke": edge, "stroke_width": 2, "class_": f"die {name}"}
    outline(picture, (x, y), EDGE, side, data_cell=place_name(place), data_lie=lie, **look)
    plate: Look = {"fill": face, "stroke": edge, "stroke_width": 1.2}
    picture.rectangle(x - FACE, y - FACE, 2 * FACE, 2 * FACE, rx=0.04, **plate)
    top, front, aside = signs
    hand(picture, top, (x, y), 0.19, ink)
    middle = (EDGE + FACE) / 2
    for dx, dy, sign in ((0, -1, front), (0, 1, front), (-1, 0, aside), (1, 0, aside)):
        hand(picture, sign, (x + dx * middle, y + dy * middle), 0.06, ink)


def outline(picture: Picture, at: Point, half: float, side: int, **style: Any) -> None:
    """The first player's dice are round at the corners, the second's have them cut."""
    x, y = at
    if side == 0:
        picture.rectangle(x - half, y - half, 2 * half, 2 * half, rx=0.12, **style)
        return
    cut = half - 0.13
    corners = [(-cut, -half), (cut, -half), (half, -cut), (half, cut)]
    corners += [(-dx, -dy) for dx, dy in corners]
    points = " ".join(f"{shown(SCALE * (x + dx))},{shown(SCALE * (y + dy))}" for dx, dy in corners)
    picture.add("polygon", {}, points=points, **style)


def hand(picture: Picture, sign: str, at: Point, size: float, ink: str) -> None:
    """Rock a full round, scissors two blades, paper an empty sheet."""
    x, y = at
    width = 26 * size
    if sign == "g":
        picture.circle(at, size, fill=ink, class_="hand g")
    elif sign == "c":
        for dx in (-0.75, 0.75):
            blade: Look = {"stroke": ink, "stroke_width": shown(width), "class_": "hand c"}
            picture.line((x, y + 0.9 * size), (x + dx * size, y - 0.9 * size), **blade)
    else:
        sheet: Look = {"stroke": ink, "stroke_width": shown(0.8 * width), "class_": "hand p"}
        half = 0.85 * size
        picture.rectangle(x - half, y - half, 2 * half, 2 * half, fill="none", **sheet)
