"""How many games a sequential test takes."""

import math
from collections.abc import Sequence

from yomikiri.lab.sprt import Sprt, games_each, variance_of
from yomikiri.lab.statistics import ELO


def expected_games(
    test: Sprt, difference: float, counts: Sequence[int] = (), draws: float = 0.0
) -> float:
    """How many games a test takes on average if the players differ by this, in its own Elo.

    The sums of log likelihood ratios are taken for Brownian motion between the bounds (Wald).
    Their spread is that of the counts; without any, that of equal players who draw this share.
    """
    variance, each = (1 - draws) / 4, 1
    if sum(counts) and (counted := variance_of(counts)) > 0:
        variance, each = counted, games_each(counts)
    unit = math.sqrt(variance * each)  # of a game

    def score(difference: float) -> float:
        if test.normalized:
            return 0.5 + difference / (2 * ELO) * unit
        return 1 / (1 + math.exp(-difference / ELO))

    low, high, real = map(score, (test.elo0, test.elo1, difference))
    spread = (high - low) ** 2 / variance
    drift = (real - (low + high) / 2) * (high - low) / variance
    return each * passage_time(drift, spread, test.lower, test.upper)


def passage_time(drift: float, spread: float, lower: float, upper: float) -> float:
    """The mean time until Brownian motion from 0 leaves the interval."""
    slope = 2 * drift / spread
    if abs(slope) * (upper - lower) < 1e-6:
        return -lower * upper / spread
    reached = math.expm1(-slope * lower) / (math.exp(-slope * lower) - math.exp(-slope * upper))
    return (upper * reached + lower * (1 - reached)) / drift


def forecast(test: Sprt, counts: Sequence[int] = (), draws: float = 0.0) -> dict[str, int]:
    """The expected numbers of games where elo0 is true, elo1, and what lies in the middle."""
    middle = (test.elo0 + test.elo1) / 2
    places = {"elo0": test.elo0, "between": middle, "elo1": test.elo1}
    found = {name: expected_games(test, at, counts, draws) for name, at in places.items()}
    return {name: math.ceil(games) for name, games in found.items()}
