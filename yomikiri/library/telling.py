"""How a game is played, and who can play it, for Python."""

from collections.abc import Mapping

from yomikiri.errors import InputError
from yomikiri.games.game import Game, Position
from yomikiri.play.lesson import Lesson, make_lesson
from yomikiri.players import USAGE, make_player
from yomikiri.solve.options import read_game
from yomikiri.words import Message

NEEDS_PROGRAM = {"usi:COMMAND": "usi", "uci:COMMAND": "uci"}  # the protocol that a game must speak


def lesson(game: Game | Position | str) -> Lesson:
    """How a game is played, as `yomikiri rules` tells it: its goal, its rules, tasks to do.

    >>> found = lesson("tictactoe")
    >>> print(found.goal)
    Be the first with 3 of your own in a line: across, down or diagonal.
    """
    return make_lesson(read_game(game))


def players(game: Game | Position | str | None = None) -> Mapping[str, Message]:
    """The players, or those that play one game, and what each is.

    >>> "perfect" in players("tictactoe"), "usi:COMMAND" in players("tictactoe")
    (True, False)
    """
    chosen = None if game is None else read_game(game)
    return {
        text: about for text, about in USAGE.items() if chosen is None or can_play(text, chosen)
    }


def can_play(text: str, game: Game) -> bool:
    """Whether such a player can be made for a game."""
    if text in NEEDS_PROGRAM:
        return game.foreign_protocol == NEEDS_PROGRAM[text]
    try:
        make_player(text.replace("0..9", "5"), game)
    except InputError:
        return False
    return True
