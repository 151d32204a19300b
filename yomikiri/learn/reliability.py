"""How far the chances that a net gives can be relied on: predicted and made, in tenths."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from yomikiri.games.game import Game
from yomikiri.lab.regression import best_unit
from yomikiri.learn.self_play import NEVER, NODES, Record, play_chunk
from yomikiri.rules import FIRST, is_proof
from yomikiri.work import Call, hire

TENTHS = 10
CHUNK = 20  # games of one piece of work
STEPS, RIDGE = 20, 1e-6  # of the regression
LEAST_SCALE = 1e-3
MOST = 30  # units: beyond, a chance is 0 or 1


class Bin(NamedTuple):
    """Positions with about the same predicted chance, and what came of them."""

    positions: int
    chance: float  # predicted, their mean
    points: float  # made, their mean


def bins_of(chances: Any, results: Any) -> tuple[Bin, ...]:
    """The mean chance and the mean result of positions, by the tenth that their chance is in."""
    tenths = np.minimum(TENTHS - 1, (TENTHS * chances).astype(np.int64))
    found = []
    for tenth in range(TENTHS):
        here = tenths == tenth
        if here.any():
            means = (float(numbers[here].mean()) for numbers in (chances, results))
            found.append(Bin(int(here.sum()), *(round(mean, 4) for mean in means)))
    return tuple(found)


def error_of(bins: Iterable[Bin]) -> float:
    """The mean distance of predicted and made, each position counted once."""
    bins = list(bins)
    positions = sum(each.positions for each in bins)
    return sum(each.positions * abs(each.chance - each.points) for each in bins) / max(1, positions)


class Measured(NamedTuple):
    """How what a search finds predicts results best, and how well it does."""

    unit: float
    shift: float  # the value of an even position
    bins: tuple[Bin, ...]

    def to_dict(self) -> dict[str, Any]:
        """What the header of a net gets."""
        return {
            "chance_unit": round(self.unit, 1),
            "chance_shift": round(self.shift, 1),
            "reliability": self.bins,
        }


def measure(game: Game, records: Sequence[Record]) -> Measured:
    """How well the values in some games predict their results.

    Unit and shift are fitted to every second game, the bins are of the others.
    """
    parts: list[tuple[list[int], list[float]]] = [([], []), ([], [])]
    for place, record in enumerate(records):
        values, results = parts[place % 2]
        state = game.replay(game.start, record["opening"])
        for move, value in zip(record["moves"], record["values"], strict=True):
            sign = 1 if game.mover(state) == FIRST else -1
            if not is_proof(value):
                values.append(value)
                results.append(0.5 + 0.5 * sign * record["result"])
            state = game.play(state, move)
    fitted, apart = (tuple(np.array(column, np.float64) for column in part) for part in parts)
    unit, shift = fitted_line(*fitted)
    return Measured(unit, shift, bins_of(chances_of((apart[0] - shift) / unit), apart[1]))


def chances_of(units: Any) -> Any:
    """The chances to win of estimates in units."""
    return 1 / (1 + np.exp(-np.clip(units, -MOST, MOST)))


def fitted_line(values: Any, results: Any) -> tuple[float, float]:
    """Unit and shift by which values predict results best: logistic regression, by Newton."""
    unit = best_unit(values, results)
    columns = np.stack([np.clip(values / unit, -MOST, MOST), np.ones_like(values)])
    weights = np.array([1.0, 0.0])
    for _ in range(STEPS):
        chances = chances_of(weights @ columns)
        slopes = columns @ (results - chances)
        curves = (columns * (chances * (1 - chances))) @ columns.T + RIDGE * np.eye(2)
        weights = weights + np.linalg.solve(curves, slopes)
    scale = max(float(weights[0]), LEAST_SCALE)
    return unit / scale, -float(weights[1]) * unit / scale


def measure_net(
    game: Game,
    net: Any,
    *,
    games: int,
    nodes: int = NODES,
    seed: int,
    jobs: int = 1,
    cluster: str = "",
    tell: Callable[[int], None] | None = None,
) -> Measured:
    """The same of fresh games of a net against itself, in which every move is searched.

    `tell` gets how many there are.
    """
    records: list[Record] = []
    starts = range(0, games, CHUNK)
    calls = (
        Call(start, play_chunk, (game.spec, net, nodes, seed, numbers, NEVER))
        for start in starts
        for numbers in [range(start, min(start + CHUNK, games))]
    )
    with hire(min(jobs, len(starts)), cluster) as crew:
        for result in crew.each(calls):
            records += result.value
            if tell is not None:
                tell(len(records))
    records.sort(key=lambda record: int(record["number"]))
    return measure(game, records)


def bins_in(header: Mapping[str, Any]) -> list[Bin]:
    """The reliability that a file states; none if it states nothing."""
    return [Bin(*each) for each in header.get("reliability", [])]
