"""What the web page draws of chess endings."""

import re
from collections.abc import Mapping, Sequence

from yomikiri.games.ending.drawing import FIGURINES, corner, picture
from yomikiri.games.ending.drawing import Scene as Drawn
from yomikiri.games.ending.fen import Board, read_square, square_name, write_fen
from yomikiri.games.ending.moves import Move
from yomikiri.games.pictures import SCALE
from yomikiri.games.scene import Look, Piece, Point, Scene, Touches, added, on_board
from yomikiri.words import Message, in_both, message

MEN = "KQRBNP"


def man_name(kind: str) -> dict[str, str]:
    """What a man is called, in both languages."""
    return in_both(message(f"label.man.{kind.lower()}"))


def variant_label(variant: str) -> Message | None:
    """The men of both sides in words; None for `all4`."""
    match = re.fullmatch("K([QRBNP]*)K([QRBNP]*)", variant)
    if match is None:
        return None
    strong, weak = (men(letters) for letters in match.groups())
    return message("label.material", name=variant, strong=strong, weak=weak)


def men(letters: str) -> list[Message]:
    """A king and what stands beside it."""
    return [message(f"label.man.{letter.lower()}") for letter in f"K{letters}"]


def middle(square: int) -> Point:
    """The middle of a square."""
    x, y = corner(square)
    return SCALE * (x + 0.5), SCALE * (y + 0.5)


def make_scene() -> Scene:
    """The empty board, and every man."""
    ground = picture(Drawn("", {}))
    looks = {}
    for side, colours in enumerate((("White", "白"), ("Black", "黒"))):
        for kind in MEN:
            man = kind.lower() if side else kind
            alone = picture(Drawn("", {0: man}))
            name = man_name(kind)
            names = {"en": f"{colours[0]} {name['en']}", "ja": colours[1] + name["ja"]}
            shape = added(alone, ground, middle(0))
            looks[man] = Look(shape, names, sign=man, glyph=FIGURINES[man])
    squares = [8 * rank + file for rank in range(7, -1, -1) for file in range(8)]
    places = {square_name(square): middle(square) for square in squares}
    choices = {f"={kind}": man_name(kind) for kind in MEN}
    return on_board(ground, places, SCALE, looks=looks, choices=choices, turns="upright")


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
