"""What a second thread gains, in wall time; only an idle machine can tell."""

import statistics

from bench.report import Line, timed
from yomikiri.solve import solve

GAME, MOVES, GOAL = "othello:6x6", "c2 b2", "win"
RUNS = 5
LEAST_SECONDS = 20.0  # shorter searches share too little
TIMES_FASTER = 1.5


def measure_threads() -> Line:
    """The median of five searches by one thread, and by two, taken in turn."""
    walls: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(RUNS):
        for threads, seconds in walls.items():
            seconds.append(timed(lambda t=threads: search(t))[1].wall)  # type: ignore[misc]
    one, two = (statistics.median(seconds) for seconds in walls.values())
    return Line(
        f"{GAME} {MOVES} {GOAL}, two threads",
        f"{one:.1f} s by one, {two:.1f} s by two: {one / two:.2f} times as fast",
        {"one_seconds": walls[1], "two_seconds": walls[2], "ratio": round(one / two, 3)},
        f"{TIMES_FASTER} times in wall time, median of {RUNS}",
        one >= TIMES_FASTER * two if one >= LEAST_SECONDS else None,
        () if one >= LEAST_SECONDS else (f"a search of {LEAST_SECONDS:g} s or more is needed",),
    )


def search(threads: int) -> int | None:
    """The value, by this many threads."""
    return solve(GAME, moves=MOVES, goal=GOAL, threads=threads).value
