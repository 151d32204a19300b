"""The transposition table: it may forget, but it never says what it was not told."""

import random

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from yomikiri.rules import NO_MOVE, UNLIMITED
from yomikiri.search.table import (
    BUCKET,
    INFINITE,
    SLOT,
    UNKNOWN,
    depth_of,
    lower_of,
    make_table,
    move_of,
    pack,
    probe,
    store,
    upper_of,
)

words = st.integers(-(1 << 63), (1 << 63) - 1)
keys = st.tuples(words, words)
bounds = st.integers(-INFINITE, INFINITE)
entries = st.builds(pack, bounds, bounds, st.integers(NO_MOVE, 0xFFFE), st.integers(0, 255))

ONE_BUCKET = 0.0  # megabytes


@given(bounds, bounds, st.integers(NO_MOVE, 0xFFFE), st.integers(0, UNLIMITED))
@example(-INFINITE, INFINITE, NO_MOVE, 0)
@example(INFINITE, -INFINITE, 0xFFFE, UNLIMITED)
@example(-INFINITE, -INFINITE, 0, 0)
def test_what_is_packed_is_unpacked(lower, upper, move, depth):
    data = pack(lower, upper, move, depth)
    assert (lower_of(data), upper_of(data), depth_of(data)) == (lower, upper, depth)
    assert move_of(data) == move & 0xFFFF


@given(keys, entries.filter(bool), st.integers(0, 255))
def test_what_was_stored_last_is_found(key, data, left):
    table = make_table(ONE_BUCKET)
    store(table, *key, data, left)
    assert probe(table, *key) == data


@given(keys, entries.filter(bool), entries.filter(bool))
def test_a_position_stored_again_has_its_new_data(key, old, new):
    table = make_table(ONE_BUCKET)
    store(table, *key, old, 9)
    store(table, *key, new, 9)
    assert probe(table, *key) == new


@given(keys)
@example((0, 0))
@example((-1, -1))
def test_an_empty_table_knows_nothing(key):
    assert probe(make_table(ONE_BUCKET), *key) == UNKNOWN


@given(st.lists(st.tuples(keys, entries.filter(bool), st.integers(0, 60)), max_size=12), keys)
@example([((0, 0), pack(0, 0, 1, 1), 1), ((0, 1), pack(1, 1, 1, 1), 2)], (1, 0))
def test_a_table_answers_for_a_position_with_its_last_data_or_not_at_all(stores, stranger):
    table, last = make_table(ONE_BUCKET), dict[tuple[int, int], int]()
    for key, data, left in stores:
        store(table, *key, data, left)
        last[key] = data
    for key, data in last.items():
        assert probe(table, *key) in (data, UNKNOWN)
    if stranger not in last:
        assert probe(table, *stranger) == UNKNOWN


@pytest.mark.parametrize("buckets", [1, 2, 7, 64])
def test_near_keys_in_small_tables_are_never_taken_for_each_other(buckets):
    rng = random.Random(buckets)
    table = make_table(buckets * BUCKET * 8 / (1 << 20))
    assert table.size == buckets * BUCKET
    last: dict[tuple[int, int], int] = {}
    hits = 0
    for _ in range(3000):
        key = rng.randrange(16), rng.randrange(16)  # they differ in a bit or two
        found = probe(table, *key)
        assert found in (last.get(key, UNKNOWN), UNKNOWN)
        hits += found != UNKNOWN
        last[key] = pack(rng.randint(-64, 64), rng.randint(-64, 64), rng.randrange(65), UNLIMITED)
        store(table, *key, last[key], rng.randrange(60))
    assert hits > 0


MIXTURES = [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]


@given(keys, keys, entries.filter(bool), entries.filter(bool), st.sampled_from(MIXTURES))
def test_a_slot_torn_by_two_writers_answers_neither(one, two, first, second, mixture):
    assume(one[0] != two[0] and one[1] != two[1] and first != second)
    whole = [make_table(ONE_BUCKET), make_table(ONE_BUCKET)]
    store(whole[0], *one, first, 5)
    store(whole[1], *two, second, 5)
    torn = make_table(ONE_BUCKET)
    for word, writer in enumerate(mixture):
        torn[word] = whole[writer][word]
    assert probe(torn, *one) == probe(torn, *two) == UNKNOWN


def test_the_dear_entry_stays_and_the_late_one_is_beside_it():
    table = make_table(ONE_BUCKET)
    data = [pack(0, 0, move, UNLIMITED) for move in range(4)]
    store(table, 1, 1, data[1], 30)
    store(table, 2, 2, data[2], 10)
    store(table, 3, 3, data[3], 20)
    assert probe(table, 1, 1) == data[1]
    assert probe(table, 2, 2) == UNKNOWN
    assert probe(table, 3, 3) == data[3]
    store(table, 4, 4, data[0], 30)  # as dear: the older one moves over
    assert probe(table, 4, 4) == data[0] and probe(table, 1, 1) == data[1]


def test_many_positions_fill_most_of_a_table():
    table = make_table(1 / 16)
    slots = table.size // SLOT
    for number in range(slots):
        store(table, number, 0, pack(0, 0, 1, 1), 5)
    used = sum(table[SLOT * slot + 2] != 0 for slot in range(slots))
    assert used > slots / 2  # chance would use 73 %


@pytest.mark.parametrize("megabytes", [0, 0.00001, 0.001, 0.01, 1, 3.3, 16])
def test_a_table_is_no_larger_than_asked_and_not_much_smaller(megabytes):
    table = make_table(megabytes)
    asked, bucket = megabytes * (1 << 20), BUCKET * 8
    assert table.nbytes <= max(asked, bucket)
    assert table.nbytes > asked - bucket
    assert table.nbytes % bucket == 0 and table.ctypes.data % bucket == 0
    assert table.dtype == np.int64 and table.flags.c_contiguous and table.flags.writeable
