"""The players there are, by name: `make_player("alphabeta:depth=4", game, seed=1)`.

A new one is a function in makers.py, and a line at the end of that file.
"""

from collections.abc import Mapping

from yomikiri.errors import suggest
from yomikiri.games.game import Game
from yomikiri.players.makers import MAKERS
from yomikiri.players.options import UnknownPlayer, read_wish
from yomikiri.players.player import Choice, Player
from yomikiri.words import Message, message

__all__ = ["USAGE", "Choice", "Player", "make_player"]

# The players, as people write them.
USAGE: Mapping[str, Message] = {
    text: message(f"player.usage.{text.partition(':')[0]}")
    for text in (
        "random",
        "greedy",
        "alphabeta:depth=4",
        "monte:10,10,8,100",
        "mcts:playouts=1000",
        "perfect",
        "perm",
        "peai:depth=2",
        "takeda:eval=goal",
        "terada",
        "usi:COMMAND",
        "uci:COMMAND",
        "own:FILE.py:NAME",
        "level:0..9",
    )
}


def make_player(text: str, game: Game, seed: int = 0) -> Player:
    """The player of a string such as `level:3`; raises UnknownPlayer.

    >>> from yomikiri.games import load
    >>> make_player("Level:3", load("tictactoe")).name
    'level:3'
    """
    wish = read_wish(text)
    if wish.name not in MAKERS:
        near = suggest(wish.name[:40], MAKERS) if wish.name else ""
        raise UnknownPlayer(
            "player.unknown", name=text, hint=near or message("game.there_are", names=list(USAGE))
        )
    name = ":".join(filter(None, (wish.name, wish.rest)))
    return MAKERS[wish.name](wish, name, game, seed)
