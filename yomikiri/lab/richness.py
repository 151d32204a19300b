"""How many positions there are, by samples.

For games that take moves back by clouds of particles (`search/reach.py`).  For others a bound by a
sample in which some were seen twice, Chao's estimate (Chao 1984, 1987): whatever the chances of
each, there are at least as many as were seen and f1 (f1 - 1) / (2 (f2 + 1)) more, f1 and f2 being
how many were seen once and twice.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.search.reach import ENDS, PARTICLES, nearest_positions, send_cloud, takes_back
from yomikiri.solve.options import read_game
from yomikiri.tally import CONFIDENCE

CLOUDS = 16
STUDENT = 2.131  # the 97.5 % quantile of Student's t with 15 degrees of freedom
CROWD = 200
KNOWN = 1 << 18  # positions near the start that are all looked at
ENOUGH = 20  # of a crowd that must come home for an interval to be trusted
LEVEL = 0.05


class Richness(NamedTuple):
    """An estimate that is too low rather than too high, with its 95 % interval."""

    number: float
    lower: float
    upper: float


class Sampled(NamedTuple):
    """How many positions can be reached, by sampling."""

    number: float | None  # None: only a bound, for too few of a crowd come home
    lower: float  # with `upper` a 95 % interval; alone a bound that holds with 95 %
    upper: float | None
    layers: list[float]  # the mean by how much of the game remains
    share: float  # of a crowd that came home


def sample_positions(
    game: Game | str,
    *,
    seed: int = 0,
    crowd: int = CROWD,
    known: int = KNOWN,
    particles: int = PARTICLES,
    ends: int = ENDS,
) -> Sampled:
    """How many positions can be reached from the start, a board with either side to move as two.

    Sixteen estimates without bias are made.  Where ENOUGH of a crowd come home, their mean has
    an interval by Student's t.  Where not, they are skewed; then their geometric mean times 0.83 is
    a bound: the mean of the product of independent estimates is the power of the number, and no
    quantity is 20 times its mean with a chance of more than 5 % (Markov).
    """
    game = read_game(game)
    if not takes_back(game.rules):
        raise InputError("stats.no_sampling", game=str(game))
    for name, value in (("crowd", crowd), ("known", known), ("particles", particles)):
        if value < 2:
            raise InputError("number.least", name=name, least=2, got=value)
    ends = min(ends, particles)
    near = nearest_positions(game.rules, game.start, known)
    clouds = [
        send_cloud(
            game.rules, game.start, near, seed * CLOUDS + number,
            crowd=crowd, particles=particles, ends=ends,
        )
        for number in range(CLOUDS)
    ]  # fmt: skip
    totals = np.array([cloud.layers.sum() for cloud in clouds])
    layers = np.mean([cloud.layers for cloud in clouds], axis=0).tolist()
    share = min(cloud.share for cloud in clouds)
    if share * crowd < ENOUGH:
        bound = math.exp(np.log(totals).mean() + math.log(LEVEL) / CLOUDS)
        return Sampled(None, max(bound, len(near.rows)), None, layers, share)
    error = STUDENT * totals.std(ddof=1) / math.sqrt(CLOUDS)
    mean = totals.mean()
    # On the logarithm: the estimates are products, and skewed.
    factor = math.exp(error / mean)
    return Sampled(float(mean), float(mean / factor), float(mean * factor), layers, share)


def estimate(kinds: Any, groups: Any) -> Richness:
    """How many different `kinds` there are at least; each belongs to one group, estimated alone."""
    _, first, seen = np.unique(kinds, return_index=True, return_counts=True)
    group = groups[first]
    number = variance = 0.0
    for name in np.unique(group):
        counts = seen[group == name]
        once, twice = float(np.sum(counts == 1)), float(np.sum(counts == 2))
        more = once * (once - 1) / (2 * (twice + 1))
        number += len(counts) + more
        ratio = once / (twice + 1)
        variance += more + (twice + 1) * (ratio**3 + ratio**4 / 4) if more else 0.0
    unseen = number - len(seen)
    if unseen <= 0:
        return Richness(number, number, number)
    # What was seen is certain, so the interval is one of the logarithm of the rest.
    factor = math.exp(CONFIDENCE * math.sqrt(math.log(1 + variance / unseen**2)))
    return Richness(number, len(seen) + unseen / factor, len(seen) + unseen * factor)
