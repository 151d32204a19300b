"""The command `lab levels`: how far apart the levels of a game are, each against the one below.

It prints the table that docs/players.md shows, and exits 1 if a level is out of bounds.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.lab.report import Games, Plies, Seed, check_games, show_head, show_row, timed
from yomikiri.cli.options import Cluster, GameText, Jobs, typed
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.levels import GAMES, LEAST, MOST, PLIES, SEED, measure, standings_of, write_report
from yomikiri.lab.match_result import MatchResult
from yomikiri.lab.standings import Entry
from yomikiri.players.levels import LEVELS

COLUMNS = ("level", "against", "won", "drawn", "lost", "score", "interval")


@command
def levels(
    game: GameText,
    *,
    games: Games = GAMES,
    chosen: Annotated[str, typer.Option("--levels", metavar="1,2,...")] = "",
    plies: Plies = PLIES,
    seed: Seed = SEED,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    out: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    screen: Screen,
) -> int:
    """Let every level of a game play against the one below it."""
    played = load(game)
    asked = read_levels(chosen)
    check_games(games)
    matches: list[MatchResult] = []
    with timed(screen):
        for match in measure(
            played,
            games=games,
            seed=seed,
            openings_plies=plies,
            jobs=jobs,
            cluster=cluster,
            levels=asked,
            out=out,
            command=typed(),
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
    standings = standings_of(matches)
    entries = [standings.entry(level) for level in range(len(standings.players))]
    if out is not None:
        write_report(out, played, matches)
    if screen.as_json:
        rows = [match.to_dict() for match in matches]
        rated = [entry.to_dict() for entry in entries]
        told = {"game": str(played), "plies": plies, "inside": inside, "matches": rows}
        screen.document(told | {"players": rated})
    else:
        show_ratings(screen, entries)
    if stopped := matches[-1].stopped:
        screen.notes.print(screen.words(f"result.stopped_{stopped}"))
        return code_of(stopped)
    return 0 if inside else 1


def show_ratings(screen: Screen, entries: Sequence[Entry]) -> None:
    """The levels in one scale, the lowest first."""
    screen.row("")
    show_head(screen, ("player", "rating"))
    for entry in entries:
        show_row(screen, [entry.name, f"{entry.rating or 0:+.0f} ± {entry.error or 0:.0f}"])


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
