"""How far apart the levels of a game are: every level against the one below it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from yomikiri.games.game import Game
from yomikiri.lab.games_report import games_report
from yomikiri.lab.match import play_match
from yomikiri.lab.match_result import MatchResult
from yomikiri.lab.report import add_origin
from yomikiri.lab.standings import Standings
from yomikiri.players.levels import LEVELS
from yomikiri.words import message
from yomikiri.work.runs import read_manifest

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
    cluster: str = "",
    levels: Sequence[int] = range(1, len(LEVELS)),
    out: Path | None = None,
    command: Sequence[str] = (),
) -> Iterator[MatchResult]:
    """Matches of each of these levels against the one below, one after the other.

    With `out` each is a run in a folder of its own there.
    """
    for level in levels:
        yield play_match(
            game,
            f"level:{level}",
            f"level:{level - 1}",
            games=games,
            seed=seed,
            openings_plies=openings_plies,
            jobs=jobs,
            cluster=cluster,
            out=None if out is None else out / f"{level}-{level - 1}",
            command=command,
        )


def standings_of(matches: Sequence[MatchResult]) -> Standings:
    """What all games say together: ratings in one scale, the lowest level first."""
    names = {name for match in matches for name in match.players}
    records = [record for match in matches for record in match.records]
    return Standings(sorted(names, key=lambda name: int(name.partition(":")[2])), records)


def write_report(folder: Path, game: Game, matches: Sequence[MatchResult]) -> None:
    """The report of all matches, beside their folders."""
    standings = standings_of(matches)
    report = games_report(game, standings.players, standings.records)
    report.heading(message("report.files"))
    names = [f"{a}-{b}" for a, b in ([n.partition(":")[2] for n in m.players] for m in matches)]
    report.paragraph(", ".join(names))
    add_origin(report, read_manifest(folder / names[0]))
    report.write(folder)
