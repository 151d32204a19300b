"""What a fresh process pays before it is warm: importing, and loading kernels from the cache."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from bench.report import Line

ROOT = Path(__file__).parent.parent

IMPORT, COMMAND = 0.3, 1.2  # seconds of CPU time that are the goals
COMMANDS = (
    "games",
    "rules minishogi",
    "perft othello:8x8 3",
    "solve nip:4x4",
    "solve tictactoe --goal win",
    "analyze connect4 --depth 4",
    "analyze minishogi --depth 3",
    "play tictactoe --first level:3 --second level:3",
)

FRESH = """
import json, time
began = time.process_time()
import yomikiri
imported = time.process_time()
yomikiri.perft("othello:8x8", 1)
counted = time.process_time()
yomikiri.solve("nip:4x4")
solved = time.process_time()
print(json.dumps([imported - began, counted - imported, solved - counted]))
"""


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a new process, which finds the sources where this one does.

    It keeps what Python makes of them, as an installation does: reading the text of every file
    again takes two seconds.
    """
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    kept = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": ""}
    return {**kept, "YOMIKIRI_QUIET": "1", **more}


def fresh_process(*arguments: str) -> str:
    """What a new Python prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env=surroundings(),
    )
    return done.stdout


def cpu_seconds(words: list[str], cache: str = "") -> float:
    """The CPU time of a command that finds its kernels in a folder, or where they usually are."""
    began = os.times()
    subprocess.run(
        [sys.executable, "-m", "yomikiri", *words],
        check=True,
        stdout=subprocess.DEVNULL,
        env=surroundings(**({"NUMBA_CACHE_DIR": cache} if cache else {})),
    )
    ended = os.times()
    return ended.children_user + ended.children_system - began.children_user - began.children_system


def measure_startup() -> Line:
    """Import, first kernel and first solver in a fresh process whose cache is warm."""
    fresh_process("-c", FRESH)  # fills the cache, if it was empty
    began = time.perf_counter()
    parts = json.loads(fresh_process("-c", FRESH))
    wall = time.perf_counter() - began
    names = ("import", "first_kernel", "first_solve")
    seconds = {name: round(part, 3) for name, part in zip(names, parts, strict=True)}
    text = ", ".join(f"{name.replace('_', ' ')} {part:.2f} s" for name, part in seconds.items())
    return Line(
        "start-up, cached kernels",
        f"{text} CPU; {wall:.2f} s wall in all",
        {**{f"{name}_seconds": part for name, part in seconds.items()}, "wall": round(wall, 3)},
        f"import under {IMPORT} s CPU",
        seconds["import"] < IMPORT,
    )


def measure_commands() -> Line:
    """The CPU time of commands that find all their kernels."""
    for words in COMMANDS:  # fills the cache, if it was empty
        cpu_seconds(words.split())
    seconds = {words: cpu_seconds(words.split()) for words in COMMANDS}
    slowest = max(seconds, key=lambda words: seconds[words])
    return Line(
        "commands, cached kernels",
        f"{min(seconds.values()):.2f} to {seconds[slowest]:.2f} s CPU (`{slowest}`)",
        {words: round(spent, 3) for words, spent in seconds.items()},
        f"under {COMMAND} s CPU",
        seconds[slowest] < COMMAND,
    )
