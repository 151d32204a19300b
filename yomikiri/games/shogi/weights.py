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
    HELD,
    IN_HAND,
    KINGS,
    LOOSE,
    NEAR,
    PRESSED,
    SHUT_IN,
    SPACE,
    STORMED,
    TEMPO,
    WEAK,
    weights_of,
)
from yomikiri.games.shogi.tables import HAND_KINDS, KINDS, ROW, Layout, Words

FILE = "weights.json"


@cache
def fitted_weights() -> dict[str, Any]:
    """What the file holds, by game."""
    text = files(__package__).joinpath(FILE).read_text("utf-8")
    return dict(json.loads(text))


# Lists of weights by the number of the royal cells around, and by places.
BY_ARMS = {"pressed": PRESSED, "weak": WEAK}
BY_HAND = {"stormed": STORMED, "shut in": SHUT_IN}
SIDES = ("own", "other")  # whose royal piece


def describe(layout: Layout, weights: Words) -> dict[str, Any]:
    """Weights by names; boards row by row from the top, as the first player sees them."""
    width, cells = layout.variant.width, layout.variant.cells
    numbers = [int(weight) for weight in weights]
    hand = list(enumerate(layout.kinds.hand))
    kinds = [(kind, sign) for kind, sign in enumerate(layout.kinds.signs) if sign]

    def rows(at: int) -> list[list[int]]:
        return [numbers[at + row : at + row + width] for row in range(0, cells, width)]

    return {
        "board": {sign: rows(BOARD + ROW * kind) for kind, sign in kinds},
        "hand": {sign: numbers[IN_HAND + n] for n, sign in hand},
        **{
            name: [numbers[at + ARMED * n : at + ARMED * (n + 1)] for n in range(NEAR)]
            for name, at in BY_ARMS.items()
        },
        "escapes": numbers[ESCAPES : ESCAPES + NEAR],
        "loose": {sign: numbers[LOOSE + kind] for kind, sign in kinds},
        "space": numbers[SPACE],
        "tempo": numbers[TEMPO],
        **{
            name: {sign: numbers[at + NEAR * n : at + NEAR * (n + 1)] for n, sign in hand}
            for name, at in BY_HAND.items()
        },
        "held": {
            side: {sign: rows(HELD + ROW * (HAND_KINDS * s + n)) for n, sign in hand}
            for s, side in enumerate(SIDES)
        },
        "kings": {
            side: {
                sign: [
                    numbers[(at := kings_at(cells, s, king, kind)) : at + cells]
                    for king in range(cells)
                ]
                for kind, sign in kinds
            }
            for s, side in enumerate(SIDES)
        },
    }


def kings_at(cells: int, side: int, king: int, kind: int) -> int:
    """Where the weights of a kind begin while a royal piece stands on the cell `king`."""
    return KINGS + ((side * cells + king) * KINDS + kind) * cells


def read(layout: Layout, described: Mapping[str, Any]) -> Words:
    """The weights that `describe` wrote."""
    cells = layout.variant.cells
    weights = np.zeros(weights_of(cells), np.int64)

    def put(at: int, numbers: Any) -> None:
        flat = np.ravel(numbers)
        weights[at : at + flat.size] = flat

    for kind, sign in enumerate(layout.kinds.signs):
        if sign:
            put(BOARD + ROW * kind, described["board"][sign])
            put(LOOSE + kind, described["loose"][sign])
            for s, side in enumerate(SIDES):
                for king, row in enumerate(described["kings"][side][sign]):
                    put(kings_at(cells, s, king, kind), row)
    for number, sign in enumerate(layout.kinds.hand):
        put(IN_HAND + number, described["hand"][sign])
        for name, at in BY_HAND.items():
            put(at + NEAR * number, described[name][sign])
        for s, side in enumerate(SIDES):
            put(HELD + ROW * (HAND_KINDS * s + number), described["held"][side][sign])
    for name, at in BY_ARMS.items():
        put(at, described[name])
    put(ESCAPES, described["escapes"])
    weights[SPACE], weights[TEMPO] = described["space"], described["tempo"]
    return weights
