"""What `doctor` and `cache` tell, and what a shell offers while a command is typed."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from yomikiri import jit
from yomikiri.cache import Cache
from yomikiri.cli import app
from yomikiri.library import installed
from yomikiri.words import message

pytestmark = pytest.mark.compiled


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Folders of one's own, all empty."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path / "tables"))
    monkeypatch.setenv("YOMIKIRI_STORES", str(tmp_path / "solves"))
    for name in ("cache/kernels", "tables", "solves"):
        (tmp_path / name).mkdir(parents=True)
    return tmp_path


def test_nothing_is_wrong_with_empty_folders(folders, yk):
    code, out, err = yk("doctor", "--json")
    found = json.loads(out)
    assert (code, found["faults"]) == (0, []), err
    assert found["versions"]["python"].startswith("3.")
    places = {place["name"]: place for place in found["places"]}
    assert places["kernels"]["folder"] == str(folders / "cache" / "kernels")
    assert places["tables"]["files"] == 0 and places["tables"]["free"] > 0
    assert "異常はありません" in yk("doctor", "--lang", "ja").out


def test_damaged_files_are_named(folders, yk):
    Cache(jit.kernels_folder(), lambda notice: None).write("whole", b"a kernel")
    (jit.kernels_folder() / "broken").write_bytes(b"cut off")
    (folders / "tables" / "nip.table").write_bytes(b"no table")
    (folders / "solves" / "nip.sqlite").write_bytes(b"no store")
    code, out, _ = yk("doctor")
    assert code == 1
    assert "kernels: 1 files are damaged" in out
    assert "nip.table" in out and "nip.sqlite" in out


def test_a_package_whose_games_cannot_be_used_is_named(folders, monkeypatch):
    fault = message("game.broken_package", name="gone:FAMILY", why="nothing is there")
    monkeypatch.setattr(installed, "use_installed", lambda: [fault])
    assert fault in installed.inspect().faults


def test_a_folder_that_cannot_be_made_and_a_full_disk_are_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder can be made below a file")
    stuck = installed.place("tables", tmp_path / "file" / "tables")
    full = installed.place("kernels", tmp_path)._replace(free=1000)
    told = [str(fault) for fault in installed.faults_of([stuck, full])]
    assert len(told) == 2
    assert "cannot be written to" in told[0] and "only 0 MB are free" in told[1]


def test_kernels_are_cleared_and_what_is_ones_own_is_not(folders, yk):
    Cache(jit.kernels_folder(), lambda notice: None).write("one", b"a kernel")
    (folders / "solves" / "mine.sqlite").write_bytes(b"weeks of work")
    code, out, _ = yk("cache", "--clear", "kernels", "--json")
    assert code == 0 and json.loads(out)["cleared"]["files"] == 1
    assert not list(jit.kernels_folder().iterdir())
    code, _, err = yk("cache", "--clear", "solves")
    assert code == 2 and "kernels, tables, reproduce" in err
    assert (folders / "solves" / "mine.sqlite").exists()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("yomikiri so", ["solve", "solves"]),
        ("yomikiri solve conn", ["connect4"]),
        ("yomikiri solve janken:s", ["janken:single", "janken:simple"]),
        ("yomikiri table pr", ["probe"]),
        ("yomikiri sprt --elo", ["--elo0", "--elo1"]),
        # as bash breaks words; what stands before the last break stays in the line
        ("yomikiri\nsolve\njanken\n:\ns", ["single", "simple"]),
        ("yomikiri\nsolve\njanken\n:", ["single", "simple", "full"]),
        ("yomikiri\nsolve\ncon", ["connect4"]),
    ],
)
def test_a_shell_is_told_how_a_word_may_go_on(typed, offered, monkeypatch, capsys):
    monkeypatch.setenv(app.COMPLETE, "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    app.make_app.cache_clear()  # made without it before
    with pytest.raises(SystemExit) as end:
        app.complete()
    app.make_app.cache_clear()
    assert end.value.code == 0
    assert capsys.readouterr().out.split() == offered


@pytest.mark.heavy
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_what_is_typed(tmp_path):
    """The function that `--show-completion` prints, called as bash calls it."""
    (tmp_path / "yomikiri").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m yomikiri "$@"\n')
    (tmp_path / "yomikiri").chmod(0o755)
    script = """
        eval "$(yomikiri --show-completion bash)"
        COMP_WORDS=(yomikiri solve janken : si) COMP_CWORD=4
        _yomikiri_completion yomikiri
        echo "${COMPREPLY[@]}"
    """
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "SHELL": "/bin/bash"}
    done = subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True)
    assert done.stdout.split() == ["single", "simple"], done.stderr
