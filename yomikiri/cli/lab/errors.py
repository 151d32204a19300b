"""The command `lab errors`: how often players err, by a table of all positions."""

from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.lab.report import Games, Seed, check_games, show_head, show_row
from yomikiri.cli.options import GameText
from yomikiri.cli.screen import Screen
from yomikiri.games import load
from yomikiri.lab.errors import GAMES, Errors, count_errors

COLUMNS = ("player", "games", "moves", "chances", "errors", "share", "half_points")


@command
def errors(
    game: GameText,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...")],
    *,
    games: Games = GAMES,
    seed: Seed = 0,
    screen: Screen,
) -> int:
    """Let players play against perfect play, and count the moves that give something away."""
    played = load(game)
    check_games(games)
    found: list[Errors] = []
    for player in players:
        found.append(count_errors(played, player, games=games, seed=seed))
        if not screen.as_json:
            if len(found) == 1:
                show_head(screen, COLUMNS)
            *counts, half_points = found[-1]
            show_row(screen, [*counts, f"{100 * found[-1].share:.1f} %", half_points])
    if screen.as_json:
        rows = [{**entry._asdict(), "share": entry.share} for entry in found]
        screen.document({"game": str(played), "seed": seed, "players": rows})
    return 0
