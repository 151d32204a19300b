"""The command `table build`: tables made, or only what that would take."""

import tempfile
from pathlib import Path
from typing import Any

from yomikiri.cli import screen
from yomikiri.cli.options import folder_of
from yomikiri.cli.table.report import start_text, watched
from yomikiri.cli.words import Words, duration
from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.solve.options import check_threads, read_size
from yomikiri.tables.build import build_table, estimate, size_text
from yomikiri.tables.table import Table


def make_folder(folder: Path) -> None:
    """A folder that files can be written to, before a long build; raises InputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(
            f"expected a folder for tables, but {str(folder)!r} is none that can be written to"
            f" ({reason}); name another (--tables)"
        ) from None


def build_and_report(
    game: Game,
    *,
    folder: Path | None,
    threads: int,
    memory: str | None,
    only_estimate: bool,
    as_json: bool,
    words: Words,
) -> int:
    """Build the tables of a game, or say what that would take; the exit code."""
    check_threads(threads)
    limit = None if memory is None else read_size(memory)
    where = folder_of(folder)
    if not only_estimate:
        make_folder(where)
    needs = estimate(game, threads=threads, limit=limit)
    if only_estimate:
        if as_json:
            screen.print_json({"game": str(game), **needs._asdict()})
        else:
            print(words("needs", game=game, **amounts(words, needs)))
        return 0
    if not as_json and needs.seconds is not None and needs.seconds > 2:
        print(words("needs", game=game, **amounts(words, needs)), flush=True)
    try:
        with watched(game, as_json, words) as watch:
            paths = build_table(game, where, threads=threads, memory=limit, watch=watch)
    except KeyboardInterrupt:
        screen.console(error=True).print(words("build_stopped"))
        return screen.INTERRUPTED
    table = Table(game, where)
    if as_json:
        total = sum(path.stat().st_size for path in paths)
        start = table.probe(game.start)
        known = {"game": str(game), "rules_hash": game.rules_hash, "folder": str(where)}
        screen.print_json(known | {"bytes": total, "start": start._asdict()})
    else:
        for path in paths:
            print(words("wrote", file=path))
        print(start_text(words, game, table.probe(game.start)))
    table.close()
    return 0


def amounts(words: Words, needs: Any) -> dict[str, str]:
    """Positions, memory and time in words."""
    time = "" if needs.seconds is None else words("and_time", time=duration(needs.seconds))
    return {"positions": f"{needs.positions:,}", "memory": size_text(needs.bytes), "time": time}
