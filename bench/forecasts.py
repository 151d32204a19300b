"""`python -m bench.forecasts`: forecasts beside what the solves took, the table of docs/solving.md.

A forecast may spend BUDGET nodes.  What it says of boards that take less is nearly a solve; the
column "plies" has how far it had to go beyond the positions that it solved.
"""

import argparse
import math
from typing import NamedTuple

from yomikiri.games import load
from yomikiri.solve.forecast import forecast
from yomikiri.solve.solver import solve_goal

BUDGET = 10_000_000
FACTOR = 3.0
BOARDS = (
    *("nip:4x6", "nip:6x6", "nip:4x8", "nip:4x10", "nip:6x6,rim=off", "othello:4x4", "othello:4x5"),
    *("othello:4x6", "othello:5x5", "connect4:4x4", "connect4:4x5", "connect4:5x4"),
    *("connect4:5x5", "connect4:4x6", "connect4:5x6", "nip:4x12", "nip:6x8"),
)
WINNER_ONLY = ("connect4", "nip:4x12", "nip:6x8")
KNOWN = {("nip:6x8", "win"): 16e9}  # nodes, from docs/results.md: it takes hours


class Row(NamedTuple):
    """A forecast and the truth."""

    game: str
    goal: str
    sampled: int
    plies: int  # between the last level and the root
    nodes: float
    low: float
    high: float
    truth: float

    @property
    def is_near(self) -> bool:
        """Whether it is within the factor."""
        return abs(math.log(self.truth / self.nodes)) <= math.log(FACTOR)

    def __str__(self) -> str:
        numbers = (self.nodes, self.low, self.high, self.truth)
        cells = " | ".join(f"{number:.2g}" for number in numbers)
        ratio = self.truth / self.nodes
        return (
            f"| {self.game} | {self.goal} | {self.sampled:.2g} | {self.plies} | {cells}"
            f" | {ratio:.2f} |"
        )


def measure(name: str, goal: str, budget: int) -> Row:
    """A forecast, and what the solve takes."""
    game = load(name)
    found = forecast(game, game.start, goal, budget=budget)
    plies = found.plies
    truth = KNOWN.get((name, goal)) or solve_goal(game, game.start, goal).nodes
    low, high = found.expected.interval()
    return Row(name, goal, found.sampled, plies, found.expected.nodes, low, high, truth)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=BUDGET)
    parser.add_argument("games", nargs="*", default=BOARDS)
    asked = parser.parse_args()
    print("| game | goal | sampled | plies | forecast | at least | at most | nodes | ratio |")
    print("|---|---|---|---|---|---|---|---|---|")
    rows = []
    for name in asked.games:
        for goal in ("win",) if name.startswith(WINNER_ONLY) else ("win", "score"):
            rows.append(measure(name, goal, asked.nodes))
            print(rows[-1], flush=True)
    near = sum(row.is_near for row in rows)
    inside = sum(row.low <= row.truth <= row.high for row in rows)
    print(f"\nwithin a factor of {FACTOR:g}: {near} of {len(rows)}; in the interval: {inside}")


if __name__ == "__main__":
    main()
