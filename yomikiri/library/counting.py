"""Counts of move sequences, random games in bulk, and mates."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.errors import WHOLE, InputError, check_kind
from yomikiri.games.game import Game, Position
from yomikiri.games.parts import many
from yomikiri.lab.frames import data_frame, html_table
from yomikiri.lab.plots import histogram
from yomikiri.rules import ONGOING
from yomikiri.search import perft as counting
from yomikiri.search import playout
from yomikiri.solve import Answer, solve
from yomikiri.solve.options import read_asked
from yomikiri.tally import Tally

MOST_GAMES = 10**9  # of random games: their results take 16 GB
DEEPEST = 100  # plies; a deeper count never ends


class RandomGames(NamedTuple):
    """Games played at random; they print, draw themselves and turn into a frame."""

    game: Game
    results: NDArray[np.int64]  # as the first player sees them; ONGOING if given up
    plies: NDArray[np.int64]  # moves played, passes and throws included

    @property
    def tally(self) -> Tally:
        """Won, drawn and lost by the first player; games that were given up are in none."""
        ended = self.results[self.results != ONGOING]
        return Tally(*(int((np.sign(ended) == sign).sum()) for sign in (1, 0, -1)))

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each game."""
        columns = zip(self.results.tolist(), self.plies.tolist(), strict=True)
        return data_frame([{"result": result, "plies": plies} for result, plies in columns])

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        games, (wins, draws, losses) = many(len(self.results), "random game"), self.tally
        text = f"{self.game}: {games}, {wins} won, {draws} drawn, {losses} lost by the first player"
        return f"{text}, {self.plies.mean():.1f} plies" if len(self.plies) else text

    def _repr_html_(self) -> str:
        row = {"games": len(self.results), **self.tally._asdict()}
        if len(self.plies):
            mean, spread = float(self.plies.mean()), float(self.plies.std())
            row |= {"plies": mean, "spread": spread}
        return html_table([row], f"{self.game}: random games")

    def _repr_svg_(self) -> str | None:
        if not len(self.plies):
            return None
        return histogram(self.plies.tolist(), label="plies", amount="games")


def perft(game: Game | Position | str, depth: int, position: Any = None, *, moves: str = "") -> int:
    """How many sequences of exactly `depth` plies there are from a position; a pass is a ply.

    >>> perft("othello", 5)
    1396
    """
    game, state = read_asked(game, position, moves)
    check_kind(WHOLE, depth=depth)
    if not 0 <= depth <= DEEPEST:
        raise InputError("number.depth", least=0, most=DEEPEST, got=depth)
    return counting.perft(game.rules, state, int(depth), finished_count=game.finished_count)


def playouts(
    game: Game | Position | str,
    number: int,
    position: Any = None,
    *,
    moves: str = "",
    seed: int = 0,
) -> RandomGames:
    """Random games from a position, in bulk: `results`, as the first player sees them, and `plies`.

    Both are arrays; repetitions are ignored, and a game without an end is given up after 10,000
    plies, when its result is `yomikiri.rules.ONGOING`.

    >>> found = playouts("tictactoe", 1000)
    >>> print(found)
    tictactoe: 1,000 random games, 604 won, 119 drawn, 277 lost by the first player, 7.6 plies
    >>> print(len(found.results), found.plies.max())
    1000 9
    """
    game, state = read_asked(game, position, moves)
    check_kind(WHOLE, number=number, seed=seed)
    if not 0 <= number <= MOST_GAMES:
        raise InputError("number.whole_range", name="number", least=0, most=MOST_GAMES, got=number)
    return RandomGames(game, *playout.playouts(game.rules, state, int(number), int(seed)))


def mate(game: Game | Position | str, position: Any = None, **options: Any) -> Answer:
    """The shortest win by checks and a move that ends the game: `solve` with the goal `mate`.

    >>> mate("minishogi", "2r1k/2bs1/1+s1G1/PR3/3KP b Bg 1").distance
    5
    """
    answer: Answer = solve(game, position=position, goal="mate", **options)
    return answer
