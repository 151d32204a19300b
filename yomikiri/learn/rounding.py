"""A trained net in the whole numbers that a search adds."""

from typing import Any

import numpy as np

from yomikiri.games.net import MOST_SHIFT, Words, make_net
from yomikiri.lanes import ONE
from yomikiri.learn.training import Trained

GREATEST = (1 << 15) - 1  # of 16 bits
LEAST_UNIT, MOST_UNIT = 100.0, 2000.0  # fine enough, and far from what stands for a proof


def most_of_row(most_features: int) -> float:
    """The greatest that a row may have, so that no sum of rows overflows."""
    return GREATEST / ONE / (most_features + 1)


def round_net(trained: Trained, most_features: int) -> Words:
    """The net, its estimates about in the unit of the values that it was trained with."""
    unit = max(LEAST_UNIT, min(MOST_UNIT, trained.unit))
    most, width = most_of_row(most_features), trained.rows.shape[1]
    rows = np.clip(trained.rows, -most, most)
    outs = trained.outs.astype(np.float64) * unit / ONE
    shift = MOST_SHIFT
    while shift > 0 and np.abs(outs[:-1]).max() * 2**shift > GREATEST:
        shift -= 1
    weights = np.round(outs[:-1] * 2**shift).reshape(2, width)
    numbers: Any = np.concatenate([rows[-1:] * ONE, weights, rows[:-2] * ONE])
    numbers = np.clip(np.round(numbers), -GREATEST, GREATEST).astype(np.int16)
    # Half of the last digit is added, so that the shift rounds.
    bias = round(outs[-1] * ONE * 2**shift) + (1 << shift >> 1)
    return make_net(numbers, shift, bias, unit)
