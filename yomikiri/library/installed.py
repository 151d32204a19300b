"""What is installed on a machine, where the files of Yomikiri lie, and what is wrong with them."""

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri import compiler, jit
from yomikiri.cache import content_of
from yomikiri.errors import InputError, Said
from yomikiri.games import use_installed
from yomikiri.library.counting import perft
from yomikiri.reading import data_folder, find_program
from yomikiri.solve.stores import read_store, stores_folder
from yomikiri.tables.files import SUFFIX, read_header, tables_folder
from yomikiri.words import Message, message
from yomikiri.work.runs import machine, versions

# Each by a package that it brings.
EXTRAS = {"cluster": "distributed", "lab": "pandas", "notebook": "jupyterlab"}
PROGRAMS = ("fairy-stockfish", "gnuminishogi", "stockfish")  # opponents that Debian has
MADE_AGAIN = ("kernels", "tables", "reproduce")  # what costs time alone when it is deleted
LITTLE = 1 << 30  # bytes free on a disk; a table of dobutsu wants twice as much
TRIAL = ("tictactoe", 3, 9 * 8 * 7)  # a game, a depth, and the number of move sequences


class Place(NamedTuple):
    """A folder, and what is in it."""

    name: str
    folder: Path
    files: int
    bytes: int
    free: int | None  # bytes on its disk
    is_writable: bool

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**self._asdict(), "folder": str(self.folder)}


class Health(NamedTuple):
    """What `doctor` found."""

    versions: dict[str, str]
    machine: dict[str, Any]
    extras: dict[str, bool]
    programs: dict[str, str | None]  # where each is
    places: list[Place]
    faults: list[Message]


def places() -> list[Place]:
    """The folders in which Yomikiri keeps files of its own."""
    kept = data_folder()
    named = {
        "kernels": jit.kernels_folder(),
        "tables": tables_folder(),
        "solves": stores_folder(),
        "reproduce": kept / "reproduce",
    }
    found = [place(name, folder) for name, folder in named.items()]
    page = list(files_in(kept, deep=False))  # its games
    return [*found, place("page", kept)._replace(files=len(page), bytes=size_of(page))]


def place(name: str, folder: Path) -> Place:
    """A folder, which need not be there yet."""
    inside = list(files_in(folder))
    above = folder
    while not above.exists() and above != above.parent:
        above = above.parent
    try:
        free = shutil.disk_usage(above).free
    except OSError:
        free = None
    is_writable = above.is_dir() and os.access(above, os.W_OK | os.X_OK)
    return Place(name, folder, len(inside), size_of(inside), free, is_writable)


def files_in(folder: Path, *, deep: bool = True) -> Iterator[Path]:
    """The files below a folder, or right in it."""
    for above, _, names in os.walk(folder):
        yield from (Path(above, name) for name in names)
        if not deep:
            return


def size_of(files: list[Path]) -> int:
    """Bytes; a file that has gone meanwhile has none."""
    total = 0
    for file in files:
        try:
            total += file.stat().st_size
        except OSError:
            continue
    return total


def clear(name: str) -> Place:
    """Delete what can be made again; returns what was there.  Raises InputError, OSError."""
    if name not in MADE_AGAIN:
        raise InputError("install.clear", names=", ".join(MADE_AGAIN), got=name[:40])
    there = next(place for place in places() if place.name == name)
    for file in files_in(there.folder):
        file.unlink(missing_ok=True)  # another process may be deleting, too
    return there


def inspect() -> Health:
    """Everything about this machine that a fault may have to do with."""
    found = places()
    return Health(
        versions(),
        machine(),
        {name: find_spec(package) is not None for name, package in EXTRAS.items()},
        {name: find_program(name) for name in PROGRAMS},
        found,
        [*faults_of(found), *use_installed(), *damaged(), *trial()],
    )


def faults_of(found: list[Place]) -> Iterator[Message]:
    """What is wrong with the folders."""
    for one in found:
        if not one.is_writable:
            yield message("install.not_writable", name=one.name, folder=str(one.folder))
        elif one.free is not None and one.free < LITTLE:
            megabytes = one.free >> 20
            yield message("install.full", name=one.name, folder=str(one.folder), free=megabytes)


def damaged() -> Iterator[Message]:
    """Files that are not whole."""
    kernels = [
        file for file in files_in(jit.kernels_folder()) if file.suffix not in (".lock", ".tmp")
    ]
    if broken := sum(content_of(file) is None for file in kernels):
        yield message("install.kernels_damaged", n=broken)
    for file in tables_folder().glob(f"*{SUFFIX}"):
        try:
            read_header(file)
        except Said as error:
            yield error.message
    for file in stores_folder().glob("*.sqlite"):
        try:
            read_store(file).close()
        except Said as error:
            yield error.message


def trial() -> Iterator[Message]:
    """Whether kernels can be compiled, kept and called."""
    if not compiler.IS_KNOWN:
        yield message("install.slow_compiler", numba=versions().get("numba", ""))
    game, depth, right = TRIAL
    if (counted := perft(game, depth)) != right:
        yield message("install.wrong", game=game, depth=depth, counted=counted, right=right)
