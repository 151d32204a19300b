"""Tuning: better weights by self-play, the same again from the same seed, stopped at any time."""

import json

import pytest

from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.tune import GREATEST, Tuning, tune, whole


def test_weights_keep_their_ratios_and_their_signs():
    assert whole([10000.0, 100.0, 10.0]) == (GREATEST, GREATEST // 100, GREATEST // 1000)
    assert whole([1.0, 1e-9, -1e-9]) == (GREATEST, 1, -1)
    assert whole([0.0, 0.0]) == (0, 0)


@pytest.mark.compiled
def test_tuning_is_decided_by_its_seed():
    first, again, other = (
        tune("connect4:4x5", games=4, match_games=4, depth=1, seed=seed) for seed in (1, 1, 2)
    )
    assert first.to_dict() == again.to_dict()
    assert first.trials != other.trials
    assert len(first.trials) >= 4  # each of two weights greater and smaller
    assert (first.match is None) == (first.found == first.usual)
    for trial in first.trials:
        assert trial.kept == (trial.score > 0.5 + 2.326 * 0.5 / trial.games**0.5)


@pytest.mark.compiled
def test_bad_weights_are_improved():
    """Who shuns threats and the centre loses; tuning must notice."""
    tuning = Tuning(load("connect4:4x5"), 20, 10, 1, 1, 1, None)
    tuning.usual = tuning.best = (-GREATEST, -GREATEST)
    result = tuning.run()
    assert result.found[0] > 0 or result.found[1] > 0, result
    assert result.match is not None and (result.match.score or 0) > 0.5


@pytest.mark.compiled
def test_ctrl_c_keeps_what_was_found():
    def watch(what, done, of):
        if what.startswith("trial 3") and done == 2:
            raise KeyboardInterrupt

    result = tune("connect4:4x4", games=4, match_games=4, depth=1, seed=1, watch=watch)
    assert result.stopped == "interrupt" and result.match is None
    assert len(result.trials) == 2
    assert result.to_dict()["stopped"] == "interrupt"


def test_what_cannot_be_tuned_is_refused():
    with pytest.raises(InputError):
        tune("tictactoe")
    with pytest.raises(InputError):
        tune("janken", games=0)


@pytest.mark.parametrize("game", ["janken", "minishogi"])
@pytest.mark.parametrize("wrong", [["--games", "0"], ["--out", "/nowhere/weights.json"]])
def test_the_command_refuses_before_it_plays(game, wrong, capsys):
    assert cli.run(["tune", game, *wrong]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.compiled
def test_the_command_prints_json_or_a_table(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    words = ["tune", "connect4:4x4", "--games", "2", "--match", "2", "--depth", "1"]
    assert cli.run([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["game"] == "connect4:4x4" and set(document["weights"]) == {"threat", "centre"}
    assert cli.run(words) == 0
    assert "threat" in capsys.readouterr().out
