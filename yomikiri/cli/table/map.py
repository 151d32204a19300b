"""The command `table map`: one man on every square."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import Folder, Position, check_writable, folder_of, read_place
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.games.ending.game import EndingGame
from yomikiri.tables.placing import place_everywhere
from yomikiri.tables.table import Table


@command
def map(
    game: Annotated[str, typer.Argument(metavar="GAME|FEN", help="An ending, or a position.")],
    *,
    piece: Annotated[str, typer.Option(metavar="MAN", help="K, k, P ... or his square.")],
    position: Position = None,
    folder: Folder = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="*.svg or *.png")] = None,
    screen: Screen,
) -> int:
    """Put one man on every square in turn, and say what each is worth."""
    chosen, state, *_ = read_place(game, position)
    if not isinstance(chosen, EndingGame):
        raise InputError(f"maps are for chess endings, not for {chosen}")
    if out is not None:
        check_writable(out)
    table = Table(chosen, folder_of(folder))
    found = place_everywhere(table, state, piece)
    table.close()
    if out is not None:
        found.save(out)
    if screen.as_json:
        values = {
            square: {"wdl": probe.wdl, chosen.metric: probe.distance}
            for square, probe in found.named().items()
        }
        screen.document({"position": chosen.show(state), "piece": found.man, "squares": values})
        return 0
    screen.row(found.text())
    screen.row(screen.words("map_legend"))
    if out is not None:
        screen.row(screen.words("wrote", file=out))
    return 0
