"""Players for Python: ask one for a move, let two play a game."""

from typing import Any

from yomikiri.errors import WHOLE, check_kind
from yomikiri.games.game import Game, Move, Position
from yomikiri.lab.games import MOST_PLIES, play_out
from yomikiri.library.record import Record
from yomikiri.library.warming import warm_behind
from yomikiri.players import make_player
from yomikiri.players.analysis import values_by
from yomikiri.players.own import Own, text_of
from yomikiri.solve import Analysis
from yomikiri.solve.options import read_game, read_position


class Chooser:
    """A player of a game, to be asked."""

    def __init__(self, game: Game, text: str, seed: int) -> None:
        self.game = game
        self.player = make_player(text, game, seed)

    @property
    def name(self) -> str:
        """The text that makes the player again."""
        return self.player.name

    def choose(self, position: Position | str | None = None) -> Move:
        """The move that it chooses in a position; raises InputError if the game is over."""
        state = read_position(self.game, position, "")
        history = position.history if isinstance(position, Position) else []
        return self.game.move(state, self.player.choose(state, history).move)

    def explain(self, position: Position | str | None = None) -> Analysis:
        """Every move with the value by which it chooses."""
        state = read_position(self.game, position, "")
        history = position.history if isinstance(position, Position) else []
        return values_by(self.player, state, history)

    def __repr__(self) -> str:
        return repr(self.player)


def player(text: str | Own, game: Game | Position | str, *, seed: int = 0) -> Chooser:
    """A player of a game, such as `level:5`, or a function or class of one's own.

    >>> player("perfect", "tictactoe").choose("xx./oo./... x")
    'c1'
    """
    check_kind(WHOLE, seed=seed)
    found = read_game(game)
    warm_behind(found, may_guess=False)
    return Chooser(found, text_of(text), seed)


def play(
    game: Game | Position | str,
    first: str | Own,
    second: str | Own,
    *,
    position: Any = None,
    seed: int = 0,
    most_plies: int = MOST_PLIES,
) -> Record:
    """One game between two players, from a position; drawn after `most_plies`.

    >>> game = play("tictactoe", "perfect", "perfect")
    >>> game.result.winner
    'draw'
    """
    check_kind(WHOLE, seed=seed, most_plies=most_plies)
    texts = text_of(first), text_of(second)
    record = Record(game, position, players=texts, seed=seed)
    record.tree.most_plies = most_plies
    sides = [make_player(text, record.game, seed + side) for side, text in enumerate(texts)]
    play_out(record.tree, sides)
    return record
