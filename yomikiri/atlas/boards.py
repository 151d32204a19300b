"""Which boards belong to the atlas, as data."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from typing import NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import normal

SOLVE, TABLE, FORECAST = "solve", "table", "forecast"
STORED = 120.0  # seconds: what takes longer is solved with a store
UNKNOWN = 3600.0  # seconds, for boards that nobody has solved yet
MOST_OTHELLO = 36  # cells


class Board(NamedTuple):
    """A row of the atlas, made or not."""

    game: str  # normalised
    goal: str = "score"
    kind: str = SOLVE
    seconds: float = 1.0  # of CPU time, roughly: the quick ones come first
    same: str = ""  # the same board on its side, which need not be solved too

    @property
    def key(self) -> tuple[str, str, str]:
        """By which its line is found."""
        return self.kind, self.game, self.goal

    @property
    def is_stored(self) -> bool:
        """Whether it is solved with a store, so that nothing is lost when it is stopped."""
        return self.kind == SOLVE and self.seconds > STORED

    @property
    def file(self) -> str:
        """The name of its files, without an ending."""
        return "-".join(self.game.replace(":", ",").replace("=", ",").split(","))


# What takes more than some seconds, by the beginning of its name: seconds of CPU time, roughly.
TAKES: dict[str, float] = {
    "nip:4x10": 10,
    "nip:4x12": 100,
    "nip:6x8": 3900,
    "othello:3x10": 10,
    "othello:3x11": 60,
    "othello:3x12": 110,
    "othello:4x8": 10,
    "othello:4x9": 110,
    "othello:4x10": 600,
    "othello:5x6": 110,
    "othello:5x7": UNKNOWN,
    "othello:6x6": UNKNOWN,
    "connect4:4x6": 10,
    "connect4:5x5": 10,
    "connect4:5x6": 20,
    "connect4:6x5": 20,
    "connect4:6x6": 60,
    "connect4:5x7": 200,  # as tasks: their proof is written by compiled code
    "connect4:6x7": 433,
    "janken:single,pieces=2": 600,
    "dobutsu": 1044,
    "anpanman": 20,
}


def takes(spec: str) -> float:
    """Roughly how long a board takes."""
    return max((time for name, time in TAKES.items() if spec.startswith(name)), default=1.0)


def solved(game: str, same: str = "") -> Board:
    """A board that is read out."""
    spec = normal(game)
    return Board(spec, seconds=takes(spec), same=same and normal(same))


def nip() -> Iterator[Board]:
    """Up to 4x12 and 6x8; the rim's other rules up to 4x8 and 6x6."""
    for size in ("4x4", "4x6", "6x6", "4x8", "4x10", "6x8", "4x12"):
        yield solved(f"nip:{size}")
    for size in ("4x4", "4x6", "6x6", "4x8"):
        for rim in ("lap", "off"):
            yield solved(f"nip:{size},rim={rim}")


def othello() -> Iterator[Board]:
    """Every size up to 36 cells and every start, and 4x10; on its side a board is the same game.

    On its side the stones of `parallel` stand as those of `parallel2`, and crosses as they were.
    """
    for rows in range(3, 7):
        for columns in range(rows, MOST_OTHELLO // rows + 1):
            is_odd = rows % 2 == columns % 2 == 1
            for start in ("cross", "cross2") if is_odd else ("cross",):
                yield laid(rows, columns, start, start)
            yield laid(rows, columns, "parallel", "parallel2")
            if rows < columns:
                yield laid(rows, columns, "parallel2", "parallel")
    yield laid(4, 10, "cross", "cross")
    yield laid(4, 10, "parallel", "parallel2")


def laid(rows: int, columns: int, start: str, turned: str) -> Board:
    """A board, and the same on its side."""
    same = f"othello:{columns}x{rows},start={turned}"
    game = f"othello:{rows}x{columns},start={start}"
    return solved(game, "" if normal(same) == normal(game) else same)


def connect4() -> Iterator[Board]:
    """Every size up to 6x6, and the classic one; its width and height are not alike."""
    for rows in range(4, 7):
        for columns in range(4, 7):
            yield solved(f"connect4:{rows}x{columns}")
    yield solved("connect4:5x7")
    yield solved("connect4:6x7")


def tables() -> Iterator[Board]:
    """Games in which positions can come again: all positions at once."""
    for game in (
        "janken:simple",
        "janken:simple,capture=action",
        "janken:single,pieces=1",
        "janken:single,pieces=2",
        "janken:full,pieces=1",
        "anpanman",
        "anpanman,try=safe",
        "dobutsu",
    ):
        yield Board(game, "win", TABLE, takes(game))


def forecasts() -> Iterator[Board]:
    """Boards that are out of reach."""
    for game in ("nip:6x10", "nip:8x8"):
        for goal in ("win", "score"):
            yield Board(game, goal, FORECAST, 60.0)


@cache
def all_boards() -> tuple[Board, ...]:
    """The atlas, family by family."""
    return (*nip(), *othello(), *connect4(), *tables(), *forecasts())


def chosen(pattern: str | None, boards: Sequence[Board] | None = None) -> list[Board]:
    """Those whose game begins with a text, or matches it with `*` and `?`; raises InputError."""
    every = list(all_boards() if boards is None else boards)
    if pattern is None:
        return every
    wanted = pattern if any(sign in pattern for sign in "*?[") else pattern + "*"
    found = [board for board in every if fnmatchcase(board.game, wanted)]
    if not found:
        raise InputError("atlas.none", pattern=pattern)
    return found
