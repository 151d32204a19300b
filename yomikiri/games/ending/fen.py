"""Positions as FEN: read with one clear complaint for whatever is wrong, and written."""

from collections.abc import Mapping
from typing import NamedTuple

from yomikiri.errors import NotationError
from yomikiri.games.ending.material import KINDS
from yomikiri.games.game import quoted

WHITE, BLACK = 0, 1
COLOURS = ("White", "Black")
EXAMPLE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


class Board(NamedTuple):
    """What a FEN says."""

    men: Mapping[int, str]  # square -> letter, White's capital
    turn: int
    passed: int  # the square that a pawn has just passed, or 0

    def side(self, colour: int) -> str:
        """The men of a colour, king first."""
        letters = [man.upper() for man in self.men.values() if man.isupper() == (colour == WHITE)]
        return "".join(sorted(letters, key=KINDS.index))


def square_name(square: int) -> str:
    """Such as `e4`."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def read_square(text: str) -> int | None:
    """The square of a name, or None."""
    if len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345678":
        return 8 * (int(text[1]) - 1) + ord(text[0]) - ord("a")
    return None


def read_fen(text: str) -> Board:
    """The board of a FEN, its fields checked one by one; the clocks at its end may be left out."""
    fields = text.split()
    if not 2 <= len(fields) <= 6:
        raise NotationError(f"expected a FEN such as {EXAMPLE!r}, got {quoted(text)}")
    placement, turn, castling, passed, *clocks = fields + ["w", "-", "-"][len(fields) - 1 :]
    if turn not in ("w", "b"):
        raise NotationError(f"expected w or b as the side to move, got {quoted(turn)}")
    if castling != "-":
        raise NotationError(
            f"expected - for castling, which these endings do not have, got {quoted(castling)}"
        )
    for clock in clocks:
        if not (clock.isascii() and clock.isdigit()):
            raise NotationError(f"expected whole numbers at the end of a FEN, got {quoted(clock)}")
    men = read_placement(placement)
    board = Board(men, "wb".index(turn), 0)
    return board._replace(passed=read_passed(board, passed))


def read_placement(text: str) -> dict[int, str]:
    """The men of the first field, with one king each and no pawn on the last ranks."""
    ranks = text.split("/")
    if len(ranks) != 8:
        raise NotationError(f"expected 8 ranks joined by '/', got {len(ranks)} in {quoted(text)}")
    men: dict[int, str] = {}
    for rank, row in zip(range(7, -1, -1), ranks, strict=True):
        file = 0
        for sign in row:
            if sign in "12345678":
                file += int(sign)
            elif sign.upper() in KINDS and sign.isascii():
                men[8 * rank + min(file, 7)] = sign
                file += 1
            else:
                raise NotationError(
                    f"expected men out of KQRBNPkqrbnp and numbers in rank {rank + 1}, got {sign!r}"
                )
        if file != 8:
            raise NotationError(
                f"expected 8 squares in rank {rank + 1}, got {file} in {quoted(row)}"
            )
    for king, colour in zip("Kk", COLOURS, strict=True):
        if (kings := list(men.values()).count(king)) != 1:
            raise NotationError(f"expected one {colour.lower()} king, got {kings or 'none'}")
    for square, man in men.items():
        if man in "Pp" and square // 8 in (0, 7):
            raise NotationError(
                f"a pawn cannot stand on {square_name(square)}, on the first or last rank"
            )
    return men


def read_passed(board: Board, text: str) -> int:
    """The square that a pawn has just passed; 0 for none, and where no pawn could take it."""
    if text == "-":
        return 0
    square = read_square(text)
    step = 8 if board.turn == WHITE else -8  # back to where the pawn came from
    rank = 5 if board.turn == WHITE else 2
    if square is None or square // 8 != rank:
        raise NotationError(
            f"expected - or a square on rank {rank + 1} for en passant, got {quoted(text)}"
        )
    pawn = "p" if board.turn == WHITE else "P"
    if board.men.get(square - step) != pawn or {square, square + step} & board.men.keys():
        raise NotationError(f"no pawn can just have passed {text} in this position")
    takers = (square - step - 1, square - step + 1)
    taker = pawn.swapcase()
    near = [at for at in takers if at // 8 == (square - step) // 8 and board.men.get(at) == taker]
    return square if near else 0


def write_fen(board: Board) -> str:
    """The FEN of a board; the clocks are those of a beginning."""
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(board.men.get(8 * rank + file, ".") for file in range(8))
        for empty in range(8, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    passed = square_name(board.passed) if board.passed else "-"
    return f"{'/'.join(rows)} {'wb'[board.turn]} - {passed} 0 1"
