"""The command `table map`: one piece on every place."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import Folder, Position, folder_of, read_place
from yomikiri.cli.screen import Screen
from yomikiri.reading import check_writable
from yomikiri.tables.placing import place_everywhere, require_map
from yomikiri.tables.table import Table


@command
def map(
    game: Annotated[str, typer.Argument(metavar="GAME|FEN")],
    *,
    piece: Annotated[str, typer.Option(metavar="MAN")],
    position: Position = None,
    folder: Folder = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    screen: Screen,
) -> int:
    """Put one piece on every place in turn, and say what each is worth."""
    chosen, state, *_ = read_place(game, position)
    require_map(chosen)
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
            for square, probe in found.values.items()
        }
        screen.document({"position": chosen.show(state), "piece": found.sign, "squares": values})
        return 0
    screen.row(found.text())
    first, second = chosen.players[screen.words.language]
    screen.row(screen.words("table.map_legend", first=first, second=second))
    if out is not None:
        screen.row(screen.words("result.wrote", file=out))
    return 0
