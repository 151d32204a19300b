"""The chessboard as text and as SVG, with men of our own drawing."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from yomikiri.games.ending.fen import square_name
from yomikiri.games.pictures import ACCENT, FAINT, INK, MARK, SCALE, Look, Picture, Point, shown

LIGHT, DARK = "#eadfc8", "#b08f66"
BOX = 100  # the men are drawn in a square of this size,
SIZE = 1.14  # and are this much larger on the board
FIGURINES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))

FOOT = "M22 88 Q22 78 32 78 H68 Q78 78 78 88 Z "
SHAPES = {
    "P": FOOT + "M34 76 Q44 60 44 50 H36 V44 H43 A16 16 0 1 1 57 44 H64 V50 H56 Q56 60 66 76 Z",
    "R": FOOT + "M32 76 L36 44 H64 L68 76 Z M30 42 V18 H41 V26 H45 V18 H55 V26 H59 V18 H70 V42 Z",
    "N": FOOT
    + "M34 76 Q34 62 46 52 Q38 54 32 60 Q24 62 22 54 Q26 36 40 26 L42 14 L51 22 Q74 28 72 76 Z",
    "B": FOOT
    + "M34 76 L40 64 H60 L66 76 Z M40 62 Q26 48 40 32 Q46 26 47 22 A6 6 0 1 1 53 22"
    + " Q55 26 58 30 L48 42 L52 46 L62 35 Q73 48 60 62 Z",
    "Q": FOOT
    + "M32 76 L18 36 A6 6 0 1 1 24 34 L35 50 L37 24 A6 6 0 1 1 43 24 L50 46 L57 24"
    + " A6 6 0 1 1 63 24 L65 50 L76 34 A6 6 0 1 1 82 36 L68 76 Z",
    "K": FOOT
    + "M32 76 L26 50 Q24 38 36 36 Q44 36 47 42 V30 H39 V22 H47 V12 H53 V22 H61 V30 H53 V42"
    + " Q56 36 64 36 Q76 38 74 50 L68 76 Z",
}


class Scene(NamedTuple):
    """What a picture of a board shows; squares are numbered from a1."""

    title: str
    men: Mapping[int, str]
    targets: Sequence[int] = ()  # of the legal moves
    last: tuple[int, int] | None = None  # from, to
    numbers: Mapping[int, int] = {}


def text_board(men: Mapping[int, str], notes: Mapping[int, str], *, ascii: bool) -> str:
    """The board with its coordinates, White below; notes stand beside the men or instead."""
    cells = {}
    for square in range(64):
        man = men.get(square, "")
        sign = man if ascii else FIGURINES.get(man, "")
        cells[square] = sign + notes.get(square, "") or "."
    broad = max(len(cell) for cell in cells.values())
    lines = []
    for rank in range(7, -1, -1):
        row = (cells[8 * rank + file].ljust(broad) for file in range(8))
        lines.append(" ".join([str(rank + 1), *row]).rstrip())
    lines.append(" ".join([" ", *(file.ljust(broad) for file in "abcdefgh")]).rstrip())
    return "\n".join(lines)


def picture(scene: Scene) -> str:
    """The board as SVG, White below."""
    drawing = Picture(scene.title, -0.5, -0.25, 8.25, 8.5)
    for file, letter in enumerate("abcdefgh"):
        drawing.text((file + 0.5, 8.25), letter, 0.3, fill=FAINT, class_="coordinate")
        drawing.text((-0.25, file + 0.5), str(8 - file), 0.3, fill=FAINT, class_="coordinate")
    for square in range(64):
        x, y = corner(square)
        colour = LIGHT if (square % 8 + square // 8) % 2 else DARK
        look: Look = {"fill": colour, "class_": "square", "data_cell": square_name(square)}
        drawing.rectangle(x, y, 1, 1, **look)
    for square in scene.last or ():
        tint: Look = {"fill": MARK, "fill_opacity": 0.3, "class_": "last"}
        drawing.rectangle(*corner(square), 1, 1, **tint)
    for square, man in scene.men.items():
        draw_man(drawing, man, square)
    for square, number in scene.numbers.items():
        x, y = corner(square)
        drawing.text((x + 0.85, y + 0.16), str(number), 0.24, fill=INK, class_="number")
    for square in dict.fromkeys(scene.targets):
        x, y = corner(square)
        dot: Look = {"fill": ACCENT, "fill_opacity": 0.85, "class_": "legal"}
        drawing.circle((x + 0.5, y + 0.5), 0.13, data_cell=square_name(square), **dot)
    return str(drawing)


def corner(square: int) -> Point:
    """The upper left corner of a square."""
    return square % 8, 7 - square // 8


def draw_man(drawing: Picture, man: str, square: int) -> None:
    """A man in the middle of its square."""
    white = man.isupper()
    margin = (1 - SIZE) / 2  # the middle stays where it is
    x, y = (SCALE * (length + margin) for length in corner(square))
    drawing.add(
        "path",
        {},
        d=SHAPES[man.upper()],
        transform=f"translate({shown(x)} {shown(y)}) scale({shown(SIZE * SCALE / BOX)})",
        fill="#fcf8ef" if white else "#24201d",
        stroke="#24201d" if white else "#e9dfcb",
        stroke_width=3.5 if white else 2,
        stroke_linejoin="round",
        class_=f"stone {'white' if white else 'black'}",
        data_cell=square_name(square),
    )
