"""The command `lab errors`: how often players err, by a table of all positions or read out."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.lab.report import Games, Plies, Seed, check_games, show_head, show_row
from yomikiri.cli.options import Cluster, GameText, Jobs, typed
from yomikiri.cli.screen import Screen
from yomikiri.games import load
from yomikiri.lab.errors import COLUMNS, GAMES, PLIES, Errors, finish_errors, measure_errors


@command
def errors(
    game: GameText,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...")],
    *,
    games: Games = GAMES,
    seed: Seed = 0,
    plies: Plies = PLIES,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    out: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    screen: Screen,
) -> int:
    """Let players play against perfect play, and count the moves that give something away."""
    played = load(game)
    check_games(games)
    shown: list[str] = []

    def tell(found: Errors) -> None:
        if screen.as_json:
            return
        if not shown:
            show_head(screen, COLUMNS)
        shown.append(found.player)
        *counts, half_points = found
        show_row(screen, [*counts, f"{100 * found.share:.1f} %", half_points])

    result = measure_errors(
        played,
        players,
        games=games,
        seed=seed,
        plies=plies,
        jobs=jobs,
        cluster=cluster,
        out=out,
        command=typed(),
        tell=tell,
        finish=finish_errors,
    )
    if screen.as_json:
        screen.document(result.to_dict())
    elif result.stopped:
        screen.notes.print(screen.words(f"result.stopped_{result.stopped}"))
    return code_of(result.stopped)
