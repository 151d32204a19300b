"""A table for other programs: NumPy arrays, or text, one position per line."""

import csv
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.search.codes import HOLE
from yomikiri.tables.table import Probe, Table, probe_of

Tick = Callable[[float], None]
Writer = Callable[[Table, Path, Tick | None], None]


def export_table(game: Game, folder: Path, path: Path, tick: Tick | None = None) -> None:
    """Write a table in the format of the file's name; the file is there whole or not at all."""
    write = check_format(game, path)
    table = Table(game, folder)
    part = path.with_name(f"{path.name}.{os.getpid()}.tmp{path.suffix}")
    try:
        write(table, part, tick)
        part.replace(path)
    except OSError as error:  # names the file that was asked for, not the unfinished one
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    finally:
        part.unlink(missing_ok=True)
        table.close()


def check_format(game: Game, path: Path) -> Writer:
    """What writes a file of this name; raises InputError if nothing does."""
    writers: dict[str, Writer] = {".npz": write_arrays, ".csv": write_text}
    writers |= dict.fromkeys(game.line_formats, write_lines)
    kind = path.suffix.lower()
    if kind not in writers:
        raise InputError("list.file", endings=[f"*{name}" for name in writers], file=path)
    return writers[kind]


def write_arrays(table: Table, path: Path, tick: Tick | None) -> None:
    """One array of codes per class: d + 1 won in d, -(d + 1) lost, 0 drawn, -32768 no position."""
    game = table.game
    arrays: dict[str, Any] = {}
    for group, cls in enumerate(table.numbers.classes):
        codes = np.empty(cls.size, np.int16)
        table.files[group].load(codes)
        arrays[f"class_{cls.name}"] = codes
        if tick is not None:
            tick((group + 1) / len(table.files))
    np.savez_compressed(path, game=str(game), rules_hash=game.rules_hash, **arrays)


def write_text(table: Table, path: Path, tick: Tick | None) -> None:
    """Class, number, position, value and distance of every position."""
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(("class", "number", "position", "wdl", "distance"))
        for name, number, state, probe in all_positions(table, tick):
            rows.writerow((name, number, table.game.show(state), *probe))


def write_lines(table: Table, path: Path, tick: Tick | None) -> None:
    """Every position in a line of a format that the game has."""
    # The unfinished file that is written to has the same ending.
    line = table.game.line_formats[path.suffix.lower()]
    with path.open("w", encoding="utf-8") as out:
        for _, _, state, probe in all_positions(table, tick):
            out.write(line(state, *probe) + "\n")


def all_positions(table: Table, tick: Tick | None) -> Iterator[tuple[str, int, State, Probe]]:
    """Class, number, state and value of every position of a table."""
    classes = table.numbers.classes
    size, done = sum(cls.size for cls in classes), 0
    for group, cls in enumerate(classes):
        for start, codes in table.positions(group):
            for number in np.flatnonzero(codes != HOLE).tolist():
                state = table.state(group, start + number)
                yield cls.name, start + number, state, probe_of(int(codes[number]))
            done += len(codes)
            if tick is not None:
                tick(done / size)
