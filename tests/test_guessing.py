"""Random games in the place of an evaluation, for games that have none."""

from pathlib import Path

import numpy as np
import pytest

import yomikiri as yk
from yomikiri.games import load
from yomikiri.rules import GUESS, SECOND, evaluate, guess_weights, own_weights
from yomikiri.search.playout import playouts
from yomikiri.search.workspace import ESTIMATES, LOOK_AHEAD, READ_OUT
from yomikiri.think.team import Team

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(scope="module")
def game():
    yk.use(EXAMPLES / "hex.py")
    return load("hex:4x4")


def test_a_position_gets_the_same_estimate_each_time(game):
    state = game.position(moves="a1 b2").state
    weights = guess_weights(1)
    found = {int(evaluate(game.rules, state, weights)) for _ in range(3)}
    assert len(found) == 1 and found == {int(evaluate(game.rules, state, game.weights))}


def test_it_is_the_mean_of_random_games(game):
    """Within four standard deviations of 4,000 games by another kernel."""
    for moves in ("", "b2", "b2 c3", "a1 b3 d4"):
        state = game.position(moves=moves).state
        mean = playouts(game.rules, state, 4000, seed=3).results.mean()
        if game.mover(state) == SECOND:
            mean = -mean
        found = int(evaluate(game.rules, state, guess_weights(1, games=4000))) / GUESS
        assert abs(found - mean) < 4 * (2 / 4000) ** 0.5


def test_scores_count_by_their_size():
    yk.use(EXAMPLES / "dots_and_boxes.py")
    boxes = load("boxes:2x2")
    estimates = [int(evaluate(boxes.rules, boxes.start, boxes.weights)) for _ in range(2)]
    assert boxes.guesses and -GUESS <= estimates[0] == estimates[1] <= GUESS


def test_a_thread_has_room_of_its_own(game):
    assert own_weights(game.weights) is not game.weights
    usual = load("nip:4x4").weights
    assert np.array_equal(own_weights(usual), usual)
    first, second = Team(game.rules, mode=LOOK_AHEAD, weights=game.weights, threads=2).spaces
    assert first.weights is not second.weights


def test_solving_does_not_ask(game):
    team = Team(game.rules, mode=READ_OUT, weights=game.weights)
    assert not team.control[ESTIMATES]


def test_a_game_with_an_evaluation_keeps_it():
    assert not load("othello").guesses and not load("janken").guesses


def test_looking_a_ply_ahead_beats_random_moves(game):
    score = yk.match(game, "alphabeta:depth=1", "random", games=40, seed=1).score
    assert score is not None and score >= 0.65
