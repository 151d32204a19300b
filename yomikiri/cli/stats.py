"""The command `stats`: numbers about a game."""

import math
from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import INTERRUPTED
from yomikiri.cli.options import Cluster, GameText, Jobs, check_drawing, whole
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError, plain_number
from yomikiri.games import load
from yomikiri.lab.stats import MOST_POSITIONS, Games, Stats
from yomikiri.lab.stats import stats as find_stats
from yomikiri.players import make_player
from yomikiri.work import check_crew
from yomikiri.work.runs import write_whole

MOST_ROWS = 24  # plies that are listed
Number = Annotated[int, typer.Option(parser=whole, metavar="N")]


@command
def stats(
    game: GameText,
    *,
    games: Number = 10_000,
    player: Annotated[list[str] | None, typer.Option(metavar="P")] = None,
    levels: Annotated[str, typer.Option(metavar="N,N")] = "",
    player_games: Number = 100,
    most_positions: Number = MOST_POSITIONS,
    seed: Number = 0,
    plot: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    screen: Screen,
) -> int:
    """Numbers about a game: moves, lengths, results, positions."""
    chosen = load(game)
    check_crew(jobs, cluster)
    players = [*(player or []), *(f"level:{level}" for level in read_levels(levels))]
    for text in players:
        make_player(text, chosen)
    if plot is not None:
        check_drawing(plot)
    try:
        found = find_stats(
            chosen,
            games=games,
            players=players,
            player_games=player_games,
            seed=seed,
            most_positions=most_positions,
            jobs=jobs,
            cluster=cluster,
        )
    except KeyboardInterrupt:
        return INTERRUPTED
    if plot is not None:
        write_whole(plot, found.plot(screen.words.language))
    screen.report(found, show_stats)
    if plot is not None and not screen.as_json:
        screen.notes.print(screen.words("result.wrote", file=plot))
    return 0


def read_levels(text: str) -> list[int]:
    """The levels that were asked for."""
    try:
        return [int(plain_number(int, word)) for word in text.split(",") if text]
    except ValueError:
        raise InputError("stats.levels", got=text) from None


def show_stats(screen: Screen, found: Stats) -> None:
    """Positions, then a row for each pair of players, then one for each ply."""
    words, low = screen.words, found.at_least
    if found.census is not None:
        census = found.census
        screen.print(words("stats.exact", positions=census.positions, ends=census.ends))
    elif (sampled := found.sampled) is not None and sampled.upper is not None:
        ends = {"lower": figure(sampled.lower), "upper": figure(sampled.upper)}
        if sampled.number is None:
            screen.print(words("stats.between", **ends))
        else:
            screen.print(words("stats.sampled", number=figure(sampled.number), **ends))
    elif sampled is not None:
        screen.print(words("stats.bound", lower=power(sampled.lower)))
    elif low is not None:
        screen.print(words("stats.at_least", lower=power(low.lower), upper=power(low.upper)))
    if found.at_most is not None:
        screen.print(words("stats.at_most", most=power(found.at_most)))
    columns = ("player", "games", "plies", "moves", "tree", "as_first", "drawn", "as_second")
    table = screen.table(*(words(f"stats.column_{name}") for name in columns), right=(1,))
    for games in (found.random, *found.others):
        table.add_row(*cells(games))
    screen.put(table)
    names = ("ply", "share", "moves", "range", "positions")
    rows = screen.table(*(words(f"stats.column_{name}") for name in names), right=(0, 1, 2, 4))
    for row in found.rows()[:: max(1, math.ceil(len(found.random.plies) / MOST_ROWS))]:
        share, positions = f"{100 * row['share']:.1f} %", row.get("positions")
        size = f"{row['least']}-{row['most']}"
        count = "" if positions is None else f"{positions:,}"
        rows.add_row(str(row["ply"]), share, f"{row['moves']:.1f}", size, count)
    screen.put(rows)


def cells(games: Games) -> list[str]:
    """The row of a pair of players."""
    tally, total = games.tally, max(1, games.tally.games)
    shares = [f"{100 * count / total:.1f} %" for count in tally]
    lengths = f"{games.mean:.1f} ± {games.spread:.1f}"
    tree = f"10^{games.complexity:.1f}"
    return [games.players, str(tally.games), lengths, f"{games.branching:.1f}", tree, *shares]


def figure(number: float) -> str:
    """Such as 161,000 or 4.53e12."""
    return f"{number:,.0f}" if number < 1e6 else f"{number:.3g}".replace("e+", "e")


def power(number: float) -> str:
    """Such as 5,478 or 10^24.1."""
    return f"{number:,.0f}" if number < 1e6 else f"10^{math.log10(number):.1f}"
