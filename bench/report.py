"""One measurement: what it is, what came out, its goal, and whether that is met."""

import resource
import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Result = TypeVar("Result")


class Line(NamedTuple):
    """A line of the report."""

    name: str
    text: str  # what came out, for people
    values: dict[str, Any]  # the same as numbers
    goal: str = ""  # such as "under 0.3 s"; "": there is none
    is_met: bool | None = None  # None: there is no goal, or it could not be measured
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        verdict = ""
        if self.goal:
            met = {True: "met", False: "MISSED", None: "not measured"}[self.is_met]
            verdict = f"  [goal {self.goal}: {met}]"
        return f"{self.name:<34} {self.text}{verdict}" + "".join(
            f"\n{'':<35}{note}" for note in self.notes
        )

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        found: dict[str, Any] = {"name": self.name, **self.values}
        if self.goal:
            found |= {"goal": self.goal, "met": self.is_met}
        return found | ({"notes": list(self.notes)} if self.notes else {})


class Times(NamedTuple):
    """What a piece of work took, in seconds."""

    cpu: float  # of all threads, in the program and in the system
    system: float  # the part in the system: clearing memory, mostly
    wall: float


def timed(work: Callable[[], Result]) -> tuple[Result, Times]:
    """The result of `work`, and what it took."""
    system = resource.getrusage(resource.RUSAGE_SELF).ru_stime
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    system = resource.getrusage(resource.RUSAGE_SELF).ru_stime - system
    return result, Times(max(cpu, 1e-9), system, wall)
