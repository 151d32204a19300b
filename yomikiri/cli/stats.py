"""The command `stats`: numbers about a game."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import INTERRUPTED, code_of
from yomikiri.cli.options import Cluster, GameText, Jobs, check_drawing, typed, whole
from yomikiri.cli.progress import games_watch, live_line
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError, plain_number
from yomikiri.games import load
from yomikiri.lab.stats import MOST_POSITIONS, measure_stats
from yomikiri.lab.stats_report import finish_stats, player_table, ply_table, position_lines
from yomikiri.lab.stats_result import Stats
from yomikiri.words import say
from yomikiri.work.runs import write_whole

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
    out: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    screen: Screen,
) -> int:
    """Numbers about a game: moves, lengths, results, positions."""
    chosen = load(game)
    players = [*(player or []), *(f"level:{level}" for level in read_levels(levels))]
    if plot is not None:
        check_drawing(plot)
    try:
        with live_line(screen, str(chosen)) as show:
            found = measure_stats(
                chosen,
                games=games,
                players=players,
                player_games=player_games,
                seed=seed,
                most_positions=most_positions,
                jobs=jobs,
                cluster=cluster,
                out=out,
                command=typed(),
                watch=games_watch(screen, show),
                finish=finish_stats,
            )
    except KeyboardInterrupt:  # before there are games
        screen.notes.print(screen.words("result.stopped_interrupt"))
        return INTERRUPTED
    if plot is not None:
        write_whole(plot, found.plot(screen.words.language))
    screen.report(found, show_stats)
    if plot is not None and not screen.as_json:
        screen.notes.print(screen.words("result.wrote", file=plot))
    return code_of(found.stopped)


def read_levels(text: str) -> list[int]:
    """The levels that were asked for."""
    try:
        return [int(plain_number(int, word)) for word in text.split(",") if text]
    except ValueError:
        raise InputError("stats.levels", got=text) from None


def show_stats(screen: Screen, found: Stats) -> None:
    """Positions, then a row for each pair of players, then one for each ply."""
    language = screen.words.language
    for line in position_lines(found):
        screen.print(say(line, language))
    for part, right in ((player_table(found), (1,)), (ply_table(found), (0, 1, 2, 4))):
        table = screen.table(*(say(heading, language) for heading in part.headings), right=right)
        for row in part.rows:
            table.add_row(*row)
        screen.put(table)
    if found.stopped:
        screen.print(screen.words(f"result.stopped_{found.stopped}"))
