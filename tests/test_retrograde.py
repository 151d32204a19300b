"""Retrograde analysis against value iteration in plain Python, on random graphs and real games."""

from typing import Any

import pytest

from tests.conftest import portion
from tests.graph import FIELDS, GROUP, GraphGame, random_graph
from yomikiri.games import load
from yomikiri.jit import DISABLED
from yomikiri.rules import index, unindex
from yomikiri.search import retrograde as rg
from yomikiri.search.codes import HOLE, code_of
from yomikiri.search.judge import judge_endless
from yomikiri.tables.build import Builder

SIZES = ((40,), (30, 50), (10, 25, 60, 35))


def built(game, threads=1):
    builder = Builder(game, threads=threads)
    for group in range(len(game.table_classes())):
        builder.build(group)
    return builder


def value_iteration(game: GraphGame) -> dict[int, Any]:
    """The code of every place, class by class, by asking all places again and again."""
    rules = game.rules
    codes: dict[int, Any] = {}
    for group, size in enumerate(game.sizes):
        first = int(rules.starts[group])
        places = [place for place in range(first, first + size) if place % 7 != 3]
        codes |= {place: end_code(game, place) for place in places}
        for _ in range(len(places) + 1):
            fresh = {place: best_code(game, place, codes) for place in places}
            if all(fresh[place] == codes[place] for place in places):
                break
            codes |= fresh
        codes |= {place: 0 for place in places if codes[place] is None}
    return codes


def end_code(game, place):
    result = game.outcome(type(game.start)(place))
    return None if result is None else (result > 0) - (result < 0)


def best_code(game, place, codes):
    """None while it is not known; a draw only if nothing else can come."""
    if (end := end_code(game, place)) is not None:
        return end
    state = type(game.start)(place)
    found = []
    for move in game.legal_moves(state):
        child = game.play(state, move)
        code = codes[child.place]
        if code and game.mover(child) != game.mover(state):
            code = -code
        away = (
            game.rules.table[child.place * FIELDS + GROUP]
            != game.rules.table[place * FIELDS + GROUP]
        )
        if code and game.rules.anew and away:
            code = 1 if code > 0 else -1
        found.append(code and code + (1 if code > 0 else -1))
    wins = [code for code in found if code and code > 0]
    if wins:
        return min(wins)
    if all(code and code < 0 for code in found):
        return min(found)
    return 0 if all(code == 0 or (code and code < 0) for code in found) else None


@pytest.mark.parametrize("switches", [{}, {"backwards": 0}, {"anew": 1}, {"turns": 1}])
@pytest.mark.parametrize("sizes", SIZES)
def test_random_graphs(sizes, switches):
    for seed in range(3 if DISABLED else portion(40)):
        game = random_graph(seed, sizes, **switches)
        codes = value_iteration(game)
        store = built(game).store
        for place in range(sum(sizes)):
            assert store[place] == codes.get(place, HOLE), (seed, place)


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("switches", [{}, {"backwards": 0}])
def test_threads_find_the_same(switches, monkeypatch):
    monkeypatch.setattr("yomikiri.tables.build.ALONE", 10_000)
    sizes = (20_000, 30_000)
    game = random_graph(1, sizes, **switches)
    alone, together = built(game), built(game, threads=4)
    assert (alone.store == together.store).all()
    assert len(set(alone.store.tolist())) > 20


@pytest.mark.parametrize(("spec", "moves"), [("tictactoe", ""), ("connect4:4x4", "bbcc")])
def test_small_games_agree_with_the_judge(spec, moves):
    game = load(spec)
    if DISABLED and spec != "tictactoe":
        pytest.skip("too slow without the compiler")
    builder = built(game)
    start = game.position(moves=moves).state
    verdicts = judge_endless(game.rules, start)
    assert len(verdicts) > 5000
    for state, verdict in verdicts.items():
        if game.outcome(state) is None:
            code = int(code_of(game.rules, builder.space(0), state))
            distance = abs(code) - 1 if code else None
            assert ((code > 0) - (code < 0), distance) == verdict, game.show(state)


def test_check_finds_every_fault():
    game = random_graph(5, (30, 60))
    builder = built(game)
    for group in (0, 1):
        assert faults(builder, group) == [-1]
    for place in range(30, 90):
        before = int(builder.store[place])
        for wrong in {0, 1, -1, before + 1, before - 1} - {before}:
            if before != HOLE:
                builder.store[place] = wrong
                assert faults(builder, 1) != [-1], place
        builder.store[place] = before


def faults(builder, group):
    return builder.sweep(group, None, rg.check)


def test_numbers_come_back():
    game = load("connect4:4x4")
    for number in range(0, game.table_classes()[0].size, 9973):
        state = unindex(game.rules, 0, number)
        assert tuple(map(int, index(game.rules, state))) == (0, number)
