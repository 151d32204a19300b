"""The command line as a process: standard output, signals, pipes, terminals."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command_line import Result


def process(*arguments, **options):
    """The command line as a process of its own."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "YOMIKIRI_QUIET": "1"}
    environment |= options.pop("env", {})
    program = options.pop("program", ("-m", "yomikiri"))
    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def finish(child, text=None):
    """Its exit code and what it wrote."""
    out, err = child.communicate(text, timeout=120)
    return Result(child.returncode, out, err)


def test_json_is_all_that_goes_to_standard_output():
    result = finish(process("solve", "tictactoe", "--json"))
    assert result.code == 0 and not result.err
    assert result.json()["winner"] == "draw"


def test_bad_input_in_a_process():
    result = finish(process("solve", "nipp"))
    assert result == (2, "", "yomikiri: no game called 'nipp'; did you mean 'nip'?\n")


READY = "import sys; from yomikiri.cli import main; print(file=sys.stderr, flush=True); main()"


def spent(child):
    """The CPU seconds of a process, so that tests wait longer on busy cores; else the time."""
    try:
        fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupt(*arguments, after=0.0, when=lambda: True, **options):
    """Start a command, press Ctrl-C; what came out, and how long it took to end."""
    child = process(*arguments, program=("-c", READY), **options)
    child.stderr.readline()  # everything is imported
    begun = spent(child)
    while spent(child) < begun + after and child.poll() is None:
        time.sleep(0.1)
    while not when() and child.poll() is None:
        time.sleep(0.1)
    child.send_signal(signal.SIGINT)
    pressed = time.perf_counter()
    return finish(child), time.perf_counter() - pressed


KILLED = """
import os, signal
from yomikiri.lab.match import play_match
def die(record): os.kill(os.getpid(), signal.SIGKILL)
play_match("tictactoe", "random", "random", games=50, jobs=2, keep=die)
"""


@pytest.mark.compiled
def test_the_processes_of_a_killed_match_end_too():
    child = process(program=("-c", KILLED))
    child.communicate(timeout=60)  # as long as one of them runs it could still write
    assert child.returncode == -signal.SIGKILL


def test_ctrl_c_while_the_program_is_loaded_ends_it_without_a_traceback(tmp_path):
    slow = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(60)\n"
    (tmp_path / "numba.py").write_text(slow)
    folders = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    assert finish(process("games", env={"PYTHONPATH": folders})) == (130, "", "")


AT_THE_EXIT = """
import atexit, signal, sys
import yomikiri.cli
app = sys.modules["yomikiri.cli.app"]
sys.argv = ["yomikiri", "--version"]
atexit.register(lambda: (signal.raise_signal(signal.SIGINT), sys.stderr.write("not heard")))
app.main()
"""
IN_THE_ANSWER_TO_THE_FIRST = """
import signal, sys
import yomikiri.cli
app = sys.modules["yomikiri.cli.app"]
sys.argv = ["yomikiri", "solve", "tea"]
app.complain = lambda *_: signal.raise_signal(signal.SIGINT)
app.main()
"""


@pytest.mark.parametrize("program", [AT_THE_EXIT, IN_THE_ANSWER_TO_THE_FIRST])
def test_ctrl_c_while_the_program_ends_prints_no_traceback(program):
    result = finish(process(program=("-c", program)))
    assert result.code == 130 and not result.err


@pytest.mark.compiled
def test_ctrl_c_stops_a_solve_at_once_and_tells_what_is_known():
    result, seconds = interrupt("solve", "nip:8x8", "--json", after=2)
    assert result.code == 130 and not result.err and seconds < 10
    answer = result.json()
    assert not answer["exact"] and answer["stopped"] == "interrupt"
    assert (answer["lower"], answer["upper"]) == (-52, 52)


@pytest.mark.compiled
def test_ctrl_c_stops_a_perft_at_once_and_tells_what_is_known():
    result, seconds = interrupt("perft", "othello", "20", "--json", after=2)
    assert result.code == 130 and not result.err and seconds < 10
    answer = result.json()
    known = [4, 12, 56, 244, 1396, 8200, 55092, 390216]
    assert answer["stopped"] == "interrupt"
    assert answer["nodes"][:8] == known[: len(answer["nodes"])]


def test_ctrl_c_while_kernels_are_compiled(tmp_path):
    cache = {"NUMBA_CACHE_DIR": str(tmp_path)}

    def has_begun():
        return any(tmp_path.rglob("yomikiri.search.*"))

    result, seconds = interrupt("solve", "nip:4x4", "--json", when=has_begun, env=cache)
    assert result.code in (0, 130) and not result.err and seconds < 10
    assert result.json()["game"] == "nip:4x4"


def test_a_closed_pipe_is_no_error():
    child = process("games", "nip")
    child.stdout.close()
    child.stdout = None
    result = finish(child)
    assert not result.err and result.code == 141


def test_a_terminal_that_knows_ascii_only():
    result = finish(process("solve", "nip:4x4", env={"PYTHONIOENCODING": "ascii"}))
    assert result.code == 0 and "x1" in result.out and result.out.isascii()


def test_python_m_yomikiri_is_the_command():
    assert finish(process("--version")).out.startswith("yomikiri ")
