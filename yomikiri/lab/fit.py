"""Weights of an evaluation fitted to the results of games.

For games whose estimate is a sum of weights, each times something counted on the board, as in
shogi.  What is counted needs no name here: it is the estimate itself, with one weight 1 and the
others 0.  A player plays itself from random openings.  Positions of these games without a check or
a tempting best move are kept, and weights are sought by which the estimate, as the chance of a
win, best predicts what came of them: half the result, half what the player's search found.
Weights of what is rarely seen stay near the usual ones.  Mirror images count the same.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from yomikiri.bits import mix, shift_down
from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.jit import kernel
from yomikiri.lab.games import MOST_PLIES, Record, derived, play_out
from yomikiri.lab.match import play_match
from yomikiri.lab.openings import random_moves
from yomikiri.lab.regression import Floats, Row, Sample, fit_sample, make_sample, seen_in
from yomikiri.play.tree import Tree
from yomikiri.players import Player
from yomikiri.players.searching import AlphaBetaPlayer
from yomikiri.rules import CHECK, FIRST, evaluate, mark, mirror, symmetries, tempts
from yomikiri.tally import Tally
from yomikiri.think import Limits

GAMES = 1000
NODES = 2000  # that the players visit for a move
OPENING = 5  # plies at random, so that no two games are alike
CHUNK = 64  # weights that are probed at once
DIGITS, DIGIT_BITS = 8, 7
HALF = 1 << DIGIT_BITS - 1
SIGNS = {"first": 1.0, "draw": 0.5, "second": 0.0}

Watch = Callable[[str, int, int], None]  # what is done, how much of it, of how much


class Fitted(NamedTuple):
    """What was found; it turns into JSON."""

    game: str
    weights: Any  # int64, in the order of the game
    described: Mapping[str, Any]  # the same by names
    games: int  # that were played
    positions: int  # of them that the weights were fitted to
    loss: tuple[float, float]  # how surprising results are, before and after; see mean_loss
    unit: float  # an estimate of one unit multiplies the odds of a win by e
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
    """Play, fit, and measure the new weights in a match; the same seed, the same weights."""
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
            opening = random_moves(game, OPENING, f"{seed} match {number // 2}", game.start)
            tree = Tree(game, moves=opening, seed=number, most_plies=MOST_PLIES)
            play_out(tree, sides if number % 2 == 0 else sides[::-1])
            assert tree.end is not None
            tally = tally.add(tree.end.value if number % 2 == 0 else -tree.end.value)
            if watch is not None:
                watch("match", number + 1, games)
    except KeyboardInterrupt:
        pass
    return tally


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

    The weights are all 0 before and after.  In an estimate by weights 1, 128, 128 ** 2 and so on
    each amount is a digit.  Most weights have no part in an estimate: trying many arbitrary
    numbers at once shows that.
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
