"""Boards as text, with kanji or letters, and as pictures with five-sided pieces."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from yomikiri.games.pictures import (
    ACCENT,
    FAINT,
    FONT,
    FRAME,
    INK,
    MARK,
    SCALE,
    Look,
    Picture,
    Point,
    shown,
)
from yomikiri.games.shogi.glyphs import GLYPHS, WIDTH
from yomikiri.games.shogi.notation import RANKS
from yomikiri.games.shogi.sfen import Men, cell_name, man_sign
from yomikiri.games.shogi.tables import Layout
from yomikiri.games.shogi.variant import Piece

BOARD_FILL, PIECE_FILL, PIECE_EDGE = "#f0d9a8", "#fbe9c3", "#8a6431"
RED = "#b3261e"  # promoted pieces
GLYPH_SIZE, GLYPH_DOWN = 0.46, 0.06  # of a cell: how large a character is, and how far below
HAND_WIDTH = 1.15
SIDE_SIGNS = ("▲", "△")
Hands = Sequence[Mapping[str, int]]  # of the first and of the second player


class Scene(NamedTuple):
    """What a board shows."""

    men: Men
    hands: Hands
    title: str = ""
    legal: Sequence[int] = ()
    last: int | None = None
    numbers: Mapping[int, int] = {}


# Text.


def text_board(layout: Layout, scene: Scene, *, ascii: bool) -> str:
    """The board with its coordinates and both hands; a v stands before Gote's pieces."""
    width = 2 if ascii else 3
    files = range(layout.width, 0, -1)
    names = [str(file) if ascii else chr(ord("０") + file) for file in files]
    head = " ".join(padded(f" {name}", width) for name in names)
    lines = [hand_line(layout, scene.hands[1], 1, ascii=ascii), head.rstrip()]
    for y in range(layout.height):
        cells = []
        for x in range(layout.width):
            cell = y * layout.width + x
            content = man_text(layout, scene.men, cell, ascii=ascii)
            if cell in scene.numbers:
                content += str(scene.numbers[cell])
            cells.append(padded(content, width))
        lines.append(" ".join([*cells, chr(ord("a") + y)]))
    lines.append(hand_line(layout, scene.hands[0], 0, ascii=ascii))
    return "\n".join(lines)


def man_text(layout: Layout, men: Men, cell: int, *, ascii: bool) -> str:
    """A piece: `+p`, or v歩."""
    if cell not in men:
        return " ." if ascii else " ・"
    side, sign = men[cell]
    if ascii:
        return man_sign(men, cell).rjust(2)
    return " v"[side] + layout.variant.pieces[sign].kanji


def padded(text: str, width: int) -> str:
    """`text` filled up to a number of columns, in which East Asian characters take two."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return text + " " * (width - len(text) - wide)


def hand_line(layout: Layout, hand: Mapping[str, int], side: int, *, ascii: bool) -> str:
    """The pieces that a player has in hand."""
    if ascii:
        held = " ".join(
            (sign.lower() if side else sign) + (str(count) if count > 1 else "")
            for sign, count in hand.items()
        )
        return f"{'Gote' if side else 'Sente'}: {held or '-'}"
    pieces = layout.variant.pieces
    held = " ".join(
        pieces[sign].kanji + (str(count) if count > 1 else "") for sign, count in hand.items()
    )
    return f"{SIDE_SIGNS[side]} {held or 'なし'}"


# Pictures.


def picture(layout: Layout, scene: Scene) -> str:
    """The board as SVG; the second player's pieces are upside down."""
    width, height = layout.width, layout.height
    has_hands = bool(layout.kinds.hand)
    margin = HAND_WIDTH + 0.35 if has_hands else 0.35
    drawing = Picture(scene.title, -margin, -0.65, width + margin + 0.3, height + 0.35)
    board: Look = {"fill": BOARD_FILL, "stroke": FRAME, "stroke_width": 3, "class_": "board"}
    drawing.rectangle(0, 0, width, height, **board)
    for cell in layout.cells:
        x, y = cell % width, cell // width
        square: Look = {"fill": "none", "stroke": INK, "stroke_width": 1}
        drawing.rectangle(x, y, 1, 1, data_cell=cell_name(layout, cell), class_="cell", **square)
    if scene.last is not None:
        tint: Look = {"fill": MARK, "fill_opacity": 0.28, "class_": "last"}
        drawing.rectangle(scene.last % width, scene.last // width, 1, 1, **tint)
    for x in range(width):
        label: Look = {"fill": FAINT, "class_": "coordinate"}
        drawing.text((x + 0.5, -0.3), str(width - x), 0.3, **label)
    for y in range(height):
        label = {"fill": FAINT, "class_": "coordinate", "data_ja": RANKS[y]}
        drawing.text((width + 0.2, y + 0.5), chr(ord("a") + y), 0.3, **label)
    for cell, (side, sign) in sorted(scene.men.items()):
        at = (cell % width + 0.5, cell // width + 0.5)
        name = cell_name(layout, cell)
        draw_man(drawing, layout.variant.pieces[sign], at, side, sign, name)
    for cell, number in scene.numbers.items():
        corner = (cell % width + 0.84, cell // width + 0.18)
        drawing.text(corner, str(number), 0.24, fill=ACCENT, class_="number")
    if has_hands:
        draw_hands(drawing, layout, scene.hands)
    for cell in scene.legal:
        drawing.hint((cell % width + 0.5, cell // width + 0.5), cell_name(layout, cell))
    return str(drawing)


def draw_man(drawing: Picture, piece: Piece, at: Point, side: int, sign: str, cell: str) -> None:
    """A five-sided piece that points to where it goes."""
    x, y = at
    outline = [(0, -0.43), (0.3, -0.3), (0.4, 0.42), (-0.4, 0.42), (-0.3, -0.3)]
    turn = -1 if side else 1
    points = " ".join(
        f"{shown(SCALE * (x + turn * dx))},{shown(SCALE * (y + turn * dy))}" for dx, dy in outline
    )
    look: Look = {"fill": PIECE_FILL, "stroke": PIECE_EDGE, "stroke_width": 1.5}
    kind = f"piece {('first', 'second')[side]}"
    drawing.add("polygon", {}, points=points, class_=kind, data_cell=cell, data_piece=sign, **look)
    colour = RED if sign.startswith("+") else INK
    if piece.kanji in GLYPHS:
        draw_glyph(drawing, piece.kanji, at, side, colour)
        return
    style: Look = {"fill": colour, "font_family": FONT, "font_weight": 600}
    if side:
        centre = f"{shown(SCALE * x)} {shown(SCALE * y)}"
        style["transform"] = f"rotate(180 {centre})"
    drawing.text((x, y + 0.05), piece.kanji, 0.5, **style)


def draw_glyph(drawing: Picture, kanji: str, at: Point, side: int, colour: str) -> None:
    """A character drawn by us, at the middle of a piece."""
    x, y = (shown(SCALE * length) for length in at)
    turn = "rotate(180) " if side else ""
    scale = GLYPH_SIZE * SCALE / 100
    place = f"translate({x} {y}) {turn}translate(0 {shown(GLYPH_DOWN * SCALE)}) scale({scale:g})"
    brush: Look = {"stroke": colour, "stroke_width": WIDTH, "stroke_linecap": "round"}
    drawing.add(
        "path",
        {},
        d=GLYPHS[kanji],
        transform=f"{place} translate(-50 -50)",
        fill="none",
        stroke_linejoin="round",
        class_="glyph",
        data_kanji=kanji,
        **brush,
    )


def draw_hands(drawing: Picture, layout: Layout, hands: Hands) -> None:
    """The pieces in hand: the first player's at the lower right, the second's at the upper left."""
    for side, hand in enumerate(hands):
        x = -HAND_WIDTH / 2 - 0.1 if side else layout.width + HAND_WIDTH / 2 + 0.35
        for place, (sign, count) in enumerate(hand.items()):
            y = place + 0.5 if side else layout.height - 0.5 - place
            draw_man(drawing, layout.variant.pieces[sign], (x, y), side, sign, f"{sign}*")
            if count > 1:
                at = (x + 0.47, y + 0.35)
                drawing.text(at, str(count), 0.3, fill=INK, class_="count")
