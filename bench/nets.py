"""Nets that come with the program: evaluations and nodes a second, beside the sum of weights.

Both are measured in turn, in one run, so that a busy machine slows both.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.report import Line
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.games.net import shipped_net
from yomikiri.jit import from_row, kernel
from yomikiri.lab.openings import random_moves
from yomikiri.players import make_player
from yomikiri.rules import evaluate

GAMES = (
    "connect4:6x7",
    "dobutsu",
    "gorogoro",
    "janken:full",
    "janken:single",
    "minishogi",
    "nip:6x8",
    "nip:8x8",
    "othello:8x8",
)
POSITIONS, PLIES = 256, 24  # positions after up to so many random plies
ROUNDS = 400  # evaluations of each position
SEARCHES, NODES = 12, 40_000
TURNS = 3  # the least time of each counts


@kernel
def evaluate_all(rules: Any, like: Any, rows: Any, weights: Any, rounds: Any) -> Any:
    """Evaluate positions again and again; the sum, so that nothing is left out."""
    total = 0
    for _ in range(rounds):
        for place in range(len(rows)):
            total += evaluate(rules, from_row(like, rows[place]), weights)
    return total


def measure_nets() -> Iterator[Line]:
    """A line for evaluations and one for nodes of each net."""
    for spec in GAMES:
        game = load(spec)
        if (net := shipped_net(game)) is not None:
            yield measure_evaluations(game, net)
            yield measure_nodes(game)


def positions(game: Game) -> list[Any]:
    """Positions of random games that are not over."""
    found: list[Any] = []
    number = 0
    while len(found) < POSITIONS:
        moves = random_moves(game, number % PLIES, f"nets {number}", game.start)
        state = game.replay(game.start, moves)
        if game.outcome(state) is None:
            found.append(state)
        number += 1
    return found


def least(times: list[float]) -> float:
    """What took least time was disturbed least."""
    return min(times)


def measure_evaluations(game: Game, net: Any) -> Line:
    """The time of an estimate by the net and by the sum of weights."""
    rows = np.array(positions(game), np.int64)
    taken: dict[str, list[float]] = {"net": [], "linear": []}
    for weights in (net, game.weights):
        evaluate_all(game.rules, game.start, rows, weights, 1)
    for _ in range(TURNS):
        for name, weights in (("net", net), ("linear", game.weights)):
            began = time.process_time()
            evaluate_all(game.rules, game.start, rows, weights, ROUNDS)
            taken[name].append((time.process_time() - began) / (ROUNDS * len(rows)))
    return compared(game, "evaluations", taken, 1.0)


def measure_nodes(game: Game) -> Line:
    """The time of a node of a search by either."""
    states = positions(game)[:: POSITIONS // SEARCHES][:SEARCHES]
    taken: dict[str, list[float]] = {"net": [], "linear": []}
    players = {name: make_player(f"alphabeta:nodes={NODES},eval={name}", game) for name in taken}
    for player in players.values():
        player.choose(game.start)
    for _ in range(TURNS):
        for name, player in players.items():
            nodes, seconds = 0, 0.0
            for state in states:
                began = time.process_time()
                nodes += player.choose(state).nodes
                seconds += time.process_time() - began
            taken[name].append(seconds / nodes)
    return compared(game, "nodes", taken, 1.0)


def compared(game: Game, what: str, taken: dict[str, list[float]], each: float) -> Line:
    """A line with both speeds."""
    net, linear = (1 / least(taken[name]) for name in ("net", "linear"))
    return Line(
        f"{game} {what} by its net",
        f"{net / 1e6:.2f} M {what}/s, {net / linear:.2f} of those by the sum of weights"
        f" ({linear / 1e6:.2f} M)",
        {f"{what}_per_second": round(net), f"linear_{what}_per_second": round(linear)},
    )
