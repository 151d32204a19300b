"""The numbers about a game in words and tables, and the report of a run that has them."""

import math
from typing import NamedTuple

from yomikiri.lab.export import export, write_rows
from yomikiri.lab.report import Report, Text, add_origin, stopped_notes
from yomikiri.lab.stats_picture import draw_stats
from yomikiri.lab.stats_result import Games, Stats
from yomikiri.words import Message, message
from yomikiri.work.runs import Run

MOST_ROWS = 24  # plies that are listed
PLIES = "plies"  # the name of the files with a row for each ply
PLAYER_COLUMNS = ("player", "games", "plies", "moves", "tree", "as_first", "drawn", "as_second")
PLY_COLUMNS = ("ply", "share", "moves", "range", "positions")


class Table(NamedTuple):
    """Headings and rows."""

    headings: list[Text]
    rows: list[list[str]]


def position_lines(found: Stats) -> list[Message]:
    """How many positions there are."""
    lines = []
    if found.census is not None:
        census = found.census
        lines.append(message("stats.exact", positions=census.positions, ends=census.ends))
    elif (sampled := found.sampled) is not None and sampled.upper is not None:
        ends = {"lower": figure(sampled.lower), "upper": figure(sampled.upper)}
        if sampled.number is None:
            lines.append(message("stats.between", **ends))
        else:
            lines.append(message("stats.sampled", number=figure(sampled.number), **ends))
    elif sampled is not None:
        lines.append(message("stats.bound", lower=power(sampled.lower)))
    elif (low := found.at_least) is not None:
        lines.append(message("stats.at_least", lower=power(low.lower), upper=power(low.upper)))
    if found.at_most is not None:
        lines.append(message("stats.at_most", most=power(found.at_most)))
    return lines


def player_table(found: Stats) -> Table:
    """A row for each player: random ones, then those that were asked for."""
    rows = [cells(games) for games in (found.random, *found.others)]
    return Table([message(f"stats.column_{name}") for name in PLAYER_COLUMNS], rows)


def cells(games: Games) -> list[str]:
    """The row of a pair of players."""
    tally, total = games.tally, max(1, games.tally.games)
    shares = [f"{100 * count / total:.1f} %" for count in tally]
    lengths = f"{games.mean:.1f} ± {games.spread:.1f}"
    tree = f"10^{games.complexity:.1f}"
    return [games.players, str(tally.games), lengths, f"{games.branching:.1f}", tree, *shares]


def ply_table(found: Stats) -> Table:
    """A row for each ply of random play, or for some of them where there are many."""
    rows = []
    for row in found.rows()[:: max(1, math.ceil(len(found.random.plies) / MOST_ROWS))]:
        share, positions = f"{100 * row['share']:.1f} %", row.get("positions")
        size = f"{row['least']}-{row['most']}"
        count = "" if positions is None else f"{positions:,}"
        rows.append([str(row["ply"]), share, f"{row['moves']:.1f}", size, count])
    return Table([message(f"stats.column_{name}") for name in PLY_COLUMNS], rows)


def finish_stats(run: Run, found: Stats) -> None:
    """Write what belongs to a run besides its games and its JSON."""
    files = [*write_rows(run, PLIES, found.rows()), *export(run, found.records)]
    report = Report(message("report.stats", game=str(found.game)))
    for line in (*stopped_notes(found.stopped), *position_lines(found)):
        report.paragraph(line)
    report.table(*player_table(found))
    report.plot(lambda say: draw_stats(found, say))
    report.table(*ply_table(found))
    report.heading(message("report.files"))
    games = ["games.jsonl"] if found.records else []
    report.paragraph(", ".join(("manifest.json", "stats.json", *games, *files)))
    add_origin(report, run.manifest)
    report.write(run.folder)


def figure(number: float) -> str:
    """Such as 161,000 or 4.53e12."""
    return f"{number:,.0f}" if number < 1e6 else f"{number:.3g}".replace("e+", "e")


def power(number: float) -> str:
    """Such as 5,478 or 10^24.1."""
    return f"{number:,.0f}" if number < 1e6 else f"10^{math.log10(number):.1f}"
