"""How many there are at least, by a sample in which some were seen twice.

Chao's estimate (Chao 1984, 1987): whatever the chances of each, there are at least as many as were
seen and f1 (f1 - 1) / (2 (f2 + 1)) more, f1 and f2 being how many were seen once and twice.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from yomikiri.tally import CONFIDENCE


class Richness(NamedTuple):
    """An estimate that is too low rather than too high, with its 95 % interval."""

    number: float
    lower: float
    upper: float


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
