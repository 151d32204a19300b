"""Endings by number: each position once, moves taken back edge for edge, known counts."""

import numpy as np
import pytest

from yomikiri.bits import mix
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.jit import kernel
from yomikiri.rules import (
    index,
    is_position,
    leaves_class,
    legal_moves,
    play,
    unindex,
    unplay,
)
from yomikiri.search.codes import HOLE
from yomikiri.tables.build import Builder
from yomikiri.tables.counts import count_codes

FACTOR = -7046029254386353131  # spreads numbers over 64 bits

# Alike men, the same men on both sides, men on the diagonal, pawns that are their own image.
SMALL = ["KQK", "KNK", "KBK", "KPK"]
LARGE = ["KRRK-KRRK", "KRKR-KRKR", "KQKR-KQKR", "KPKP-KPKP-5", "KPKP-KPKP-5-ep", "KPPK-KPPK-7"]


@kernel
def forward_edges(rules, group, size, moves, edges):
    """Positions; for each number how many moves lead there and a sum over where they come from.

    A negative answer names a number that is not its position's own, or a move that leads astray.
    """
    positions = 0
    for number in range(size):
        state = unindex(rules, group, number)
        if not is_position(rules, state):
            continue
        positions += 1
        own_group, own_number = index(rules, state)
        if own_group != group or own_number != number:
            return -number - 1
        for i in range(legal_moves(rules, state, moves)):
            if not leaves_class(rules, state, moves[i]):
                next_group, target = index(rules, play(rules, state, moves[i]))
                if next_group != group:
                    return -number - 1
                edges[target, 0] += 1
                edges[target, 1] += mix(number + 1, FACTOR)
    return positions


@kernel
def backward_edges(rules, group, size, moves, edges):
    """The same by moves taken back."""
    for number in range(size):
        state = unindex(rules, group, number)
        if is_position(rules, state):
            for i in range(unplay(rules, state, moves)):
                edges[number, 0] += 1
                edges[number, 1] += mix(moves[i] // 2 + 1, FACTOR)


def check_edges(game: Game, group: int) -> int:
    """How many positions a class has, after all its edges agreed."""
    size = game.table_classes()[group].size
    moves = np.zeros(512, np.int64)
    there, back = np.zeros((2, size, 2), np.int64)
    positions = int(forward_edges(game.rules, group, size, moves, there))
    backward_edges(game.rules, group, size, moves, back)
    assert positions >= 0
    assert np.array_equal(there, back)
    return positions


@pytest.mark.compiled
@pytest.mark.parametrize("material", SMALL)
def test_moves_are_taken_back_edge_for_edge(material):
    game = load(f"ending:{material}")
    for group in range(len(game.table_classes())):
        assert check_edges(game, group) > 0


@pytest.mark.compiled
@pytest.mark.parametrize("name", LARGE)
def test_moves_are_taken_back_edge_for_edge_in_large_classes(name):
    material, wanted = name.split("-", 1)
    game = load(f"ending:{material}")
    names = [group.name for group in game.table_classes()]
    assert check_edges(game, names.index(wanted)) > 0


def codes_of(builder: Builder, material: str, side: int) -> np.ndarray:
    """The codes of all classes of a material with one side to move."""
    parts = []
    for group, cls in enumerate(builder.classes):
        if cls.name.split("-")[0] == material:
            parts.append(np.split(builder.codes(group), 2)[side])
    return np.concatenate(parts)


@pytest.fixture(scope="module")
def kpk() -> Builder:
    """All positions of king and pawn against king, and of what it becomes."""
    builder = Builder(load("ending:KPK"))
    for group in range(len(builder.classes)):
        builder.build(group)
    return builder


@pytest.mark.compiled
def test_the_counts_of_the_literature(kpk):
    white, black = codes_of(kpk, "KPK", 0), codes_of(kpk, "KPK", 1)
    assert np.count_nonzero(white != HOLE) == 81664
    assert np.count_nonzero(black != HOLE) == 84012
    assert np.count_nonzero(white > 0) == 62480
    assert count_codes(codes_of(kpk, "KQK", 0)).longest_win == 19
    assert count_codes(codes_of(kpk, "KRK", 0)).longest_win == 31
    assert count_codes(white).longest_win == 55  # mate in 28 moves


@pytest.mark.compiled
def test_promotion_takes_at_most_37_plies():
    builder = Builder(load("ending:KPK,metric=dtp"))
    for group in range(len(builder.classes)):
        builder.build(group)
    white = codes_of(builder, "KPK", 0)
    assert np.count_nonzero(white > 0) == 62480
    assert count_codes(white).longest_win == 37


@pytest.mark.compiled
def test_metrics_agree_on_who_wins(kpk):
    signs = [np.sign(np.where(kpk.store == HOLE, 0, kpk.store))]
    for metric in ("dtz", "dtc"):
        builder = Builder(load(f"ending:KPK,metric={metric}"))
        for group in range(len(builder.classes)):
            builder.build(group)
        signs.append(np.sign(np.where(builder.store == HOLE, 0, builder.store)))
        assert not np.array_equal(builder.store, kpk.store)
    assert all(np.array_equal(sign, signs[0]) for sign in signs)
