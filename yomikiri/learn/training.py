"""A net trained to predict what a search found and how games ended: Adam (Kingma and Ba, 2015).

In numbers from 0 to 1: a sum of rows is cut off below 0 and above 1.  The goal of a position is the
chance to win that its value stands for, and a little of the result; the loss is the mean surprise.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from yomikiri.jit import kernel
from yomikiri.lab.regression import best_unit
from yomikiri.learn.reliability import Bin, bins_of
from yomikiri.learn.samples import Samples
from yomikiri.rules import MOST_ESTIMATE

WIDTH = 64
BATCH = 2048
RATE, LAST_RATE = 5e-3, 5e-5  # how much a weight changes in a step, at first and at last
DECAY = 1e-3  # of the weights of rows, times the rate
RESULT = 0.1  # the share of the result in a goal
SURE = 8  # units that stand for a game that is decided: a chance of nearly 1
EPOCHS, MOST_EPOCHS = 20, 150
LEAST_STEPS = 2000  # where positions are few there are more epochs, so that it gets so far
PATIENCE = 4  # epochs that may make the validation loss greater before there is a setback
SETBACK = 0.3  # what the rate is multiplied by after an epoch that made the validation loss greater
APART = 20  # one game in APART is in the validation set
FIRST_ROWS = 0.05  # how far from 0 rows are at first
FIRST_SUM = 0.25  # what a sum is without any

Tell = Callable[["Epoch"], None]


class Epoch(NamedTuple):
    """The losses after all positions were seen once more."""

    number: int
    training: float
    validation: float


class Trained(NamedTuple):
    """A net in real numbers."""

    rows: Any  # float32, [features + 2, width]: then one that is 0, and the one always added
    outs: Any  # float32, [2 * width + 1]: weights of the sums in both views, what is always added
    unit: float  # an estimate of one unit multiplies the odds of a win by e
    epochs: tuple[Epoch, ...]
    positions: int
    reliability: tuple[Bin, ...] = ()  # of the validation set


def split(samples: Samples) -> tuple[Samples, Samples]:
    """Those to train with and those to validate with: no game is in both."""
    apart = samples.games % APART == APART - 1
    if not apart.any() or apart.all():
        apart = np.arange(samples.size) % APART == APART - 1
    return samples.part(~apart), samples.part(apart)


def unit_of(samples: Samples) -> float:
    """The unit by which the values predict the results best."""
    known = undisturbed(samples)
    return best_unit(known.values.astype(np.float64), known.results.astype(np.float64))


def undisturbed(samples: Samples) -> Samples:
    """Those that were estimated, and after which no move was made at random.

    Only their results tell what their values are worth.
    """
    alone = np.isnan(samples.later) & (np.abs(samples.values) <= MOST_ESTIMATE)
    return samples.part(alone) if alone.any() else samples


def goals_of(samples: Samples, unit: float, share: float = RESULT) -> Any:
    """What each position should be worth, as a chance to win; `share` is that of its result.

    Before a move at random it is what the search found there that stands for the result.
    """
    chance, later = (
        1 / (1 + np.exp(-np.clip(values / unit, -SURE, SURE)))
        for values in (samples.values, samples.later)
    )
    results = np.where(np.isnan(samples.later), samples.results, later)
    return (share * results + (1 - share) * chance).astype(np.float32)


def train(
    samples: Samples,
    coarse: Any,
    *,
    width: int = WIDTH,
    epochs: int | None = None,
    seed: int = 0,
    share: float = RESULT,
    before: Trained | None = None,
    tell: Tell | None = None,
) -> Trained:
    """A net by some positions; `before` is one to begin with.

    `coarse` has the coarser feature of each, or -1.  While it is trained, a row is what is special
    about a feature, added to the row of the coarser one.  `share` is that of results in the goals.
    """
    features = coarse.size
    rows = features + int(coarse.max(initial=-1)) + 1
    ours, apart = (with_coarse(part, coarse, rows) for part in split(samples))
    unit = before.unit if before else unit_of(samples)
    batches = max(1, -(-ours.size // BATCH))
    if epochs is None:
        epochs = max(EPOCHS, min(MOST_EPOCHS, -(-LEAST_STEPS // batches)))
    goals, apart_goals = (goals_of(part, unit, share) for part in (ours, apart))
    chance = np.random.default_rng(seed % (1 << 64))  # which takes no negative number
    if before is None:
        table = chance.uniform(-FIRST_ROWS, FIRST_ROWS, (rows + 2, width)).astype(np.float32)
        if rows > features:
            table[:features] = 0
        table[rows], table[rows + 1] = 0, FIRST_SUM
        outs = chance.uniform(-1, 1, 2 * width + 1).astype(np.float32)
        outs[width : 2 * width] = -outs[:width]
        outs[2 * width] = 0
    else:
        table, outs = np.zeros((rows + 2, width), np.float32), before.outs.copy()
        table[:features], table[-1] = before.rows[:features], before.rows[-1]
    slopes = np.zeros_like(table), np.zeros_like(outs)
    moments = [np.zeros_like(array) for array in (table, table, outs, outs)]
    room = np.zeros((3, 2 * width), np.float32)
    best, kept, told = np.inf, (table.copy(), outs.copy()), []
    steps, all_steps = 0, max(1, epochs * batches)
    slower, worse = 1.0, 0
    for epoch in range(epochs):
        order = chance.permutation(ours.size)
        lost = 0.0
        for start in range(0, ours.size, BATCH):
            picked = order[start : start + BATCH]
            lost += add_slopes(ours.rows, goals, picked, table, outs, *slopes, room)
            steps += 1
            rate = slower * RATE * (LAST_RATE / RATE) ** (steps / all_steps)
            scale = np.float32(1 / picked.size)
            slopes[0][rows] = 0  # the row of what is not there stays 0
            for place, (array, decay) in enumerate(((table, DECAY), (outs, 0.0))):
                mean, square = moments[2 * place : 2 * place + 2]
                flat = (each.ravel() for each in (array, slopes[place], mean, square))
                step(*flat, scale, rate, decay, steps)
        validation = loss_of(apart.rows, apart_goals, table, outs, room) / max(1, apart.size)
        told.append(Epoch(epoch + 1, lost / max(1, ours.size), validation))
        if tell is not None:
            tell(told[-1])
        worse = 0 if validation < best else worse + 1
        if validation < best:
            best, kept = validation, (table.copy(), outs.copy())
        elif worse > PATIENCE:  # back to the best one, and on with smaller steps
            slower *= SETBACK
            table[:], outs[:] = kept
            worse = 0
            if rate * SETBACK < LAST_RATE:
                break
    table, outs = kept
    unseen = np.ones(rows + 2, bool)  # their rows are noise, and half of the file
    unseen[ours.rows.ravel()] = unseen[-1] = False
    table[unseen] = 0
    table[:features] += table[np.where(coarse < 0, rows, features + coarse)]
    whole = np.concatenate([table[:features], table[rows:]])
    bins = reliability(undisturbed(apart), (*kept, room))
    return Trained(whole, outs, unit, tuple(told), samples.size, bins)


def reliability(samples: Samples, net: tuple[Any, Any, Any]) -> tuple[Bin, ...]:
    """How often positions were won, by the chance that a net gave them, in tenths."""
    units = np.zeros(samples.size, np.float64)
    predict_all(samples.rows, *net, units)
    return bins_of(1 / (1 + np.exp(-units)), samples.results)


@kernel
def predict_all(rows: Any, table: Any, outs: Any, room: Any, units: Any) -> None:
    """What a net makes of each position, in units."""
    for position in range(units.size):
        units[position] = predict(rows, position, table, outs, room)


def with_coarse(samples: Samples, coarse: Any, none: int) -> Samples:
    """Positions that have the coarser features too; `none` is the row of what is not there."""
    features = coarse.size
    table = np.append(np.where(coarse < 0, none, features + coarse), none).astype(np.int32)
    fine = np.where(samples.rows == features, none, samples.rows)
    if none == features:  # there are no coarser ones
        return samples
    return samples._replace(rows=np.concatenate([fine, table[samples.rows]], axis=2))


@kernel
def predict(rows: Any, position: Any, table: Any, outs: Any, room: Any) -> Any:
    """What a net makes of a position, in units; the sums of both views are left in room[0]."""
    width = table.shape[1]
    sums = room[0]
    always = table.shape[0] - 1
    for view in range(2):
        here = sums[view * width : view * width + width]
        for column in range(width):
            here[column] = table[always, column]
        for place in range(rows.shape[2]):
            row = table[rows[position, view, place]]
            for column in range(width):
                here[column] += row[column]
    total = outs[2 * width]
    for column in range(2 * width):
        total += min(max(sums[column], np.float32(0)), np.float32(1)) * outs[column]
    return total


@kernel
def surprise(total: Any, goal: Any) -> Any:
    """The loss of a prediction in units."""
    # log(1 + exp(x)) without overflow
    return max(total, 0.0) - total * goal + np.log1p(np.exp(-abs(total)))


@kernel
def loss_of(rows: Any, goals: Any, table: Any, outs: Any, room: Any) -> Any:
    """The sum of the losses of all positions."""
    lost = np.float64(0)  # plain Python would add up in the small numbers of what is added
    for position in range(goals.size):
        lost += surprise(predict(rows, position, table, outs, room), goals[position])
    return lost


@kernel
def add_slopes(
    rows: Any,
    goals: Any,
    picked: Any,
    table: Any,
    outs: Any,
    table_slopes: Any,
    out_slopes: Any,
    room: Any,
) -> Any:
    """Add the slopes of the losses of some positions; the sum of the losses."""
    width = table.shape[1]
    always = table.shape[0] - 1
    sums, back = room[0], room[1]
    lost = np.float64(0)  # plain Python would add up in the small numbers of what is added
    for index in range(picked.size):
        position = picked[index]
        total = predict(rows, position, table, outs, room)
        lost += surprise(total, goals[position])
        wrong = np.float32(1 / (1 + np.exp(-total)) - goals[position])
        out_slopes[2 * width] += wrong
        for column in range(2 * width):
            sum_here = sums[column]
            inside = np.float32(1) if 0 < sum_here < 1 else np.float32(0)
            out_slopes[column] += wrong * min(max(sum_here, np.float32(0)), np.float32(1))
            back[column] = wrong * outs[column] * inside
        for view in range(2):
            here = back[view * width : view * width + width]
            slope = table_slopes[always]
            for column in range(width):
                slope[column] += here[column]
            for place in range(rows.shape[2]):
                slope = table_slopes[rows[position, view, place]]
                for column in range(width):
                    slope[column] += here[column]
    return lost


@kernel
def step(
    array: Any, slope: Any, mean: Any, square: Any, scale: Any, rate: Any, decay: Any, steps: Any
) -> None:
    """One step of Adam with decay; the slopes are 0 afterwards."""
    up = np.float32(1 / (1 - 0.9**steps))
    over = np.float32(1 / (1 - 0.999**steps))
    rate32, less = np.float32(rate), np.float32(1 - rate * decay)
    for place in range(array.size):
        g = slope[place] * scale
        slope[place] = np.float32(0)
        m = np.float32(0.9) * mean[place] + np.float32(0.1) * g
        v = np.float32(0.999) * square[place] + np.float32(0.001) * g * g
        mean[place], square[place] = m, v
        change = rate32 * (m * up) / (np.sqrt(v * over) + np.float32(1e-8))
        array[place] = less * array[place] - change
