"""The command `lab levels`: how far apart the levels of a game are, each against the one below.

It prints the table that docs/players.md shows, and exits 1 if a level is out of bounds.
"""

from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.lab.report import Games, Seed, check_games, show_head, show_row, timed
from yomikiri.cli.options import GameText, Jobs, whole
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.levels import GAMES, LEAST, MOST, PLIES, SEED, measure
from yomikiri.lab.match import MatchResult
from yomikiri.players.levels import LEVELS

COLUMNS = ("level", "against", "won", "drawn", "lost", "score", "interval")


@command
def levels(
    game: GameText,
    *,
    games: Games = GAMES,
    chosen: Annotated[str, typer.Option("--levels", metavar="1,2,...")] = "",
    plies: Annotated[int, typer.Option(parser=whole, metavar="N")] = PLIES,
    seed: Seed = SEED,
    jobs: Jobs = 1,
    screen: Screen,
) -> int:
    """Let every level of a game play against the one below it."""
    played = load(game)
    asked = read_levels(chosen)
    check_games(games)
    matches: list[MatchResult] = []
    with timed(screen):
        for match in measure(
            played, games=games, seed=seed, openings_plies=plies, jobs=jobs, levels=asked
        ):
            matches.append(match)
            if not screen.as_json:
                if len(matches) == 1:  # only now: the arguments were right
                    facts = {"game": played, "games": games, "seed": seed, "plies": plies}
                    screen.row(screen.words("measure.levels", **facts))
                    show_head(screen, COLUMNS)
                show_row(screen, cells(screen, match))
            if match.stopped:
                break
    inside = all(LEAST <= (match.score or 0) <= MOST for match in matches)
    if screen.as_json:
        rows = [match.to_dict() for match in matches]
        screen.document({"game": str(played), "plies": plies, "inside": inside, "matches": rows})
    if stopped := matches[-1].stopped:
        screen.notes.print(screen.words(f"result.stopped_{stopped}"))
        return code_of(stopped)
    return 0 if inside else 1


def read_levels(text: str) -> list[int]:
    """The levels that are named, or all but the lowest."""
    every = [*range(1, len(LEVELS))]
    words = text.replace(",", " ").split()
    if any(word not in map(str, every) for word in words):
        raise InputError("measure.wrong_levels", most=every[-1], text=text)
    return [int(word) for word in words] or every


def cells(screen: Screen, match: MatchResult) -> list[object]:
    """A match as a row of the table."""
    tally = match.tally(0)
    lower, upper = (100 * bound for bound in tally.interval)
    return [
        *(name.removeprefix("level:") for name in match.players),
        *tally,
        f"{100 * (tally.score or 0):.1f} %",
        screen.words("measure.between", lower=lower, upper=upper),
    ]
