"""Nets in files: read as they were written, and refused where they do not fit."""

import json

import numpy as np
import pytest

from tests.test_lanes import random_net
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.net import (
    FIRST_LINE,
    NEEDED,
    header_of,
    net_for,
    read_net,
    shipped_path,
    write_net,
)
from yomikiri.lanes import LANES
from yomikiri.learn.rounding import most_of_row, round_net
from yomikiri.learn.training import Trained
from yomikiri.players import make_player
from yomikiri.players.searching import AlphaBetaPlayer
from yomikiri.rules import evaluate, feature_rows, features, most_features


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


def test_a_net_of_another_game_is_refused(path):
    with pytest.raises(InputError, match="a net for dobutsu, not for minishogi"):
        net_for(load("minishogi"), path)


def test_a_net_for_other_features_is_refused(game, net, path):
    write_net(path, header_of(game, net, {}) | {"features": 2}, net)
    with pytest.raises(InputError, match="other features"):
        net_for(game, path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: b"GIF89a" + data, "not a net"),
        (lambda data: b"", "not a net"),
        (lambda data: data[:-9], "damaged"),
        (lambda data: data[:-40] + bytes(40), "damaged"),
        (lambda data: FIRST_LINE + b"{}\n", "damaged"),
        (lambda data: FIRST_LINE + b"[1]\n", "damaged"),
        (lambda data: FIRST_LINE + b"x" * (1 << 17), "damaged"),
        (lambda data: data.replace(b'"format": 1', b'"format": 9', 1), "later version"),
        (lambda data: data.replace(b'"width": 32', b'"width": 33', 1), "damaged"),
        (lambda data: data.replace(b'"width": 32', b'"width": 64', 1), "damaged"),
    ],
)
def test_a_file_that_is_no_whole_net_is_refused(path, change, said):
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(InputError, match=said):
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
