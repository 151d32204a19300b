"""Moves as text: SAN (`Kf2`, `exd6`, `e8=Q+`) out, and SAN or UCI (`e1f2`, `e7e8q`) in."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from yomikiri.games.ending.fen import square_name
from yomikiri.games.ending.material import KINDS
from yomikiri.games.ending.rules import CAPTURED, PROMOTION, TO

FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNP" * 2)


class Move(NamedTuple):
    """A move as people see it."""

    kind: str  # of the man that moves
    start: int  # square
    end: int
    captures: bool
    promotion: str  # "" or the kind of the new man

    @property
    def uci(self) -> str:
        """Such as `e7e8q`."""
        return square_name(self.start) + square_name(self.end) + self.promotion.lower()


def read_number(move: int, kind: str, flip: int) -> Move:
    """A move of the compiled rules; `flip` turns the stronger side's view into White's."""
    promoted = move >> PROMOTION & 7
    return Move(
        kind,
        (move & 63) ^ flip,
        (move >> TO & 63) ^ flip,
        bool(move >> CAPTURED & 7),
        KINDS[promoted] if promoted else "",
    )


def san(move: Move, others: Sequence[Move]) -> str:
    """A move in SAN without its + or #; `others` are all legal moves, or those to this square."""
    target = ("x" if move.captures else "") + square_name(move.end)
    if move.kind == "P":
        origin = square_name(move.start)[0] if move.captures else ""
        return origin + target + ("=" + move.promotion if move.promotion else "")
    rivals = [
        square_name(other.start)
        for other in others
        if (other.kind, other.end) == (move.kind, move.end) and other.start != move.start
    ]
    start = square_name(move.start)
    if not rivals:
        origin = ""
    elif all(rival[0] != start[0] for rival in rivals):
        origin = start[0]
    elif all(rival[1] != start[1] for rival in rivals):
        origin = start[1]
    else:
        origin = start
    return move.kind + origin + target


def spellings(moves: Mapping[int, Move]) -> dict[str, set[int]]:
    """Every way in which a legal move may be written, without signs between and after."""
    found: dict[str, set[int]] = {}
    listed: dict[int, list[Move]] = {}  # by the square they lead to
    for move in moves.values():
        listed.setdefault(move.end, []).append(move)
    for number, move in moves.items():
        start, end = square_name(move.start), square_name(move.end)
        long = start + end + move.promotion
        kind = "" if move.kind == "P" else move.kind
        for text in (
            bare(san(move, listed[move.end])),
            move.uci,
            long,
            kind + long,
            move.kind + long,
        ):
            found.setdefault(text, set()).add(number)
    return found


def bare(text: str) -> str:
    """A move's text without what only decorates it."""
    text = text.translate(FIGURINES).strip().rstrip("+#!?")
    for sign in ("x", "X", "=", "-", "(", ")", ":", "e.p."):
        text = text.replace(sign, "")
    return text.strip()


def find(text: str, moves: Mapping[int, Move]) -> set[int]:
    """The legal moves that a text may mean: as it is written, else without regard to case."""
    wanted = bare(text)
    known = spellings(moves)
    if wanted in known:
        return known[wanted]
    folded = [numbers for text, numbers in known.items() if text.lower() == wanted.lower()]
    return set().union(*folded)
