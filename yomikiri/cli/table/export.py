"""The command `table export`: a table for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import Folder, GameText, folder_of
from yomikiri.cli.progress import live_line
from yomikiri.cli.screen import Screen
from yomikiri.games import load
from yomikiri.reading import check_writable
from yomikiri.tables.export import check_format, export_table


@command
def export(
    game: GameText,
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    *,
    folder: Folder = None,
    screen: Screen,
) -> int:
    """Write a table for other programs."""
    chosen = load(game)
    check_format(chosen, file)
    check_writable(file)
    with live_line(screen, str(chosen)) as show:
        export_table(chosen, folder_of(folder), file, lambda share: show(f"{100 * share:.0f} %"))
    if screen.as_json:
        screen.document({"game": str(chosen), "rules_hash": chosen.rules_hash, "file": str(file)})
    else:
        screen.row(screen.words("result.wrote", file=file))
    return 0
