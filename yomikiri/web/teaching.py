"""What jobs do for those who learn: exercises, tables built, counted and listed."""

from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.lab.exercise import exercise, kinds_of
from yomikiri.rules import unindex
from yomikiri.search.codes import HOLE
from yomikiri.tables import finding
from yomikiri.tables.build import BuildProgress, build_table, estimate, free_memory, needed_bytes
from yomikiri.tables.files import tables_folder
from yomikiri.tables.info import table_info
from yomikiri.tables.loaded import LoadedTable
from yomikiri.tables.numbering import numbering
from yomikiri.tables.table import find_table, probe_of
from yomikiri.web.jobs import Job
from yomikiri.web.written import with_solution

SHARE = 4  # a table may take this part of the memory that is free
ESTIMATED = 1 << 31  # numbers: of larger tables the time is not estimated
LISTED = 400_000_000  # numbers: larger tables are not read into memory for a list
RATE = 800_000  # numbers a second, roughly: dobutsu has 855 million and took 1,044 s of CPU
LIMIT = 20  # positions of a list
SIGNS = {"win": 1, "draw": 0, "loss": -1}


def make_exercise(job: Job, game: Game, kind: str, seed: int, number: int) -> dict[str, Any]:
    """An exercise, and the kinds that this game has."""
    found = exercise(game, kind=kind or None, seed=seed, number=number, poll=job.check)
    told = with_solution(found.to_dict(), game, found.state)
    return told | {"kinds": list(kinds_of(game))}


def table_view(game: Game) -> dict[str, Any]:
    """Whether a game has a table, or could have one here: its size, and roughly its time."""
    classes = [] if game.has_chance or game.has_score else list(game.table_classes())
    numbers = sum(part.size for part in classes)
    needed = needed_bytes(numbering(game)) if classes else 0
    return {
        "game": str(game),
        "is_possible": bool(classes),
        "is_built": bool(classes) and find_table(game) is not None,
        "fits": bool(classes) and needed <= free_memory() // SHARE,
        "positions": numbers,
        "bytes": needed,
        "seconds": round(numbers / RATE, 1),
        "kinds": [*finding.kinds_of(game), *SIGNS] if classes else [],
        "counted": str(game.counted) if classes else "",
    }


@lru_cache(maxsize=64)
def guessed_seconds(game: Game) -> float | None:
    """How long a build would take, by a sample."""
    if sum(part.size for part in game.table_classes()) > ESTIMATED:
        return None
    return estimate(game, limit=free_memory() // SHARE).seconds


def build(job: Job, game: Game) -> dict[str, Any]:
    """Build the table of a game; what is finished stays when it is stopped."""
    view = table_view(game)
    if not view["is_possible"]:
        raise InputError("table.not_numbered", game=game)
    job.progress = {"seconds": guessed_seconds(game), "progress": None}

    def watch(progress: BuildProgress) -> None:
        job.check()
        job.progress = {**job.progress, "progress": progress._asdict()}

    build_table(game, tables_folder(), memory=free_memory() // SHARE, watch=watch)
    return table_view(game)


def info(job: Job, game: Game) -> dict[str, Any]:
    """Counts by distance, the longest wins, and what the starts are worth."""
    if find_table(game) is None:
        raise InputError("explore.no_table", game=game)
    return counted(game)


@lru_cache(maxsize=16)
def counted(game: Game) -> dict[str, Any]:
    """The same, remembered: a table does not change."""
    return table_info(game, tables_folder()).to_dict()


@lru_cache(maxsize=1)
def loaded(game: Game) -> LoadedTable:
    """The table in memory; the last one stays."""
    return LoadedTable(game)


def list_positions(
    job: Job, game: Game, kind: str, distance: int | None, seed: int
) -> dict[str, Any]:
    """Positions of a kind, the longest first; or some at random, of a value and a distance."""
    if find_table(game) is None:
        raise InputError("explore.no_table", game=game)
    if table_view(game)["positions"] > LISTED:
        raise InputError("explore.too_large", game=game)
    if kind in SIGNS:
        found = at_random(loaded(game), SIGNS[kind], distance, Random(seed))
        return {"kind": kind, "count": None, "positions": found}
    finding.check_kind(game, kind)
    listing = finding.find_positions(
        loaded(game), kind, limit=LIMIT, watch=lambda share: watched(job, share)
    )
    shown = [{"position": game.show(one.state), **one.probe._asdict()} for one in listing.positions]
    return {"kind": kind, "count": listing.total, "positions": shown}


def watched(job: Job, share: float) -> None:
    """Note how far a list is."""
    job.check()
    job.progress = {"share": share}


def at_random(
    table: LoadedTable, sign: int, distance: int | None, chance: Random
) -> list[dict[str, Any]]:
    """Some positions of a value in the game's own classes, in which the game goes on."""
    game = table.game
    shown: list[dict[str, Any]] = []
    for group in game.own_classes():
        codes = table.codes(group)
        if distance is not None and sign:
            fits = codes == sign * (distance + 1)
        else:
            fits = (codes != HOLE) & (np.sign(codes) == sign)
        numbers = np.flatnonzero(fits)
        for number in chance.sample(range(len(numbers)), min(LIMIT, len(numbers))):
            state = unindex(game.rules, group, int(numbers[number]))
            if game.outcome(state) is None:
                probe = probe_of(int(codes[numbers[number]]))
                shown.append({"position": game.show(state), **probe._asdict()})
    chance.shuffle(shown)
    return shown[:LIMIT]
