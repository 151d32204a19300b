"""Searches timed against their goals: perft, and the solver on boards of the thesis."""

from collections.abc import Iterator
from typing import NamedTuple

from bench.report import Line, Times, timed
from yomikiri.games import load
from yomikiri.search.perft import perft
from yomikiri.search.table import copy_table, make_table
from yomikiri.solve import solve

PERFT_DEPTH = 11
PERFT_LEAVES = 212_258_800
PERFT_GOAL = 35.0  # million leaves a second
MILLION = 1_000_000
SHORT = 1.0  # seconds: a shorter search is timed RUNS times, and the median counts
RUNS = 5


class Goal(NamedTuple):
    """A search, and its goals."""

    game: str
    goal: str
    seconds: float | None = None  # of CPU time, at most
    speed: float | None = None  # million nodes a second, at least
    most_nodes: int | None = None

    def __str__(self) -> str:
        parts = [
            f"under {self.seconds:g} s" if self.seconds else "",
            f"at least {self.speed:g} M nodes/s" if self.speed else "",
            f"under {self.most_nodes:,} nodes" if self.most_nodes else "",
        ]
        return " and ".join(filter(None, parts))

    def is_met(self, nodes: int, seconds: float) -> bool:
        """Whether a search of this many nodes in this time meets all goals."""
        return (
            (self.seconds is None or seconds < self.seconds)
            and (self.speed is None or nodes / seconds >= self.speed * MILLION)
            and (self.most_nodes is None or nodes < self.most_nodes)
        )


GOALS = (
    Goal("nip:4x8", "score", seconds=0.3),
    Goal("nip:4x10", "score", speed=7.0, most_nodes=38 * MILLION),
    Goal("nip:4x12", "win", seconds=1.0),
    Goal("nip:4x12", "score", seconds=60.0),
)
LONG_GOALS = (
    Goal("othello:6x6", "win", seconds=180.0),
    Goal("connect4:6x7", "win", seconds=600.0, most_nodes=2_000 * MILLION),
)

# The boards above are solved so soon that clearing memory shows in their speed; this one is not.
LASTING, LASTING_NODES = "othello:6x6", 30 * MILLION


def warm_up() -> None:
    """Run each kernel once."""
    othello = load("othello:8x8")
    perft(othello.rules, othello.start, 3)
    solve("nip:4x4")
    copy_table(make_table(0.01), make_table(0.02))


def measure_searches(is_long: bool) -> Iterator[Line]:
    """One line for each search, as they end."""
    warm_up()
    yield measure_perft()
    for goal in GOALS:
        yield measure_solver(goal)
    yield measure_lasting()
    if is_long:
        for goal in LONG_GOALS:
            yield measure_solver(goal)


def measure_perft() -> Line:
    """Every leaf is played: no bulk counting, no table; a game that ended earlier is a leaf."""
    othello = load("othello:8x8")
    leaves, times = timed(
        lambda: perft(othello.rules, othello.start, PERFT_DEPTH, finished_count=True)
    )
    if leaves != PERFT_LEAVES:
        raise AssertionError(f"perft {PERFT_DEPTH} has {PERFT_LEAVES:,} leaves, not {leaves:,}")
    speed = leaves / times.cpu / MILLION
    return Line(
        f"othello:8x8 perft {PERFT_DEPTH}",
        f"{leaves:,} leaves, {times.cpu:.2f} s, {speed:.1f} M leaves/s",
        {"leaves": leaves, **seconds_of(times), "leaves_per_second": round(speed * MILLION)},
        f"{PERFT_GOAL:g} M leaves/s",
        speed >= PERFT_GOAL,
    )


def measure_solver(goal: Goal) -> Line:
    """A solver's answer, its nodes and its time."""
    answer, times = timed(lambda: solve(goal.game, goal=goal.goal, tables=False))
    if times.cpu < SHORT:
        again = [
            timed(lambda: solve(goal.game, goal=goal.goal, tables=False))[1]
            for _ in range(RUNS - 1)
        ]
        # By CPU time, so that the three times are those of one run.
        times = sorted([times, *again])[RUNS // 2]
    speed = answer.nodes / times.cpu
    work = f"{answer.nodes:,} nodes, {times.cpu:.2f} s, {speed / MILLION:.1f} M nodes/s"
    return Line(
        f"{goal.game} {goal.goal}",
        f"value {answer.value:+}, {work}",
        {
            "value": answer.value,
            "nodes": answer.nodes,
            **seconds_of(times),
            "nodes_per_second": round(speed),
        },
        str(goal),
        goal.is_met(answer.nodes, times.cpu),
        (f"{times.system:.2f} s of it in the system, mostly clearing memory",)
        if times.system > times.cpu / 5
        else (),
    )


def measure_lasting() -> Line:
    """The speed of a search that lasts."""
    answer, times = timed(lambda: solve(LASTING, goal="win", nodes=LASTING_NODES))
    speed = answer.nodes / times.cpu
    return Line(
        f"{LASTING} win, the first nodes",
        f"{answer.nodes:,} nodes, {times.cpu:.2f} s, {speed / MILLION:.1f} M nodes/s",
        {"nodes": answer.nodes, **seconds_of(times), "nodes_per_second": round(speed)},
    )


def seconds_of(times: Times) -> dict[str, float]:
    """For JSON."""
    return {
        "cpu_seconds": round(times.cpu, 3),
        "system_seconds": round(times.system, 3),
        "wall_seconds": round(times.wall, 3),
    }
