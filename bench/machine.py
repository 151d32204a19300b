"""The conditions of a measurement: speeds mean little without them."""

import os
import platform
from pathlib import Path
from typing import Any, NamedTuple

import numba


class Machine(NamedTuple):
    """Where and when a report was made."""

    cpu: str
    cores: int  # that this process may use
    load: float | None  # how many processes wanted a core, on average over the last minute
    python: str
    numba: str
    system: str

    def __str__(self) -> str:
        load = "unknown" if self.load is None else f"{self.load:.1f}"
        lines = [
            f"{self.cpu}, {self.cores} cores, load average {load}",
            f"Python {self.python}, Numba {self.numba}, {self.system}",
        ]
        if self.load is not None and self.load > self.cores / 2:
            lines.append("The machine is busy: speeds are too low, and wall times say nothing.")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return self._asdict()


def conditions() -> Machine:
    """This machine, now."""
    affinity = getattr(os, "sched_getaffinity", None)
    return Machine(
        cpu=cpu_model(),
        cores=len(affinity(0)) if affinity else os.cpu_count() or 1,
        load=load_average(),
        python=platform.python_version(),
        numba=numba.__version__,
        system=f"{platform.system()} {platform.machine()}",
    )


def load_average() -> float | None:
    """Of the last minute, where the system knows it."""
    try:
        return round(os.getloadavg()[0], 2)
    except (AttributeError, OSError):
        return None


def cpu_model() -> str:
    """The processor's name, as far as the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or "unknown processor"
