"""Drawing data: all that a page needs to draw a game and to know what was touched.

A page that draws it knows no rules and no shapes.  A *scene* is what stays the same all game
long: the ground, the places where pieces stand, the zones that can be touched, and how each kind
of piece looks, as SVG.  A position is a list of *pieces*, and each legal move a *path* of touches:

    ("e4",)              a stone is put
    ("d",)               it falls down a column: the zone is the column, the place is where it lands
    ("b2", "b3")         a piece moves
    ("hand:P", "c3")     a piece is dropped; a hand is nothing but places beside the board
    ("b2", "b3", "+")    a piece moves, and a choice is made; "+" is no zone, so a button asks
    ("--",)              no zone at all: a button

Lengths are in the units of the ground's SVG, y grows downwards.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Point = tuple[float, float]
Names = Mapping[str, str]  # language ("en", "ja") -> text


class Zone(NamedTuple):
    """What can be touched; `name` is also that of the place there, if there is one."""

    name: str
    x: float  # its middle
    y: float
    width: float
    height: float
    is_round: bool = False


class Look(NamedTuple):
    """How a kind of piece looks."""

    markup: str  # SVG around (0, 0)
    names: Names  # for screen readers
    others: Mapping[str, str] = {}  # the same in other sets of pieces
    faces: Sequence[str] = ()  # of a cube: top, front and side as SVG, opposite faces equal
    sign: str = ""  # as text shows it; "": by the name of the look
    glyph: str = ""  # a single character for it, where there is one


class Piece(NamedTuple):
    """Something on the board or beside it."""

    place: str
    look: str
    side: int  # whose it is: 0 or 1
    number: int = 1  # how many lie there, in a hand


class Touches(NamedTuple):
    """How a move is made, and the place on which its value is written ("" if there is none)."""

    path: tuple[str, ...]
    at: str


class Scene(NamedTuple):
    """What stays the same all game long."""

    box: tuple[float, float, float, float]  # left, top, width, height
    ground: str  # SVG
    places: Mapping[str, Point] = {}
    zones: Sequence[Zone] = ()
    looks: Mapping[str, Look] = {}
    choices: Mapping[str, Names] = {}  # words on the buttons of paths
    sets: Mapping[str, Names] = {}  # of pieces, to choose from: the first is what `markup` draws
    stacks: Mapping[str, str] = {}  # places beside the board, and the look that belongs there
    turns: str = ""  # how it looks from the other side: "upright" pieces, "turned"; "": the same

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "box": list(self.box),
            "ground": self.ground,
            "places": {name: list(point) for name, point in self.places.items()},
            "zones": [zone._asdict() for zone in self.zones],
            "looks": {name: look._asdict() for name, look in self.looks.items()},
            "choices": {name: dict(names) for name, names in self.choices.items()},
            "sets": {name: dict(names) for name, names in self.sets.items()},
            "stacks": dict(self.stacks),
            "turns": self.turns,
        }


TAG = re.compile(
    r"""<!--.*?-->|<\?.*?\?>|<(/?)([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(/?)>""", re.S
)


def shapes(svg: str) -> list[str]:
    """What is drawn in a picture, shape by shape; without its title and its frame."""
    found, depth, start = [], 0, 0
    for tag in TAG.finditer(svg):
        closes, name, _, is_empty = tag.groups()
        if name is None:  # a comment, or what comes before the drawing
            continue
        if not closes and depth == 1:
            start = tag.start()
        depth += -1 if closes else 0 if is_empty else 1
        if depth == 1 and (closes or is_empty) and name != "title":
            found.append(svg[start : tag.end()])
    return found


def box(svg: str) -> tuple[float, float, float, float]:
    """The part of the plane that a picture shows; raises ValueError if it does not say."""
    frame = re.search(r"<svg\b[^>]*>", svg)
    known = dict(re.findall(r"([\w:]+)\s*=\s*[\"']([^\"']*)[\"']", frame[0] if frame else ""))
    try:
        if "viewBox" in known:
            left, top, width, height = map(float, known["viewBox"].replace(",", " ").split())
        else:
            left, top = 0.0, 0.0
            width, height = (float(known[side].removesuffix("px")) for side in ("width", "height"))
    except (KeyError, ValueError):
        raise ValueError("expected an SVG with a viewBox, or with width and height") from None
    return left, top, width, height


def on_board(picture: str, places: Mapping[str, Point], side: float, **others: Any) -> Scene:
    """The scene of a board with this picture: squares to touch, unless `others` has its zones."""
    fields = {
        "box": box(picture),
        "ground": "".join(shapes(picture)),
        "zones": [Zone(name, *point, side, side) for name, point in places.items()],
    }
    return Scene(places=places, **(fields | others))


def added(picture: str, ground: str, at: Point) -> str:
    """What `picture` has and `ground` does not, moved so that the point `at` is the origin."""
    before = set(shapes(ground))
    fresh = "".join(line for line in shapes(picture) if line not in before)
    fresh = re.sub(r' data-cell="[^"]*"', "", fresh)
    return f'<g transform="translate({-at[0]:g} {-at[1]:g})">{fresh}</g>'
