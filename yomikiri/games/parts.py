"""Small things that games and their users hand to each other."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from yomikiri.errors import MOVES, wrong_kind
from yomikiri.words import Message

State = Any  # a NamedTuple of ints; each game has its own class

# State, won 1, drawn 0 or lost -1 for the player to move, and in how many plies -> a line of text.
LineWriter = Callable[[State, int, int | None], str]

BY_LOT = "random"  # a start that is drawn


class Choice(NamedTuple):
    """What a game string chose, checked."""

    spec: str  # normalised: defaults left out, switches in the family's order
    variant: str  # "" where the family has only one
    options: Mapping[str, str]  # every switch and its value
    rules: Mapping[str, str]  # what decides the rules: the variant, and the switches that do


class Move(str):
    """A move as people write it; `number` is what the rules know it by.

    >>> move = Move("b3", 7)
    >>> move, move.number, move == "b3"
    ('b3', 7, True)
    """

    number: int

    def __new__(cls, text: str, number: int) -> Self:
        move = super().__new__(cls, text)
        move.number = number
        return move

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.number)


class Return(NamedTuple):
    """A move back to a position of the game so far."""

    value: int  # what a repetition is worth to whoever makes the move
    is_over: bool  # the game ends with it; else it goes on, and may yet end otherwise


class Final(NamedTuple):
    """What is counted at the end of a game."""

    first: int
    second: int
    empty: int


class Shown(NamedTuple):
    """What is shown on a board besides the pieces."""

    legal: Sequence[int] = ()
    last: int | None = None  # the move that led here
    marks: Mapping[int, str] = {}  # signs on the targets of moves
    numbers: Mapping[int, int] = {}  # when moves were played
    ascii: bool = False


class Ended(NamedTuple):
    """How the rules ended a game."""

    why: Message
    places: Sequence[str] = ()  # that show it, by the names of the scene: a line, a king


REACHED = "reached"  # the class of a game that has none: all that can be reached from its start


class TableClass(NamedTuple):
    """Positions that are numbered together in a table."""

    name: str  # within its game, such as "2-1"
    size: int  # how many numbers there are


# Texts.


def moves_as_text(moves: str | Iterable[str]) -> str:
    """Moves in one text, given so or one by one; raises InputError for anything else."""
    try:
        return moves if isinstance(moves, str) else " ".join(moves)
    except TypeError:
        raise wrong_kind(MOVES, "moves", moves) from None


def many(number: int, one: str, more: str = "") -> str:
    """A number of something, in words: 1 move, 2 moves."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def plies(number: int) -> str:
    """A number of plies, in words."""
    return many(number, "ply", "plies")


def short_hash(text: str) -> str:
    """Sixteen digits that stand for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def cut(text: str, most: int = 160) -> str:
    """A list that may be long, cut so that an error stays one line."""
    return text if len(text) <= most else text[: most - 3] + "..."


def is_by_lot(text: str | None) -> bool:
    """Whether a person wants a start at random."""
    return text is not None and text.strip().lower() == BY_LOT
