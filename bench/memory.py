"""Whether a search stays within the memory it was given: its peak, in a process of its own."""

import json
import resource
import sys
from pathlib import Path

from bench.report import Line
from bench.startup import fresh_process
from yomikiri.solve import solve
from yomikiri.solve.options import PROGRAM_MEGABYTES, read_memory

# In the end it would fill far more than it is given; after this many nodes a table has grown.
GAME, GOAL, MEMORY, NODES = "othello:6x6", "win", "512MiB", 32_000_000
MEMORY_MEGABYTES = 512


def measure_memory() -> Line:
    """The peak of a search whose tables grow, and of a process that only begins one."""
    fresh_process("-m", "bench.memory", "1")  # compiles, if it must: that takes memory too
    idle, _ = json.loads(fresh_process("-m", "bench.memory", "1"))
    peak, nodes = json.loads(fresh_process("-m", "bench.memory", str(NODES)))
    return Line(
        f"{GAME} {GOAL}, memory {MEMORY}",
        f"peak {peak:.0f} MiB after {nodes:,} nodes",
        {"peak_mebibytes": round(peak, 1), "program_mebibytes": round(idle, 1), "nodes": nodes},
        f"at most {MEMORY_MEGABYTES} MiB",
        peak <= MEMORY_MEGABYTES,
        (
            f"{idle:.0f} MiB of it Python, Numba and kernels (set aside: {PROGRAM_MEGABYTES});"
            f" tables may take {read_memory(MEMORY):.0f} MiB",
        ),
    )


def peak_mebibytes() -> float:
    """The most memory this process has had.

    Linux hands `ru_maxrss` on from the parent, but not the high-water mark of the address space.
    """
    try:
        for line in Path("/proc/self/status").read_text("utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20) if sys.platform == "darwin" else peak / 1024


if __name__ == "__main__":
    answer = solve(GAME, goal=GOAL, memory=MEMORY, nodes=int(sys.argv[1]))
    print(json.dumps([peak_mebibytes(), answer.nodes]))
