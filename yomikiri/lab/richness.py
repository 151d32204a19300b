"""How many positions there are, by samples.

For games that take moves back by arrangements of stones at random, of each of which it is proved
that it can be reached or that it cannot (`search/origin.py`), or by clouds of particles
(`search/reach.py`).  For others a bound by a sample in which some were seen twice, Chao's estimate
(Chao 1984, 1987): whatever the chances of each, there are at least as many as were seen and
f1 (f1 - 1) / (2 (f2 + 1)) more, f1 and f2 being how many were seen once and twice.
"""

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.search.origin import NEVER, REACHED, WIDTH, Origins
from yomikiri.search.reach import (
    ENDS,
    PARTICLES,
    Cloud,
    nearest_positions,
    send_cloud,
    takes_back,
)
from yomikiri.search.survey import Known
from yomikiri.solve.options import read_game
from yomikiri.tally import CONFIDENCE

CLOUDS = 16
STUDENT = 2.131  # the 97.5 % quantile of Student's t with 15 degrees of freedom
CROWD = 200
KNOWN = 1 << 18  # positions near the start that are all looked at
ENOUGH = 20  # of a crowd that must come home, or proofs, for an estimate to be trusted
LEVEL = 0.05
PROOFS = 300
LOOK = 100  # arrangements of each layer, to see where others are worth their time
EASY = 0.01  # the time for an arrangement that is easily decided, in those for another
MOST_DRAWS = 100_000
SUMS = 20_000  # drawn for an interval


class Richness(NamedTuple):
    """An estimate that is too low rather than too high, with its 95 % interval."""

    number: float
    lower: float
    upper: float


class Sampled(NamedTuple):
    """How many positions can be reached, by sampling."""

    number: float | None  # None: only bounds, for too few proofs, or too few of a crowd come home
    lower: float  # with `upper` a 95 % interval; alone a bound that holds with 95 %
    upper: float | None
    layers: list[float]  # the mean by how much of the game remains
    share: float  # of a crowd that came home, or of the arrangements for which there is a proof


def sample_positions(
    game: Game | str,
    *,
    seed: int = 0,
    crowd: int = CROWD,
    known: int = KNOWN,
    particles: int = PARTICLES,
    ends: int = ENDS,
    proofs: int = PROOFS,
    width: int = WIDTH,
) -> Sampled:
    """How many positions can be reached from the start, a board with either side to move as two.

    By arrangements of stones, where a game can make some; where too few of them are proved to
    be reached for a lower bound, that of the clouds is taken if it is higher.  Otherwise by the
    clouds alone.
    """
    game = read_game(game)
    if not takes_back(game.rules):
        raise InputError("stats.no_sampling", game=str(game))
    for name, value in (
        ("crowd", crowd),
        ("known", known),
        ("particles", particles),
        ("proofs", proofs),
        ("width", width),
    ):
        if value < 2:
            raise InputError("number.least", name=name, least=2, got=value)
    near = nearest_positions(game.rules, game.start, known)
    found = None
    if game.arranged(0):
        found = sample_arrangements(game, near, seed=seed, proofs=proofs, width=width)
        if found.number is not None:
            return found
    sent = [
        send_cloud(
            game.rules, game.start, near, seed * CLOUDS + number,
            crowd=crowd, particles=particles, ends=min(ends, particles),
        )
        for number in range(CLOUDS)
    ]  # fmt: skip
    if found is None:
        return read_clouds(sent, crowd, len(near.rows))
    return found._replace(lower=max(found.lower, bound_of(sent, LEVEL / 4)))


def read_clouds(clouds: Sequence[Cloud], crowd: int, known: int) -> Sampled:
    """What sixteen estimates without bias say.

    Where ENOUGH of a crowd come home, their mean has an interval by Student's t.  Where not,
    they are skewed, and there is only a bound.
    """
    totals = np.array([cloud.layers.sum() for cloud in clouds])
    layers = np.mean([cloud.layers for cloud in clouds], axis=0).tolist()
    share = min(cloud.share for cloud in clouds)
    if share * crowd < ENOUGH:
        return Sampled(None, max(bound_of(clouds, LEVEL), known), None, layers, share)
    error = STUDENT * totals.std(ddof=1) / math.sqrt(CLOUDS)
    mean = totals.mean()
    # On the logarithm: the estimates are products, and skewed.
    factor = math.exp(error / mean)
    return Sampled(float(mean), float(mean / factor), float(mean * factor), layers, share)


def bound_of(clouds: Sequence[Cloud], level: float) -> float:
    """What the number is below with a chance of at most `level`.

    The mean of the product of independent estimates is the power of the number, and no quantity
    is 20 times its mean with a chance of more than 5 % (Markov).  So it is the geometric mean of
    16, times 0.83.
    """
    totals = [math.log(cloud.layers.sum()) for cloud in clouds]
    return math.exp((sum(totals) + math.log(level)) / len(totals))


def sample_arrangements(game: Game, near: Known, *, seed: int, proofs: int, width: int) -> Sampled:
    """How many positions can be reached, by arrangements of stones at random.

    In each layer, by how much of the game remains, there are so many arrangements, of which a share
    can be reached.  The interval holds the number with 95 %, whatever was left open: its lower
    end takes what is open for never reached, its upper end for reached (Clopper and Pearson's
    distributions of both shares, layer by layer).  `number` is the middle of both shares on a
    logarithmic scale, if ENOUGH were proved to be reached.  About `proofs` arrangements are drawn
    that are not easily decided.
    """
    origins = Origins(game.rules, game.start, near, width=width, seed=seed)
    chance, lefts = Random(f"arrangements {seed}"), range(near.least)

    def drawn(left: int, number: int) -> Iterator[Any]:
        return (game.arrange(left, chance) for _ in range(number))

    sizes = np.array([float(game.arranged(left)) for left in lefts])
    easily = [[origins.try_all(state) for state in drawn(left, LOOK)] for left in lefts]
    likely = np.array([(LOOK - found.count(NEVER) + 0.5) / (LOOK + 1) for found in easily])
    # The least variance of the sum for its time, most of which goes where no answer is easy.
    worth = sizes * np.sqrt(likely * (1 - likely) / (likely + EASY))
    scale = min(proofs / (worth @ likely), MOST_DRAWS / worth.sum()) if len(lefts) else 0
    numbers = np.ceil(scale * worth).astype(int)
    reached, never = np.zeros((2, len(lefts)))
    for left, number in zip(lefts, numbers.tolist(), strict=True):
        found = [origins.decide(state) for state in drawn(left, number)]
        reached[left], never[left] = found.count(REACHED), found.count(NEVER)
    sums, shape = np.random.default_rng(seed), (SUMS, len(lefts))
    # A count of 0 gives a share of 0 below, and one of all a share of 1 above.
    tiny = 1e-9
    least = sums.beta(np.maximum(reached, tiny), numbers - reached + 1, shape) @ sizes
    most = sums.beta(numbers - never + 1, np.maximum(never, tiny), shape) @ sizes
    sure = float(near.layers.sum())
    middle = sizes * np.sqrt(reached * (numbers - never)) / numbers
    layers = [*middle.tolist(), *near.layers[near.least :].tolist()]
    return Sampled(
        sum(layers) if reached.sum() >= ENOUGH or not lefts else None,
        sure + float(np.quantile(least, LEVEL / 4)),  # as another bound may be tried
        sure + float(np.quantile(most, 1 - LEVEL / 2)),
        layers,
        float((reached + never).sum() / max(1, numbers.sum())),
    )


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
