"""Weights fitted to the results of games, and errors counted by a table."""

import json
import math

import numpy as np
import pytest

from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.shogi import weights as described
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.lab.errors import judged, measure_errors
from yomikiri.lab.fit import counts, fit
from yomikiri.lab.proved import rating
from yomikiri.lab.regression import (
    best_unit,
    chance_of,
    estimates_of,
    goals_of,
    make_sample,
    mean_loss,
    regress,
    seen_in,
)
from yomikiri.play.tree import Tree
from yomikiri.rules import evaluate
from yomikiri.tables.build import build_table
from yomikiri.tables.table import find_table


def shogi(name: str) -> ShogiGame:
    game = load(name)
    assert isinstance(game, ShogiGame)
    return game


@pytest.mark.parametrize("name", ["minishogi", "dobutsu", "gorogoro"])
def test_an_estimate_is_the_sum_of_what_is_counted(name):
    game = shogi(name)
    state = game.start
    for step in range(12):
        moves = game.legal_moves(state)
        state = game.play(state, moves[7 * step % len(moves)])
        if game.outcome(state) is not None:
            break
        value = evaluate(game.rules, state, game.weights)
        assert counts(game, state) @ game.weights == pytest.approx(value)


def test_a_regression_finds_the_weights_that_made_the_results():
    chance = np.random.default_rng(1)
    true = np.array([300.0, -200.0, 50.0, 7.0])
    counted = chance.integers(-2, 3, (4000, 4)).astype(float)
    counted[:, 3] = 0  # never seen
    results = (chance.random(4000) < chance_of(counted @ true, 250.0)).astype(float)
    usual = np.array([100.0, 0.0, 0.0, 9.0])
    sample = make_sample([seen_in(row) for row in counted], results.tolist(), [math.nan] * 4000)
    assert (goals_of(sample) == results).all()
    found = regress(sample, results, usual, 250.0, spread=300.0)
    assert np.abs(found - true)[:3].max() < 40 and found[3] == 9
    before, after = (
        mean_loss(chance_of(estimates_of(sample, w), 250.0), results) for w in (usual, 1.0 * found)
    )
    assert after < before - 0.1
    assert 200 < best_unit(counted @ true, results) < 320
    assert 10 < best_unit(counted @ true / 20, results) < 16  # a game that counts in small numbers
    assert mean_loss(np.full(3, 0.5), np.array([0.0, 0.5, 1.0])) == pytest.approx(math.log(2))


def test_a_part_of_a_sample_is_some_of_its_positions():
    chance = np.random.default_rng(2)
    rows = chance.integers(-1, 2, (9, 5)).astype(float)
    thought = [10.0, math.nan, *range(7)]
    sample = make_sample([seen_in(row) for row in rows], [1.0, 0.0, 0.5] * 3, thought)
    weights = np.array([1.0, 10, 100, 1000, 10000])
    assert estimates_of(sample, weights).tolist() == (rows @ weights).tolist()
    part = sample.part(np.array([1, 4, 8]))
    assert estimates_of(part, weights).tolist() == (rows @ weights)[[1, 4, 8]].tolist()
    assert part.results.tolist() == [0.0, 0.0, 0.5] and np.isnan(part.estimates[0])
    goals = goals_of(sample)
    assert goals[1] == 0.0 and 0.5 < goals[0] < 1.0  # the result alone; half of it


def test_weights_come_back_from_their_description():
    game = shogi("minishogi")
    told = json.loads(json.dumps(described.describe(game.layout, game.weights)))
    assert (described.read(game.layout, told) == game.weights).all()
    assert list(game.weight_sets) == ["fitted", "values"]


def test_the_same_seed_fits_the_same_weights(tmp_path):
    # Games of this seed are not all won by whom the estimate likes: there is something to fit.
    found = [fit(load("minishogi"), games=4, match_games=2, nodes=100, seed=1) for _ in range(2)]
    assert found[0].to_dict() == found[1].to_dict()
    assert found[0].match is not None and found[0].match.games == 2
    assert found[0].loss[1] < found[0].loss[0]
    with pytest.raises(InputError, match="games: expected 1 or more, got 0"):
        fit(load("minishogi"), games=0)
    with pytest.raises(InputError, match="tictactoe has no weights that can be fitted"):
        fit(load("tictactoe"))


def test_the_command_writes_a_file(tmp_path, capsys):
    file = tmp_path / "weights.json"
    words = ["tune", "minishogi", "--games", "2", "--match", "2", "--nodes", "50"]
    assert cli.run([*words, "--out", str(file)]) == 0
    assert "quiet positions" in capsys.readouterr().out
    game = shogi("minishogi")
    told = json.loads(file.read_text("utf-8"))["minishogi"]
    assert described.read(game.layout, told).shape == game.weights.shape
    assert cli.run([*words, "--out", str(file)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_errors_are_counted_by_the_table_or_read_out(tmp_path, monkeypatch):
    game = load("tictactoe")
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    with pytest.raises(InputError, match="there is no table of anpanman"):
        measure_errors(load("anpanman"), ["random"])
    read_out = measure_errors(game, ["random"], games=20, seed=1, plies=0)
    build_table(game, tmp_path)
    by_table = rating(game, find_table(game))
    for record in read_out.records:
        played = Tree(game, moves=game.read_moves(game.start, record["line"]))
        told = judged(by_table, played, record["number"] % 2, 0)
        assert told == {name: record[name] for name in told}
    (found,) = measure_errors(game, ["random"], games=20, seed=1, plies=0).rows()
    assert 0 < found.errors <= found.chances <= found.moves
    assert found.errors <= found.half_points <= 2 * found.errors
    assert measure_errors(game, ["perfect"], games=6, plies=0).rows()[0].errors == 0
