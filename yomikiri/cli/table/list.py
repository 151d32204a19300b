"""The command `table list`: positions of a kind, as text, JSON, EPD or CSV."""

import csv
import io
from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import interruptible
from yomikiri.cli.options import Folder, GameText, folder_of, whole
from yomikiri.cli.progress import live_line
from yomikiri.cli.screen import Screen
from yomikiri.cli.table.report import value_text
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.reading import check_writable
from yomikiri.tables.finding import (
    LONGEST,
    SINGLE,
    ZUGZWANG,
    Found,
    Listing,
    check_kind,
    find_positions,
)
from yomikiri.tables.loaded import LoadedTable
from yomikiri.tables.numbering import counted
from yomikiri.work.runs import write_whole

TITLES = {
    LONGEST: "table.list_longest",
    SINGLE: "table.list_single",
    ZUGZWANG: "table.list_zugzwang",
}


@command
def list(
    game: GameText,
    kind: Annotated[str, typer.Argument(metavar="longest|single|zugzwang")],
    *,
    limit: Annotated[int, typer.Option(parser=whole, metavar="N")] = 20,
    folder: Folder = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    screen: Screen,
) -> int:
    """Longest wins, positions with one winning move only, mutual zugzwangs; longest first."""
    chosen, words = load(game), screen.words
    check_kind(chosen, kind)
    if limit < 0:
        raise InputError("command.limit", got=limit)
    if out is not None:
        endings = (*chosen.line_formats, ".csv")
        if out.suffix.lower() not in endings:
            raise InputError("list.file", endings=[f"*{name}" for name in endings], file=out)
        check_writable(out)
    with live_line(screen, str(chosen)) as show:
        table = LoadedTable(chosen, folder_of(folder))
        with interruptible(lambda: None):
            listing = find_positions(
                table, kind, limit=limit, watch=lambda share: show(f"{100 * share:.0f} %")
            )
    if out is not None:
        (write_csv if out.suffix.lower() == ".csv" else write_lines)(chosen, listing, out)
    if screen.as_json:
        found = [found_document(chosen, entry) for entry in listing.positions]
        known = {"game": str(chosen), "kind": kind}
        known |= {"metric": chosen.metric, "counted": str(counted(chosen))}
        screen.document(known | {"count": listing.total, "positions": found})
        return 0
    screen.row(words(TITLES[kind], game=chosen, count=f"{listing.total:,}"))
    for entry in listing.positions:
        other = "" if entry.other is None else f" / {value_text(words, chosen, entry.other)}"
        screen.row(f"  {chosen.show(entry.state)}  {value_text(words, chosen, entry.probe)}{other}")
    return 0


def found_document(game: Game, entry: Found) -> dict[str, Any]:
    """A position of a list as JSON."""
    document = {"position": game.show(entry.state), **entry.probe._asdict()}
    if entry.other is not None:
        document["other_to_move"] = entry.other._asdict()
    return document


def write_lines(game: Game, listing: Listing, path: Path) -> None:
    """One position per line in a format of the game's."""
    line = game.line_formats[path.suffix.lower()]
    lines = (line(entry.state, *entry.probe) + "\n" for entry in listing.positions)
    write_whole(path, "".join(lines))


def write_csv(game: Game, listing: Listing, path: Path) -> None:
    """One position per line with its value; for a zugzwang also that with the other to move."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(("position", "wdl", "distance", "other_wdl", "other_distance"))
    for entry in listing.positions:
        rows.writerow((game.show(entry.state), *entry.probe, *(entry.other or ("", ""))))
    write_whole(path, out.getvalue())
