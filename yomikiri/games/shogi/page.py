"""What the web page draws of the shogi family: a hand is a row of places beside the board."""

from collections.abc import Sequence

from yomikiri.games.pictures import INK, SCALE, WOOD, Picture
from yomikiri.games.pictures import Look as Attributes
from yomikiri.games.scene import Look, Piece, Point, Scene, Touches, on_board, shapes
from yomikiri.games.shogi import drawing, notation, sfen
from yomikiri.games.shogi.pictures import PICTURES, compass, dots
from yomikiri.games.shogi.sfen import cell_name
from yomikiri.games.shogi.state import PROMOTES
from yomikiri.games.shogi.tables import Layout
from yomikiri.games.shogi.variant import Piece as Kind

PLAYERS = (("Sente", "先手"), ("Gote", "後手"))
# For screen readers in English; other pieces are called by their sign.
ENGLISH = {
    "玉": "king", "飛": "rook", "角": "bishop", "金": "gold", "銀": "silver", "歩": "pawn",
    "龍": "dragon", "馬": "horse", "成銀": "promoted silver", "と": "promoted pawn",
    "ライオン": "lion", "きりん": "giraffe", "ぞう": "elephant",
    "ひよこ": "chick", "にわとり": "hen", "いぬ": "dog", "ねこ": "cat",
    "パワーアップねこ": "strong cat",
    "リーダー": "leader", "ガード": "guard", "ソルジャー": "soldier",
}  # fmt: skip
PROMOTE = "+"
CHOICES = {
    PROMOTE: {"en": "Promote", "ja": "成る"},
    "": {"en": "Do not promote", "ja": "成らない"},
}
KANJI, LETTERS, DRAWN, WAYS = "kanji", "letters", "pictures", "ways"
SETS = {
    KANJI: {"en": "Kanji", "ja": "漢字"},
    LETTERS: {"en": "Letters", "ja": "英字"},
    DRAWN: {"en": "Pictures", "ja": "絵"},
    WAYS: {"en": "How they move", "ja": "動き"},
}
ROOM = 0.0066  # of a cell, for each unit of the pictures


def make_scene(layout: Layout) -> Scene:
    """The empty board, a place for each kind in either hand, and every piece."""
    ground = drawing.picture(layout, drawing.Scene({}, ({}, {})))
    # A game with pictures shows them first: few people can read the names.
    is_drawn = all(kind.kanji in PICTURES for kind in layout.variant.pieces.values())
    usual = (DRAWN, KANJI) if is_drawn else (KANJI,)
    places = {cell_name(layout, cell): middle(layout, cell) for cell in layout.cells}
    for side in (0, 1):
        for number, sign in enumerate(layout.kinds.hand):
            places[hand_name(side, sign)] = hand_place(layout, side, number)
    return on_board(
        ground,
        places,
        SCALE,
        ground="".join((*shapes(ground), *trays(layout))),
        looks={
            look_name(side, sign): make_look(layout, side, sign, usual[0])
            for side in (0, 1)
            for sign in layout.variant.pieces
        },
        choices=CHOICES,
        sets={name: SETS[name] for name in (*usual, LETTERS, WAYS)},
        stacks={
            hand_name(side, sign): look_name(side, sign)
            for side in (0, 1)
            for sign in layout.kinds.hand
        },
        turns="turned",
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


def trays(layout: Layout) -> list[str]:
    """Where captured pieces are put, so that it is clear where they go."""
    if not layout.kinds.hand:
        return []
    alone = Picture("", -1, -1, 1, 1)
    alone.shapes.clear()
    for side in (0, 1):
        ends = [hand_place(layout, side, at)[1] for at in (0, len(layout.kinds.hand) - 1)]
        x = hand_place(layout, side, 0)[0] / SCALE
        top, bottom = min(ends) / SCALE - 0.5, max(ends) / SCALE + 0.5
        wood: Attributes = {"fill": WOOD, "fill_opacity": 0.45, "class_": "tray"}
        alone.rectangle(x - 0.52, top, 1.04, bottom - top, rx=0.12, **wood)
    return alone.shapes


def make_look(layout: Layout, side: int, sign: str, usual: str) -> Look:
    """A piece in all sets."""
    kind = layout.variant.pieces[sign]
    letter = kind._replace(kanji=sign.lstrip("+"))
    ink = drawing.RED if sign.startswith("+") else INK
    sets = {
        KANJI: a_man(kind, side, sign),
        LETTERS: a_man(letter, side, sign),
        WAYS: a_sign(side, sign, compass(kind, ink)),
    }
    if kind.kanji in PICTURES:
        sets[DRAWN] = a_sign(side, sign, PICTURES[kind.kanji] + dots(kind, ink))
    owner = PLAYERS[side]
    names = {
        "en": f"{owner[0]} {ENGLISH.get(kind.name, sign)}",
        "ja": f"{owner[1]} {kind.name}",
    }
    return Look(sets.pop(usual), names, sets, sign=sign.lower() if side else sign)


def a_man(kind: Kind, side: int, sign: str) -> str:
    """A piece with something written on it."""
    alone = Picture("", -1, -1, 1, 1)
    alone.shapes.clear()
    drawing.draw_man(alone, kind, (0, 0), side, sign, "")
    return "".join(alone.shapes)


def a_sign(side: int, sign: str, content: str) -> str:
    """A piece with something drawn on it."""
    turn = "rotate(180) " if side else ""
    scale = SCALE * ROOM
    place = f"{turn}translate(0 {0.06 * SCALE:g}) scale({scale:g})"
    blank = a_man(Kind("", ""), side, sign)
    return f'{blank}<g transform="{place}">{content}</g>'


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


def set_up(layout: Layout, pieces: Sequence[Piece], mover: int) -> str:
    """The SFEN of these pieces."""
    cells = {cell_name(layout, cell): cell for cell in layout.cells}
    men: dict[int, tuple[int, str]] = {}
    hands: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for piece in pieces:
        side, sign = int(piece.look[0]), piece.look[1:]
        if piece.place in cells:
            men[cells[piece.place]] = (side, sign)
        else:
            hands[int(piece.place[len("hand")])][piece.place.partition(":")[2]] = piece.number
    return sfen.write(layout, men, hands, mover)
