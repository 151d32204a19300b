"""What the web page draws janken shogi by."""

from yomikiri.games.janken.dice import LIES, SIGNS
from yomikiri.games.janken.drawing import PLACES, centre, picture_board
from yomikiri.games.janken.drawing import Scene as Drawn
from yomikiri.games.janken.notation import Dice, Place, place_name
from yomikiri.games.pictures import SCALE
from yomikiri.games.scene import Look, Piece, Point, Scene, Zone, added, box, shapes

HANDS = dict(zip(SIGNS, (("rock", "グー"), ("scissors", "チョキ"), ("paper", "パー")), strict=True))
OWNERS = (("First's", "先手の"), ("Second's", "後手の"))
SLIDES, STAYS = "slide", "stay"
CHOICES = {
    "": {"en": "Roll", "ja": "転がす"},
    SLIDES: {"en": "Slide", "ja": "滑らせる"},
    STAYS: {"en": "Stay", "ja": "動かない"},
}


def middle(place: Place) -> Point:
    """The middle of a cell."""
    x, y = centre(place)
    return SCALE * x, SCALE * y


def make_scene(empty: Drawn) -> Scene:
    """The board without dice, and a die of either player in each of its six lies."""
    ground = picture_board("", empty, [], None)
    spot: Place = (3, 3)
    looks = {}
    for side, owner in enumerate(OWNERS):
        for lie in range(len(LIES)):
            sides: tuple[Dice, Dice] = ({spot: lie}, {}) if side == 0 else ({}, {spot: lie})
            scene = empty._replace(sides=sides)
            alone = picture_board("", scene, [], None)
            top = HANDS[scene.signs(lie)[0]]
            names = {"en": f"{owner[0]} die, {top[0]} up", "ja": f"{owner[1]}駒、上は{top[1]}"}
            looks[look_name(side, lie)] = Look(added(alone, ground, middle(spot)), names)
    return Scene(
        box=box(ground),
        ground="".join(shapes(ground)),
        places={place_name(place): middle(place) for place in PLACES},
        zones=[Zone(place_name(place), *middle(place), SCALE, SCALE) for place in PLACES],
        looks=looks,
        choices=CHOICES,
    )


def look_name(side: int, lie: int) -> str:
    """Such as `0-gcp`."""
    return f"{side}-{LIES[lie]}"


def pieces(sides: tuple[Dice, Dice]) -> list[Piece]:
    """The dice of both players."""
    return [
        Piece(place_name(place), look_name(side, lie), side)
        for side, dice in enumerate(sides)
        for place, lie in dice.items()
    ]
