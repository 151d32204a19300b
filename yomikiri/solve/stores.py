"""Stores of long solves: which file, whether it can be used, one writer at a time."""

import errno
import os
import signal
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from yomikiri.database import MAGIC
from yomikiri.errors import InputError, reason
from yomikiri.games.game import Game
from yomikiri.reading import data_folder, is_there, named_path, read_up_to
from yomikiri.solve.facts import Store, StoreLost, guarded
from yomikiri.solve.rows import ADD_WAY, TABLES
from yomikiri.words import Message
from yomikiri.work.runs import is_ours

APPLICATION, APPLICATION_AT = 0x596F6D69, 68  # "Yomi", in the header of the file
VERSION = 3  # of the tables; 1 had no checksum, 2 did not say which search is first
DEFAULT = "default"  # in place of a file: one in the data folder
SUFFIX = ".sqlite"
PATIENCE = 10.0  # seconds to wait for a reader
LOOKS, LOOK = 5, 0.02  # at a lock, and seconds between them


def stores_folder() -> Path:
    """Where stores are kept that nobody named."""
    if asked := os.environ.get("YOMIKIRI_STORES"):
        return Path(asked)
    return data_folder() / "solves"


def store_path(game: Game, asked: str | Path) -> Path:
    """The file that was named; `default` is one in the data folder."""
    if str(asked) != DEFAULT:
        return named_path("store", asked)
    return stores_folder() / (game.spec.replace(":", "-").replace(",", "-") + SUFFIX)


def open_store(path: Path, game: Game, made_by: str, *, fresh: bool = False) -> Store:
    """A store to write to, new or begun; raises InputError if it cannot be, or is busy."""
    try:
        if not path.parent.is_dir() and path.parent == stores_folder():
            path.parent.mkdir(parents=True)
        if not path.parent.is_dir():
            raise InputError("store.no_folder", folder=str(path.parent))
        check_header(path)
        lock = path.with_name(path.name + ".lock").open("a")
    except OSError as error:
        raise refused(path, reason(error)) from None
    store = None
    try:
        if not is_free(lock):
            raise InputError("store.busy", file=str(path))
        lock.truncate(0)
        print(os.getpid(), file=lock, flush=True)
        if fresh:
            for ending in ("", "-wal", "-shm"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
        store = Store(path, connect(path), lock)
        prepare(store, game, made_by)
    except BaseException as error:
        with suppress(OSError):  # on a full disk it fails to write the same once more
            (store or lock).close()
        if isinstance(error, StoreLost):
            raise InputError(error.message) from None
        if isinstance(error, OSError):
            raise refused(path, reason(error)) from None
        raise
    return store


def read_store(path: Path) -> Store:
    """A store to read only, while somebody may be writing; raises InputError."""
    check_header(path)
    if not path.is_file() or not path.stat().st_size:
        raise InputError("store.missing", file=str(path))
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{way_to_read(path)}", uri=True)
    store = Store(path, connection)
    try:
        check_version(store)
    except BaseException as error:
        store.close()
        raise InputError(error.message) if isinstance(error, StoreLost) else error from None
    return store


def way_to_read(path: Path) -> str:
    """SQLite makes files beside the one that it reads, unless it is told that nobody writes."""
    log = path.with_name(path.name + "-wal")
    is_written = os.access(path.parent, os.W_OK) or (is_there(log) and log.stat().st_size > 0)
    return "mode=ro" if is_written else "immutable=1"


def is_free(lock: IO[str]) -> bool:
    """Whether the lock is ours now; somebody may be looking at it for a moment."""
    for _ in range(LOOKS):
        if is_ours(lock):
            return True
        time.sleep(LOOK)
    return False


def is_busy(path: Path) -> bool:
    """Whether a process writes to the store."""
    try:
        with path.with_name(path.name + ".lock").open("a") as lock:
            return not is_ours(lock)
    except OSError:
        return False


def stop_writer(path: Path) -> None:
    """Let the process that writes to the store end as after Ctrl-C, if there is one."""
    if is_busy(path):
        with suppress(OSError, ValueError):
            os.kill(int(path.with_name(path.name + ".lock").read_text()), signal.SIGINT)


def check_header(path: Path) -> None:
    """Raise InputError if there is something that is no store: a file, a folder, a pipe."""
    try:
        header = read_up_to(path, APPLICATION_AT + 3)
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno in (errno.EISDIR, errno.ENODEV):
            raise InputError("store.foreign", file=str(path)) from None
        raise InputError("store.unread", file=str(path), why=reason(error)) from None
    ours = int.from_bytes(header[APPLICATION_AT:]) in (APPLICATION, 0)
    if header and not (header.startswith(MAGIC) and ours):
        raise InputError("store.foreign", file=str(path))


def connect(path: Path) -> sqlite3.Connection:
    """A connection that has what it wrote on disk, even after a loss of power."""
    with guarded(path):
        connection = sqlite3.connect(path, timeout=PATIENCE)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        return connection


def prepare(store: Store, game: Game, made_by: str) -> None:
    """Make the tables of a new file; check what is in another."""
    connection = store.connection
    if not store.rows("SELECT 1 FROM sqlite_master LIMIT 1"):
        facts = {"game": game.spec, "rules_hash": game.rules_hash, "made_by": made_by}
        with guarded(store.path), connection:
            connection.execute("BEGIN IMMEDIATE")
            for statement in TABLES.split(";\n"):
                connection.execute(statement)
            connection.executemany("INSERT INTO about VALUES (?, ?)", facts.items())
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
    check_version(store)
    if store.rows("PRAGMA quick_check(1)") != [("ok",)]:
        raise InputError("store.damaged", file=str(store.path))
    about = store.about()
    if about["rules_hash"] != game.rules_hash:
        raise InputError("store.rules", file=str(store.path), game=game, was=about["game"])
    total = store.whole_sum()
    if about.get("sum", str(total)) != str(total):
        raise InputError("store.damaged", file=str(store.path))
    columns = {row[1] for row in store.rows("PRAGMA table_info(solves)")}
    with guarded(store.path), connection:  # whether it can be written to, before the work
        if "way" not in columns:
            connection.execute(ADD_WAY)
        store.set_sum(store.whole_sum())
        connection.execute(f"PRAGMA user_version = {VERSION}")


def check_version(store: Store) -> None:
    """Raise InputError if the file is of another version of Yomikiri, or no store."""
    path = str(store.path)
    if store.rows("PRAGMA application_id") != [(APPLICATION,)]:
        raise InputError("store.foreign", file=path)
    ((version,),) = store.rows("PRAGMA user_version")
    if not 1 <= version <= VERSION:
        raise InputError("store.newer" if version > VERSION else "store.older", file=path)


def refused(path: Path, why: Message | str) -> InputError:
    """The error for a file that the system does not let us have."""
    return InputError("store.refused", file=str(path), why=why)
