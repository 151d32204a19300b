"""Numbers of janken positions: without gaps, and moves taken back edge by edge."""

import random

import numpy as np
import pytest

from tests.conftest import portion
from tests.slow_janken import slow_janken
from tests.test_janken import load, scattered
from yomikiri.bits import mix, spread
from yomikiri.errors import NotationError
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
from yomikiri.tables.build import build_table
from yomikiri.tables.table import Table

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
    "janken:simple,capture=target",
    "janken:simple,rolls=printed",
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
@pytest.mark.parametrize("group", [0, pytest.param(1, marks=pytest.mark.slow)])
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
    samples = 20 if DISABLED else portion(20_000)
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
    for _ in range(10 if DISABLED else portion(60)):
        state = scattered(game, chance)
        for _ in range(20):
            legal = game.legal_moves(state)
            if not legal:
                break
            group, number = index(game.rules, state)
            assert group == 0 and 0 <= number < size
            again = unindex(game.rules, 0, number)
            kept = state if game.rules.printed else state._replace(turn=0)
            assert again == kept and is_position(game.rules, again)
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


def slow_values(spec, start):
    """Every position that the twin can come to: won (1) or lost (-1) and in how many plies."""
    slow = slow_janken(spec)

    def text(twin):
        return twin.show(slow.full_turn(twin.dice, twin.player))

    children, movers, waiting = {}, {}, [slow.read(start)]
    values: dict[str, tuple[int, int]] = {}
    while waiting:
        twin = waiting.pop()
        name = text(twin)
        if name in children:
            continue
        after = [slow.play(twin, move) for move in slow.moves(twin)]
        children[name], movers[name] = [text(child) for child in after], twin.player
        if not after:
            values[name] = (slow.result(twin) or 0, 0)
        waiting += after
    parents: dict[str, list[str]] = {}
    for name, targets in children.items():
        for child in targets:
            parents.setdefault(child, []).append(name)
    level = list(values)
    for plies in range(1, 10**6):
        above = {parent for child in level for parent in parents.get(child, ())} - values.keys()
        level = []
        for name in above:
            seen = [
                values[child][0] * (1 if movers[child] == movers[name] else -1)
                for child in children[name]
                if child in values and values[child][1] < plies
            ]
            if 1 in seen:
                values[name] = (1, plies)
                level.append(name)
            elif len(seen) == len(children[name]):
                values[name] = (-1, plies)
                level.append(name)
        if not level:
            return {name: values.get(name, (0, None)) for name in children}


@pytest.mark.compiled
@pytest.mark.parametrize(
    "start", ["16gcp/61gcp 1", pytest.param("34gcp/43gcp 1", marks=pytest.mark.slow)]
)
def test_one_die_each_is_worth_what_the_twin_finds(start, tmp_path):
    game = load("janken:single,pieces=1")
    build_table(game, tmp_path, threads=1)
    table = Table(game, tmp_path)
    values = slow_values(game.spec, start)
    assert len(values) > 5000
    for name, (wdl, distance) in values.items():
        assert tuple(table.probe(game.parse(name))) == (wdl, distance), name


def test_any_text_is_a_position_or_refused_in_one_line():
    chance = random.Random(1)
    for spec in ("janken:single,pieces=2", "janken:full,pieces=2", "janken:full,dice=on"):
        game = load(spec)
        for _ in range(100 if DISABLED else portion(1000)):
            letters = list(game.show(scattered(game, chance)) + chance.choice(["", " 1 15<16"]))
            for _ in range(chance.randint(1, 3)):
                at = chance.randrange(len(letters))
                letters[at : at + chance.randint(0, 2)] = chance.choice(",/ <123456gcpx")
            try:
                state = game.parse("".join(letters))
            except NotationError as error:
                assert "\n" not in str(error)
            else:
                assert game.parse(game.show(state)) == state
                assert (game.outcome(state) is None) == bool(game.legal_moves(state))
