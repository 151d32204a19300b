"""The command `table export`: a table for other programs."""

from pathlib import Path

from yomikiri.cli.options import check_writable, folder_of
from yomikiri.cli.progress import live_line
from yomikiri.cli.words import Words
from yomikiri.games.game import Game
from yomikiri.tables.export import check_format, export_table


def export_and_report(game: Game, path: Path, *, folder: Path | None, words: Words) -> int:
    """Write a table for other programs."""
    check_format(game, path)
    check_writable(path)
    with live_line(str(game)) as show:
        export_table(game, folder_of(folder), path, lambda share: show(f"{100 * share:.0f} %"))
    print(words("wrote", file=path))
    return 0
