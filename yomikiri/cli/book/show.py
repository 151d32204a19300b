"""The command `book show`: what a book says about a position."""

from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import Place
from yomikiri.cli.report import indented
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.players.book import Book

FileName = Annotated[Path, typer.Argument(metavar="BOOK")]


@command
def show(place: Place, book: FileName, *, screen: Screen) -> int:
    """The moves of a position, the best first, with their values."""
    game, state, words = place.game, place.state, screen.words
    with Book(book, game) as opened:
        found = opened.look_up(state)
        kept = {page.position for page in opened.pages()}
    if not found and game.legal_moves(state):
        raise InputError("book.unknown", position=game.show(state))
    rows: list[dict[str, Any]] = [
        {
            "move": game.move_name(state, move),
            "value": entry.value,
            "exact": entry.exact,
            "rank": entry.rank,
            "known": entry.child in kept,
        }
        for move, entry in found
    ]
    if screen.as_json:
        about = {"game": str(game), "position": game.show(state), "positions": len(kept)}
        screen.document({**about, "moves": rows})
        return 0
    screen.print(indented(game.draw(state, ascii=screen.ascii)))
    table = screen.table(words("column.move"), words("column.value"), "", right=(1,))
    for row in rows:
        value = f"{row['value']:+g}" if row["exact"] else f"~{row['value']:+z.2f}"
        table.add_row(row["move"], value, "+" if row["known"] else "")
    screen.put(table)
    screen.print(words("book.size", positions=len(kept)))
    return 0
