"""What the web page draws the shogi family by: a hand is a row of places beside the board."""

from yomikiri.games.pictures import SCALE, Picture
from yomikiri.games.scene import Look, Piece, Point, Scene, Touches, Zone, box, shapes
from yomikiri.games.shogi import drawing, notation
from yomikiri.games.shogi.rules import PROMOTES
from yomikiri.games.shogi.sfen import cell_name
from yomikiri.games.shogi.tables import Layout

PLAYERS = (("Sente", "先手"), ("Gote", "後手"))
PROMOTE = "+"
CHOICES = {
    PROMOTE: {"en": "Promote", "ja": "成る"},
    "": {"en": "Do not promote", "ja": "成らない"},
}


def make_scene(layout: Layout) -> Scene:
    """The empty board, a place for each kind in either hand, and every piece."""
    ground = drawing.picture(layout, drawing.Scene({}, ({}, {})))
    places = {cell_name(layout, cell): middle(layout, cell) for cell in layout.cells}
    for side in (0, 1):
        for number, sign in enumerate(layout.kinds.hand):
            places[hand_name(side, sign)] = hand_place(layout, side, number)
    return Scene(
        box=box(ground),
        ground="".join(shapes(ground)),
        places=places,
        zones=[Zone(name, *point, SCALE, SCALE) for name, point in places.items()],
        looks={
            look_name(side, sign): make_look(layout, side, sign)
            for side in (0, 1)
            for sign in layout.variant.pieces
        },
        choices=CHOICES,
    )


def middle(layout: Layout, cell: int) -> Point:
    """The middle of a cell."""
    return SCALE * (cell % layout.width + 0.5), SCALE * (cell // layout.width + 0.5)


def hand_place(layout: Layout, side: int, number: int) -> Point:
    """Where the pieces of a kind lie: the first player's at the lower right."""
    if side:
        return SCALE * (-drawing.HAND_WIDTH / 2 - 0.1), SCALE * (number + 0.5)
    x = layout.width + drawing.HAND_WIDTH / 2 + 0.35
    return SCALE * x, SCALE * (layout.height - 0.5 - number)


def make_look(layout: Layout, side: int, sign: str) -> Look:
    """A piece as the pictures draw it."""
    alone = Picture("", -1, -1, 1, 1)
    alone.shapes.clear()
    drawing.draw_man(alone, layout.variant.pieces[sign], (0, 0), side, sign, "")
    owner, name = PLAYERS[side], layout.variant.pieces[sign].name
    return Look("".join(alone.shapes), {"en": f"{owner[0]} {sign}", "ja": f"{owner[1]} {name}"})


def look_name(side: int, sign: str) -> str:
    """Such as `0+P`."""
    return f"{side}{sign}"


def hand_name(side: int, sign: str) -> str:
    """Such as `hand0:P`."""
    return f"hand{side}:{sign}"


def pieces(layout: Layout, scene: drawing.Scene) -> list[Piece]:
    """What stands on the board and lies beside it."""
    listed = [
        Piece(cell_name(layout, cell), look_name(side, sign), side)
        for cell, (side, sign) in scene.men.items()
    ]
    return listed + [
        Piece(hand_name(side, sign), look_name(side, sign), side, count)
        for side, hand in enumerate(scene.hands)
        for sign, count in hand.items()
        if count
    ]


def touches(layout: Layout, turn: int, move: int) -> Touches:
    """From a cell or a hand to a cell; then whether it promotes."""
    target = cell_name(layout, notation.target_of(move))
    source = notation.source_of(move)
    if source is None:
        return Touches((hand_name(turn, notation.dropped(layout, move)), target), target)
    promotes = [PROMOTE] if move >> PROMOTES else []
    return Touches((cell_name(layout, source), target, *promotes), target)
