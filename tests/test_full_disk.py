"""A full disk loses no answer, is told with the name of the file, and leaves no half of one."""

import os
import subprocess
import sys

import pytest

import yomikiri as yk_library

NO_ROOM = "no space left on the disk"
pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")


def fill(path):
    """Let whatever is written on the way to this file find a full disk."""
    path.with_name(path.name + ".part").symlink_to("/dev/full")
    return path


def test_an_answer_is_shown_though_its_certificate_finds_no_room(yk, tmp_path):
    file = fill(tmp_path / "a.certificate")
    said = yk("solve", "nip:4x4", "--certificate", file)
    assert said.code == 1 and "Black wins" in said.out
    assert f"{file} cannot be written: {NO_ROOM}" in said.err
    assert not os.listdir(tmp_path)
    fill(file)
    document = yk("solve", "nip:4x4", "--certificate", file, "--json").json()
    assert document["value"] == 2 and document["certificate"]["fault"] == NO_ROOM


def test_python_gets_the_answer_and_the_reason(tmp_path):
    answer = yk_library.solve("nip:4x4", certificate=fill(tmp_path / "a.certificate"))
    assert answer.value == 2 and answer.certificate
    assert str(answer.certificate.fault) == NO_ROOM


def test_half_a_new_game_does_not_stand_in_the_way_of_a_whole_one(yk, tmp_path):
    fill(tmp_path / "test_zork.py")
    said = yk("new-game", "zork")
    assert said.code == 2 and f"cannot write 'test_zork.py': {NO_ROOM}" in said.err
    assert not os.listdir(tmp_path)
    assert yk("new-game", "zork").code == 0


def test_a_store_that_finds_no_room_is_named(tmp_path):
    """What the lock failed to write it tries to write again when it is closed."""
    program = """
import resource, pathlib, yomikiri as yk
from yomikiri.solve.stores import open_store
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
try:
    open_store(pathlib.Path("a.store"), yk.load("tictactoe"), "test")
except yk.InputError as error:
    print(error)
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.startswith("the store a.store cannot be written"), done.stderr


def test_a_drawing_that_finds_no_room_is_named(yk, tmp_path):
    said = yk("solve", "nip:4x4", "--svg", fill(tmp_path / "a.svg"))
    assert said.code == 1 and f"{tmp_path / 'a.svg'}: {NO_ROOM}" in said.err
    assert "Black wins" in said.out and not os.listdir(tmp_path)


def test_a_list_that_finds_no_room_is_named(yk, tmp_path, tmp_path_factory):
    tables = tmp_path_factory.mktemp("tables")
    yk("table", "build", "tictactoe", "--tables", tables)
    file = fill(tmp_path / "a.csv")
    said = yk("table", "list", "tictactoe", "longest", "--tables", tables, "--out", file)
    assert said.code == 1 and f"{file}: {NO_ROOM}" in said.err
    assert not os.listdir(tmp_path)
