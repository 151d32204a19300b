"""Compressed bytes: what comes out is what went in, or is refused."""

import pytest

from yomikiri.packing import pack, unpack

DATA = bytes(range(200)) * 40


@pytest.mark.parametrize("level", [1, 6, 19])
@pytest.mark.parametrize("data", [b"", b"x", DATA])
def test_what_was_packed_comes_out(data, level):
    assert unpack(pack(data, level), len(data)) == data


def test_a_flipped_bit_is_noticed_wherever_it_is():
    frame = pack(DATA)
    for place in range(len(frame)):
        for bit in (1, 64):
            spoilt = bytearray(frame)
            spoilt[place] ^= bit
            try:
                assert unpack(bytes(spoilt), len(DATA)) == DATA, place
            except ValueError:
                continue


@pytest.mark.parametrize("kept", [0, 1, 9, -1])
def test_a_frame_without_its_end_is_refused(kept):
    with pytest.raises(ValueError, match=r"\w"):
        unpack(pack(DATA)[:kept], len(DATA))


def test_no_more_comes_out_than_was_asked_for():
    with pytest.raises(ValueError, match="more than 7,999 bytes"):
        unpack(pack(DATA), len(DATA) - 1)
