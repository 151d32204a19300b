"""What a second worker gains in a solve with a store; only an idle machine can tell."""

import tempfile
from pathlib import Path

from bench.report import Line, timed
from yomikiri.solve import Answer, solve

GAME, MOVES, GOAL = "nip:6x8", "c3 c2 c1 c4", "win"
TIMES_FASTER = 1.8


def measure_workers() -> Line:
    """One worker, and two; the nodes of all tasks tell what was done in vain."""
    one, alone = timed(lambda: search(1))
    two, together = timed(lambda: search(2))
    ratio = alone.wall / together.wall
    more = two.nodes / one.nodes
    return Line(
        f"{GAME} {MOVES} {GOAL} with a store, two workers",
        f"{alone.wall:.1f} s by one, {together.wall:.1f} s by two: {ratio:.2f} times as fast, "
        f"{more:.2f} times the nodes",
        {
            "one_seconds": alone.wall,
            "two_seconds": together.wall,
            "one_nodes": one.nodes,
            "two_nodes": two.nodes,
            "ratio": round(ratio, 3),
        },
        f"{TIMES_FASTER} times in wall time",
        ratio >= TIMES_FASTER,
    )


def search(jobs: int) -> Answer:
    """The answer, by this many workers."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "a.sqlite"
        answer = solve(GAME, moves=MOVES, goal="win", store=store, jobs=jobs)
        assert answer.winner == "second"
        return answer
