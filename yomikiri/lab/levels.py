"""How far apart the levels of a game are: every level against the one below it.

    python -m yomikiri.lab.levels nip:8x8 --games 100 --jobs 2

prints the table that docs/players.md shows.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.lab.match import MatchResult, play_match
from yomikiri.players.levels import LEVELS

GAMES = 100
SEED = 1
PLIES = 6  # of the opening, at random
LEAST, MOST = 0.65, 0.85  # what a level should score against the one below


def measure(
    game: Game | str,
    *,
    games: int = GAMES,
    seed: int = SEED,
    openings_plies: int = PLIES,
    jobs: int = 1,
    levels: Sequence[int] = range(1, len(LEVELS)),
) -> Iterator[MatchResult]:
    """Matches of each of these levels against the one below, one after the other."""
    for level in levels:
        yield play_match(
            game,
            f"level:{level}",
            f"level:{level - 1}",
            games=games,
            seed=seed,
            openings_plies=openings_plies,
            jobs=jobs,
        )


COLUMNS = ("level", "against", "won", "drawn", "lost", "score", "95 % interval")
HEAD = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"


def row(match: MatchResult) -> str:
    """A match as a row of the table."""
    tally = match.tally(0)
    lower, upper = (100 * bound for bound in tally.interval)
    upper_name, lower_name = (name.removeprefix("level:") for name in match.players)
    cells = [
        upper_name,
        lower_name,
        *map(str, tally),
        f"{100 * (tally.score or 0):.1f} %",
        f"{lower:.0f} to {upper:.0f} %",
    ]
    return f"| {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """The table of a game on standard output; 1 if a level is out of bounds, 2 for bad input."""
    parser = argparse.ArgumentParser("python -m yomikiri.lab.levels", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=GAMES, help="of each match")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--plies", type=int, default=PLIES, help="of the opening, at random")
    parser.add_argument("--levels", type=int, nargs="+", choices=range(1, len(LEVELS)))
    asked = parser.parse_args(arguments)
    started = time.perf_counter()
    inside = True
    try:
        game = load(asked.game)
        print(f"{game}, {asked.games} games a row, seed {asked.seed}, openings of {asked.plies}")
        print(HEAD)
        for match in measure(
            game,
            games=asked.games,
            seed=asked.seed,
            openings_plies=asked.plies,
            jobs=asked.jobs,
            levels=asked.levels or range(1, len(LEVELS)),
        ):
            print(row(match), flush=True)
            if match.stopped:
                return 130
            inside &= LEAST <= (match.score or 0) <= MOST
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{time.perf_counter() - started:.0f} s", file=sys.stderr)
    return 0 if inside else 1


if __name__ == "__main__":
    sys.exit(main())
