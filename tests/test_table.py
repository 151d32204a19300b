"""The transposition table: it may forget, but it never says what it was not told."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from yomikiri.rules import MOST_MOVE, NO_MOVE, UNLIMITED
from yomikiri.search.table import (
    BUCKET,
    INFINITE,
    SLOT,
    UNKNOWN,
    depth_of,
    lower_of,
    make_table,
    pack,
    probe,
    recall,
    store,
    upper_of,
)

words = st.integers(-(1 << 63), (1 << 63) - 1)
keys = st.tuples(words, words)
bounds = st.integers(-INFINITE, INFINITE)
entries = st.builds(pack, bounds, bounds, st.integers(0, 255))
notes = st.integers(NO_MOVE, MOST_MOVE)

ONE_BUCKET = 0.0  # megabytes


@given(bounds, bounds, st.integers(0, UNLIMITED))
@example(-INFINITE, INFINITE, 0)
@example(INFINITE, -INFINITE, UNLIMITED)
@example(-INFINITE, -INFINITE, 0)
def test_what_is_packed_is_unpacked(lower, upper, depth):
    data = pack(lower, upper, depth)
    assert (lower_of(data), upper_of(data), depth_of(data)) == (lower, upper, depth)


def test_nothing_that_can_be_known_looks_like_nothing():
    assert pack(-INFINITE, INFINITE, 0) != UNKNOWN
    assert pack(-INFINITE, 1 - INFINITE, 0) != UNKNOWN


@given(keys, entries.filter(bool), notes, st.integers(0, 255))
@example((0, 0), pack(0, 0, 0), NO_MOVE, 255)
@example((-1, -1), pack(0, 0, 0), MOST_MOVE, 255)
def test_what_was_stored_last_is_found(key, data, note, left):
    table = make_table(ONE_BUCKET)
    store(table, *key, data, note, left)
    assert probe(table, *key) == data and recall(table, *key) == (data, note)


@given(keys, entries.filter(bool), entries.filter(bool), notes, notes)
def test_a_position_stored_again_has_its_new_data(key, old, new, old_note, new_note):
    table = make_table(ONE_BUCKET)
    store(table, *key, old, old_note, 9)
    store(table, *key, new, new_note, 9)
    assert recall(table, *key) == (new, new_note)


@given(keys)
@example((0, 0))
@example((-1, -1))
def test_an_empty_table_knows_nothing(key):
    assert recall(make_table(ONE_BUCKET), *key) == (UNKNOWN, NO_MOVE)


@given(st.lists(st.tuples(keys, entries.filter(bool), st.integers(0, 60)), max_size=12), keys)
@example([((0, 0), pack(0, 0, 1), 1), ((0, 1), pack(1, 1, 1), 2)], (1, 0))
def test_a_table_answers_for_a_position_with_its_last_data_or_not_at_all(stores, stranger):
    table, last = make_table(ONE_BUCKET), dict[tuple[int, int], int]()
    for key, data, left in stores:
        store(table, *key, data, NO_MOVE, left)
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
        last[key] = pack(rng.randint(-64, 64), rng.randint(-64, 64), UNLIMITED)
        store(table, *key, last[key], rng.randrange(65), rng.randrange(60))
    assert hits > 0


MIXTURES = [mixture for mixture in product((0, 1), repeat=SLOT) if len(set(mixture)) > 1]
two_entries = st.tuples(entries.filter(bool), entries.filter(bool))
two_notes = st.tuples(notes, notes)


@given(keys, keys, two_entries, two_notes, st.sampled_from(MIXTURES))
def test_a_slot_torn_by_two_writers_answers_neither(one, two, data, noted, mixture):
    assume(one[0] != two[0] and one[1] != two[1])
    assume(data[0] != data[1] and noted[0] != noted[1])
    whole = [make_table(ONE_BUCKET), make_table(ONE_BUCKET)]
    store(whole[0], *one, data[0], noted[0], 5)
    store(whole[1], *two, data[1], noted[1], 5)
    torn = make_table(ONE_BUCKET)
    for word, writer in enumerate(mixture):
        torn[word] = whole[writer][word]
    assert probe(torn, *one) == probe(torn, *two) == UNKNOWN


def test_the_dear_entry_stays_and_the_late_one_is_beside_it():
    table = make_table(ONE_BUCKET)
    data = [pack(0, value, UNLIMITED) for value in range(4)]
    store(table, 1, 1, data[1], NO_MOVE, 30)
    store(table, 2, 2, data[2], NO_MOVE, 10)
    store(table, 3, 3, data[3], NO_MOVE, 20)
    assert probe(table, 1, 1) == data[1]
    assert probe(table, 2, 2) == UNKNOWN
    assert probe(table, 3, 3) == data[3]
    store(table, 4, 4, data[0], NO_MOVE, 30)  # as dear: the older one moves over
    assert probe(table, 4, 4) == data[0] and probe(table, 1, 1) == data[1]


def test_many_positions_fill_most_of_a_table():
    table = make_table(1 / 16)
    slots = table.size // SLOT
    for number in range(slots):
        store(table, number, 0, pack(0, 0, 1), NO_MOVE, 5)
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
