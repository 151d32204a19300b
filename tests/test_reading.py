"""Files that people name: pipes and devices are refused, long files are not read whole."""

import os
from pathlib import Path

import pytest

from yomikiri import cli
from yomikiri.reading import read_up_to


def test_a_file_is_read_up_to_a_limit(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_up_to(path, 5) == b"12345" and read_up_to(path, 3) == b"1234"
    with pytest.raises(IsADirectoryError):
        read_up_to(tmp_path, 5)
    with pytest.raises(FileNotFoundError):
        read_up_to(tmp_path / "b", 5)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
@pytest.mark.parametrize(
    "words",
    [
        ("solve", "shogi-file:/dev/zero"),
        ("games", "shogi-file:/dev/zero"),
        ("play", "tictactoe", "--load", "/dev/zero"),
    ],
)
def test_a_device_is_refused_in_one_line(words, capsys):
    assert cli.run(words) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "not a file" in error


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="no such file here")
def test_a_file_that_has_nothing_to_read_now_is_no_game(capsys):
    assert cli.run(("play", "tictactoe", "--load", "/proc/kmsg")) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_not_waited_for(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    assert cli.run(("solve", f"shogi-file:{tmp_path / 'pipe'}", "--lang", "ja")) == 2
    assert "パイプ" in capsys.readouterr().err
