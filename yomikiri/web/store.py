"""Games in SQLite: what was answered with success is on disk, and survives a killed server."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from yomikiri.errors import InputError, reason
from yomikiri.sources import package_fingerprint
from yomikiri.words import Message, message

FILE = "games.sqlite3"
VERSION = 2  # of the tables below
SEARCHES = ("games", "search", "tables", "think", "solve")  # what goes into an answer

TABLES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,        -- such as nip:6x6
    rules_hash TEXT NOT NULL,
    start TEXT NOT NULL,       -- the position of node 0
    first TEXT NOT NULL,       -- human, or a player
    second TEXT NOT NULL,
    seed INTEGER NOT NULL,
    node INTEGER NOT NULL,     -- where the game stands
    loser INTEGER,             -- who lost otherwise than by the moves
    lost_at INTEGER,           -- at which node
    lost_by TEXT,              -- resigned, time or forfeit
    why TEXT,                  -- a message as JSON
    version INTEGER NOT NULL,  -- grows with each change
    changed REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE nodes (
    game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    move TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, id)
) WITHOUT ROWID;
CREATE TABLE answers (         -- what was read out to the end
    rules_hash TEXT NOT NULL,  -- and the version of the search
    kind TEXT NOT NULL,
    position TEXT NOT NULL,
    body TEXT NOT NULL,        -- JSON
    PRIMARY KEY (rules_hash, kind, position)
) WITHOUT ROWID;
"""

# Version 1 knew resignations only, or took what it did not know for one.
FROM_1 = """
ALTER TABLE games RENAME COLUMN resigned TO loser;
ALTER TABLE games RENAME COLUMN resigned_at TO lost_at;
ALTER TABLE games ADD COLUMN lost_by TEXT;
ALTER TABLE games ADD COLUMN why TEXT;
UPDATE games SET lost_by = 'resigned' WHERE loser IS NOT NULL
"""


def made_by(rules_hash: str) -> str:
    """What an answer is kept under: the rules, and the sources of the search that found it."""
    return f"{rules_hash} {package_fingerprint(*SEARCHES)}"


class GameRow(NamedTuple):
    """A game without its tree."""

    id: str
    game: str
    rules_hash: str
    start: str
    first: str
    second: str
    seed: int
    node: int
    loser: int | None
    lost_at: int | None
    lost_by: str | None
    why: str | None
    version: int
    changed: float


class NodeRow(NamedTuple):
    """A move of a game's tree."""

    id: int
    parent: int
    move: str
    note: str


class Removed(sqlite3.OperationalError):
    """The file is gone from its folder: what SQLite would still write there, nobody finds again."""


def why_unstored(error: sqlite3.OperationalError) -> Message:
    """Why something could not be saved, and what to do."""
    if isinstance(error, Removed):
        return message("web.store_removed", file=str(error))
    return message("web.unstored", why=reason(error))


class Store:
    """The file; one connection, used by one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(
                self.path, isolation_level=None, check_same_thread=False, timeout=10
            )
            self.file = os.stat(self.path).st_ino
            # A killed process loses nothing; only a power cut may take the last moves.
            self.connection.execute("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = NORMAL")
            self.connection.execute("PRAGMA foreign_keys = ON")
            self.lock = threading.RLock()
            self.prepare()
        except (OSError, sqlite3.Error) as error:
            raise InputError("web.store", folder=folder, why=reason(error)) from None

    def prepare(self) -> None:
        """Make the tables of a new file, or those of an old one new; refuse a later version."""
        with self.changes():
            (version,) = self.connection.execute("PRAGMA user_version").fetchone()
            if not 0 <= version <= VERSION:
                raise sqlite3.DatabaseError(f"its version is {version}, expected {VERSION}")
            for statement in {0: TABLES, 1: FROM_1}.get(version, "").split(";"):
                self.connection.execute(statement)
            self.connection.execute(f"PRAGMA user_version = {VERSION}")
            # What another version of the search found is not trusted, and never asked for.
            self.connection.execute(
                "DELETE FROM answers WHERE rules_hash NOT LIKE ?", (made_by("%"),)
            )

    @contextmanager
    def changes(self) -> Iterator[None]:
        """All or nothing."""
        with self.lock:
            if not self.is_there:
                raise Removed(str(self.path))
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:  # on a full disk SQLite ends it itself
                    self.connection.execute("ROLLBACK")
                raise

    @property
    def is_there(self) -> bool:
        """Whether the file still lies in its folder."""
        try:
            return os.stat(self.path).st_ino == self.file
        except OSError:
            return False

    def close(self) -> None:
        """Put the file in order."""
        with self.lock:
            self.connection.close()

    def count(self) -> int:
        """How many games there are."""
        with self.lock:
            (number,) = self.connection.execute("SELECT count(*) FROM games").fetchone()
        return int(number)

    def drop_oldest(self, keep: int) -> None:
        """Forget the games that were unused for longest."""
        with self.changes():
            self.connection.execute(
                "DELETE FROM games WHERE id IN"
                " (SELECT id FROM games ORDER BY changed DESC LIMIT -1 OFFSET ?)",
                (keep,),
            )

    def read(self, id: str) -> tuple[GameRow, list[NodeRow]] | None:
        """A game and its tree, parents before their children."""
        with self.lock:
            names = ", ".join(GameRow._fields)  # in an older file they stand in another order
            row = self.connection.execute(
                f"SELECT {names} FROM games WHERE id = ?", (id,)
            ).fetchone()
            nodes = self.connection.execute(
                "SELECT id, parent, move, note FROM nodes WHERE game = ? ORDER BY id", (id,)
            ).fetchall()
        return None if row is None else (GameRow(*row), [NodeRow(*node) for node in nodes])

    def write(
        self, row: GameRow, added: Iterable[NodeRow] = (), removed: Iterable[int] = ()
    ) -> None:
        """A game as it is now, and what changed of its tree."""
        row = row._replace(changed=time.time())
        names = ", ".join(GameRow._fields)
        blanks = ", ".join("?" * len(row))
        fresh = ", ".join(f"{name} = excluded.{name}" for name in GameRow._fields[1:])
        with self.changes():
            self.connection.execute(
                f"INSERT INTO games ({names}) VALUES ({blanks})"
                f" ON CONFLICT (id) DO UPDATE SET {fresh}",
                row,
            )
            self.connection.executemany(
                "INSERT OR REPLACE INTO nodes (game, id, parent, move, note)"
                " VALUES (?, ?, ?, ?, ?)",
                [(row.id, *node) for node in added],
            )
            self.connection.executemany(
                "DELETE FROM nodes WHERE game = ? AND id = ?", [(row.id, id) for id in removed]
            )

    def delete(self, id: str) -> None:
        """Forget a game."""
        with self.changes():
            self.connection.execute("DELETE FROM games WHERE id = ?", (id,))

    def answer(self, rules_hash: str, kind: str, position: str) -> str | None:
        """What this version of the search found about a position, as JSON."""
        with self.lock:
            row = self.connection.execute(
                "SELECT body FROM answers WHERE rules_hash = ? AND kind = ? AND position = ?",
                (made_by(rules_hash), kind, position),
            ).fetchone()
        return None if row is None else str(row[0])

    def keep_answer(self, rules_hash: str, kind: str, position: str, body: str) -> None:
        """Remember what was found."""
        with self.changes():
            self.connection.execute(
                "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)",
                (made_by(rules_hash), kind, position, body),
            )
