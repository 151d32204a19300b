"""A book of openings (定跡) in SQLite: positions, and what their moves are worth.

Of positions that are mirror images one is kept.  Values are as the player to move sees them, in the
unit in which a search ranks moves: results and estimates can be compared.
"""

import heapq
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Self

from yomikiri.database import MAGIC, checksum
from yomikiri.errors import InputError, reason
from yomikiri.games.game import Game, State
from yomikiri.reading import is_there, open_file
from yomikiri.rules import mirror, mirror_move, symmetries

FORMAT, FIRST = 2, 1  # 1 had no sum, and gets one
TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE positions (
    position TEXT PRIMARY KEY,
    ply INTEGER NOT NULL,     -- the fewest from the start
    nodes INTEGER NOT NULL    -- that its moves were searched with
) WITHOUT ROWID;
CREATE TABLE moves (
    position TEXT NOT NULL REFERENCES positions(position),
    move TEXT NOT NULL,
    child TEXT NOT NULL,      -- the position after it, which may be in the book
    rank INTEGER NOT NULL,    -- by the search at this position
    value REAL NOT NULL,      -- the result if exact, else an estimate
    exact INTEGER NOT NULL,
    PRIMARY KEY (position, move)
) WITHOUT ROWID;
"""


class BookMove(NamedTuple):
    """A move of the book."""

    move: str
    child: str
    rank: int
    value: float
    exact: bool


class Page(NamedTuple):
    """A position of the book."""

    position: str
    ply: int
    nodes: int
    moves: tuple[BookMove, ...]


class Book:
    """A file, open; to be used in a `with`, or as long as a player lives."""

    def __init__(self, path: Path, game: Game, *, write: bool = False) -> None:
        import sqlite3  # takes a while to load, and few need it

        self.path, self.game, self.turns = path, game, Lock()
        is_new = not is_there(path)
        if is_new and not write:
            raise InputError("record.unread", file=str(path), why=reason(FileNotFoundError(2, "")))
        if not is_new:
            check_header(path)
        with self.guarded():
            # After a kill even a reader must be able to undo what was half written.
            mode = "rwc" if write else "rw" if os.access(path, os.W_OK) else "ro"
            address = f"{path.absolute().as_uri()}?mode={mode}"
            self.connection = sqlite3.connect(
                address, uri=True, timeout=10, isolation_level=None, check_same_thread=False
            )
            if is_new or (write and not self.tables()):  # a kill may have left an empty file
                self.begin()
            found = self.about()
        self.check(found)
        if write and found["format"] == str(FIRST):
            with self.guarded(), self.changes():
                self.note(format=FORMAT, sum=sum(map(sum_of, self.read())))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.connection.close()

    def tables(self) -> list[Any]:
        """What the file has."""
        return self.connection.execute("SELECT name FROM sqlite_master").fetchall()

    def begin(self) -> None:
        """Make an empty book, whole or not at all."""
        with self.changes():
            for statement in TABLES.split(";\n"):
                self.connection.execute(statement)
            self.note(format=FORMAT, sum=0, game=self.game, rules_hash=self.game.rules_hash)

    def about(self) -> dict[str, str]:
        """Of which game and format it is, and the sum of its positions."""
        return dict(self.connection.execute("SELECT name, value FROM about"))

    def note(self, **facts: object) -> None:
        """Keep such facts."""
        rows = [(name, str(value)) for name, value in facts.items()]
        self.connection.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", rows)

    def check(self, about: dict[str, str]) -> None:
        """Raise InputError if it is a book of something else."""
        if about.get("format") not in (str(FIRST), str(FORMAT)):
            raise InputError("book.format", file=str(self.path))
        if about.get("rules_hash") != self.game.rules_hash:
            raise InputError(
                "book.other", file=str(self.path), other=about.get("game", "?"), game=self.game
            )

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """What SQLite complains about, or what cannot be in a book, as one line."""
        import sqlite3

        try:
            yield
        except sqlite3.Error as error:
            raise InputError("book.file", file=str(self.path), why=reason(error)) from None
        except InputError:
            raise
        except (ValueError, TypeError, LookupError):
            raise InputError("book.damaged", file=str(self.path)) from None

    @contextmanager
    def changes(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
        """All or nothing, also after a kill; one thread after the other."""
        with self.turns:
            self.connection.execute(begin)
            try:
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:  # on a full disk SQLite ends it itself
                    self.connection.execute("ROLLBACK")
                raise

    # What is in it.

    def page(self, position: str) -> Page | None:
        """A position as the book has it."""
        with self.guarded():
            return self.find(position)

    def find(self, position: str) -> Page | None:
        """The same for those who are guarded already."""
        asked = "SELECT ply, nodes FROM positions WHERE position = ?"
        row = self.connection.execute(asked, (position,)).fetchone()
        return None if row is None else self.filled(position, *row)

    def filled(self, position: str, ply: int, nodes: int) -> Page:
        """A position with its moves."""
        asked = "SELECT move, child, rank, value, exact FROM moves WHERE position = ?"
        rows = self.connection.execute(asked, (position,))
        moves = [BookMove(*row)._replace(exact=bool(row[-1])) for row in rows]
        return Page(position, ply, nodes, tuple(sorted(moves, key=lambda it: -it.rank)))

    def pages(self) -> list[Page]:
        """Everything, in the order of plies, all of it as it was written; raises InputError."""
        with self.guarded(), self.changes("BEGIN"):  # nobody writes meanwhile
            found, about = self.read(), self.about()
            total = str(sum(map(sum_of, found)))
        if about["format"] != str(FIRST) and about.get("sum") != total:
            raise InputError("book.damaged", file=str(self.path))
        return found

    def read(self) -> list[Page]:
        """Everything, unchecked."""
        asked = "SELECT position, ply, nodes FROM positions ORDER BY ply, position"
        return [self.filled(*row) for row in self.connection.execute(asked).fetchall()]

    def put(self, page: Page) -> None:
        """Keep a position, in place of what was known about it."""
        with self.guarded(), self.changes():
            before = self.find(page.position)
            self.connection.execute("DELETE FROM moves WHERE position = ?", (page.position,))
            self.connection.execute("INSERT OR REPLACE INTO positions VALUES (?, ?, ?)", page[:3])
            rows = [(page.position, *entry) for entry in page.moves]
            self.connection.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", rows)
            change = sum_of(self.find(page.position)) - sum_of(before)
            self.note(sum=int(self.about()["sum"]) + change)

    @cached_property
    def known(self) -> "Values":
        """What each move is worth by all that the book knows, for one that grows no more."""
        return Values(self.game, self.pages())

    def look_up(self, state: State) -> list[tuple[int, BookMove]]:
        """The moves of a position, the best first, as moves of the position itself; maybe none."""
        text, number = canonical(self.game, state)
        page = self.page(text)
        if page is None:
            return []
        rules, kept = self.game.rules, self.game.parse(text)
        image = {int(mirror_move(rules, m, number)): m for m in self.game.legal_moves(state)}
        with self.guarded():
            known = self.known
            found = [
                (
                    image[self.game.read_move(kept, it.move)],
                    it._replace(rank=known.moves[text, it.move], value=known.values[text, it.move]),
                )
                for it in page.moves
            ]
        return sorted(found, key=lambda pair: -pair[1].rank)


class Values:
    """What moves are worth by the best play that a book knows, kept as it grows.

    A move counts what the position after it is worth, where that was reached later than its own;
    elsewhere, as where lines meet or go round, the word of the search counts.
    """

    def __init__(self, game: Game, pages: Iterable[Page] = ()) -> None:
        self.game = game
        self.pages: dict[str, Page] = {}
        self.parents: dict[str, set[str]] = {}
        self.best: dict[str, tuple[int, int]] = {}  # who is to move, and its worth to them
        self.moves: dict[tuple[str, str], int] = {}  # of position and move, as its mover sees it
        self.values: dict[tuple[str, str], float] = {}  # their values, from the same place
        for page in sorted(pages, key=lambda page: -page.ply):
            self.add(page)

    def add(self, page: Page) -> None:
        """Take up a position that the book has now; only what it changes is valued again."""
        self.pages[page.position] = page
        for entry in page.moves:
            self.parents.setdefault(entry.child, set()).add(page.position)
        waiting = [(-page.ply, page.position)]  # the deepest first
        while waiting:
            _, position = heapq.heappop(waiting)
            if not self.value(position):
                continue
            ply = self.pages[position].ply
            for parent in self.parents.get(position, ()):
                above = self.pages[parent].ply
                if above < ply and (-above, parent) not in waiting:
                    heapq.heappush(waiting, (-above, parent))

    def value(self, position: str) -> bool:
        """Value the moves of a position; whether the position is worth something else now."""
        page = self.pages[position]
        before = self.best.get(position)
        mover = self.game.mover(self.game.parse(position)) if before is None else before[0]
        for entry in page.moves:
            rank, value, child = entry.rank, entry.value, self.pages.get(entry.child)
            if not entry.exact and child is not None and child.ply > page.ply and child.moves:
                other, rank = self.best[entry.child]
                value = self.worth(child)
                rank, value = (rank, value) if other == mover else (-rank, -value)
            self.moves[position, entry.move] = rank
            self.values[position, entry.move] = value
        best = max((self.moves[position, it.move] for it in page.moves), default=0)
        self.best[position] = mover, best
        return before is None or best != before[1]

    def worth(self, page: Page) -> float:
        """The value of its best move."""
        places = [(page.position, entry.move) for entry in page.moves]
        return self.values[max(places, key=self.moves.__getitem__)]


def sum_of(page: Page | None) -> int:
    """What a position has in the sum of a book."""
    return 0 if page is None else checksum((*page[:3], *sorted(map(tuple, page.moves))))


def canonical(game: Game, state: State) -> tuple[str, int]:
    """The text under which a position is kept, and the symmetry that leads there."""
    images = range(int(symmetries(game.rules)))
    return min((game.show(mirror(game.rules, state, number)), number) for number in images)


def check_header(path: Path) -> None:
    """Refuse a file that is no database, before SQLite touches it."""
    try:
        with open_file(path) as stream:
            start = stream.read(len(MAGIC))
    except OSError as error:
        raise InputError("record.unread", file=str(path), why=reason(error)) from None
    if start and start != MAGIC:
        raise InputError("book.format", file=str(path))
