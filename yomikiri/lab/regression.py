"""Weights by which estimates best predict the results of games: logistic regression."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.jit import kernel

STEPS = 500  # of the regression
RATE = 5.0  # how much a weight changes in a step, about, at most
SPREAD = 80.0  # how far weights are expected to be from the usual ones
RESULT = 0.5  # the share of the result in the goal; the rest is what the player thought
APART = 10  # one game in APART is not fitted to, and measures the loss

Floats = NDArray[np.float64]
Row = tuple[NDArray[np.int64], Floats]  # the weights that have a part in an estimate, and how much


class Sample(NamedTuple):
    """Positions of some games: what is counted in each, as the rows of a matrix, and results.

    The amounts that are not 0 in row n, and the weights that they belong to, are those from
    starts[n] to starts[n + 1].
    """

    starts: Any  # int64, [N + 1]
    places: Any  # int64
    amounts: Floats
    results: Floats  # [N] how its mover fared: 0 lost, 1 won
    estimates: Floats  # [N] what its mover thought; NaN where that is not known

    def part(self, rows: Any) -> "Sample":
        """Some of the positions."""
        lengths = np.diff(self.starts)[rows]
        picked = np.concatenate(
            [np.arange(self.starts[row], self.starts[row + 1]) for row in rows] or [np.zeros(0)]
        ).astype(np.int64)
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        return Sample(
            starts,
            self.places[picked],
            self.amounts[picked],
            self.results[rows],
            self.estimates[rows],
        )


def seen_in(row: Floats) -> Row:
    """A row without its zeros: nearly all of it is zeros, and there are many rows."""
    places = np.nonzero(row)[0]
    return places, row[places]


def make_sample(rows: Sequence[Row], results: Sequence[float], thought: Sequence[float]) -> Sample:
    """A sample of rows."""
    return Sample(
        np.cumsum([0, *(len(places) for places, _ in rows)]).astype(np.int64),
        np.concatenate([*(places for places, _ in rows), []]).astype(np.int64),
        np.concatenate([*(amounts for _, amounts in rows), []]),
        np.array(results, np.float64),
        np.array(thought, np.float64),
    )


def fit_sample(
    sample: Sample, numbers: Any, usual: Floats
) -> tuple[Any, tuple[float, float], float]:
    """Weights, the loss before and after, and the unit.

    The loss is that of games that were not fitted to, if there are enough of them.
    """
    apart = numbers % APART == APART - 1
    test = sample.part(np.nonzero(apart)[0])
    unit = best_unit(estimates_of(sample, usual), sample.results)
    if test.results.size and not apart.all():
        sample = sample.part(np.nonzero(~apart)[0])
    else:
        test = sample
    weights = regress(sample, goals_of(sample), usual, unit)
    before, after = (
        mean_loss(chance_of(estimates_of(test, w), unit), test.results)
        for w in (usual, weights.astype(np.float64))
    )
    return weights, (before, after), unit


def goals_of(sample: Sample) -> Floats:
    """What a position should be worth, as the chance of a win.

    The result of the game, which is right but rough, and what its mover thought, which is neither.
    """
    known = ~np.isnan(sample.estimates)
    goals = sample.results.copy()
    thought, results = sample.estimates[known], sample.results[known]
    if thought.size:
        chance = chance_of(thought, best_unit(thought, results))
        goals[known] = RESULT * results + (1 - RESULT) * chance
    return goals


def chance_of(estimates: Floats, unit: float) -> Floats:
    """The chance of a win that an estimate stands for."""
    return 1 / (1 + np.exp(-np.clip(estimates / unit, -30, 30)))


def mean_loss(chance: Floats, results: Floats) -> float:
    """How surprising the results are: the mean logarithm of their chances, negated."""
    sure = np.clip(chance, 1e-9, 1 - 1e-9)
    return float(-np.mean(results * np.log(sure) + (1 - results) * np.log(1 - sure)))


def best_unit(estimates: Floats, results: Floats) -> float:
    """The unit by which the usual weights predict the results best."""
    units = [100 * 1.1**step for step in range(-48, 64)]  # 1 to 40,500: evaluations differ
    return min(units, key=lambda unit: mean_loss(chance_of(estimates, unit), results))


def regress(
    sample: Sample, goals: Floats, usual: Floats, unit: float, spread: float = SPREAD
) -> Any:
    """The weights by which estimates predict the goals best: Adam (Kingma and Ba, 2015).

    A weight is taken to be within about `spread` of the usual one, unless positions say otherwise.
    """
    size = len(goals)
    seen = np.zeros(len(usual), bool)  # the others stay as they are
    seen[sample.places] = True
    weights = usual.copy()
    speed, square, slope = np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights)
    faith = unit / (spread**2 * size)
    for step in range(1, STEPS + 1):
        wrong = chance_of(estimates_of(sample, weights), unit) - goals
        slope[:] = faith * (weights - usual) * seen * size
        add_slopes(sample.starts, sample.places, sample.amounts, wrong, slope)
        slope /= size
        speed = 0.9 * speed + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        size_of_step = RATE * (1 - step / STEPS)
        weights -= (
            size_of_step * (speed / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        )
    return np.round(weights).astype(np.int64)


def estimates_of(sample: Sample, weights: Floats) -> Floats:
    """What each position is worth by these weights."""
    found = np.zeros(len(sample.results))
    add_amounts(sample.starts, sample.places, sample.amounts, weights, found)
    return found


@kernel
def add_amounts(starts: Any, places: Any, amounts: Any, weights: Any, found: Any) -> None:
    """Rows times weights."""
    for row in range(found.size):
        total = 0.0
        for at in range(starts[row], starts[row + 1]):
            total += amounts[at] * weights[places[at]]
        found[row] = total


@kernel
def add_slopes(starts: Any, places: Any, amounts: Any, wrong: Any, slope: Any) -> None:
    """Columns times what is wrong in each row."""
    for row in range(wrong.size):
        for at in range(starts[row], starts[row + 1]):
            slope[places[at]] += amounts[at] * wrong[row]
