"""What the runner of a tournament costs, and the games that two processes play instead of one.

    python -m bench.tournament [--games 400] [--nodes 120000]

What the runner costs is CPU time.  Two processes are compared with one by the clock, in all and
from the end of the first game on, when they have started; that says something only if nothing
else runs, or with real-time priority (`chrt --rr 20`).
"""

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.report import Line
from yomikiri.lab.openings import Openings
from yomikiri.lab.tournament import Plan, make_plan, play_tournament

GAME, GAMES, NODES = "nip:6x6", 400, 120_000  # about 10 ms a move
MOST_OVERHEAD, TIMES_FASTER = 0.02, 1.8


class Spent(NamedTuple):
    """What a tournament took."""

    cpu: float  # seconds, of all processes
    wall: float
    first: float  # seconds until the first game had ended
    thought: float  # CPU seconds of the players
    moves: int


def measure_tournament(games: int = GAMES, nodes: int = NODES) -> Iterator[Line]:
    """The same tournament in one process and in two."""
    players = [f"alphabeta:nodes={nodes + more}" for more in (0, 1)]
    plan = make_plan(GAME, players, games=games, openings=Openings(4))
    with tempfile.TemporaryDirectory() as folder:
        places = iter(Path(folder) / name for name in ("compiled", "one", "two"))
        play(plan._replace(games=2), 1, next(places))  # compiles
        one = play(plan, 1, next(places))
        two = play(plan, 2, next(places))
    rest, each = (one.cpu - one.thought) / one.moves, one.thought / one.moves
    yield Line(
        f"tournament of {GAME}, the runner",
        f"{1000 * rest:.2f} ms of CPU time a move beside {1000 * each:.2f} ms of the players",
        {"runner_ms": round(1000 * rest, 3), "players_ms": round(1000 * each, 3)},
        f"under {100 * MOST_OVERHEAD:g} %",
        rest < MOST_OVERHEAD * each,
    )
    # When the first game of two processes ends, so does the other's first.
    rates = (games - 1) / (one.wall - one.first), (games - 2) / (two.wall - two.first)
    faster = rates[1] / rates[0]
    yield Line(
        f"tournament of {GAME}, two processes",
        f"{rates[0]:.2f} games a second by one, {rates[1]:.2f} by two, once they have started:"
        f" {faster:.2f} times as fast; in all {games} games in {one.wall:.1f} and {two.wall:.1f} s",
        {"wall": [one.wall, two.wall], "rates": rates, "ratio": faster},
        f"{TIMES_FASTER} times, on two free cores",
        faster >= TIMES_FASTER,
    )


def play(plan: Plan, jobs: int, folder: Path) -> Spent:
    """Play, and tell what it took."""
    begun, cpu = time.perf_counter(), cpu_seconds()
    ends: list[float] = []

    def note(done: int, total: int) -> None:
        ends.append(time.perf_counter() - begun)

    records = play_tournament(plan, jobs=jobs, out=folder, watch=note).records
    wall, cpu = time.perf_counter() - begun, cpu_seconds() - cpu
    moves = sum(sum(record["time"]["moves"]) for record in records)
    thought = sum(sum(record["time"]["cpu_seconds"]) for record in records)
    return Spent(cpu, wall, ends[0], thought, moves)


def cpu_seconds() -> float:
    """CPU time of this process and of those that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser("python -m bench.tournament", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--nodes", type=int, default=NODES, help="for a move")
    asked = parser.parse_args()
    for line in measure_tournament(asked.games, asked.nodes):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
