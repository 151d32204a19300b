"""Sets of cells: compiled code and plain Python mean the same, over all 64 bits."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from yomikiri.bits import (
    add,
    bit,
    count,
    each,
    extract,
    extract_one_by_one,
    highest,
    lowest,
    mix,
    nth,
    nth_one_by_one,
    reverse,
    shift_down,
    shift_up,
    spread,
    to_bits,
    wrap,
)
from yomikiri.jit import kernel

LEAST, GREATEST = -(1 << 63), (1 << 63) - 1

words = st.integers(LEAST, GREATEST)
cells = st.integers(0, 63)
cell_sets = st.sets(cells)


@kernel
def one_cell(cell):
    return bit(cell)


@kernel
def of_two(bits, other):
    return add(bits, other), mix(bits, other)


@kernel
def shifted(bits, by):
    return shift_up(bits, by), shift_down(bits, by)


@kernel
def place_of(bits, places):
    return spread(bits, places)


@kernel
def members(bits):
    return count(bits), lowest(bits), highest(bits)


@given(cells)
def test_one_cell_is_the_same_compiled(cell):
    assert one_cell(cell) == bit(cell) == to_bits([cell])


@given(words, words)
@example(LEAST, LEAST)
@example(GREATEST, 1)
@example(-1, 1)
@example(LEAST, -1)
def test_sums_and_products_wrap_the_same_compiled(bits, other):
    assert of_two(bits, other) == (add(bits, other), mix(bits, other))
    assert add(bits, other) == wrap(bits + other) and mix(bits, other) == wrap(bits * other)


@given(words, cells)
@example(LEAST, 63)
@example(-1, 0)
@example(-1, 1)
def test_shifts_are_the_same_compiled(bits, by):
    assert shifted(bits, by) == (shift_up(bits, by), shift_down(bits, by))


@given(cell_sets, cells)
def test_a_shift_moves_every_cell_and_loses_those_beyond_the_ends(chosen, by):
    bits = to_bits(chosen)
    assert set(each(shift_up(bits, by))) == {cell + by for cell in chosen if cell + by < 64}
    assert set(each(shift_down(bits, by))) == {cell - by for cell in chosen if cell >= by}


@given(words, st.integers(1, 1 << 40))
@example(-1, 1 << 40)
@example(LEAST, 3)
@example(0, 1)
def test_a_place_is_the_same_compiled_and_within_bounds(bits, places):
    assert place_of(bits, places) == spread(bits, places)
    assert 0 <= spread(bits, places) < places


def test_places_are_used_evenly():
    # The upper bits choose: 16 steps through all words meet 8 places twice each.
    steps = [wrap(number << 60) for number in range(16)]
    assert sorted(spread(bits, 8) for bits in steps) == sorted(2 * list(range(8)))


@given(words.filter(bool))
@example(LEAST)
@example(-1)
@example(1)
def test_counting_and_finding_are_the_same_compiled(bits):
    assert members(bits) == (count(bits), lowest(bits), highest(bits))


@given(cell_sets.filter(bool))
def test_a_set_knows_its_members(chosen):
    bits = to_bits(chosen)
    assert LEAST <= bits <= GREATEST
    assert list(each(bits)) == sorted(chosen)
    assert (count(bits), lowest(bits), highest(bits)) == (len(chosen), min(chosen), max(chosen))


def test_the_empty_set_has_no_members():
    assert to_bits([]) == 0 and list(each(0)) == [] and count(0) == 0


@given(words.filter(bool), cells)
@example(LEAST, 63)
def test_numbers_out_of_arrays_are_as_good_as_plain_ones(bits, cell):
    # Without the compiler, what a kernel reads from an array is such a number.
    number, by = np.array([bits, cell])
    assert bit(by) == bit(cell) and each_of(number) == each_of(bits)
    assert shift_up(number, by) == shift_up(bits, cell)
    assert shift_down(number, by) == shift_down(bits, cell)
    assert add(number, number) == add(bits, bits) and mix(number, number) == mix(bits, bits)
    assert spread(number, by + 1) == spread(bits, cell + 1)
    assert (count(number), lowest(number), highest(number)) == members(bits)


def each_of(bits: int) -> list[int]:
    """The cells of a set."""
    return list(each(bits))


@given(st.integers())
def test_wrapping_keeps_the_low_64_bits_and_the_sign_bit_is_cell_63(number):
    assert LEAST <= wrap(number) <= GREATEST
    assert (wrap(number) - number) % (1 << 64) == 0
    assert (wrap(number) < 0) == bool(number >> 63 & 1)


@pytest.mark.compiled
def test_every_kernel_was_compiled_for_plain_integers_only():
    for function in (one_cell, of_two, shifted, place_of, members):
        assert len(function.signatures) == 1, function


@kernel
def extracted(bits, mask):
    return extract(bits, mask)


extracted_slowly = kernel(extract_one_by_one)


@kernel
def reversed_bits(bits):
    return reverse(bits)


@given(words, st.sets(st.integers(0, 62), max_size=62))
def test_cells_are_extracted(bits, mask):
    kept = [cell for cell in sorted(mask)]
    expected = to_bits(place for place, cell in enumerate(kept) if cell in set(each(bits)))
    assert extract(bits, to_bits(mask)) == expected
    assert extracted(bits, to_bits(mask)) == expected
    assert extracted_slowly(bits, to_bits(mask)) == expected


@kernel
def found_nth(bits, number):
    return nth(bits, number)


found_slowly = kernel(nth_one_by_one)


@given(st.sets(st.integers(0, 62), min_size=1))
def test_cells_are_found_by_their_number(cell_set):
    bits = to_bits(cell_set)
    for number, cell in enumerate(sorted(cell_set)):
        assert nth(bits, number) == found_nth(bits, number) == cell
        assert found_slowly(bits, number) == cell


@given(words)
def test_bits_are_reversed(bits):
    assert reversed_bits(bits) == reverse(bits) == to_bits(63 - cell for cell in each(bits))
