"""The command `table check`: every value derived again."""

from yomikiri.cli.command import command
from yomikiri.cli.options import Folder, GameText, Threads, folder_of
from yomikiri.cli.screen import Screen
from yomikiri.cli.table.report import watched
from yomikiri.games import load
from yomikiri.solve.options import check_threads
from yomikiri.tables.checking import check_table


@command
def check(game: GameText, *, folder: Folder = None, threads: Threads = 1, screen: Screen) -> int:
    """Derive every value again from those after its moves."""
    chosen, words = load(game), screen.words
    check_threads(threads)
    with watched(screen, chosen) as watch:
        checks = check_table(chosen, folder_of(folder), threads=threads, watch=watch)
    if screen.as_json:
        classes = [
            {
                "name": found.name,
                "positions": found.counts.positions,
                "fault": None if found.fault is None else str(found.fault),
            }
            for found in checks
        ]
        right = all(found.is_right for found in checks)
        screen.document({"game": str(chosen), "right": right, "classes": classes})
    else:
        for found in checks:
            verdict = (
                words("table.right") if found.is_right else words("table.wrong", fault=found.fault)
            )
            screen.row(f"{found.name}: {found.counts.positions:,}  {verdict}")
    return 0 if all(found.is_right for found in checks) else 1
