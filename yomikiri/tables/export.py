"""A table for other programs: NumPy arrays, or text, one position a line; chess also as EPD."""

import csv
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.search.retrograde import HOLE
from yomikiri.tables.study import in_moves
from yomikiri.tables.table import Probe, Table, probe_of

FORMATS = (".npz", ".csv", ".epd")
RESULTS = {1: "won", 0: "drawn", -1: "lost"}
Tick = Callable[[float], None]


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


def check_format(game: Game, path: Path) -> Callable[[Table, Path, Tick | None], None]:
    """What writes a file of this name; raises InputError if nothing does."""
    writers = {".npz": write_arrays, ".csv": write_text, ".epd": write_epd}
    kind = path.suffix.lower()
    if kind not in FORMATS or (kind == ".epd" and not game.metrics):
        raise InputError("table.export_name", got=str(path))
    return writers[kind]


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
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(("class", "number", "position", "wdl", "distance"))
        for name, number, state, probe in all_positions(table, tick):
            rows.writerow((name, number, table.game.show(state), *probe))


def write_epd(table: Table, path: Path, tick: Tick | None) -> None:
    """Every position in EPD."""
    with path.open("w", encoding="utf-8") as out:
        for _, _, state, probe in all_positions(table, tick):
            out.write(epd(table.game, state, probe) + "\n")


def epd(game: Game, state: State, probe: Probe) -> str:
    """A position in EPD: `dm` where the metric is mate, in moves of the winner; `c0` in words."""
    board = " ".join(game.show(state).split()[:4])
    if not probe.wdl:
        return f'{board} c0 "drawn";'
    plies = probe.distance or 0
    mate = f"dm {probe.wdl * in_moves(plies)}; " if game.metric == "dtm" else ""
    return f'{board} {mate}c0 "{RESULTS[probe.wdl]} {game.metric} {plies}";'


def all_positions(table: Table, tick: Tick | None) -> Iterator[tuple[str, int, State, Probe]]:
    """Class, number, state and value of every position of a table."""
    classes = table.game.table_classes()
    size, done = sum(cls.size for cls in classes), 0
    for group, cls in enumerate(classes):
        for start, codes in table.positions(group):
            for number in np.flatnonzero(codes != HOLE).tolist():
                state = table.state(group, start + number)
                yield cls.name, start + number, state, probe_of(int(codes[number]))
            done += len(codes)
            if tick is not None:
                tick(done / size)
