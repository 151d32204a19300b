"""Tables 2 and 3 and section 5.1 of Y. Takeda's thesis on janken shogi (2023), played again.

    python -m yomikiri.lab.janken_tables --jobs 2

Two evaluations, goal first and attack first, look four plies ahead and play 50 games with each
colour, with one to four dice; then players that put mobility first play themselves.  It is done
twice: by the search of the thesis, faults included, and by ours, which knows a won game.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from yomikiri.games import load
from yomikiri.lab.match import MatchResult, play_match
from yomikiri.tables.table import find_table

SEARCHES = {"the thesis's search": "takeda:", "ours": "alphabeta:depth=4,"}
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
COLUMNS = (
    "dice",
    "goal first, moving first",
    "second",
    "together",
    "first player",
    "second player",
    "draws",
    "exact start",
)


def game_of(dice: int) -> str:
    """The game with so many dice."""
    return f"janken:single,pieces={dice}"


def row(dice: int, match: MatchResult) -> str:
    """Our wins, the published in brackets."""
    known = PUBLISHED[dice]
    document = match.to_dict()
    first, second = match.tally(0, 0).wins, match.tally(0, 1).wins
    cells = [
        str(dice),
        f"{first} ({known.goal_as_first})",
        f"{second} ({known.goal_as_second})",
        f"{first + second} ({known.goal_as_first + known.goal_as_second})",
        f"{document['first_wins']} ({known.first_wins})",
        str(document["second_wins"]),
        str(document["draws"]),
        exact(dice),
    ]
    return f"| {' | '.join(cells)} |"


def exact(dice: int) -> str:
    """The value of the start by a table, where one was built."""
    game = load(game_of(dice))
    table = find_table(game)
    if table is None:
        return "-"
    found = table.probe(game.start)
    if found.wdl == 0:
        return "draw"
    return f"first {'wins' if found.wdl > 0 else 'loses'} in {found.distance}"


def mobility_line(dice: int, match: MatchResult) -> str:
    """How the games of mobility first ended."""
    ends = ", ".join(f"{match.ends(end)} by {end}" for end in ("rules", "repetition", "limit"))
    return f"{dice} dice: {len(match.records)} games of mobility first with itself: {ends}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play it all and print it; 130 after Ctrl-C."""
    parser = argparse.ArgumentParser("python -m yomikiri.lab.janken_tables", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--games", type=int, default=GAMES, help="of each match")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args(arguments)
    started = time.perf_counter()
    options = {"seed": asked.seed, "jobs": asked.jobs}
    for title, player in SEARCHES.items():
        print(f"{title}: wins of {asked.games} games, seed {asked.seed} (published, of {GAMES})\n")
        print(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
        for dice in PUBLISHED:
            sides = (player + GOAL, player + ATTACK)
            match = play_match(game_of(dice), *sides, games=asked.games, **options)
            print(row(dice, match), flush=True)
            if match.stopped:
                return 130
        print()
        for dice in PUBLISHED:
            games = min(asked.games, MOBILITY_GAMES)
            sides = (player + MOBILITY, player + MOBILITY)
            match = play_match(game_of(dice), *sides, games=games, **options)
            print(mobility_line(dice, match), flush=True)
            if match.stopped:
                return 130
        print()
    print(f"{time.perf_counter() - started:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
