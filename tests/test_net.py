"""Nets in files: read as they were written, and refused where they do not fit."""

import json

import numpy as np
import pytest

from tests.test_lanes import random_net
from yomikiri import cli
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import ESTIMATE_UNIT
from yomikiri.games.net import (
    FIRST_LINE,
    NEEDED,
    header_of,
    net_for,
    read_net,
    shipped_path,
    write_net,
)
from yomikiri.lanes import BIAS, LANES, SHIFT
from yomikiri.learn.reliability import Bin, bins_of, error_of, fitted_line, measure
from yomikiri.learn.rounding import most_of_row, round_net
from yomikiri.learn.self_play import NEVER, play_chunk
from yomikiri.learn.training import Trained
from yomikiri.players import make_player
from yomikiri.players.searching import AlphaBetaPlayer
from yomikiri.rules import (
    FIRST,
    MOST_ESTIMATE,
    evaluate,
    feature_rows,
    features,
    is_answered,
    is_proof,
    most_features,
)
from yomikiri.rules.searching import by_net, evaluate_by_net


@pytest.fixture
def game():
    return load("dobutsu")


@pytest.fixture
def net(game):
    return random_net(int(feature_rows(game.rules)), LANES, 300)


@pytest.fixture
def path(game, net, tmp_path):
    path = tmp_path / "a.net"
    write_net(path, header_of(game, net, {"games": 7}), net)
    return path


def test_a_net_is_read_as_it_was_written(game, net, path):
    header, found = read_net(path)
    assert (found == net).all() and found.dtype == np.int64
    assert header["game"] == "dobutsu" and header["games"] == 7
    assert all(name in header for name in NEEDED)
    assert [file.name for file in path.parent.iterdir()] == ["a.net"]


def test_only_games_with_features_compile_an_estimate_by_a_net(game):
    assert by_net.answers[type(game.rules)] is evaluate_by_net
    assert not is_answered(by_net, load("tictactoe").rules)


def test_a_net_of_another_game_is_refused(path):
    with pytest.raises(InputError, match="a net for dobutsu, not for minishogi"):
        net_for(load("minishogi"), path)


def test_a_net_for_other_features_is_refused(game, net, path):
    write_net(path, header_of(game, net, {}) | {"features": 2}, net)
    with pytest.raises(InputError, match="other features"):
        net_for(game, path)


# The head of a zstd frame that states 2**56 bytes.
ENDLESS = b"\x28\xb5\x2f\xfd\xe0" + (1 << 56).to_bytes(8, "little")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: b"GIF89a" + data, "not a net"),
        (lambda data: b"", "not a net"),
        (lambda data: data[:-9], "damaged"),
        (lambda data: data[:-40] + bytes(40), "damaged"),
        (lambda data: data.replace(b"\x28\xb5\x2f\xfd", ENDLESS, 1), "damaged"),
        (lambda data: FIRST_LINE + b"{}\n", "damaged"),
        (lambda data: FIRST_LINE + b"[1]\n", "damaged"),
        (lambda data: FIRST_LINE + b"x" * (1 << 17), "damaged"),
        (lambda data: data.replace(b'"format": 1', b'"format": 9', 1), "later version"),
        (lambda data: data.replace(b'"width": 32', b'"width": 33', 1), "damaged"),
        (lambda data: data.replace(b'"width": 32', b'"width": 64', 1), "damaged"),
        (lambda data: data.replace(b'"games": 7', b'"games": "7"', 1), "damaged"),
        (lambda data: data.replace(b'"games": 7', b'"loss": NaN', 1), "damaged"),
        (lambda data: data.replace(b'"games": 7', b'"reliability": 5', 1), "damaged"),
        (lambda data: data.replace(b'"games": 7', b'"reliability": [[1, 2]]', 1), "damaged"),
    ],
)
def test_a_file_that_is_no_whole_net_is_refused(path, change, said):
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(InputError, match=said):
        read_net(path)


@pytest.mark.parametrize(
    ("shift", "bias"),
    [(-1, 0), (17, 0), (64, 0), (0, 1 << 18), (9, -1 << 40), (9, 1 << 70), (None, 0), (9, "x")],
)
def test_a_net_whose_sum_is_no_estimate_is_refused(game, net, path, shift, bias):
    write_net(path, header_of(game, net, {"shift": shift, "bias": bias}), net)
    with pytest.raises(InputError, match="damaged"):
        read_net(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"none\.net cannot be read"):
        read_net(tmp_path / "none.net")


def test_players_take_a_net_by_its_file(game, net, path):
    by_net = make_player(f"alphabeta:depth=1,eval={path}", game)
    by_sum = make_player("alphabeta:depth=1,eval=linear", game)
    assert isinstance(by_net, AlphaBetaPlayer) and isinstance(by_sum, AlphaBetaPlayer)
    assert (by_net.plan.weights == net).all()
    assert by_sum.plan.weights is game.weights
    assert by_net.choose(game.start).value != by_sum.choose(game.start).value


@pytest.mark.parametrize("text", ["", "nett", "liner"])
def test_an_evaluation_that_is_not_there_is_refused(game, text):
    with pytest.raises(InputError, match=r"expected .*linear, net or FILE\.net"):
        make_player(f"alphabeta:depth=1,eval={text}", game)


def test_however_great_a_net_is_its_estimates_are_no_proofs(game, net):
    net[SHIFT], net[BIAS] = 0, 1 << 40
    assert evaluate(game.rules, game.start, net) == MOST_ESTIMATE
    net[BIAS] = -1 << 40
    assert evaluate(game.rules, game.start, net) == -MOST_ESTIMATE
    assert not is_proof(MOST_ESTIMATE)


def test_rounding_keeps_estimates_and_never_overflows(game):
    rows, most = int(feature_rows(game.rules)), int(most_features(game.rules))
    chance = np.random.default_rng(1)
    table = chance.normal(0, 0.2, (rows + 2, LANES)).astype(np.float32)
    table[rows] = 0
    outs = chance.normal(0, 1, 2 * LANES + 1).astype(np.float32)
    net = round_net(Trained(table, outs, 600.0, (), 0), most)
    out = np.zeros(64, np.int64)
    state = game.start
    for turn in range(8):
        total = outs[-1]
        for view in (0, 1):
            count = int(features(game.rules, state, view, out))
            sums = table[-1] + table[out[:count]].sum(axis=0)
            total += np.clip(sums, 0, 1) @ outs[view * LANES : (view + 1) * LANES]
        assert abs(int(evaluate(game.rules, state, net)) - 600 * total) < 12
        legal = game.legal_moves(state)
        if not legal:
            break
        state = game.play(state, legal[turn % len(legal)])
    assert (most + 1) * most_of_row(most) * 512 <= 32767


def test_every_net_that_comes_with_the_program_fits(game):
    for spec in ("minishogi", "gorogoro", "dobutsu", "anpanman"):
        game = load(spec)
        if (path := shipped_path(game)) is not None:
            assert net_for(game, path) is not None
            assert path.stat().st_size < 1 << 20
            assert json.dumps(read_net(path)[0])


# The commands `net ...`.


def test_what_a_net_is_for_is_shown(path, capsys):
    assert cli.run(["net", "info", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "dobutsu" and found["bytes"] == path.stat().st_size
    assert cli.run(["net", "info", str(path)]) == 0
    said = capsys.readouterr().out
    assert "dobutsu" in said and "was not measured" in said


@pytest.mark.parametrize("spec", ["minishogi", "othello:8x8"])
def test_nets_that_come_with_the_program_say_how_far_they_can_be_relied_on(spec, capsys):
    assert cli.run(["net", "info", spec, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    bins = [Bin(*each) for each in found["reliability"]]
    assert len(bins) >= 8 and sum(each.positions for each in bins) > 5000
    assert error_of(bins) < 0.1


def test_reliability_is_measured_by_fresh_games(path, tmp_path, capsys):
    out, plot = tmp_path / "b.net", tmp_path / "b.svg"
    words = ["net", "measure", str(path), "--games", "3", "--nodes", "20", "--json"]
    assert cli.run([*words, "--out", str(out), "--svg", str(plot)]) == 0
    found = json.loads(capsys.readouterr().out)
    header, words_of_net = read_net(out)
    assert header["reliability"] == found["reliability"] and header["games"] == 7
    assert header["chance_unit"] == found["chance_unit"] > 0
    assert (words_of_net == read_net(path)[1]).all()
    assert plot.read_text("utf-8").startswith("<svg")


def test_bins_are_means_by_tenths():
    chances = np.array([0.01, 0.05, 0.55, 0.99, 1.0])
    results = np.array([0.0, 0.5, 1.0, 1.0, 0.0])
    bins = bins_of(chances, results)
    assert bins == (Bin(2, 0.03, 0.25), Bin(1, 0.55, 1.0), Bin(2, 0.995, 0.5))
    assert error_of(bins) == pytest.approx((2 * 0.22 + 0.45 + 2 * 0.495) / 5)


def test_reliability_of_games_is_that_of_every_second_one(game, net):
    records = play_chunk("dobutsu", net, 20, 1, range(8), NEVER)
    unit, shift, bins = measure(game, records)
    columns: tuple[list[float], ...] = [], [], [], []
    for place, record in enumerate(records):
        state = game.replay(game.start, record["opening"])
        for move, value in zip(record["moves"], record["values"], strict=True):
            sign = 1 if game.mover(state) == FIRST else -1
            if not is_proof(value):  # those are no estimates
                columns[2 * (place % 2)].append(value)
                columns[2 * (place % 2) + 1].append(0.5 + 0.5 * sign * record["result"])
            state = game.play(state, move)
    fitted, results, values, others = (np.array(column, float) for column in columns)
    assert (unit, shift) == fitted_line(fitted, results)
    assert bins == bins_of(1 / (1 + np.exp(-(values - shift) / unit)), others)


def test_unit_and_shift_are_found_again():
    chance = np.random.default_rng(0)
    values = chance.normal(100, 900, 20_000)
    results = (chance.random(20_000) < 1 / (1 + np.exp(-(values - 120) / 600))).astype(float)
    unit, shift = fitted_line(values, results)
    assert unit == pytest.approx(600, rel=0.05) and shift == pytest.approx(120, abs=30)


def test_the_chance_to_win_is_by_the_unit_that_was_measured():
    game = load("minishogi")
    assert game.usual_net is not None
    header = game.usual_net[0]
    value = 3.0 * ESTIMATE_UNIT
    shown = 1 / (1 + np.exp((header["chance_shift"] - value) / header["chance_unit"]))
    assert game.chance(3.0) == pytest.approx(shown)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["info", "anpanman"], "no net comes with anpanman"),
        (["info", "none.net"], "none.net cannot be read"),
        (["measure", "minishogi", "--games", "0"], "games"),
        (["measure", "minishogi", "--nodes", "9" * 20], "nodes"),
    ],
)
def test_bad_input_is_one_line(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.run(["net", *words]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
