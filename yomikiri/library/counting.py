"""Counts of move sequences, random games in bulk, and mates."""

from typing import Any

from yomikiri.errors import WHOLE, InputError, check_kind
from yomikiri.games.game import Game, Position
from yomikiri.search import perft as counting
from yomikiri.search import playout
from yomikiri.solve import Answer, solve
from yomikiri.solve.options import read_asked

DEEPEST = 100  # plies; a deeper count never ends


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
) -> playout.Playouts:
    """Random games from a position, in bulk: `results`, as the first player sees them, and `plies`.

    Both are arrays; repetitions are ignored, and a game without an end is given up after 10,000
    plies, when its result is `yomikiri.rules.ONGOING`.

    >>> found = playouts("tictactoe", 1000)
    >>> print(len(found.results), found.plies.max())
    1000 9
    """
    game, state = read_asked(game, position, moves)
    check_kind(WHOLE, number=number, seed=seed)
    if number < 0:
        raise InputError("number.least", name="number", least=0, got=number)
    return playout.playouts(game.rules, state, int(number), int(seed))


def mate(game: Game | Position | str, position: Any = None, **options: Any) -> Answer:
    """The shortest win by checks and a move that ends the game: `solve` with the goal `mate`.

    >>> mate("minishogi", "2r1k/2bs1/1+s1G1/PR3/3KP b Bg 1").distance
    5
    """
    answer: Answer = solve(game, position=position, goal="mate", **options)
    return answer
