"""The first minute of a new user: how soon each door answers with nothing compiled.

`python -m bench.first_answers [DOOR ...]`.  Wall time means something on idle cores only; beside it
is the CPU time of the process that answers, without the one that compiles meanwhile.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

from bench.report import Line
from bench.startup import ROOT
from yomikiri.players.usi import cpu_of

GOAL = 3.0  # seconds of wall time
LONGEST = 300.0  # seconds, on a busy machine
PYTHON = """
import sys, yomikiri as yk
game = yk.load({game!r})
print("answer", yk.player("level:5", game).choose(game.position()), flush=True)
sys.stdin.read()
"""
Began = tuple[float, subprocess.Popen[str]]


@contextmanager
def fresh(*words: str) -> Iterator[Began]:
    """A new process with nothing compiled, and when it was started."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    with tempfile.TemporaryDirectory() as cache:
        began = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": cache},
        ) as process:
            try:
                yield began, process
            finally:
                process.terminate()


def await_line(process: subprocess.Popen[str], pattern: str) -> str:
    """The first line that it says which has this; "" if it ends before."""
    assert process.stdout
    for line in process.stdout:
        if re.search(pattern, line):
            return line
    return ""


def spent(began: Began) -> tuple[float, float]:
    """Wall and CPU seconds since a process was started."""
    return time.perf_counter() - began[0], cpu_of(began[1].pid)


def command(pattern: str, *words: str) -> Callable[[], tuple[float, float]]:
    """A command that answers by a line with a pattern."""

    def ask() -> tuple[float, float]:
        with fresh("-m", "yomikiri", *words) as began:
            assert await_line(began[1], pattern), words
            return spent(began)

    return ask


def python(game: str) -> Callable[[], tuple[float, float]]:
    """A move of a player in Python."""

    def ask() -> tuple[float, float]:
        with fresh("-c", PYTHON.format(game=game)) as began:
            assert await_line(began[1], "^answer")
            return spent(began)

    return ask


def engine(game: str, *lines: str, pattern: str) -> Callable[[], tuple[float, float]]:
    """What an engine says to some lines."""

    def ask() -> tuple[float, float]:
        with fresh("-m", "yomikiri", "engine", game) as began:
            assert began[1].stdin
            began[1].stdin.write("\n".join(lines) + "\n")
            began[1].stdin.flush()
            assert await_line(began[1], pattern)
            return spent(began)

    return ask


def page(game: str) -> Callable[[], tuple[float, float]]:
    """A new game in the page, and the answer to the first move."""

    def ask() -> tuple[float, float]:
        with (
            tempfile.TemporaryDirectory() as data,
            fresh("-m", "yomikiri", "serve", "--port", "0", "--data", data) as began,
        ):
            found = re.search(r"http://\S+?/", await_line(began[1], "http://"))
            assert found
            address = f"{found[0]}api/v1/games"
            made = send(address, {"game": game, "players": ["level:5", "human"]})
            node = made["version"]
            while time.perf_counter() - began[0] < LONGEST:
                send(f"{address}/{made['id']}/think", {})
                if send(f"{address}/{made['id']}/version")["version"] != node:
                    break
                time.sleep(0.05)
            return spent(began)

    return ask


def send(address: str, body: Any = None) -> Any:
    """An answer of the server."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(address, data, {"content-type": "application/json"})
    with urlopen(request, timeout=LONGEST) as answer:
        return json.load(answer)


DOORS: dict[str, Callable[[], tuple[float, float]]] = {
    "play connect4": command("level:5.* plays", "play", "connect4", "--first", "level:5"),
    "play minishogi": command("level:5.* plays", "play", "minishogi", "--first", "level:5"),
    "analyze nip:8x8": command(r"^ *\d|[a-h][1-8]", "analyze", "nip:8x8"),
    "solve nip:4x6": command("estimate|wins", "solve", "nip:4x6"),
    "solve minishogi": command("estimate|wins", "solve", "minishogi", "--nodes", "1000"),
    "perft othello:8x8": command(r"^ *1 +4", "perft", "othello:8x8", "6"),
    "python othello:8x8": python("othello:8x8"),
    "usi isready": engine("minishogi", "usi", "isready", pattern="^readyok"),
    "usi go": engine(
        "minishogi", "usi", "isready", "position startpos", "go movetime 500", pattern="^bestmove"
    ),
    "uci isready": engine("ending:KQKR", "uci", "isready", pattern="^readyok"),
    "page connect4": page("connect4"),
}


def measure_first_answers(names: list[str]) -> Iterator[Line]:
    """A line for each door."""
    for name in names or DOORS:
        wall, cpu = DOORS[name]()
        yield Line(
            f"first answer, {name}",
            f"{wall:.1f} s wall, {cpu:.1f} s CPU, nothing compiled",
            {"wall": round(wall, 2), "cpu": round(cpu, 2)},
            f"under {GOAL:.0f} s wall",
            wall < GOAL,
        )


if __name__ == "__main__":
    for line in measure_first_answers(sys.argv[1:]):
        print(line, flush=True)
