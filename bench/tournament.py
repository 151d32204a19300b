"""The games that one process and two play, and what the runner of a tournament costs.

    python -m bench.tournament [--games 200] [--nodes 70000]

On a busy machine only CPU time means something: if two processes need no more of it for the same
games, and the machine has two free cores, they play twice as many.  The first line of each is wall
clock; starting a process takes about a second of CPU time, once.
"""

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

from yomikiri.lab.openings import Openings
from yomikiri.lab.tournament import Plan, make_plan, play_tournament


def main() -> int:
    """Play the same tournament in one process and in two."""
    parser = argparse.ArgumentParser("python -m bench.tournament", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--game", default="nip:6x6")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=70_000, help="for a move")
    asked = parser.parse_args()
    players = [f"alphabeta:nodes={asked.nodes + more}" for more in (0, 1)]
    plan = make_plan(asked.game, players, games=2, openings=Openings(4))
    play_tournament(plan)  # compiles
    with tempfile.TemporaryDirectory() as folder:
        for jobs in (1, 2):
            measure(plan._replace(games=asked.games), jobs, Path(folder) / str(jobs))
    return 0


def measure(plan: Plan, jobs: int, folder: Path) -> None:
    """Play, and print what it took."""
    begun, cpu = time.perf_counter(), cpu_seconds()
    records = play_tournament(plan, jobs=jobs, out=folder).records
    wall, cpu = time.perf_counter() - begun, cpu_seconds() - cpu
    moves = sum(sum(record["time"]["moves"]) for record in records)
    thought = sum(sum(record["time"]["cpu_seconds"]) for record in records)
    print(f"{jobs} processes: {len(records) / wall:.2f} games a second, {wall:.1f} s")
    print(f"  {len(records) / cpu:.2f} games a second of CPU time, {cpu:.1f} s")
    print(f"  players {1000 * thought / moves:.2f} ms a move, the rest of it all")
    print(f"  {1000 * (cpu - thought) / moves:.2f} ms a move ({100 * (cpu / thought - 1):.1f} %)")


def cpu_seconds() -> float:
    """CPU time of this process and of those that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


if __name__ == "__main__":
    sys.exit(main())
