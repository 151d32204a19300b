"""Weights of an evaluation fitted to the results of games: logistic regression.

For games whose estimate is a sum of weights, each times something counted on the board, as in
shogi.  What is counted needs no name here: it is the estimate itself, with one weight 1 and the
others 0.  A player meets itself from random openings.  Positions of these games without a check or
a tempting best move are kept, and weights are sought by which the estimate, as the chance of a
win, best tells what came of them: half the result, half what the player thought after its search.
Those of things that are seldom seen stay near the usual weights.  Mirror images count the same.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import mix, shift_down
from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.jit import kernel
from yomikiri.lab.games import MOST_PLIES, Record, derived, play_out, random_opening
from yomikiri.lab.match import play_match
from yomikiri.lab.statistics import Tally
from yomikiri.play.tree import Tree
from yomikiri.players import Player
from yomikiri.players.searching import AlphaBetaPlayer
from yomikiri.rules import CHECK, FIRST, evaluate, mark, mirror, symmetries, tempts
from yomikiri.think import Limits

GAMES = 1000
NODES = 2000  # positions that the players visit for a move
OPENING = 5  # plies at random, so that no two games are alike
STEPS = 500  # of the regression
RATE = 5.0  # by which a weight changes in a step, at most about
SPREAD = 80.0  # the distance at which weights are expected from the usual ones
RESULT = 0.5  # the part of a result in the goal, the rest is what the player thought
APART = 10  # one game in so many has no part in the weights, and tells what they are worth
CHUNK = 64  # weights that are probed at once
DIGITS, DIGIT_BITS = 8, 7
HALF = 1 << DIGIT_BITS - 1
SIGNS = {"first": 1.0, "draw": 0.5, "second": 0.0}

Floats = NDArray[np.float64]
Row = tuple[NDArray[np.int64], Floats]  # the weights that have a part in an estimate, and how much
Watch = Callable[[str, int, int], None]  # what is done, how much of it, of how much


class Fitted(NamedTuple):
    """What was found; it turns into JSON."""

    game: str
    weights: Any  # int64, in the order of the game
    described: Mapping[str, Any]  # the same by names
    games: int  # that were played
    positions: int  # of them that the weights were fitted to
    loss: tuple[float, float]  # how surprising results are, before and after; see mean_loss
    unit: float  # an estimate of so much multiplies the odds of a win by e
    match: Tally | None  # of the new weights against the usual ones
    seed: int
    stopped: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `tune`."""
        answer: dict[str, Any] = {
            "game": self.game,
            "games": self.games,
            "positions": self.positions,
            "loss": [round(loss, 5) for loss in self.loss],
            "unit": round(self.unit, 1),
            "weights": self.described,
            "match": None if self.match is None else self.match._asdict(),
            "seed": self.seed,
        }
        return answer | ({"stopped": self.stopped} if self.stopped else {})


class Sample(NamedTuple):
    """Positions of some games: what is counted in each, as the rows of a matrix, and results.

    The amounts that are not 0 in row n, and the weights that they belong to, are those from
    starts[n] to starts[n + 1].
    """

    starts: Any  # int64, [N + 1]
    places: Any  # int64
    amounts: Floats
    results: Floats  # [N] how its mover fared: 0 lost, 1 won
    estimates: Floats  # [N] what its mover thought; NaN where that is not known

    def part(self, rows: Any) -> "Sample":
        """Some of the positions."""
        lengths = np.diff(self.starts)[rows]
        picked = np.concatenate(
            [np.arange(self.starts[row], self.starts[row + 1]) for row in rows] or [np.zeros(0)]
        ).astype(np.int64)
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        return Sample(
            starts,
            self.places[picked],
            self.amounts[picked],
            self.results[rows],
            self.estimates[rows],
        )


def fit(
    game: Game,
    *,
    games: int = GAMES,
    match_games: int = 200,
    nodes: int = NODES,
    seed: int = 0,
    jobs: int = 1,
    watch: Watch | None = None,
) -> Fitted:
    """Play, fit, and let the new weights meet the usual ones; the same seed, the same weights."""
    if game.describe_weights(game.weights) is None:
        raise InputError("lab.not_fitted", game=game)
    for name, value in (("games", games), ("match", match_games), ("nodes", nodes)):
        if value < 1:
            raise InputError("number.least", name=name, least=1, got=value)
    player = f"alphabeta:nodes={nodes}"
    played = play_match(
        game,
        player,
        player,
        games=games,
        seed=derived(f"{seed} fit"),
        openings_plies=OPENING,
        jobs=jobs,
        watch=watch and (lambda tally: watch("games", tally.games, games)),
    )
    sample, numbers = collect(game, played.records)
    if not len(numbers):
        raise InputError("lab.no_quiet", n=len(played.records))
    weights, loss, unit = fit_sample(sample, numbers, np.array(game.weights, np.float64))
    match, stopped = None, played.stopped
    if not stopped:
        match = meet(game, weights, match_games, nodes, seed, watch)
        stopped = "" if match.games == match_games else "interrupt"
    described = game.describe_weights(weights) or {}
    return Fitted(
        game.spec,
        weights,
        described,
        len(played.records),
        len(numbers),
        loss,
        unit,
        match,
        seed,
        stopped,
    )


def fit_sample(
    sample: Sample, numbers: Any, usual: Floats
) -> tuple[Any, tuple[float, float], float]:
    """Weights, the loss before and after, and the unit.

    The loss is that of games which had no part in the weights, if there are enough of them.
    """
    apart = numbers % APART == APART - 1
    test = sample.part(np.nonzero(apart)[0])
    unit = best_unit(estimates_of(sample, usual), sample.results)
    if test.results.size and not apart.all():
        sample = sample.part(np.nonzero(~apart)[0])
    else:
        test = sample
    weights = regress(sample, goals_of(sample), usual, unit)
    before, after = (
        mean_loss(chance_of(estimates_of(test, w), unit), test.results)
        for w in (usual, weights.astype(np.float64))
    )
    return weights, (before, after), unit


def goals_of(sample: Sample) -> Floats:
    """What a position should be worth, as the chance of a win.

    The result of the game, which is right but rough, and what its mover thought, which is neither.
    """
    known = ~np.isnan(sample.estimates)
    goals = sample.results.copy()
    thought, results = sample.estimates[known], sample.results[known]
    if thought.size:
        chance = chance_of(thought, best_unit(thought, results))
        goals[known] = RESULT * results + (1 - RESULT) * chance
    return goals


def meet(game: Game, weights: Any, games: int, nodes: int, seed: int, watch: Watch | None) -> Tally:
    """Games of the new weights against the usual ones, in pairs with colours exchanged."""
    tally = Tally()
    try:
        for number in range(games):
            sides: list[Player] = [
                AlphaBetaPlayer(
                    "",
                    game,
                    derived(f"{seed} {number} {side}"),
                    limits=Limits(nodes=nodes),
                    weights=w,
                )
                for side, w in enumerate((weights, game.weights))
            ]
            opening = random_opening(game, OPENING, f"{seed} match {number // 2}", game.start)
            tree = Tree(game, moves=opening, seed=number, most_plies=MOST_PLIES)
            play_out(tree, sides if number % 2 == 0 else sides[::-1])
            assert tree.end is not None
            tally = tally.add(tree.end.value if number % 2 == 0 else -tree.end.value)
            if watch is not None:
                watch("match", number + 1, games)
    except KeyboardInterrupt:
        pass
    return tally


def seen_in(row: Floats) -> Row:
    """A row without its zeros: nearly all of it is, and there are many rows."""
    places = np.nonzero(row)[0]
    return places, row[places]


def make_sample(rows: Sequence[Row], results: Sequence[float], thought: Sequence[float]) -> Sample:
    """A sample of rows."""
    return Sample(
        np.cumsum([0, *(len(places) for places, _ in rows)]).astype(np.int64),
        np.concatenate([*(places for places, _ in rows), []]).astype(np.int64),
        np.concatenate([*(amounts for _, amounts in rows), []]),
        np.array(results, np.float64),
        np.array(thought, np.float64),
    )


def collect(game: Game, records: Sequence[Record]) -> tuple[Sample, Any]:
    """The quiet positions of some games, and the number of the game that each is from."""
    rows: list[Row] = []
    results: list[float] = []
    thought: list[float] = []
    numbers: list[int] = []
    for record in records:
        state = game.parse(record["position"])
        opening, moves = record["opening"], record["moves"]
        estimates = [None] * len(opening) + record["estimates"]
        for number, word in enumerate([*opening, *moves]):
            move = game.read_move(state, word)
            if number >= len(opening) and is_quiet(game, state, move):
                rows.append(seen_in(counts(game, state)))
                result = SIGNS[record["result"]]
                results.append(result if game.mover(state) == FIRST else 1 - result)
                estimate = estimates[number]
                thought.append(math.nan if estimate is None else estimate)
                numbers.append(record["number"])
            state = game.play(state, move)
    return make_sample(rows, results, thought), np.array(numbers)


def is_quiet(game: Game, state: State, move: int) -> bool:
    """Whether there is no check, and the best move is not tempting."""
    return not mark(game.rules, state) & CHECK and not tempts(game.rules, state, move)


def counts(game: Game, state: State) -> Floats:
    """What each weight is multiplied by, the mean of all mirror images."""
    total = np.zeros(len(game.weights), np.int64)
    images = int(symmetries(game.rules))
    for number in range(images):
        probe(game.rules, mirror(game.rules, state, number), np.zeros_like(total), total)
    return total / images


@kernel
def probe(rules: Any, state: State, weights: Any, total: Any) -> None:
    """Add what each weight is multiplied by.

    The weights are all 0 and are so again.  In an estimate by weights 1, 128, 128 ** 2 and so on
    each amount is a digit.  Most weights have no part in an estimate, which is seen for many at
    once by arbitrary numbers.
    """
    for start in range(0, weights.size, CHUNK):
        end = min(start + CHUNK, weights.size)
        for place in range(start, end):
            mixed = mix(place + 1, -7046029254386353131)
            mixed = mix(mixed ^ shift_down(mixed, 32), -4417276706812531889)
            weights[place] = shift_down(mixed, 30)
        if evaluate(rules, state, weights) != 0:
            weights[start:end] = 0
            for first in range(start, end, DIGITS):
                last = min(first + DIGITS, end)
                for place in range(first, last):
                    weights[place] = 1 << DIGIT_BITS * (place - first)
                value = evaluate(rules, state, weights)
                for place in range(first, last):
                    digit = (value + HALF & 2 * HALF - 1) - HALF
                    total[place] += digit
                    value = value - digit >> DIGIT_BITS
                weights[first:last] = 0
        weights[start:end] = 0


def chance_of(estimates: Floats, unit: float) -> Floats:
    """The chance of a win that an estimate stands for."""
    return 1 / (1 + np.exp(-np.clip(estimates / unit, -30, 30)))


def mean_loss(chance: Floats, results: Floats) -> float:
    """How surprising the results are: the mean logarithm of their chances, negated."""
    sure = np.clip(chance, 1e-9, 1 - 1e-9)
    return float(-np.mean(results * np.log(sure) + (1 - results) * np.log(1 - sure)))


def best_unit(estimates: Floats, results: Floats) -> float:
    """The unit by which the usual weights tell the results best."""
    units = [100 * 1.1**step for step in range(40)]
    return min(units, key=lambda unit: mean_loss(chance_of(estimates, unit), results))


def regress(
    sample: Sample, goals: Floats, usual: Floats, unit: float, spread: float = SPREAD
) -> Any:
    """The weights by which estimates tell the goals best.  Adam (Kingma and Ba, 2015), all at once.

    A weight is taken to be within about `spread` of the usual one, unless positions say otherwise.
    """
    size = len(goals)
    seen = np.zeros(len(usual), bool)  # the others stay as they are
    seen[sample.places] = True
    weights = usual.copy()
    speed, square, slope = np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights)
    faith = unit / (spread**2 * size)
    for step in range(1, STEPS + 1):
        wrong = chance_of(estimates_of(sample, weights), unit) - goals
        slope[:] = faith * (weights - usual) * seen * size
        add_slopes(sample.starts, sample.places, sample.amounts, wrong, slope)
        slope /= size
        speed = 0.9 * speed + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        size_of_step = RATE * (1 - step / STEPS)
        weights -= (
            size_of_step * (speed / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        )
    return np.round(weights).astype(np.int64)


def estimates_of(sample: Sample, weights: Floats) -> Floats:
    """What each position is worth by these weights."""
    found = np.zeros(len(sample.results))
    add_amounts(sample.starts, sample.places, sample.amounts, weights, found)
    return found


@kernel
def add_amounts(starts: Any, places: Any, amounts: Any, weights: Any, found: Any) -> None:
    """Rows times weights."""
    for row in range(found.size):
        total = 0.0
        for at in range(starts[row], starts[row + 1]):
            total += amounts[at] * weights[places[at]]
        found[row] = total


@kernel
def add_slopes(starts: Any, places: Any, amounts: Any, wrong: Any, slope: Any) -> None:
    """Columns times what is wrong in each row."""
    for row in range(wrong.size):
        for at in range(starts[row], starts[row + 1]):
            slope[places[at]] += amounts[at] * wrong[row]
