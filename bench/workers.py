"""What a second worker gains in a solve with a store; only an idle machine can tell.

CPU time tells on a busy one, too: two workers cannot be faster than twice what one takes in all,
divided by what two take in all.
"""

import resource
import tempfile
from pathlib import Path

from bench.report import Line, timed
from yomikiri.solve import Answer, solve

GAME, MOVES, GOAL = "nip:6x8", "d2 c2 b2", "win"  # a minute, by one
TIMES_FASTER = 1.8


def measure_workers() -> Line:
    """One worker, and two; the nodes of all tasks tell what was done in vain."""
    one, alone = timed(lambda: search(1))
    before = of_workers()
    two, together = timed(lambda: search(2))
    cpu = together.cpu + of_workers() - before
    ratio = alone.wall / together.wall
    most = 2 * alone.cpu / cpu
    more = two.nodes / one.nodes
    return Line(
        f"{GAME} {MOVES} {GOAL} with a store, two workers",
        f"{alone.wall:.1f} s by one, {together.wall:.1f} s by two: {ratio:.2f} times as fast, "
        f"{more:.2f} times the nodes; CPU {alone.cpu:.1f} and {cpu:.1f} s: "
        f"at most {most:.2f} times",
        {
            "one_seconds": alone.wall,
            "two_seconds": together.wall,
            "one_cpu": round(alone.cpu, 2),
            "two_cpu": round(cpu, 2),
            "one_nodes": one.nodes,
            "two_nodes": two.nodes,
            "ratio": round(ratio, 3),
            "most": round(most, 3),
        },
        f"{TIMES_FASTER} times in wall time",
        ratio >= TIMES_FASTER,
    )


def of_workers() -> float:
    """CPU seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def search(jobs: int) -> Answer:
    """The answer, by this many workers."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "a.sqlite"
        answer = solve(GAME, moves=MOVES, goal="win", store=store, jobs=jobs)
        assert answer.winner == "second"
        return answer


if __name__ == "__main__":
    print(measure_workers())
