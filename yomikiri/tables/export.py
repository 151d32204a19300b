"""A table for other programs: NumPy arrays, or text, one position a line."""

import csv
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.search.retrograde import HOLE
from yomikiri.tables.table import Table, probe_of

FORMATS = (".npz", ".csv")
Tick = Callable[[float], None]


def export_table(game: Game, folder: Path, path: Path, tick: Tick | None = None) -> None:
    """Write a table in the format of the file's name; the file is there whole or not at all."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"expected a file named *.npz or *.csv, got {str(path)!r}")
    table = Table(game, folder)
    part = path.with_name(f"{path.name}.{os.getpid()}.tmp{path.suffix}")
    try:
        (write_arrays if path.suffix.lower() == ".npz" else write_text)(table, part, tick)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
        table.close()


def write_arrays(table: Table, path: Path, tick: Tick | None) -> None:
    """One array of codes a class: d + 1 won in d, -(d + 1) lost, 0 drawn, -32768 no position."""
    game = table.game
    arrays: dict[str, Any] = {}
    for group, cls in enumerate(game.table_classes()):
        codes = np.empty(cls.size, np.int16)
        table.files[group].load(codes)
        arrays[f"class_{cls.name}"] = codes
        if tick is not None:
            tick((group + 1) / len(game.table_classes()))
    np.savez_compressed(path, game=str(game), rules_hash=game.rules_hash, **arrays)


def write_text(table: Table, path: Path, tick: Tick | None) -> None:
    """Class, number, position, value and distance of every position."""
    game = table.game
    size = sum(cls.size for cls in game.table_classes())
    done = 0
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(("class", "number", "position", "wdl", "distance"))
        for group, cls in enumerate(game.table_classes()):
            for start, codes in table.positions(group):
                for number in np.flatnonzero(codes != HOLE).tolist():
                    wdl, distance = probe_of(int(codes[number]))
                    text = game.show(table.state(group, start + number))
                    rows.writerow((cls.name, start + number, text, wdl, distance))
                done += len(codes)
                if tick is not None:
                    tick(done / size)
