"""Positions as FEN: read with one clear complaint for whatever is wrong, and written."""

from collections.abc import Mapping
from typing import NamedTuple

from yomikiri.errors import NotationError
from yomikiri.games.ending.material import KINDS
from yomikiri.words import message

WHITE, BLACK = 0, 1
COLOURS = (message("side.white"), message("side.black"))
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
        raise NotationError("ending.fen", example=EXAMPLE, got=text)
    placement, turn, castling, passed, *clocks = fields + ["w", "-", "-"][len(fields) - 1 :]
    if turn not in ("w", "b"):
        raise NotationError("ending.side", got=turn)
    if castling != "-":
        raise NotationError("ending.castling", got=castling)
    for clock in clocks:
        if not (clock.isascii() and clock.isdigit()):
            raise NotationError("ending.clocks", got=clock)
    men = read_placement(placement)
    board = Board(men, "wb".index(turn), 0)
    return board._replace(passed=read_passed(board, passed))


def read_placement(text: str) -> dict[int, str]:
    """The men of the first field, with one king each and no pawn on the last ranks."""
    ranks = text.split("/")
    if len(ranks) != 8:
        raise NotationError("ending.ranks", n=len(ranks), got=text)
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
                raise NotationError("ending.man", rank=rank + 1, got=sign)
        if file != 8:
            raise NotationError("ending.squares", rank=rank + 1, n=file, got=row)
    for king, colour in zip("Kk", COLOURS, strict=True):
        if (kings := list(men.values()).count(king)) != 1:
            raise NotationError("ending.kings", who=colour, n=kings)
    for square, man in men.items():
        if man in "Pp" and square // 8 in (0, 7):
            raise NotationError("ending.pawn_rank", square=square_name(square))
    return men


def read_passed(board: Board, text: str) -> int:
    """The square that a pawn has just passed; 0 for none, and where no pawn could take it."""
    if text == "-":
        return 0
    square = read_square(text)
    step = 8 if board.turn == WHITE else -8  # back to where the pawn came from
    rank = 5 if board.turn == WHITE else 2
    if square is None or square // 8 != rank:
        raise NotationError("ending.passed", rank=rank + 1, got=text)
    pawn = "p" if board.turn == WHITE else "P"
    if board.men.get(square - step) != pawn or {square, square + step} & board.men.keys():
        raise NotationError("ending.not_passed", square=text)
    takers = (square - step - 1, square - step + 1)
    taker = pawn.swapcase()
    near = [at for at in takers if at // 8 == (square - step) // 8 and board.men.get(at) == taker]
    return square if near else 0


def write_fen(board: Board) -> str:
    """The FEN of a board; the clocks are those of a new game."""
    rows, files = [""] * 8, [0] * 8  # each rank so far, and where it goes on
    for square in sorted(board.men):
        rank, file = divmod(square, 8)
        empty = file - files[rank]
        rows[rank] += (str(empty) if empty else "") + board.men[square]
        files[rank] = file + 1
    ranks = [row + (str(8 - file) if file < 8 else "") for row, file in zip(rows, files)]
    passed = square_name(board.passed) if board.passed else "-"
    return f"{'/'.join(ranks[::-1])} {'wb'[board.turn]} - {passed} 0 1"
