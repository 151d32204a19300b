"""The games of a run for other tools: CSV, Parquet, and PGN or KIF where the game has them."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from yomikiri.games import load
from yomikiri.lab.games import Record
from yomikiri.lab.rows import game_rows
from yomikiri.play import formats, record
from yomikiri.work.runs import Run

GAMES, KIF_FOLDER = "games", "kif"


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """The rows as CSV, with a heading."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def export(run: Run, records: Sequence[Record]) -> list[str]:
    """Write the games of a run for other tools; the names of the files."""
    if not records:
        return []
    return write_rows(run, GAMES, game_rows(records)) + write_games(run, records)


def write_rows(run: Run, name: str, rows: list[dict[str, Any]]) -> list[str]:
    """Write rows as CSV, and as Parquet where pyarrow is installed; the names of the files."""
    run.write(f"{name}.csv", csv_text(rows))
    return [f"{name}.csv", *([f"{name}.parquet"] if write_parquet(run, name, rows) else [])]


def write_parquet(run: Run, name: str, rows: list[dict[str, Any]]) -> bool:
    """Write the rows as Parquet; False where pyarrow is not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return False
    whole = run.folder / f"{name}.parquet"
    part = whole.with_name(f"{whole.name}.part")
    try:
        parquet.write_table(pyarrow.Table.from_pylist(rows), part)
        part.replace(whole)
    except OSError as error:  # a full disk: say where
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(whole)) from None
    return True


def write_games(run: Run, records: Sequence[Record]) -> list[str]:
    """Write the games as PGN in one file, or as KIF in one file each."""
    game = load(records[0]["game"])
    known = formats.of(game)
    if "pgn" in known:
        texts = [known["pgn"].write(record.read(each, game)).strip() for each in records]
        run.write("games.pgn", "\n\n".join(texts) + "\n")
        return ["games.pgn"]
    if "kif" not in known:
        return []
    (run.folder / KIF_FOLDER).mkdir(exist_ok=True)
    for each in records:
        name = f"{KIF_FOLDER}/{each['number'] + 1:05}.kif"
        run.write(name, known["kif"].write(record.read(each, game)))
    return [KIF_FOLDER]
