"""Facts of long solves in SQLite: what was reported is on disk, and survives a kill.

A store is one file for one game and its rules.  Facts about a position only tighten, and writing
one twice changes nothing.  One process writes at a time; others may read.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self

from yomikiri.database import checksum
from yomikiri.errors import InputError, Said, reason
from yomikiri.solve.rows import CHUNKS, SET_FACT, Chunk, Fact, Solve, Task

MOST = 1e100  # of nodes, seconds, what is expected; and of what they are divided by, unless 0
MOST_SPREAD = 100.0  # of a forecast, in natural logarithms


class StoreLost(Said):
    """A store that could be written before, and cannot be any more."""


class Store:
    """A file of facts about one game, to be used in a `with`."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: IO[str] | None = None
    ) -> None:
        self.path, self.connection, self.lock = path, connection, lock
        self.facts: dict[str, Fact] = {}  # not yet written
        self.tasks: list[Task] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.close()
        if self.lock is None and isinstance(error, StoreLost):  # nothing was lost, it is unreadable
            raise InputError(error.message) from None

    def close(self) -> None:
        """Put the file in order, and let another process write to it."""
        with suppress(sqlite3.Error):
            self.connection.close()
        if self.lock is not None:
            self.lock.close()

    def about(self) -> dict[str, str]:
        """The game, its rules hash, the version that made the store, a checksum."""
        found = dict(self.rows("SELECT name, value FROM about"))
        if not {"game", "rules_hash"} <= found.keys():
            raise self.damaged()
        return found

    def fact(self, position: str) -> tuple[int, int] | None:
        """The bounds of a position, if there are any."""
        if (fact := self.facts.get(position)) is not None:
            return fact.lower, fact.upper
        rows = self.rows("SELECT lower, upper FROM facts WHERE position = ?", position)
        return rows[0] if rows else None

    def is_empty(self) -> bool:
        """Whether nothing is known yet."""
        return not self.facts and not self.rows("SELECT 1 FROM facts LIMIT 1")

    def was_split(self, position: str) -> bool:
        """Whether a position was tried as a task, and was too large."""
        asked = "SELECT 1 FROM tasks WHERE position = ? AND reached IS NULL"
        return bool(self.rows(asked, position))

    def all_facts(self) -> Iterator[Fact]:
        """Everything that is known."""
        with guarded(self.path):
            names = ", ".join(Fact._fields)
            for row in self.connection.execute(f"SELECT {names} FROM facts"):
                self.need_numbers(row[1:-1])
                yield Fact(*row)

    def all_tasks(self) -> Iterator[tuple[Task, float]]:
        """The log: each task, and how many seconds into the solve it ended."""
        names = "position, goal, reached, nodes, seconds, who, ended"
        with guarded(self.path):
            for row in self.connection.execute(f"SELECT {names} FROM tasks ORDER BY number"):
                task = Task(*row[:-1])
                reached = None if task.reached is None else bool(task.reached)
                self.need_numbers((task.goal, task.nodes, task.seconds, row[-1]))
                yield task._replace(reached=reached), float(row[-1])

    def count(self) -> tuple[int, int, int]:
        """How many tasks and facts there are, and the nodes of all tasks."""
        tasks, nodes = self.rows("SELECT count(*), coalesce(sum(nodes), 0) FROM tasks")[0]
        return int(tasks), int(self.rows("SELECT count(*) FROM facts")[0][0]), int(nodes)

    def solves(self) -> list[Solve]:
        """What was asked of this store."""
        rows = self.rows("SELECT * FROM solves ORDER BY begun")  # older ones have no `way`
        found = [Solve(*row[: len(Solve._fields)]) for row in rows]
        for solve in found:
            self.need_numbers(solve[2:-2])
            if solve.spread > MOST_SPREAD:
                raise self.damaged()
        return found

    def need_numbers(self, values: Iterable[Any]) -> None:
        """SQLite gives what a damaged file has, also where its tables say that it has not."""
        for value in values:
            if not isinstance(value, int | float) or (value and not 1 / MOST <= abs(value) <= MOST):
                raise self.damaged()

    def damaged(self) -> StoreLost:
        """The error for what no store has."""
        return StoreLost("store.damaged", file=str(self.path))

    def solve(self, position: str, goal: str) -> Solve | None:
        """What is known about a solve, if it was begun."""
        found = [one for one in self.solves() if (one.position, one.goal) == (position, goal)]
        return found[0] if found else None

    def add(self, task: Task, lower: int, upper: int) -> None:
        """Take in what a task found; `write` brings it to the disk."""
        self.tasks.append(task)
        if task.reached is not None:
            self.follows(Fact(task.position, lower, upper, who=task.who))

    def follows(self, fact: Fact) -> None:
        """Take in a fact."""
        if (before := self.facts.get(fact.position)) is not None:
            lower, upper = max(before.lower, fact.lower), min(before.upper, fact.upper)
            fact = Fact(fact.position, lower, upper, who=fact.who or before.who)
        self.facts[fact.position] = fact

    def write(self, solve: Solve) -> None:
        """Bring everything that was taken in to the disk, and how far the solve is."""
        blanks = ", ".join("?" * len(solve))
        with guarded(self.path), self.connection:
            before = self.part_of_sum()
            self.connection.executemany(
                "INSERT INTO tasks (position, goal, reached, nodes, seconds, who, ended)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (position, goal) DO UPDATE SET"
                " reached = excluded.reached, nodes = nodes + excluded.nodes,"
                " seconds = seconds + excluded.seconds, who = excluded.who, ended = excluded.ended"
                " WHERE reached IS NULL AND excluded.reached IS NOT NULL",
                [(*task, solve.seconds) for task in self.tasks],
            )
            self.connection.executemany(SET_FACT, [fact._asdict() for fact in self.facts.values()])
            self.connection.execute(f"INSERT OR REPLACE INTO solves VALUES ({blanks})", solve)
            self.set_sum(int(self.about()["sum"]) + self.part_of_sum() - before)
        self.facts.clear()
        self.tasks.clear()

    # The sum by which bits that were lost on a disk are noticed.

    def part_of_sum(self) -> int:
        """What the facts to be written, and all solves, have in the sum now."""
        asked = "SELECT position, lower, upper FROM facts WHERE position = ?"
        facts = (self.connection.execute(asked, (place,)).fetchone() for place in self.facts)
        return sum(checksum(row) for row in facts if row) + self.sum_of_solves()

    def sum_of_solves(self) -> int:
        """The part of the sum that is of solves."""
        return sum(map(checksum, self.connection.execute("SELECT * FROM solves")))

    def whole_sum(self) -> int:
        """The sum of all that is there."""
        with guarded(self.path):
            facts = self.connection.execute("SELECT position, lower, upper FROM facts")
            return sum(map(checksum, facts)) + self.sum_of_solves()

    def set_sum(self, total: int) -> None:
        """Note the sum."""
        self.connection.execute("INSERT OR REPLACE INTO about VALUES ('sum', ?)", (str(total),))

    def chunks(self, solve: Solve, bound: str, cut: int) -> dict[int, tuple[int, Chunk]]:
        """The parts of a certificate that were made, by number, and how many roots each has."""
        asked = "SELECT 1 FROM sqlite_master WHERE name = 'chunks'"
        if not self.rows(asked):
            return {}
        which = (solve.position, solve.goal, bound, cut)
        asked = (
            "SELECT number, roots, moves, positions, nodes, seconds FROM chunks"
            " WHERE position = ? AND goal = ? AND bound = ? AND cut = ?"
        )
        return {row[0]: (row[1], Chunk(*row[2:])) for row in self.rows(asked, *which)}

    def keep_chunk(
        self, solve: Solve, bound: str, cut: int, number: int, roots: int, chunk: Chunk
    ) -> None:
        """Bring a part of a certificate to the disk."""
        row = (solve.position, solve.goal, bound, cut, number, roots, *chunk)
        with guarded(self.path), self.connection:
            self.connection.execute(CHUNKS)
            blanks = ", ".join("?" * len(row))
            self.connection.execute(f"INSERT OR REPLACE INTO chunks VALUES ({blanks})", row)

    def rows(self, asked: str, *values: Any) -> list[Any]:
        """What a question to the file gives."""
        with guarded(self.path):
            return self.connection.execute(asked, values).fetchall()


@contextmanager
def guarded(path: Path) -> Iterator[None]:
    """What SQLite complains about becomes one line for people."""
    try:
        yield
    except UnicodeDecodeError:
        raise StoreLost("store.damaged", file=str(path)) from None
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            raise StoreLost("store.damaged", file=str(path)) from None
        if "Could not decode" in str(error):  # Python's own complaint, which has no name
            raise StoreLost("store.damaged", file=str(path)) from None
        if name.startswith("SQLITE_BUSY"):
            raise StoreLost("store.busy", file=str(path)) from None
        raise StoreLost("store.refused", file=str(path), why=reason(error)) from None


def now() -> float:
    """The time, for a store."""
    return time.time()
