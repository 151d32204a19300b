"""The command `table check`: every value derived again."""

from pathlib import Path

from yomikiri.cli import screen
from yomikiri.cli.options import folder_of
from yomikiri.cli.table.report import watched
from yomikiri.cli.words import Words
from yomikiri.games.game import Game
from yomikiri.solve.options import check_threads
from yomikiri.tables.checking import check_table


def check_and_report(
    game: Game, *, folder: Path | None, threads: int, as_json: bool, words: Words
) -> int:
    """Derive every value again; exit 1 if one is wrong."""
    check_threads(threads)
    with watched(game, as_json, words) as watch:
        checks = check_table(game, folder_of(folder), threads=threads, watch=watch)
    if as_json:
        classes = [
            {"name": found.name, "positions": found.counts.positions, "fault": found.fault}
            for found in checks
        ]
        right = all(found.is_right for found in checks)
        screen.print_json({"game": str(game), "right": right, "classes": classes})
    else:
        for found in checks:
            verdict = words("right") if found.is_right else words("wrong", fault=found.fault)
            print(f"{found.name}: {found.counts.positions:,}  {verdict}")
    return 0 if all(found.is_right for found in checks) else 1
