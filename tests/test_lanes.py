"""Rows of a net: added and weighed by vector instructions as NumPy would."""

import numpy as np
import pytest

from yomikiri.games import load
from yomikiri.jit import kernel
from yomikiri.lanes import (
    BIAS,
    FIXED,
    HEADER,
    LANES,
    MOST_ROWS,
    NET,
    ONE,
    SHIFT,
    UNIT,
    WIDTH,
    read_rows,
    room_for_rows,
    weigh,
    words_of,
)
from yomikiri.rules import evaluate, feature_rows, features


def random_net(rows: int, width: int, spread: int, seed: int = 0) -> np.ndarray:
    net = np.zeros(HEADER + (FIXED + rows) * width // 4, np.int64)
    net[0], net[WIDTH], net[SHIFT], net[BIAS], net[UNIT] = NET, width, 5, -12345, 500
    numbers = net.view(np.int16)[4 * HEADER :]
    numbers[:] = np.random.default_rng(seed).integers(-spread, spread, numbers.size)
    return net


@kernel
def weigh_compiled(net, given, view):
    rows = room_for_rows()
    for place in range(given.size):
        rows[place] = given[place]
    return weigh(net, rows, given.size, view)


@pytest.mark.parametrize("width", [LANES, 3 * LANES])
@pytest.mark.parametrize("count", [0, 1, 11, MOST_ROWS])
def test_rows_are_weighed_as_numpy_does(width, count):
    net = random_net(100, width, 400)
    chance = np.random.default_rng(count)
    for view in (0, 1):
        rows = chance.integers(0, 100, count)
        table = net.view(np.int16)[4 * HEADER :].reshape(-1, width).astype(int)
        sums = table[0] + table[FIXED + rows].sum(axis=0)
        slow = sum(max(0, min(ONE, s)) * w for s, w in zip(sums, table[1 + view], strict=True))
        assert weigh_compiled(net, rows, view) == weigh(net, rows, count, view) == slow


def test_sums_wrap_alike():
    net = random_net(10, LANES, 32767)
    rows = np.arange(10)
    assert weigh_compiled(net, rows, 0) == weigh(net, rows, 10, 0)


@pytest.mark.parametrize("name", ["minishogi", "othello:4x6", "nip:6x6"])
def test_an_estimate_is_that_of_both_views(name):
    game = load(name)
    net = random_net(int(feature_rows(game.rules)), LANES, 200)
    out = room_for_rows()
    state = game.start
    for turn in range(6):
        total = int(net[BIAS])
        for view in (0, 1):
            count = int(features(game.rules, state, view, out))
            total += weigh(net, out, count, view)
        assert int(evaluate(game.rules, state, net)) == total >> 5
        legal = game.legal_moves(state)
        state = game.play(state, legal[turn % len(legal)])


@kernel
def read_compiled(tables, begins, sums, number, own, other, out, apart):
    read_rows(tables, begins, sums, number, own, other, out, apart)


@pytest.mark.parametrize("number", [1, 16, 38])
def test_readings_are_those_of_plain_python(number):
    chance = np.random.default_rng(number)
    size, sums = words_of(number), 50
    worth = chance.integers(0, 300, (8, 256, size, 4))  # no sum of 24 such exceeds 16 bits
    words = (worth << 16 * np.arange(4)).sum(axis=3)
    rows = chance.integers(0, 1 << 16, 1 << 16).astype(np.uint16)
    tables = np.concatenate([np.zeros(sums, np.int64), words.ravel(), rows.view(np.int64)])
    tables[7 : 7 + number] = 4 * (sums + words.size)  # all begin alike
    for own, other in ((0, 0), (-1, 0), (0x0123456789ABCDEF, -0x0123456789ABCDF0)):
        slow, fast, exchanged = (np.full(2 * MOST_ROWS, -1) for _ in range(3))
        read_rows(tables, 7, sums, number, own, other, slow, 0)
        read_compiled(tables, 7, sums, number, own, other, fast, 0)
        assert (slow == fast).all() and (slow[number:] == -1).all()
        read_rows(tables, 7, sums, number, other, own, exchanged, 0)
        for read in (read_rows, read_compiled):
            read(tables, 7, sums, number, own, other, fast, 50)
            assert (fast[:number] == slow[:number]).all() and (fast[50 + number :] == -1).all()
            assert (fast[50 : 50 + number] == exchanged[:number]).all()
