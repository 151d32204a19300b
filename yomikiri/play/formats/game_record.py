"""A game of the shogi family as files tell it: the start, the moves, who played, and the end."""

from collections.abc import Sequence
from typing import NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.game import State, quoted
from yomikiri.games.shogi.game import ShogiGame

RESIGNED = "resigned"
LONGEST = 10_000  # moves


class BadRecord(InputError):
    """A text that is no game of this kind; the message begins with the line."""


class GameRecord(NamedTuple):
    """A game."""

    game: ShogiGame
    start: State
    moves: Sequence[int]
    players: tuple[str, str] = ("", "")
    end: str = ""  # RESIGNED, or nothing: the rules tell, or it goes on


class Replay:
    """Plays the moves of a text one by one, and says in which line one is wrong."""

    def __init__(self, game: ShogiGame, start: State) -> None:
        self.game, self.state = game, start
        self.moves: list[int] = []

    @property
    def last(self) -> int | None:
        """The last move."""
        return self.moves[-1] if self.moves else None

    def play(self, text: str, number: int) -> None:
        """Play the move of a line."""
        if len(self.moves) >= LONGEST:
            raise BadRecord(f"line {number}: expected at most {LONGEST} moves")
        try:
            move = self.game.read_move(self.state, text, self.last)
        except InputError as error:
            raise BadRecord(f"line {number}: {error}") from None
        self.moves.append(move)
        self.state = self.game.play(self.state, move)


def read_start(game: ShogiGame, text: str, number: int) -> State:
    """The position that a line gives."""
    try:
        return game.parse(text)
    except InputError as error:
        raise BadRecord(f"line {number}: {error}") from None


def unexpected(number: int, wanted: str, line: str) -> BadRecord:
    """What to say of a line that is none."""
    return BadRecord(f"line {number}: expected {wanted}, got {quoted(line)}")
