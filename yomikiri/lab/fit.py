"""Weights of an evaluation fitted to the results of games: logistic regression.

For games whose estimate is a sum of weights, each times something counted on the board, as in
shogi.  What is counted needs no name here: it is the estimate itself, with one weight 1 and the
others 0.  A player meets itself from random openings.  Positions of these games without a check or
a tempting best move are kept, and weights are sought by which the estimate, as the chance of a
win, tells the results best; those of things that are seldom seen stay near the usual weights.
Mirror images count the same.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State, many
from yomikiri.jit import kernel
from yomikiri.lab.games import Record, Table, derived, random_opening, sign
from yomikiri.lab.match import play_match
from yomikiri.lab.statistics import Tally
from yomikiri.players import Player
from yomikiri.players.searching import AlphaBetaPlayer
from yomikiri.rules import CHECK, FIRST, evaluate, mark, mirror, symmetries, tempts

GAMES = 1000
NODES = 2000  # positions that the players visit for a move
OPENING = 5  # plies at random, so that no two games are alike
STEPS = 500  # of the regression
RATE = 5.0  # by which a weight changes in a step, at most about
FAITH = 3e-8  # in the usual weights, for each square of a distance from them
SIGNS = {"first": 1.0, "draw": 0.5, "second": 0.0}

Floats = NDArray[np.float64]
Watch = Callable[[str, int, int], None]  # what is done, how much of it, of how much


class Fitted(NamedTuple):
    """What was found; it turns into JSON."""

    game: str
    weights: Any  # int64, in the order of the game
    described: Mapping[str, Any]  # the same by names
    games: int  # that were played
    positions: int  # of them that the weights were fitted to
    loss: tuple[float, float]  # how surprising the results are, before and after; see mean_loss
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
        raise InputError(f"{game} has no weights that can be fitted")
    for name, value in (("games", games), ("match", match_games), ("nodes", nodes)):
        if value < 1:
            raise InputError(f"{name}: expected 1 or more, got {value}")
    player = f"alphabeta:nodes={nodes}"
    played = play_match(
        game,
        player,
        player,
        games=games,
        seed=derived(f"{seed} fit"),
        openings_plies=OPENING,
        jobs=jobs,
        watch=watch and (lambda result: watch("games", len(result.records), games)),
    )
    counted, results = collect(game, played.records)
    if not len(results):
        raise InputError(f"no quiet position in {many(len(played.records), 'game')}; play more")
    usual = np.array(game.weights, np.float64)
    unit = best_unit(counted @ usual, results)
    weights, loss = regress(counted, results, usual, unit)
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
        len(results),
        loss,
        unit,
        match,
        seed,
        stopped,
    )


def meet(game: Game, weights: Any, games: int, nodes: int, seed: int, watch: Watch | None) -> Tally:
    """Games of the new weights against the usual ones, in pairs with colours exchanged."""
    tally = Tally()
    try:
        for number in range(games):
            sides: list[Player] = [
                AlphaBetaPlayer(
                    "", game, derived(f"{seed} {number} {side}"), nodes=nodes, weights=w
                )
                for side, w in enumerate((weights, game.weights))
            ]
            table = Table(game, game.start)
            for move in random_opening(game, OPENING, f"{seed} match {number // 2}", game.start):
                table.play(move)
            table.play_out(sides if number % 2 == 0 else sides[::-1], random.Random(number))
            tally = tally.add(sign(table.value if number % 2 == 0 else -table.value))
            if watch is not None:
                watch("match", number + 1, games)
    except KeyboardInterrupt:
        pass
    return tally


def collect(game: Game, records: Sequence[Record]) -> tuple[Floats, Floats]:
    """What is counted in each quiet position of some games, and how its mover fared."""
    rows: list[Floats] = []
    results: list[float] = []
    for record in records:
        state = game.parse(record["position"])
        words = [*record["opening"], *record["moves"]]
        for number, word in enumerate(words):
            move = game.read_move(state, word)
            if number >= len(record["opening"]) and is_quiet(game, state, move):
                rows.append(counts(game, state))
                result = SIGNS[record["result"]]
                results.append(result if game.mover(state) == FIRST else 1 - result)
            state = game.play(state, move)
    return np.array(rows), np.array(results)


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
    """Add the estimate by each weight alone."""
    for number in range(weights.size):
        weights[number] = 1
        total[number] += evaluate(rules, state, weights)
        weights[number] = 0


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
    counted: Floats, results: Floats, usual: Floats, unit: float
) -> tuple[Any, tuple[float, float]]:
    """The weights, and the loss before and after.  Adam (Kingma and Ba, 2015), all at once."""
    seen = (counted != 0).any(axis=0)  # the others stay as they are
    whole, counted, usual = usual, counted[:, seen], usual[seen]
    weights = usual.copy()
    speed, square = np.zeros_like(weights), np.zeros_like(weights)
    before = mean_loss(chance_of(counted @ weights, unit), results)
    for step in range(1, STEPS + 1):
        wrong = chance_of(counted @ weights, unit) - results
        slope = counted.T @ wrong / len(results) + FAITH * unit * (weights - usual)
        speed = 0.9 * speed + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        size = RATE * (1 - step / STEPS)
        weights -= size * (speed / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    after = mean_loss(chance_of(counted @ weights, unit), results)
    whole = whole.copy()
    whole[seen] = weights
    return np.round(whole).astype(np.int64), (before, after)
