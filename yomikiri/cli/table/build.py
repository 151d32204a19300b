"""The command `table build`: build tables, or only say what that would take."""

from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import INTERRUPTED
from yomikiri.cli.options import Folder, GameText, Threads, folder_of
from yomikiri.cli.progress import live_line
from yomikiri.cli.screen import Screen
from yomikiri.cli.table.report import start_text, watched
from yomikiri.cli.words import Words, duration
from yomikiri.games import load
from yomikiri.solve.options import check_threads, read_size
from yomikiri.tables.build import build_table, size_text
from yomikiri.tables.build import estimate as estimate_build
from yomikiri.tables.table import Table


@command
def build(
    game: GameText,
    *,
    folder: Folder = None,
    threads: Threads = 1,
    memory: Annotated[str | None, typer.Option(metavar="SIZE")] = None,
    estimate: Annotated[bool, typer.Option("--estimate")] = False,
    screen: Screen,
) -> int:
    """Build the tables of a game; a stopped build continues where it was."""
    chosen, words = load(game), screen.words
    check_threads(threads)
    limit = None if memory is None else read_size(memory)
    where = folder_of(folder)
    with live_line(screen, str(chosen)):  # the rules may have to be compiled
        needs = estimate_build(chosen, threads=threads, limit=limit)
    if estimate and screen.as_json:
        screen.document({"game": str(chosen), **needs._asdict()})
    elif estimate or (not screen.as_json and needs.seconds is not None and needs.seconds > 2):
        screen.row(words("table.needs", game=chosen, **amounts(words, needs)))
    if estimate:
        return 0
    try:
        with watched(screen, chosen) as watch:
            paths = build_table(chosen, where, threads=threads, memory=limit, watch=watch)
    except KeyboardInterrupt:
        screen.notes.print(words("table.build_stopped"))
        return INTERRUPTED
    table = Table(chosen, where)
    if screen.as_json:
        total = sum(path.stat().st_size for path in paths)
        start = table.probe(chosen.start)
        known = {"game": str(chosen), "rules_hash": chosen.rules_hash, "folder": str(where)}
        screen.document(known | {"bytes": total, "start": start._asdict()})
    else:
        for path in paths:
            screen.row(words("result.wrote", file=path))
        screen.row(start_text(words, chosen, table.probe(chosen.start)))
    table.close()
    return 0


def amounts(words: Words, needs: Any) -> dict[str, str]:
    """Positions, memory and time in words."""
    time = "" if needs.seconds is None else words("table.and_time", time=duration(needs.seconds))
    return {"positions": f"{needs.positions:,}", "memory": size_text(needs.bytes), "time": time}
