"""Boards as SVG: the shapes and colours that all games share, and the boards of the small games.

Lengths are in cells, y grows downwards.  Colours are attributes, which a page's style sheet may
override by class; nothing has an id, so any number of boards can stand in one page.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from yomikiri.games.cells import UNIT, Place, View, cell_name, column_name

Point = tuple[float, float]
Look = dict[str, Any]  # attributes of a shape

SCALE = UNIT  # pixels per cell, before the picture is scaled

STEEP = math.sqrt(3) / 2  # from a row of hexagons to the next

PAPER, INK = "#f6efe0", "#3b2f24"
WOOD, FRAME, GROOVE = "#e2bf86", "#a9783f", "#cfa468"
GREEN, GREEN_LINE = "#6f9a72", "#3f6247"
FAINT = "#6f5d49"  # coordinates: 4.5:1 and more on paper
ACCENT = "#1d4f7c"  # what can be touched
MARK = "#e2672b"  # the last move
RED, YELLOW = "#bf3f2c", "#efc04a"

# Class, colour, edge, and the colour of what is written on it.
STONES = {
    "x": ("black", "#24201d", "#0c0a09", "#fcf8ef"),
    "o": ("white", "#fcf8ef", "#6d5e4c", "#24201d"),
}
DISCS = {
    "x": ("first", RED, "#7d2013", "#ffffff"),
    "o": ("second", YELLOW, "#94690c", "#24201d"),
}
FONT = "system-ui, 'Hiragino Sans', 'Noto Sans JP', 'Yu Gothic', sans-serif"


class Picture:
    """An SVG drawing that grows shape by shape; later ones lie on top."""

    def __init__(self, title: str, left: float, top: float, right: float, bottom: float) -> None:
        self.title = title
        self.box = [SCALE * length for length in (left, top, right - left, bottom - top)]
        self.shapes: list[str] = []
        self.rectangle(left, top, right - left, bottom - top, fill=PAPER, class_="paper", rx=0.2)

    def add(self, tag: str, lengths: Mapping[str, float], content: str = "", **style: Any) -> None:
        """A shape: `lengths` in cells, `style` as it is (`stroke_width` in pixels)."""
        attributes = {name: shown(SCALE * length) for name, length in lengths.items()}
        attributes |= {key.strip("_").replace("_", "-"): str(v) for key, v in style.items()}
        text = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        end = f">{escape(content)}</{tag}>" if content else "/>"
        self.shapes.append(f"<{tag}{text}{end}")

    def rectangle(
        self, x: float, y: float, width: float, height: float, rx: float = 0, **style: Any
    ) -> None:
        """A rectangle; `rx` rounds its corners."""
        self.add("rect", {"x": x, "y": y, "width": width, "height": height, "rx": rx}, **style)

    def circle(self, at: Point, radius: float, **style: Any) -> None:
        """A circle."""
        self.add("circle", {"cx": at[0], "cy": at[1], "r": radius}, **style)

    def line(self, start: Point, end: Point, **style: Any) -> None:
        """A line, in ink by default."""
        ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        self.add("line", ends, **{"stroke": INK, "stroke_linecap": "round", **style})

    def text(self, at: Point, content: str, size: float, **style: Any) -> None:
        """Words whose middle is `at`."""
        self.add(
            "text",
            {"x": at[0], "y": at[1] + 0.35 * size, "font-size": size},
            content,
            **{"text_anchor": "middle", "font_family": FONT, **style},
        )

    def coordinates(self, columns: list[Point], rows: list[Point], colour: str = FAINT) -> None:
        """Letters and numbers in the margin."""
        for x, at in enumerate(columns):
            self.text(at, column_name(x), 0.3, fill=colour, class_="coordinate")
        for y, at in enumerate(rows):
            self.text(at, str(y + 1), 0.3, fill=colour, class_="coordinate")

    def stones(self, view: View, points: Mapping[Place, Point], radius: float) -> None:
        """Black and white stones, their numbers, the last move and the legal ones."""
        for place, sign in view.signs.items():
            if sign not in STONES:
                continue
            at, ink = points[place], STONES[sign][3]
            self.stone(at, sign, radius, cell_name(place))
            if place in view.numbers:
                self.number(at, view.numbers[place], radius, ink)
            if place == view.last:
                ring: Look = {"stroke": MARK, "stroke_width": 2.6, "class_": "last"}
                self.circle(at, 0.87 * radius, fill="none", **ring)
        for place in view.legal:
            self.hint(points[place], cell_name(place))

    def stone(self, at: Point, sign: str, radius: float, cell: str) -> None:
        """A flat stone with its shadow and a little light on its shoulder."""
        name, fill, edge, _ = STONES[sign]
        x, y = at
        self.circle((x + 0.03, y + 0.05), radius, fill="#000000", fill_opacity=0.22)
        self.circle(at, radius, fill=fill, stroke=edge, class_=f"stone {name}", data_cell=cell)
        self.circle((x - 0.02, y - 0.03), 0.82 * radius, fill="#ffffff", fill_opacity=0.07)

    def number(self, at: Point, number: int, radius: float, colour: str) -> None:
        """When the stone was put."""
        size = radius * (1.1 if number < 10 else 0.98)
        self.text(at, str(number), size, fill=colour, font_weight=600, class_="number")

    def hint(self, at: Point, cell: str) -> None:
        """Where one may play."""
        self.circle(at, 0.13, fill=ACCENT, fill_opacity=0.85, class_="legal", data_cell=cell)

    def __str__(self) -> str:
        box = " ".join(map(shown, self.box))
        width, height = (shown(length) for length in self.box[2:])
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}"'
            f' height="{height}" role="img" style="max-width: 100%; height: auto">'
        )
        return "\n".join([head, f"<title>{escape(self.title)}</title>", *self.shapes, "</svg>"])


def shown(number: float) -> str:
    """A length without needless digits."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def centres(view: View) -> dict[Place, Point]:
    """The middle of each cell of a plain grid."""
    return {(x, y): (x + 0.5, y + 0.5) for x, y in view.signs}


def noughts_and_crosses(view: View) -> str:
    """Tic-tac-toe of any size: ink on a wooden board."""
    height, width = size_of(view)
    picture = wooden_board(view, height, width)
    points = centres(view)
    if view.last is not None:
        x, y = view.last
        tint: Look = {"fill": MARK, "fill_opacity": 0.22, "class_": "last"}
        picture.rectangle(x + 0.06, y + 0.06, 0.88, 0.88, rx=0.1, **tint)
    for x in range(1, width):
        picture.line((x, 0.05), (x, height - 0.05), stroke_width=2.5)
    for y in range(1, height):
        picture.line((0.05, y), (width - 0.05, y), stroke_width=2.5)
    for place, sign in view.signs.items():
        if sign == "x":
            cross(picture, points[place], cell_name(place))
        elif sign == "o":
            look: Look = {"stroke": RED, "stroke_width": 6, "class_": "stone second"}
            picture.circle(points[place], 0.28, fill="none", data_cell=cell_name(place), **look)
        if place in view.numbers:
            corner = (points[place][0] + 0.38, points[place][1] - 0.35)
            picture.text(corner, str(view.numbers[place]), 0.22, fill=FAINT, class_="number")
    for place in view.legal:
        picture.hint(points[place], cell_name(place))
    return str(picture)


def size_of(view: View) -> tuple[int, int]:
    """Rows and columns of a board."""
    return 1 + max(y for _, y in view.signs), 1 + max(x for x, _ in view.signs)


def wooden_board(view: View, height: int, width: int) -> Picture:
    """A board without lines, and its coordinates."""
    picture = Picture(view.title, -0.6, -0.6, width + 0.3, height + 0.3)
    columns = [(x + 0.5, -0.3) for x in range(width)]
    picture.coordinates(columns, [(-0.3, y + 0.5) for y in range(height)])
    board: Look = {"rx": 0.12, "fill": WOOD, "stroke": FRAME, "class_": "board"}
    picture.rectangle(-0.06, -0.06, width + 0.12, height + 0.12, stroke_width=3, **board)
    return picture


def stones_in_cells(view: View) -> str:
    """Black and white stones in the cells of a wooden board: what a game need not say."""
    picture = wooden_board(view, *size_of(view))
    for x, y in view.signs:
        cell: Look = {"fill": "none", "stroke": FRAME, "stroke_width": 1.2}
        picture.rectangle(x, y, 1, 1, **cell)
    picture.stones(view, centres(view), 0.4)
    return str(picture)


def hexagon_points(places: Iterable[Place]) -> dict[Place, Point]:
    """The middles of hexagons whose rows stand half a cell to the right of the row above."""
    return {(x, y): (x + 0.5 * y + 0.5, STEEP * y + 0.6) for x, y in places}


def hexagons(view: View) -> str:
    """A board of hexagons; the first player's sides are above and below, the second's beside it."""
    (height, width), points = size_of(view), hexagon_points(view.signs)
    picture = Picture(view.title, -0.9, -0.6, width + 0.5 * height + 0.4, STEEP * height + 0.7)
    columns = [(x + 0.25, -0.3) for x in range(width)]
    picture.coordinates(columns, [(0.5 * y - 0.5, STEEP * y + 0.6) for y in range(height)])
    for (x, y), at in points.items():
        corners = [corner_of(at, number) for number in range(7)]
        cell: Look = {"fill": WOOD, "stroke": FRAME, "stroke_width": 1.5, "class_": "board"}
        shape = " ".join(f"{shown(SCALE * a)},{shown(SCALE * b)}" for a, b in corners[:6])
        picture.add("polygon", {}, points=shape, **cell)
        sides = {"x": [(4, y == 0), (5, y == 0), (1, y == height - 1), (2, y == height - 1)]}
        sides["o"] = [(2, x == 0), (3, x == 0), (5, x == width - 1), (0, x == width - 1)]
        for sign, rim in sides.items():
            for number in (number for number, is_rim in rim if is_rim):
                edge: Look = {"stroke": STONES[sign][1], "stroke_width": 5}
                picture.line(corners[number], corners[number + 1], **edge)
    picture.stones(view, points, 0.36)
    return str(picture)


def corner_of(at: Point, number: int) -> Point:
    """A corner of the hexagon around a point, from the right upper one clockwise."""
    angle = math.pi * (2 * number - 1) / 6
    radius = STEEP * 2 / 3
    return at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)


def words_on_paper(title: str, lines: Sequence[str]) -> str:
    """A picture of some lines of text, for games that say nothing about their boards."""
    width = max(4.0, 0.2 * max(map(len, lines), default=0) + 0.6)
    picture = Picture(title, 0, 0, width, 0.5 * len(lines) + 0.4)
    for row, line in enumerate(lines):
        look: Look = {"fill": INK, "class_": "coordinate", "style": "white-space: pre"}
        picture.text((width / 2, 0.45 + 0.5 * row), line, 0.34, **look)
    return str(picture)


def cross(picture: Picture, at: Point, cell: str) -> None:
    """The first player's mark, in one shape."""
    x, y = (SCALE * length for length in at)
    arm = SCALE * 0.25
    path = " ".join(
        f"M{shown(x - arm)} {shown(y + way * arm)}L{shown(x + arm)} {shown(y - way * arm)}"
        for way in (1, -1)
    )
    look: Look = {"stroke": INK, "stroke_width": 6, "stroke_linecap": "round"}
    picture.add("path", {}, d=path, class_="stone first", data_cell=cell, **look)


def standing_board(view: View, height: int, width: int) -> str:
    """Connect Four: a wooden board with holes that show the stones."""
    picture = Picture(view.title, -0.75, -0.75, width + 0.4, height + 0.4)
    picture.coordinates(
        [(x + 0.5, -0.4) for x in range(width)], [(-0.45, y + 0.5) for y in range(height)]
    )
    panel: Look = {"rx": 0.25, "fill": FRAME, "class_": "board"}
    picture.rectangle(-0.12, -0.12, width + 0.24, height + 0.24, **panel)
    points = centres(view)
    for place, sign in view.signs.items():
        at = points[place]
        picture.circle(at, 0.42, fill=PAPER, stroke="#6d4a22", stroke_width=1.5, class_="hole")
        if sign not in DISCS:
            continue
        name, fill, edge, ink = DISCS[sign]
        disc: Look = {"fill": fill, "stroke": edge, "class_": f"stone {name}"}
        picture.circle(at, 0.4, data_cell=cell_name(place), **disc)
        if place in view.numbers:
            picture.number(at, view.numbers[place], 0.4, ink)
        elif sign == "x":  # the colours differ in shape too
            picture.circle(at, 0.22, fill="none", stroke=edge, stroke_width=2)
        if place == view.last:
            ring: Look = {"stroke": ink, "stroke_width": 2.6, "class_": "last"}
            picture.circle(at, 0.34, fill="none", **ring)
    for place in view.legal:
        picture.hint(points[place], cell_name(place))
    return str(picture)
