"""Players measured for the documentation: levels of every family, errors against perfect play.

`docs/players.md` and `docs/results.md` have tables between two lines,

    <!-- lab players: levels nip:8x8 othello:8x8 -->
    <!-- end -->

which are written again from the runs in a folder.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.errors import COLUMNS, ErrorsResult, finish_errors, measure_errors
from yomikiri.lab.games_report import finish_tournament
from yomikiri.lab.openings import Openings
from yomikiri.lab.plots import lines
from yomikiri.lab.report import Report, Say, Text
from yomikiri.lab.standings import Standings
from yomikiri.lab.tournament import LADDER, TournamentResult, Watch, make_plan, play_tournament
from yomikiri.players.levels import LEVELS
from yomikiri.tables.table import find_table
from yomikiri.words import message, say
from yomikiri.work.runs import write_whole

SEED = 1
RUNGS = ("random", *(f"level:{level}" for level in range(len(LEVELS))))
JUDGED = (
    "random",
    "greedy",
    "monte:10,10,8,100",
    "mcts:playouts=1000",
    "level:3",
    "level:6",
    "level:8",
    "alphabeta:depth=2",
    "alphabeta:depth=4",
    "alphabeta:depth=6",
)
LEVELS_KIND, ERRORS_KIND = KINDS = ("levels", "errors")
BLOCK = re.compile(
    r"(?P<head><!-- lab players: (?P<kind>\w+) (?P<games>[^\n]+?) -->\n)"
    r"(?P<table>.*?)(?P<tail><!-- end -->)",
    re.DOTALL,
)


class Measured(NamedTuple):
    """A measurement of the list."""

    kind: str
    game: str
    games: int  # of each two who meet, or of each player
    plies: int  # of the opening, at random

    @property
    def folder(self) -> str:
        """The name of its run."""
        return f"{self.kind}-{re.sub(r'[^a-z0-9]+', '-', self.game.lower())}"


# A tournament for each family, of as many games as the strongest levels allow in a few minutes.
LIST = (
    Measured(LEVELS_KIND, "tictactoe", 100, 2),
    Measured(LEVELS_KIND, "ending:KPK", 100, 4),
    Measured(LEVELS_KIND, "janken:simple", 100, 6),
    Measured(LEVELS_KIND, "anpanman", 100, 4),
    Measured(LEVELS_KIND, "janken:single", 60, 6),
    Measured(LEVELS_KIND, "janken:full", 60, 6),
    Measured(LEVELS_KIND, "dobutsu", 30, 4),
    Measured(LEVELS_KIND, "connect4:6x7", 40, 4),
    Measured(LEVELS_KIND, "minishogi", 30, 4),
    Measured(LEVELS_KIND, "gorogoro", 30, 4),
    Measured(LEVELS_KIND, "nip:8x8", 30, 6),
    Measured(LEVELS_KIND, "othello:8x8", 30, 6),
    Measured(ERRORS_KIND, "anpanman", 100, 4),
    Measured(ERRORS_KIND, "dobutsu", 200, 4),
)
Result = TournamentResult | ErrorsResult
Results = Mapping[Measured, Result]
Table = tuple[list[Text], list[list[str]]]  # headings and rows
Begin = Callable[[Measured], Watch | None]  # told what begins; what is told how far it is


def chosen(games: Sequence[str]) -> list[Measured]:
    """What is measured of these games, or of all; raises InputError."""
    known = [each.game for each in LIST]
    for game in games:
        if game not in known:
            raise InputError("measure.not_listed", game=game, known=list(dict.fromkeys(known)))
    return [each for each in LIST if not games or each.game in games]


def measure_all(
    wanted: Sequence[Measured],
    out: Path,
    *,
    games: int | None = None,
    jobs: int = 1,
    cluster: str = "",
    command: Sequence[str] = (),
    begin: Begin | None = None,
) -> Iterator[tuple[Measured, Result | None]]:
    """Each measurement as a run of its own in a folder; None where a table is missing."""
    for each in wanted:
        where: dict[str, Any] = {"jobs": jobs, "cluster": cluster, "out": out / each.folder}
        number = each.games if games is None else games
        if each.kind == ERRORS_KIND and find_table(load(each.game)) is None:
            yield each, None
            continue
        watch = None if begin is None else begin(each)
        yield each, measure(each, number, command=command, watch=watch, **where)


def measure(each: Measured, games: int, *, watch: Watch | None, **where: Any) -> Result:
    """One of them; a run that was stopped goes on."""
    if each.kind == LEVELS_KIND:
        openings = Openings(each.plies)
        asked: dict[str, Any] = {"form": LADDER, "games": games, "seed": SEED}
        plan = make_plan(each.game, RUNGS, openings=openings, **asked)
        return play_tournament(plan, watch=watch, finish=finish_tournament, **where)
    done, total = 0, games * len(JUDGED)

    def keep(record: Any) -> None:
        nonlocal done
        done += 1
        if watch is not None:
            watch(done, total)

    game = load(each.game)
    asked = {"games": games, "seed": SEED, "plies": each.plies}
    return measure_errors(game, JUDGED, keep=keep, finish=finish_errors, **asked, **where)


# The tables.


def table_of(kind: str, results: Sequence[Any]) -> Table:
    """The table of some measurements of a kind; one of errors has one game."""
    if kind == ERRORS_KIND:
        return error_table(results[0])
    standings = [result.standings for result in results]
    head: list[Text] = [message("measure.player")]
    head += [f"`{result.plan.game}`" for result in results]
    return head, [
        [f"`{name}`", *(rung(each, number) for each in standings)]
        for number, name in enumerate(RUNGS)
    ]


def rung(standings: Standings, player: int) -> str:
    """A rating with its interval, and the score against the one below."""
    entry = standings.entry(player)
    below = standings.against(player, player - 1).score if player else None
    score = "" if below is None else f", {100 * below:.0f} %"
    return f"{entry.rating or 0:+.0f} ± {entry.error or 0:.0f}{score}"


def error_table(result: ErrorsResult) -> Table:
    """Who errs most comes first."""
    found = sorted(result.rows(), key=lambda row: -row.share)
    return [message(f"measure.{name}") for name in COLUMNS], [
        [f"`{row.player}`", *(f"{n:,}" for n in row[1:5]), f"{100 * row.share:.0f} %"]
        + [f"{row.half_points:,}"]
        for row in found
    ]


def markdown(table: Table, language: str) -> str:
    """A table as Markdown."""
    head, rows = table
    texts = [f"| {' | '.join(row)} |" for row in ([say(it, language) for it in head], *rows)]
    return "\n".join([texts[0], "|---" * len(head) + "|", *texts[1:]]) + "\n"


def write_tables(text: str, results: Results, language: str = "en") -> tuple[str, list[str]]:
    """A document with its tables made again, and which it has that were not measured."""
    left: list[str] = []

    def made(block: re.Match[str]) -> str:
        kind, names = block["kind"], block["games"].split()
        known = {each.game: result for each, result in results.items() if each.kind == kind}
        if kind not in KINDS or not all(name in known for name in names):
            left.append(f"{kind} {block['games']}")
            return block[0]
        table = table_of(kind, [known[name] for name in names])
        return f"{block['head']}\n{markdown(table, language)}\n{block['tail']}"

    return BLOCK.sub(made, text), left


def write_report(folder: Path, results: Results) -> None:
    """A report of all measurements, beside their runs."""
    report = Report(message("report.players"))
    ladders = {each: it for each, it in results.items() if isinstance(it, TournamentResult)}
    curves = []
    for each, result in results.items():
        report.heading(message(f"report.players_{each.kind}", game=each.game))
        report.table(*table_of(each.kind, [result]))
        report.paragraph(f"{each.folder}/report.html")
    for each, result in ladders.items():
        ratings = result.standings.ratings
        if ratings is not None:
            places = [float(level) for level in range(-1, len(LEVELS))]
            curves.append((each.game, places, ratings.ratings))
    if curves:

        def draw(said: Say) -> str:
            level, rating = message("measure.level"), message("column.rating")
            return lines(curves, label=said(level), amount=said(rating))

        report.plot(draw, message("report.players_plot"))
    report.write(folder)


def write_document(path: Path, results: Results) -> list[str]:
    """Write the tables of a document anew; which of them were not measured."""
    text, left = write_tables(path.read_text(encoding="utf-8"), results)
    write_whole(path, text)
    return left
