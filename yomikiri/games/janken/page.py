"""What the web page draws of janken shogi."""

from collections.abc import Sequence
from itertools import product

from yomikiri.games.janken.dice import LIES, SIGNS
from yomikiri.games.janken.drawing import BODIES, PLACES, centre, hand, outline, picture_board
from yomikiri.games.janken.drawing import Scene as Drawn
from yomikiri.games.janken.notation import THROWS, Dice, Layout, Place, place_name, read_place
from yomikiri.games.pictures import SCALE, Picture
from yomikiri.games.scene import Look, Piece, Point, Scene, added, on_board

HANDS = dict(zip(SIGNS, (("rock", "グー"), ("scissors", "チョキ"), ("paper", "パー")), strict=True))
OWNERS = (("First's", "先手の"), ("Second's", "後手の"))
SLIDES, STAYS = "slide", "stay"
CHOICES = {
    "": {"en": "Roll", "ja": "転がす"},
    SLIDES: {"en": "Slide", "ja": "滑らせる"},
    STAYS: {"en": "Stay", "ja": "動かない"},
    **{
        f"{THROWS}{n}": {"en": f"The die shows {n}", "ja": f"サイコロの目は {n}"} for n in (1, 2, 3)
    },
}


def middle(place: Place) -> Point:
    """The middle of a cell."""
    x, y = centre(place)
    return SCALE * x, SCALE * y


def make_scene(empty: Drawn) -> Scene:
    """The board without dice, and a die of either player in each of the six ways to lie."""
    ground = picture_board("", empty, [], None)
    spot: Place = (3, 3)
    looks = {}
    every = product(enumerate(OWNERS), range(len(empty.faces)), range(len(LIES)))
    for (side, owner), kind, lie in every:
        sides: tuple[Dice, Dice] = ({spot: lie}, {}) if side == 0 else ({}, {spot: lie})
        scene = empty._replace(sides=sides, kinds={spot: kind})
        alone = picture_board("", scene, [], None)
        signs = scene.signs(spot, lie)
        top = HANDS[signs[0]]
        names = {"en": f"{owner[0]} die, {top[0]} up", "ja": f"{owner[1]}駒、上は{top[1]}"}
        faces = [a_face(side, sign) for sign in signs]
        flat = added(alone, ground, middle(spot))
        name = look_name(side, lie, empty.faces[kind] if len(empty.faces) > 1 else SIGNS)
        looks[name] = Look(flat, names, faces=faces, sign=text_sign(side, lie))
    places = {place_name(place): middle(place) for place in PLACES}
    return on_board(ground, places, SCALE, looks=looks, choices=CHOICES, turns="upright")


def a_face(side: int, sign: str) -> str:
    """A face of a die, as large as a cell: round or with its corners cut, as the dice are."""
    _, body, edge, plate, ink = BODIES[side]
    face = Picture("", -0.5, -0.5, 0.5, 0.5)
    face.shapes.clear()
    face.rectangle(-0.5, -0.5, 1, 1, fill=body, stroke=edge, stroke_width=1.5)
    outline(face, (0, 0), 0.45, side, fill=plate, stroke=edge, stroke_width=1)
    hand(face, sign, (0, 0), 0.27, ink)
    return "".join(face.shapes)


def text_sign(side: int, lie: int) -> str:
    """Such as `GCP` of the first player's, `gcp` of the second's."""
    return LIES[lie].lower() if side else LIES[lie].upper()


def look_name(side: int, lie: int, faces: str) -> str:
    """Such as `0-gcp`; where dice differ, `0-gcp-gcc` of one with other faces than usual."""
    return f"{side}-{LIES[lie]}" + (f"-{faces}" if faces != SIGNS else "")


def pieces(layout: Layout, kinds: Sequence[str]) -> list[Piece]:
    """The dice of both players."""

    def faces(place: Place) -> str:
        return SIGNS if layout.kinds is None else kinds[layout.kinds[place]]

    return [
        Piece(place_name(place), look_name(side, lie, faces(place)), side)
        for side, dice in enumerate(layout.sides)
        for place, lie in dice.items()
    ]


def layout_of(pieces: Sequence[Piece], mover: int, kinds: Sequence[str]) -> Layout:
    """The dice that lie so."""
    sides: tuple[dict[Place, int], dict[Place, int]] = ({}, {})
    found = {}
    for piece in pieces:
        side, lie, *faces = piece.look.split("-")
        place = read_place(piece.place)
        sides[int(side)][place] = LIES.index(lie)
        found[place] = kinds.index(faces[0]) if faces else 0
    return Layout(sides, mover, kinds=found)
