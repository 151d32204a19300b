"""Ratings by maximum likelihood: Bradley and Terry's model with draws and the first move.

The first player wins with the chance 1 / (1 + 10 ** (-(difference + advantage - drawing) / 400)),
the second likewise, and else the game is drawn (Rao and Kupper 1967; BayesElo).  Its logarithm is
concave in all parameters together, so Newton's method finds the only maximum, and the curvature
there gives the intervals.  Games count as independent; pairs on the same opening vary less, so the
intervals are rather too wide.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from yomikiri.lab.statistics import ELO
from yomikiri.tally import CONFIDENCE, Tally

MOST = 3000 / ELO  # beyond this a parameter has no bound
PRIOR = 600 / ELO  # the standard deviation of parameters that have none
STEPS = 200
NEAR = 1e-10

Array = np.ndarray[Any, np.dtype[np.float64]]


class Ratings(NamedTuple):
    """In Elo; the mean of the players is 0.  Errors are half the widths of 95 % intervals."""

    ratings: tuple[float, ...]
    errors: tuple[float, ...]
    advantage: float  # of the first move
    advantage_error: float
    drawing: float  # how much a player must be ahead to win as often as not, against an equal
    drawing_error: float
    bounded: bool  # whether the results bound them all; else each was drawn a little towards 0

    @property
    def draw_rate(self) -> float:
        """The share of draws between equal players, colours exchanged."""
        ahead = np.array([self.drawing - self.advantage, self.drawing + self.advantage]) / ELO
        return float(1 - (1 / (1 + np.exp(ahead))).sum())

    @property
    def first_score(self) -> float:
        """What the first player scores against an equal one."""
        wins, losses = (
            1 / (1 + np.exp((self.drawing - way * self.advantage) / ELO)) for way in (1, -1)
        )
        return float((1 + wins - losses) / 2)


def rate(players: int, results: Mapping[tuple[int, int], Tally]) -> Ratings:
    """The ratings of players by the results of the first against the second of each pair."""
    rows = np.array([[*pair, *results[pair]] for pair in sorted(results)], float).reshape(-1, 5)
    design = np.zeros((len(rows), players + 1))
    design[np.arange(len(rows)), rows[:, 0].astype(int)] += 1
    design[np.arange(len(rows)), rows[:, 1].astype(int)] -= 1
    design[:, -1] = 1
    found = maximum(design, rows[:, 2:], 0.0)
    bounded = found is not None
    if found is None:
        found = maximum(design, rows[:, 2:], 1 / PRIOR**2)
    assert found is not None
    place, covariance = found
    centre = np.eye(players + 2)
    centre[:players, :players] -= 1 / players
    errors = CONFIDENCE * ELO * np.sqrt(np.maximum(0, np.diag(centre @ covariance @ centre.T)))
    place = ELO * centre @ place
    numbers = [float(number) for number in place]
    return Ratings(
        tuple(numbers[:players]),
        tuple(float(error) for error in errors[:players]),
        numbers[players],
        float(errors[players]),
        numbers[players + 1],
        float(errors[players + 1]) if numbers[players + 1] else 0.0,
        bounded,
    )


def maximum(design: Array, counts: Array, ridge: float) -> tuple[Array, Array] | None:
    """Where the likelihood is greatest, and the covariance there; None if it has no maximum."""
    size = design.shape[1]
    place = np.zeros(size + 1)
    place[size] = 0.5 if counts[:, 1].any() else 0.0
    gauge = np.zeros((size + 1, size + 1))
    gauge[: size - 1, : size - 1] = 1.0  # only differences of ratings count
    value, gradient, curvature = likelihood(design, counts, place, ridge)
    for _ in range(STEPS):
        hessian = curvature + gauge
        if np.linalg.eigvalsh(hessian)[0] < NEAR or np.abs(place).max() > MOST:
            return None
        step = np.linalg.solve(hessian, gradient)
        if np.abs(step).max() < NEAR:
            return place, np.asarray(np.linalg.inv(hessian), float)
        length = 1.0
        while True:  # shorter, until it gains something and there are still draws
            tried = place + length * step
            if tried[size] > 0 or place[size] == 0:
                after = likelihood(design, counts, tried, ridge)
                if after[0] >= value - 1e-12 * abs(value) or length < 1e-8:
                    break
            length /= 2
        place, (value, gradient, curvature) = tried, after
    return None


def likelihood(
    design: Array, counts: Array, place: Array, ridge: float
) -> tuple[float, Array, Array]:
    """Its logarithm, the gradient, and minus the second derivatives."""
    wins, draws, losses = counts.T
    ahead, drawing = design @ place[:-1], place[-1]
    upper, lower = ahead + drawing, ahead - drawing
    low, high = draws + losses, wins + draws  # how often each logarithm below is counted
    value = wins * lower + draws * ahead
    value = value - low * np.logaddexp(0, upper) - high * np.logaddexp(0, lower)
    chance_upper, chance_lower = 1 / (1 + np.exp(-upper)), 1 / (1 + np.exp(-lower))
    bend_upper = low * chance_upper * (1 - chance_upper)
    bend_lower = high * chance_lower * (1 - chance_lower)
    slope = wins + draws - low * chance_upper - high * chance_lower
    total = float(value.sum()) - ridge / 2 * float(place @ place)
    size = len(place)
    gradient, curvature = np.zeros(size), np.zeros((size, size))
    gradient[:-1] = design.T @ slope
    curvature[:-1, :-1] = design.T @ ((bend_upper + bend_lower)[:, None] * design)
    if drawing > 0:
        total += float(draws.sum()) * float(np.log(2 * np.sinh(drawing)))
        widening = draws / np.tanh(drawing) - wins - low * chance_upper + high * chance_lower
        gradient[-1] = widening.sum()
        cross = design.T @ (bend_upper - bend_lower)
        curvature[:-1, -1] = curvature[-1, :-1] = cross
        bend = bend_upper + bend_lower + draws / np.sinh(drawing) ** 2
        curvature[-1, -1] = bend.sum()
    else:
        curvature[-1, -1] = 1.0  # there are no draws, and nothing to be estimated
    gradient -= ridge * place
    return total, gradient, curvature + ridge * np.eye(size)
