"""The command `table list`: positions of a kind, as text, JSON, EPD or CSV."""

import csv
from pathlib import Path
from typing import Any

from yomikiri.cli import screen
from yomikiri.cli.options import check_writable, folder_of
from yomikiri.cli.progress import live_line
from yomikiri.cli.table.report import value_text
from yomikiri.cli.words import Words
from yomikiri.errors import InputError
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.game import Game
from yomikiri.tables.export import epd
from yomikiri.tables.finding import (
    LONGEST,
    SINGLE,
    ZUGZWANG,
    Found,
    Listing,
    find_positions,
)
from yomikiri.tables.loaded import LoadedTable

TITLES = {LONGEST: "list_longest", SINGLE: "list_single", ZUGZWANG: "list_zugzwang"}


def list_and_report(
    game: Game,
    kind: str,
    *,
    limit: int,
    folder: Path | None,
    out: Path | None,
    as_json: bool,
    words: Words,
) -> int:
    """List positions worth looking at; the exit code."""
    if not isinstance(game, EndingGame):
        raise InputError(f"lists are for chess endings, not for {game}")
    if limit < 0:
        raise InputError(f"--limit: expected 0 or more, got {limit}")
    if out is not None:
        if out.suffix.lower() not in (".epd", ".csv"):
            raise InputError(f"expected a file named *.epd or *.csv, got {str(out)!r}")
        check_writable(out)
    with live_line(str(game), quiet=as_json) as show:
        table = LoadedTable(game, folder_of(folder))
        with screen.interruptible(lambda: None):
            listing = find_positions(
                table, kind, limit=limit, watch=lambda share: show(f"{100 * share:.0f} %")
            )
    if out is not None:
        (write_epd if out.suffix.lower() == ".epd" else write_csv)(game, listing, out)
    if as_json:
        found = [found_document(game, entry) for entry in listing.positions]
        known = {"game": str(game), "kind": kind, "metric": game.metric, "counted": game.counted}
        screen.print_json(known | {"count": listing.total, "positions": found})
        return 0
    print(words(TITLES[kind], game=game, count=f"{listing.total:,}"))
    for entry in listing.positions:
        other = "" if entry.other is None else f" / {value_text(words, game, entry.other)}"
        print(f"  {game.show(entry.state)}  {value_text(words, game, entry.probe)}{other}")
    return 0


def found_document(game: EndingGame, entry: Found) -> dict[str, Any]:
    """A position of a list as JSON."""
    document = {"position": game.show(entry.state), **entry.probe._asdict()}
    if entry.other is not None:
        document["other_to_move"] = entry.other._asdict()
    return document


def write_epd(game: EndingGame, listing: Listing, path: Path) -> None:
    """One position a line in EPD."""
    lines = (epd(game, entry.state, entry.probe) + "\n" for entry in listing.positions)
    path.write_text("".join(lines), "utf-8")


def write_csv(game: EndingGame, listing: Listing, path: Path) -> None:
    """One position a line with its value; of zugzwangs also that for the other side."""
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(("position", "wdl", "distance", "other_wdl", "other_distance"))
        for entry in listing.positions:
            rows.writerow((game.show(entry.state), *entry.probe, *(entry.other or ("", ""))))
