"""Tables 2 and 3 and section 5.1 of Y. Takeda's thesis on janken shogi (2023), played again.

Two evaluations, goal first and attack first, look four plies ahead and play 50 games with each
colour, with one to four dice; then players that put mobility first play themselves.  It is done
twice: by the search of the thesis, faults included, and by ours, which knows a won game.
"""

from typing import Any, NamedTuple

from yomikiri.games import load
from yomikiri.lab.match import MatchResult, play_match
from yomikiri.tables.table import Probe, find_table

SEARCHES = {"thesis": "takeda:", "own": "alphabeta:depth=4,"}
GOAL, ATTACK, MOBILITY = "eval=goal", "eval=attack", "goal=10,dice=100,move=10000"
GAMES, MOBILITY_GAMES = 100, 20
SEED = 1


class Published(NamedTuple):
    """What the thesis has for one number of dice."""

    goal_as_first: int  # wins of goal first, of 50
    goal_as_second: int
    first_wins: int  # of 100


PUBLISHED = {
    1: Published(50, 0, 100),
    2: Published(36, 22, 64),
    3: Published(30, 28, 52),
    4: Published(34, 32, 52),
}
ENDS = ("rules", "repetition", "limit")  # of the games of mobility first


def game_of(dice: int) -> str:
    """The game with this many dice."""
    return f"janken:single,pieces={dice}"


def start_value(dice: int) -> Probe | None:
    """The value of the start by a table; None if none was built."""
    game = load(game_of(dice))
    table = find_table(game)
    return None if table is None else table.probe(game.start)


def play_evaluations(search: str, dice: int, **options: Any) -> MatchResult:
    """Goal first against attack first."""
    player = SEARCHES[search]
    return play_match(game_of(dice), player + GOAL, player + ATTACK, **options)


def play_mobility(search: str, dice: int, *, games: int, **options: Any) -> MatchResult:
    """Mobility first against itself."""
    player = SEARCHES[search] + MOBILITY
    games = min(games, MOBILITY_GAMES)
    return play_match(game_of(dice), player, player, games=games, **options)
