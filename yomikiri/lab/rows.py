"""Games as rows: who played, how it ended, what it took."""

from collections.abc import Iterable
from typing import Any

from yomikiri.lab.games import Record

LOSSES = ("half_points_lost", "plies_lost")  # of a record: by the first player, by the second
TIMES = ("seconds", "cpu_seconds")
SIDES = ("first", "second")


def plies_of(record: Record) -> int:
    """How many plies a game had."""
    return len(record["opening"]) + len(record["moves"])


def game_rows(records: Iterable[Record]) -> list[dict[str, Any]]:
    """A row for each game: who played, how it ended, what it took."""
    rows = []
    for each in records:
        row: dict[str, Any] = {"number": each["number"], "game": each["game"]}
        row |= dict(zip(SIDES, each["players"]))
        row |= {name: each[name] for name in ("result", "value", "end")}
        row["plies"] = plies_of(each)
        for name in LOSSES:
            if name in each:
                row |= {f"{side}_{name}": each[name][n] for n, side in enumerate(SIDES)}
        for name in TIMES:
            if "time" in each:
                row |= {f"{side}_{name}": each["time"][name][n] for n, side in enumerate(SIDES)}
        row |= {"position": each["position"], "opening": " ".join(each["opening"])}
        rows.append(row | {"moves": " ".join(each["moves"])})
    return rows
