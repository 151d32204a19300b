"""What readers share: moves played line by line, and errors that name the line."""

from collections.abc import Mapping

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.play.tree import Node, Tree

LONGEST = 10_000  # moves


class BadRecord(InputError):
    """A text that is not a game of this kind; the message begins with the line."""


def begin(game: Game, start: State | None = None) -> Tree:
    """A game to read into."""
    return Tree(game, start, most_nodes=LONGEST + 1)


def play(tree: Tree, text: str, number: int) -> Node:
    """Play the move of a line."""
    try:
        return tree.read(text)
    except InputError as error:
        raise BadRecord("format.line", number=number, error=error) from None


def read_position(game: Game, text: str, number: int) -> State:
    """The position that a line gives."""
    try:
        return game.parse(text)
    except InputError as error:
        raise BadRecord("format.line", number=number, error=error) from None


def lost_as(tree: Tree, words: Mapping[str, str]) -> str:
    """The word, of those that a format has, for what the player to move did to lose; or nothing."""
    if (end := tree.end) is None or end.value != (1 if tree.turn else -1):
        return ""
    return next((word for word, reason in words.items() if reason == end.reason), "")


def unexpected(number: int, wanted: object, line: str) -> BadRecord:
    """The error for a line that is not what was wanted."""
    return BadRecord("format.unexpected", number=number, wanted=wanted, line=line)
