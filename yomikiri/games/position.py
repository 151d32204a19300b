"""A position of a game, to look at and to play on in Python."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from yomikiri.errors import MARKS, InputError, check_optional
from yomikiri.games.end import End
from yomikiri.games.parts import Move, State, moves_as_text
from yomikiri.lanes import room_for_rows
from yomikiri.rules import features, is_answered, key

if TYPE_CHECKING:
    from yomikiri.games.game import Game

MOVERS = ("first", "second", "dice")


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """A position, and how the game came there; to play makes a new one.

    Two are equal if the same game stands the same, however it came there.
    """

    game: "Game"
    state: State  # as the rules know it
    before: "Position | None" = None  # what was played from
    last: Move | None = None  # the move that led here

    # What is here.

    @property
    def text(self) -> str:
        """The position as text, which `Game.position` reads."""
        return self.game.show(self.state)

    @property
    def moves(self) -> list[Move]:
        """The moves that the rules allow; none when they end the game."""
        return [self.game.move(self.state, move) for move in self.game.legal_moves(self.state)]

    @property
    def mover(self) -> str:
        """Whose turn it is: `first`, `second`, or `dice`."""
        return MOVERS[self.game.mover(self.state)]

    @property
    def outcome(self) -> int | None:
        """The result by the rules, as the player to move sees it; None while the game goes on."""
        return self.game.outcome(self.state)

    @cached_property
    def result(self) -> End | None:
        """How the game ended, by the rules or by repetition; None while it goes on."""
        history = self.history
        times = 1
        if self.game.may_repeat:
            places = [key(self.game.rules, earlier) for earlier in (*history, self.state)]
            times = places.count(places[-1])
        return self.game.end(self.state, history, times)

    @property
    def history(self) -> list[State]:
        """The states that led here, the first of them first."""
        return [position.state for position in self.path[:-1]]

    @property
    def path(self) -> "list[Position]":
        """The positions that led here, this one included."""
        found = [self]
        while (earlier := found[-1].before) is not None:
            found.append(earlier)
        return found[::-1]

    @property
    def line(self) -> list[Move]:
        """The moves that led here."""
        return [position.last for position in self.path if position.last is not None]

    @property
    def features(self) -> tuple[list[int], list[int]]:
        """What a net sees: numbers of features, as the player to move and as the other sees it.

        Raises InputError if the game has none; there are `yomikiri.rules.feature_rows` of them.
        """
        rules = self.game.rules
        if not is_answered(features, rules):
            raise InputError("net.no_features", game=self.game)
        rows = room_for_rows()
        mine, other = (rows[: features(rules, self.state, view, rows)].tolist() for view in (0, 1))
        return mine, other

    # What can be done.

    def play(self, moves: str | Iterable[str]) -> "Position":
        """The position after one of `moves`, or after several: "b1 a3", or a list of them."""
        if isinstance(moves, Move) and self.has(moves):
            return self.after(moves.number)
        position = self
        for number in self.game.read_moves(self.state, moves_as_text(moves), self.history):
            position = position.after(number)
        return position

    def has(self, move: Move) -> bool:
        """Whether this very move is one of the legal ones."""
        legal = move.number in self.game.legal_moves(self.state)
        return legal and self.game.move_name(self.state, move.number) == move

    def number_of(self, move: str) -> int:
        """By which number the rules know a legal move; raises InputError if there is none."""
        if isinstance(move, Move) and self.has(move):
            return move.number
        return self.game.read_along([*self.history, self.state], move)

    def after(self, number: int) -> "Position":
        """The position after the legal move with this number."""
        state = self.game.play(self.state, number)
        return Position(self.game, state, self, self.game.move(self.state, number))

    def undo(self) -> "Position":
        """The position before the last move; raises InputError if none was played."""
        if self.before is None:
            raise InputError("move.no_undo", position=self.text)
        return self.before

    # What it looks like.

    def draw(self, *, marks: Mapping[str, str] | None = None, ascii: bool = False) -> str:
        """The board as text; `marks` puts a sign on the target of each move."""
        check_optional(MARKS, marks=marks)
        numbered = {self.number_of(move): sign for move, sign in (marks or {}).items()}
        return self.game.draw(self.state, marks=numbered, ascii=ascii)

    def svg(self) -> str:
        """The board as SVG, with the legal moves and the last one marked."""
        last = None if self.last is None else self.last.number
        return self.game.svg(self.state, legal=self.game.legal_moves(self.state), last=last)

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"

    def _repr_svg_(self) -> str:
        return self.svg()

    # Values: compared, kept in sets, sent to other processes.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game.spec == other.game.spec and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.game.spec, self.state))

    def __reduce__(self) -> tuple[Any, ...]:
        rows = [(tuple(place.state), place.last) for place in self.path]
        return restored, (self.game, rows)


def restored(game: "Game", rows: list[tuple[tuple[int, ...], Move | None]]) -> Position:
    """A position that came from a file or another process."""
    position = None
    for fields, last in rows:
        position = Position(game, type(game.start)(*fields), position, last)
    assert position is not None
    return position
