"""Weights of the evaluation in a file: by pieces, cells and names, so that people can read them.

weights.json has those of minishogi, as `yomikiri tune minishogi --out FILE` found them.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from yomikiri.games.shogi.evaluation import (
    ARMED,
    BOARD,
    ESCAPES,
    IN_HAND,
    LOOSE,
    NEAR,
    PRESSED,
    SPACE,
    TEMPO,
    WEIGHTS,
)
from yomikiri.games.shogi.tables import ROW, Layout, Words

FILE = "weights.json"


@cache
def fitted_weights() -> dict[str, Any]:
    """What the file holds, by game."""
    text = files(__package__).joinpath(FILE).read_text("utf-8")
    return dict(json.loads(text))


def describe(layout: Layout, weights: Words) -> dict[str, Any]:
    """Weights by names; boards row by row from the top, as the first player sees them."""
    width, kinds = layout.variant.width, list(enumerate(layout.kinds.signs))
    rows = range(0, layout.variant.cells, width)
    numbers = [int(weight) for weight in weights]
    return {
        "board": {
            sign: [numbers[(at := BOARD + ROW * kind + row) : at + width] for row in rows]
            for kind, sign in kinds
            if sign
        },
        "hand": {sign: numbers[IN_HAND + n] for n, sign in enumerate(layout.kinds.hand)},
        "pressed": [numbers[(at := PRESSED + ARMED * n) : at + ARMED] for n in range(NEAR)],
        "escapes": numbers[ESCAPES : ESCAPES + NEAR],
        "loose": {sign: numbers[LOOSE + kind] for kind, sign in kinds if sign},
        "space": numbers[SPACE],
        "tempo": numbers[TEMPO],
    }


def read(layout: Layout, described: Mapping[str, Any]) -> Words:
    """The weights that `describe` wrote."""
    weights = np.zeros(WEIGHTS, np.int64)
    for kind, sign in enumerate(layout.kinds.signs):
        if sign:
            cells = [weight for row in described["board"][sign] for weight in row]
            weights[BOARD + ROW * kind : BOARD + ROW * kind + len(cells)] = cells
            weights[LOOSE + kind] = described["loose"][sign]
    for number, sign in enumerate(layout.kinds.hand):
        weights[IN_HAND + number] = described["hand"][sign]
    weights[PRESSED : PRESSED + NEAR * ARMED] = np.ravel(described["pressed"])
    weights[ESCAPES : ESCAPES + NEAR] = described["escapes"]
    weights[SPACE], weights[TEMPO] = described["space"], described["tempo"]
    return weights
