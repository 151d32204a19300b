"""What a fresh process pays before it is warm: importing, and loading kernels from the cache."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from bench.report import Line

ROOT = Path(__file__).parent.parent

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


def fresh_process(*arguments: str) -> str:
    """What a new Python prints that finds the sources where this one does."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    done = subprocess.run(
        [sys.executable, *arguments],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "YOMIKIRI_QUIET": "1"},
    )
    return done.stdout


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
    )
