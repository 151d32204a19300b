"""Inputs tried in processes of their own: a crash or a hang is a find like any other."""

import multiprocessing
import os
import random
import resource
import shutil
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from tests.fuzz.door import Door, check
from tests.fuzz.files import (
    Books,
    Certificates,
    Documents,
    Formats,
    Lists,
    Nets,
    Stores,
    Tables,
    Variants,
)
from tests.fuzz.talking import Uci, Usi, Web
from tests.fuzz.texts import Games, Moves, Players, Positions, Starts, Terms
from yomikiri.players.usi import cpu_of

DOORS: dict[str, type[Door]] = {
    door.name: door
    for door in (
        Games, Positions, Moves, Starts, Players, Terms, Documents, Formats, Lists, Tables, Stores,
        Books, Certificates, Nets, Variants, Web, Usi, Uci,
    )
}  # fmt: skip
SECONDS = 10.0  # of CPU time for one input
PATIENCE = 120.0  # of wall time for one that takes no CPU time: it waits for something
ROOM = 4 << 30  # bytes of address space, beyond what a process has when it begins
GROWTH = 1 << 30  # bytes of memory that the inputs of a door may come to take
MOST_FINDS = 20  # of a door; then it is given up
LOOK = 0.5  # seconds between two looks at a process
NUMBER, TAKEN, SPENT, SLOWEST, GREW = range(5)  # what a process tells all the time
NO_INPUT = -1.0

Find = dict[str, Any]
Tell = Callable[[Find], None]


class Result(NamedTuple):
    """What came of a door."""

    door: str
    tried: int
    taken: int  # of them, that were answered by a result
    seconds: float  # of CPU time
    slowest: float  # of CPU time, of one input
    growth: int  # bytes of memory
    finds: list[Find]


def chance_of(seed: int, door: str, number: int) -> random.Random:
    """The random numbers of an input."""
    return random.Random(f"{seed} {door} {number}")


def try_inputs(kind: type[Door], seed: int, numbers: range, facts: Any, tell: Tell) -> None:
    """Inputs of a door one after the other, in this process; `facts` are kept up to date."""
    folder = Path(tempfile.mkdtemp(prefix="yomikiri-fuzz-"))
    in_threads: list[BaseException] = []
    usual = threading.excepthook
    threading.excepthook = lambda died: in_threads.append(died.exc_value or died.exc_type())
    try:
        door, name = kind(folder), kind.name
        memory = peak()
        for number in numbers:
            facts[NUMBER] = number
            start, given = time.process_time(), None
            try:
                given = door.make(chance_of(seed, name, number))
                facts[TAKEN] += check(door, given)
            except Exception as error:
                tell(find(name, seed, number, given, error))
            while in_threads:
                tell(find(name, seed, number, given, in_threads.pop()))
            spent = time.process_time() - start
            facts[SPENT] += spent
            facts[SLOWEST] = max(facts[SLOWEST], spent)
            facts[GREW] = peak() - memory
        door.close()
        if facts[GREW] > GROWTH:
            tell(find(name, seed, number, None, MemoryError(f"{facts[GREW] / 2**20:.0f} MiB")))
    finally:
        threading.excepthook = usual
        shutil.rmtree(folder, ignore_errors=True)


def find(door: str, seed: int, number: int, given: Any, error: BaseException | str) -> Find:
    """What is written down about a fault."""
    said, trace = str(error), ""
    if isinstance(error, BaseException):
        said, trace = f"{type(error).__name__}: {error}", "".join(traceback.format_exception(error))
    found: Find = {"door": door, "seed": seed, "number": number, "error": said[:300]}
    return {**found, "input": repr(given)[:2000], "traceback": trace[-3000:]}


def peak() -> int:
    """The most memory that this process has used, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def work(kind: type[Door], seed: int, numbers: range, facts: Any, told: Connection) -> None:
    """The whole of a process."""
    threading.Thread(target=end_with_parent, name="parent", daemon=True).start()
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    try_inputs(kind, seed, numbers, facts, told.send)


def end_with_parent() -> None:
    """End as soon as the process that began this one has, however that ended."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


def try_door(kind: type[Door], seed: int, numbers: range) -> Result:
    """All inputs of a door, by a process at a time: after a crash or a hang another goes on."""
    name = kind.name
    context = multiprocessing.get_context("spawn")
    finds: list[Find] = []
    total = [0.0] * 5
    left = numbers
    while left and len(finds) < MOST_FINDS:
        facts = context.Array("d", [NO_INPUT, 0, 0, 0, 0])
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(kind, seed, left, facts, theirs), daemon=True)
        process.start()
        theirs.close()
        trouble = watch(process, facts, ours, finds)
        at = int(facts[NUMBER])
        if trouble and at == NO_INPUT:
            finds.append(
                find(name, seed, left[0], None, f"the door could not be opened: {trouble}")
            )
            break
        if trouble:
            finds.append(find(name, seed, at, made(kind, seed, at), trouble))
        left = left[left.index(at) + 1 :]
        total = [total[0], *(total[n] + facts[n] for n in (TAKEN, SPENT)),
                 *(max(total[n], facts[n]) for n in (SLOWEST, GREW))]  # fmt: skip
    tried = len(numbers) - len(left)
    return Result(
        name, tried, int(total[TAKEN]), total[SPENT], total[SLOWEST], int(total[GREW]), finds
    )


def made(kind: type[Door], seed: int, number: int) -> Any:
    """An input once more, without asking about it."""
    folder = Path(tempfile.mkdtemp(prefix="yomikiri-fuzz-"))
    try:
        return kind(folder).make(chance_of(seed, kind.name, number))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def watch(process: Any, facts: Any, told: Connection, finds: list[Find]) -> str:
    """Wait for a process, and take its finds; what became of it, nothing if all is well."""
    at, cpu, wall = NO_INPUT, 0.0, time.monotonic()
    while True:
        try:
            while told.poll(LOOK):
                finds.append(told.recv())
                if len(finds) >= MOST_FINDS:
                    stop(process)
                    return ""
        except EOFError:
            break
        now = cpu_of(process.pid)
        if facts[NUMBER] != at or at == NO_INPUT:
            at, cpu, wall = facts[NUMBER], now, time.monotonic()
        elif now - cpu > SECONDS or (now == cpu and time.monotonic() - wall > PATIENCE):
            stop(process)
            return f"no answer after {now - cpu:.0f} s of CPU time"
    process.join()
    return "" if process.exitcode == 0 else f"the process ended with {process.exitcode}"


def stop(process: Any) -> None:
    """End a process of ours."""
    process.kill()
    process.join()
