"""The command `solves`: stores of long solves, and how far they are."""

from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import duration, short_number, signed
from yomikiri.errors import InputError
from yomikiri.solve.listing import in_short
from yomikiri.solve.simulation import simulate
from yomikiri.solve.stores import SUFFIX, read_store, stores_folder

WORKERS = (1, 2, 8, 64, 512)


@command
def solves(
    files: Annotated[list[Path] | None, typer.Argument(metavar="[FILE]...")] = None,
    *,
    simulated: Annotated[bool, typer.Option("--simulate")] = False,
    screen: Screen,
) -> int:
    """List stores of solves, and how far they are."""
    if simulated and not files:
        raise InputError("store.which")
    paths = files or sorted(stores_folder().glob("*" + SUFFIX))
    rows, notes = [], []
    for path in paths:
        try:
            found = rows_of(path, simulated=simulated)
        except InputError as error:
            if files:
                raise
            notes.append(screen.words.error(error))  # the others can be listed
            continue
        rows += found
        if not found:
            notes.append(screen.words("store.unbegun", file=path))
    if screen.as_json:
        screen.document({"solves": rows})
    elif rows:
        show(screen, rows)
        if simulated:
            show_simulated(screen, rows)
    elif not paths:
        screen.print(screen.words("store.none", folder=stores_folder()))
    for note in notes:
        screen.notes.print(note)
    return 0


def rows_of(path: Path, *, simulated: bool) -> list[dict[str, Any]]:
    """The solves in a store; raises InputError if it cannot be read."""
    rows = []
    with read_store(path) as store:
        for one in store.solves():
            row = in_short(store, one)
            if simulated:
                row["simulated"] = [simulate(store, one, n)._asdict() for n in WORKERS]
            rows.append(row)
    return rows


def show(screen: Screen, rows: list[dict[str, Any]]) -> None:
    """A row for each solve."""
    words = screen.words
    names = ("file", "of_game", "goal", "state", "value", "tasks", "nodes", "time", "left")
    table = screen.table(*(words(f"column.{name}") for name in names), right=(5, 6, 7))
    for row in rows:
        lower, upper = row["lower"], row["upper"]
        value = signed(lower) if lower == upper else f"{signed(lower)} .. {signed(upper)}"
        left = ""
        if row["nodes_left"] and row["nodes_per_second"]:
            left = " .. ".join(duration(n / row["nodes_per_second"]) for n in row["nodes_left"])
        table.add_row(
            row["file"],
            row["game"],
            row["goal"],
            words(f"store.{row['state']}"),
            value,
            str(row["tasks"]),
            short_number(row["nodes"]),
            duration(row["seconds"]),
            left,
        )
    screen.put(table)


def show_simulated(screen: Screen, rows: list[dict[str, Any]]) -> None:
    """What more workers would make of each solve."""
    words = screen.words
    names = ("workers", "time", "speed_up", "nodes", "idle", "choosing")
    for row in rows:
        table = screen.table(
            *(words(f"column.{name}") for name in names), right=tuple(range(len(names)))
        )
        for one in row["simulated"]:
            shares = (f"{100 * one[name]:.0f} %" for name in ("nodes", "idle", "choosing"))
            time, speed_up = duration(one["seconds"]), f"{one['speed_up']:.1f}"
            table.add_row(str(one["workers"]), time, speed_up, *shares)
        screen.print(f"{row['game']} {row['goal']}")
        screen.put(table)
