"""What the web page draws chess endings by."""

from collections.abc import Mapping, Sequence

from yomikiri.games.ending.drawing import FIGURINES, corner, picture
from yomikiri.games.ending.drawing import Scene as Drawn
from yomikiri.games.ending.fen import Board, read_square, square_name, write_fen
from yomikiri.games.ending.moves import Move
from yomikiri.games.pictures import SCALE
from yomikiri.games.scene import Look, Piece, Point, Scene, Touches, Zone, added, box, shapes

MEN = {
    "K": ("king", "キング"),
    "Q": ("queen", "クイーン"),
    "R": ("rook", "ルーク"),
    "B": ("bishop", "ビショップ"),
    "N": ("knight", "ナイト"),
    "P": ("pawn", "ポーン"),
}


def middle(square: int) -> Point:
    """The middle of a square."""
    x, y = corner(square)
    return SCALE * (x + 0.5), SCALE * (y + 0.5)


def make_scene() -> Scene:
    """The empty board, and every man."""
    ground = picture(Drawn("", {}))
    looks = {}
    for side, colours in enumerate((("White", "白"), ("Black", "黒"))):
        for kind, (english, japanese) in MEN.items():
            man = kind.lower() if side else kind
            alone = picture(Drawn("", {0: man}))
            names = {"en": f"{colours[0]} {english}", "ja": colours[1] + japanese}
            shape = added(alone, ground, middle(0))
            looks[man] = Look(shape, names, sign=man, glyph=FIGURINES[man])
    squares = [8 * rank + file for rank in range(7, -1, -1) for file in range(8)]
    return Scene(
        box=box(ground),
        ground="".join(shapes(ground)),
        places={square_name(square): middle(square) for square in squares},
        zones=[Zone(square_name(square), *middle(square), SCALE, SCALE) for square in squares],
        looks=looks,
        choices={f"={kind}": dict(zip(("en", "ja"), names)) for kind, names in MEN.items()},
    )


def pieces(men: Mapping[int, str]) -> list[Piece]:
    """The men on their squares."""
    return [Piece(square_name(square), man, int(man.islower())) for square, man in men.items()]


def touches(move: Move) -> Touches:
    """From square to square; then what a pawn becomes."""
    start, end = square_name(move.start), square_name(move.end)
    return Touches((start, end, *([f"={move.promotion}"] if move.promotion else [])), end)


def set_up(pieces: Sequence[Piece], mover: int) -> str:
    """The FEN of these men."""
    squares = {read_square(piece.place): piece.look for piece in pieces}
    men = {square: man for square, man in squares.items() if square is not None}
    return write_fen(Board(men, mover, 0))
