"""Numbers of janken positions: without gaps, and moves taken back edge by edge."""

import random

import numpy as np
import pytest

from tests.test_janken import load, scattered
from yomikiri.bits import mix, spread
from yomikiri.jit import DISABLED, kernel
from yomikiri.rules import (
    index,
    is_position,
    leaves_class,
    legal_moves,
    outcome,
    play,
    unindex,
    unplay,
)

FULL_ONE = [
    f"janken:full,pieces=1,must={must},revisit={revisit},funbari={funbari},goal={goal},area={area}"
    for must in ("all", "first")
    for revisit in ("on", "off")
    for funbari in ("on", "off")
    for goal in ("pass", "stay")
    for area in ("3", "2")
]
WITH_HOLES = [
    "janken:simple",
    "janken:simple,capture=action",
    *FULL_ONE[:: 1 if not DISABLED else 9],
]
MOVES = 64
ODD = -7046029254386353131  # 2**64 divided by the golden ratio


@kernel
def is_numbered(rules, group, start, end, step):
    """The first number that is not that of its own position, or -1."""
    for number in range(start, end, step):
        found_group, found = index(rules, unindex(rules, group, number))
        if found != number or found_group != group:
            return number
    return -1


@kernel
def sum_forward(rules, group, sums, moves):
    """For each position a sum over the positions of its class with a move to it."""
    for number in range(sums.shape[0]):
        state = unindex(rules, group, number)
        for at in range(legal_moves(rules, state, moves)):
            if not leaves_class(rules, state, moves[at]):
                child_group, child = index(rules, play(rules, state, moves[at]))
                if child_group != group:
                    return number
                sums[child] += mix(number + 1, ODD)
    return -1


@kernel
def sum_backward(rules, group, sums, moves):
    """The same by taking moves back."""
    for number in range(sums.shape[0]):
        for at in range(unplay(rules, unindex(rules, group, number), moves)):
            sums[number] += mix((moves[at] >> 1) + 1, ODD)


@kernel
def matches(rules, group, size, samples, seed, moves, others):
    """The first of some positions whose moves do not match those taken back, or -1."""
    for _ in range(samples):
        seed = mix(seed + 1, ODD)
        number = spread(seed, size)
        state = unindex(rules, group, number)
        for at in range(legal_moves(rules, state, moves)):
            if leaves_class(rules, state, moves[at]):
                continue
            _, child = index(rules, play(rules, state, moves[at]))
            found = 0
            for back in range(unplay(rules, unindex(rules, group, child), others)):
                found += 1 if others[back] == 2 * number else 0
            if found != 1:
                return number
        for at in range(unplay(rules, state, moves)):
            before = unindex(rules, group, moves[at] >> 1)
            found = 0
            for forth in range(legal_moves(rules, before, others)):
                if not leaves_class(rules, before, others[forth]):
                    _, child = index(rules, play(rules, before, others[forth]))
                    found += 1 if child == number else 0
            if found != 1:
                return number
    return -1


def buffer():
    return np.zeros(MOVES, np.int64)


def test_classes_have_the_known_sizes():
    classes = load("janken,pieces=2").table_classes()
    assert [tuple(each) for each in classes] == [
        ("1-1", 42_876),
        ("2-1", 2 * 4_248_504),
        ("2-2", 408_605_472),
    ]
    assert sum(each.size for each in classes) == 417_145_356
    assert [each.name for each in load("janken").table_classes()][-1] == "4-4"
    assert not load("janken:full,pieces=2").table_classes()
    assert not load("janken:full,pieces=1,dice=on").table_classes()


@pytest.mark.compiled
def test_every_number_is_that_of_its_position():
    game = load("janken")
    for group, (_, size) in enumerate(game.table_classes()):
        step = 1 if size < 10**7 else size // 100_000 | 1
        assert is_numbered(game.rules, group, 0, size, step) == -1, group
        assert is_numbered(game.rules, group, size - 10_000, size, 1) == -1, group


@pytest.mark.compiled
@pytest.mark.parametrize("group", [0, 1])
def test_every_move_is_taken_back_once(group):
    game = load("janken,pieces=2")
    size = game.table_classes()[group].size
    forward, backward = np.zeros(size, np.int64), np.zeros(size, np.int64)
    assert sum_forward(game.rules, group, forward, buffer()) == -1
    sum_backward(game.rules, group, backward, buffer())
    assert (forward == backward).all()
    assert np.count_nonzero(forward) > size // 2


@pytest.mark.parametrize("group", range(1 if DISABLED else 0, 10))
def test_moves_match_those_taken_back(group):
    game = load("janken")
    samples = 20 if DISABLED else 20_000
    size = game.table_classes()[group].size
    found = matches(game.rules, group, size, samples, group, buffer(), buffer())
    assert found == -1, game.show(unindex(game.rules, group, found))


@pytest.mark.parametrize("spec", WITH_HOLES)
def test_numbers_with_holes(spec):
    """Each position that play comes to has a number, and is the one that has it."""
    game, chance = load(spec), random.Random(spec)
    ((_, size),) = game.table_classes()
    out = buffer()
    assert unplay(game.rules, game.start, out) == -1
    seen = 0
    for _ in range(10 if DISABLED else 60):
        state = scattered(game, chance)
        for _ in range(20):
            legal = game.legal_moves(state)
            if not legal:
                break
            group, number = index(game.rules, state)
            assert group == 0 and 0 <= number < size
            again = unindex(game.rules, 0, number)
            assert again == state._replace(turn=0) and is_position(game.rules, again)
            seen += 1
            move = chance.choice(legal)
            child = game.play(state, move)
            if not leaves_class(game.rules, state, move):
                _, number = index(game.rules, child)
                assert is_position(game.rules, unindex(game.rules, 0, number))
            else:
                assert game.outcome(child) is not None
            state = child
    assert seen > 50


@pytest.mark.parametrize("spec", WITH_HOLES[:4])
def test_a_number_is_a_position_only_if_play_can_go_on_or_is_stuck(spec):
    game = load(spec)
    ((_, size),) = game.table_classes()
    chance = random.Random(spec)
    for number in chance.sample(range(size), 30 if DISABLED else 1000):
        state = unindex(game.rules, 0, number)
        if is_position(game.rules, state):
            assert game.parse(game.show(state)) == state
            assert outcome(game.rules, state) in (-1, 1 << 20)
            assert tuple(index(game.rules, state)) == (0, number)
