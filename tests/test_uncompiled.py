"""Kernels as plain Python while another process compiles them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from yomikiri.jit import DISABLED

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled anyway")

NIM = Path(__file__).parent.parent / "examples" / "nim.py"

LOOK = """
import sys, time
import yomikiri as yk
from yomikiri import compiler
from yomikiri.think import Limits, think
from yomikiri.uncompiled import HURRY

def look():
    for spec in ("connect4", "minishogi", "nip:4x6", "ending:KPK"):
        game = yk.load(spec)
        found = think(game, game.start, limits=Limits(depth=2))
        state = game.play(game.start, found.move)
        assert all(type(field) is int for field in state), spec
        yield spec, game.move_name(game.start, found.move), found.value, found.depth, found.nodes

if sys.argv[1] == "plain":
    assert HURRY.begin(["-c", "import time; time.sleep(300)"], {}, may_guess=True)
    from yomikiri.think import thinking
    thinking.FIRST_LOOK = 200.0  # the machine may be busy
print(list(look()))
if sys.argv[1] == "plain":
    HURRY.compiling.kill()
    HURRY.wait()
    assert not HURRY.is_on and "__call__" not in vars(compiler.Kernel)
"""


def told(mode, cache):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "YOMIKIRI_HURRY": "1"}
    env |= {"NUMBA_CACHE_DIR": str(cache)} if cache else {}
    done = subprocess.run(
        [sys.executable, "-c", LOOK, mode], capture_output=True, text=True, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_plain_python_finds_what_compiled_kernels_find(tmp_path):
    assert told("plain", tmp_path) == told("compiled", None)
    assert not list(tmp_path.rglob("*search*"))  # nothing was compiled


def test_the_switch_is_off_in_tests():
    """A result that is tested must not depend on what was compiled before."""
    from yomikiri.uncompiled import HURRY

    HURRY.prime()
    assert not HURRY.is_on


ASKER = """
import sys, time
from yomikiri.uncompiled import Hurry
hurry = Hurry()
hurry.wait = lambda: None
hurry.over.clear()
hurry.begin(["-c", sys.argv[1]], {}, may_guess=False)
print(hurry.compiling.pid, flush=True)
time.sleep(99)
"""
COMPILER = """
import time
from yomikiri.uncompiled import end_with_asker
end_with_asker()
time.sleep(99)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are not listed there")
def test_who_compiles_ends_with_who_asked(number):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    asker = subprocess.Popen(
        [sys.executable, "-c", ASKER, COMPILER], env=env, text=True, stdout=subprocess.PIPE
    )
    assert asker.stdout is not None
    pid = int(asker.stdout.readline())
    assert is_running(pid)
    asker.send_signal(number)
    asker.wait()
    end = time.monotonic() + 60
    while is_running(pid) and time.monotonic() < end:
        time.sleep(0.02)
    assert not is_running(pid)


def is_running(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def cold(*words, cache):
    """What a command says where nothing need be compiled: answer, notes."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "YOMIKIRI_HURRY": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "yomikiri", *words],
        capture_output=True,
        text=True,
        env={**env, "NUMBA_CACHE_DIR": str(cache), "YOMIKIRI_QUIET": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


@pytest.mark.long
def test_perft_counts_the_first_depths_without_compiling(tmp_path):
    told, _ = cold("perft", "othello:8x8", "3", cache=tmp_path)
    assert [line.split()[1] for line in told.splitlines()[1:]] == ["4", "12", "56"]
    assert not list(tmp_path.rglob("*perft*"))


@pytest.mark.long
def test_a_solve_shows_estimates_first_and_only_once(tmp_path):
    told, notes = cold("solve", "tictactoe", cache=tmp_path)
    estimates, exact = told.index("estimate"), told.index("(score)")
    assert "a first look meanwhile" in notes and estimates < exact
    again, notes = cold("solve", "tictactoe", cache=tmp_path)
    assert "first look" not in notes and again.startswith("tictactoe")
    assert "estimate" not in again


@pytest.mark.long
def test_a_table_answers_without_a_first_look(tmp_path, monkeypatch):
    """Plain Python would have estimated, and what a search needs would have been compiled."""
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path / "tables"))
    monkeypatch.setenv("YOMIKIRI_GAMES", str(NIM))
    cold("table", "build", "nim", cache=tmp_path / "compiled")
    for command in ("analyze", "solve"):
        told, notes = cold(command, "nim", cache=tmp_path / "compiled")
        assert "from a table of all positions" in told
        assert "estimate" not in told and "first look" not in notes


@pytest.mark.long
def test_json_has_no_first_look_and_none_is_announced(tmp_path):
    told, notes = cold("analyze", "tictactoe", "--json", cache=tmp_path)
    assert json.loads(told)["moves"] and "first look" not in notes


def test_only_the_sources_of_a_game_say_whether_it_is_compiled(monkeypatch):
    from yomikiri.games import load
    from yomikiri.think import warming

    asked = []

    def fingerprint(*folders, within):
        asked.append(folders)
        return ""

    monkeypatch.setattr(warming, "package_fingerprint", fingerprint)
    for spec in ("nip:4x4", "minishogi", "tictactoe"):
        warming.warm_name(load(spec))
    games = [{name for name in folders if name.startswith("games/")} for folders in asked]
    assert games == [{"games/reversi"}, {"games/shogi"}, set()]
