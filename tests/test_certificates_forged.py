"""Certificates that are not valid: each is rejected with its reason."""

import hashlib
import io
import time
import tracemalloc
import zlib
from pathlib import Path

import pytest

import yomikiri_verify as checker
from tests.certificates import fault_of, make, moves_of, parts_of, rewritten, with_moves


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the certificates of this module are."""
    return tmp_path_factory.mktemp("certificates")


def test_any_altered_byte_is_rejected(folder):
    path = make(folder, "nip:4x6")
    content = path.read_bytes()
    forged = folder / "altered"
    for place in range(len(content)):
        altered = bytearray(content)
        altered[place] ^= 1 << place % 8
        forged.write_bytes(altered)
        assert fault_of(forged), place


def test_a_file_cut_short_or_with_bytes_left_over_is_rejected(folder):
    path = make(folder, "nip:4x6")
    content = path.read_bytes()
    forged = folder / "short"
    for size in range(len(content)):
        forged.write_bytes(content[:size])
        assert fault_of(forged)
    forged.write_bytes(content + b"\0")
    assert fault_of(forged) == "size"
    assert fault_of(with_moves(path, moves_of(path) + b"\0")) == "left"
    header, body = parts_of(path)
    header["proofs"][0]["streams"][1][3] += 1
    assert fault_of(rewritten(path, header, body + b"\0")) in ("stream", "left")


def test_a_losing_or_an_illegal_move_is_rejected_with_a_right_checksum(folder):
    path = make(folder, "nip:4x6")
    moves = moves_of(path)
    assert fault_of(with_moves(path, moves)) == ""
    assert fault_of(with_moves(path, b"\xff" + moves[1:])) == "illegal"
    assert fault_of(with_moves(path, moves[:-1])) == "illegal"
    # Another move somewhere is either no strategy, or one of other moves below.
    faults = []
    for place in range(len(moves)):
        altered = bytearray(moves)
        altered[place] ^= 1
        faults.append(fault_of(with_moves(path, bytes(altered))))
    assert faults.count("refuted") > len(moves) // 4


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"game": "othello", "switches": {"empties": "nobody"}}, "position"),
        ({"switches": {"rim": "lap", "empties": "nobody"}}, None),
        ({"switches": {"rim": "off", "empties": "nobody"}}, None),
        ({"switches": {"rim": "other", "empties": "winner"}}, None),
        ({"switches": {}}, "game"),
        ({"game": "chess"}, "game"),
        ({"game": "connect4", "switches": {}}, "position"),
        ({"rows": 6}, "position"),
        ({"rows": 5}, "game"),
        ({"rows": -4}, "game"),
        ({"rows": "4"}, "game"),
        ({"position": "_...._/..ox../..xo../_...._ o"}, None),
        ({"position": "_...._/..ox../..xo../_...._"}, "position"),
        ({"position": 5}, "header"),
        ({"value": 18}, "refuted"),
        ({"value": 20}, "claim"),
        ({"value": 24}, "claim"),
        ({"value": float("nan")}, "header"),
        ({"value": 19.0}, "header"),
        ({"goal": "win"}, "claim"),
        ({"goal": "mate"}, "header"),
        ({"cut": 30}, "header"),
        ({"cut": -1}, "header"),
        ({"cut": 6}, None),
        ({"proofs": []}, "claim"),
        ({"proofs": 7}, "header"),
    ],
)
def test_another_claim_is_rejected_with_a_right_checksum(folder, change, fault):
    path = make(folder, "nip:4x6")
    header, body = parts_of(path)
    found = fault_of(rewritten(path, header | change, body))
    assert found == fault if fault else found in ("refuted", "illegal", "left")


@pytest.mark.parametrize("change", [{"position": "é/日本 x"}, {"game": "日本"}])
def test_what_is_wrong_can_be_written_where_there_are_plain_letters_only(
    folder, change, monkeypatch
):
    """The stand-alone checker's output goes to files in whatever letters a system has."""
    path = make(folder, "nip:4x6")
    header, body = parts_of(path)
    out = io.TextIOWrapper(io.BytesIO(), "cp1252")
    monkeypatch.setattr("sys.stdout", out)
    assert checker.main(str(rewritten(path, header | change, body))) == 1
    out.seek(0)
    assert out.read().startswith("not valid: ")


def test_the_proofs_of_a_claim_cannot_be_left_out_or_exchanged(folder):
    path = make(folder, "nip:4x6")
    header, body = parts_of(path)
    both = header["proofs"]
    size = sum(stream[3] for stream in both[0]["streams"])
    header["proofs"] = both[:1]
    assert fault_of(rewritten(path, header, body[:size])) == "claim"
    header["proofs"] = [both[0], both[0] | {"bound": "at_most"}]
    assert fault_of(rewritten(path, header, body[:size] * 2)) in ("refuted", "illegal", "left")
    header["proofs"] = [{**proof, "streams": []} for proof in both]
    assert fault_of(rewritten(path, header, b"")) == "header"
    header["proofs"] = [{**proof, "streams": [[1, 0, 0, 0]]} for proof in both]
    assert fault_of(rewritten(path, header, b"")) == "left"


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"null", b"[" * 100_000, b"\xff", b'"x"'])
def test_a_header_that_is_none_is_rejected(folder, text):
    digest = hashlib.sha256(text + b"\n").hexdigest()
    forged = folder / "header"
    forged.write_bytes(f"yomikiri certificate 1 {digest}\n".encode() + text + b"\n")
    assert fault_of(forged) == "header"


def peak_of(path: Path) -> tuple[str, int, float]:
    """What is wrong with a file, the memory and the time it took to find out."""
    started = time.process_time()
    tracemalloc.start()
    try:
        return fault_of(path), tracemalloc.get_traced_memory()[1], time.process_time() - started
    finally:
        tracemalloc.stop()


def test_ten_gigabytes_of_zeros_are_refused_at_once(folder):
    forged = folder / "zeros"
    with forged.open("wb") as stream:
        stream.truncate(10 << 30)
    fault, memory, seconds = peak_of(forged)
    assert fault == "magic" and memory < 4 << 20 and seconds < 1
    forged.unlink()
    path = make(folder, "nip:4x4")
    forged.write_bytes(path.read_bytes())
    with forged.open("r+b") as stream:
        stream.truncate(10 << 30)
    fault, memory, seconds = peak_of(forged)
    forged.unlink()
    assert fault == "size" and memory < 4 << 20 and seconds < 1
    with forged.open("wb") as stream:  # a second line that never ends
        stream.write(b"yomikiri certificate 1 " + b"0" * 64 + b"\n")
        stream.truncate(10 << 30)
    fault, memory, seconds = peak_of(forged)
    forged.unlink()
    assert fault == "header" and memory < 8 << 20 and seconds < 1


def test_moves_that_unpack_to_more_than_stated_take_no_memory(folder):
    path = make(folder, "nip:4x6")
    header, body = parts_of(path)
    streams = header["proofs"][0]["streams"]
    bomb = zlib.compress(bytes(64 << 20), 9)
    rest = body[streams[1][3] :]
    streams[1][3] = len(bomb)
    fault, memory, _ = peak_of(rewritten(path, header, bomb + rest))
    assert fault == "stream" and memory < 4 << 20
    streams[1][2] = 1 << 23  # more than any stream may have
    assert fault_of(rewritten(path, header, bomb + rest)) == "header"
