"""Kernels that are not compiled yet, run as plain Python while another process compiles them.

The rules and searches of a game are plain Python, some hundred times slower than what is made of
them.  That is enough for a first look, so nobody need wait for the compiler: while `HURRY` is on, a
rule that is compiled neither in memory nor on disk runs as it is written, and so does a search that
was given little to do.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from yomikiri import compiler
from yomikiri.jit import CACHE, DISABLED
from yomikiri.questions import QUESTIONS

SWITCH = "YOMIKIRI_HURRY"  # "0": wait for the compiler, so that answers do not depend on the clock
NICER = 5  # whoever compiles lets others go first

BEHIND = "YOMIKIRI_BEHIND"  # "1": end when standard input does, for whoever asked is gone

RULES = ("yomikiri.rules", "yomikiri.games.")  # where those are that take no time

here = threading.local()  # `here.plain`: whether this thread is within plain Python


class Hurry:
    """Whether kernels may run as plain Python, and who compiles them meanwhile."""

    def __init__(self) -> None:
        self.compiling: subprocess.Popen[bytes] | None = None
        self.may_guess = False  # whether an answer may be worse than one by compiled kernels
        self.looks = 0  # searches that were given little to do
        self.over = threading.Event()
        self.over.set()
        self.lock = threading.Lock()
        self.plain: dict[int, tuple[Any, Any]] = {}  # rules, and the same without arrays

    @property
    def is_on(self) -> bool:
        """Whether it is."""
        return not self.over.is_set()

    def prime(self) -> None:
        """Run as plain Python from now on, until it is known what must be compiled."""
        if not (self.is_on or DISABLED or os.environ.get(SWITCH) == "0") and compiler.IS_KNOWN:
            compiler.Kernel.__call__ = call_in_a_hurry
            self.over.clear()

    def begin(self, command: Sequence[str], more: Mapping[str, str], *, may_guess: bool) -> bool:
        """Have a command compile what is needed, and run as plain Python until it ends.

        `may_guess` lets searches look less far than they were asked to, so as to answer soon.
        """
        self.prime()
        if not self.is_on or self.compiling is not None:
            return self.is_on
        try:
            self.compiling = subprocess.Popen(
                [sys.executable, *command],
                stdin=subprocess.PIPE,  # it ends with this process, when this is closed
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, SWITCH: "0", "YOMIKIRI_QUIET": "1", BEHIND: "1", **more},
                start_new_session=True,  # Ctrl-C is not meant for it
                preexec_fn=be_nice if hasattr(os, "nice") else None,
            )
        except OSError:  # no more processes: compile here, as always
            self.end()
            return False
        self.may_guess = may_guess
        threading.Thread(target=self.wait, name="hurry", daemon=True).start()
        return True

    @contextmanager
    def look(self) -> Iterator[None]:
        """Searches run as plain Python, too."""
        with self.lock:
            self.looks += 1
        try:
            yield
        finally:
            with self.lock:
                self.looks -= 1

    def wait(self) -> None:
        """Wait until all is compiled."""
        if self.compiling is not None:
            self.compiling.wait()
        self.end()

    def end(self) -> None:
        """Compile from now on what is missing."""
        if self.is_on:
            del compiler.Kernel.__call__
            self.over.set()
            self.plain.clear()
            if self.compiling is not None and self.compiling.poll() is not None:
                self.compiling = None  # else it goes on, and ends with this process

    def without_arrays(self, argument: Any) -> Any:
        """Rules whose tables are lists: NumPy's integers would get into positions."""
        if type(argument) not in QUESTIONS["play"].answers:
            return argument
        known = self.plain.get(id(argument))
        if known is None:
            lists = {
                name: value.tolist()
                for name, value in argument._asdict().items()
                if hasattr(value, "tolist")
            }
            known = argument, argument._replace(**lists)  # `argument` is kept: it owns its id
            self.plain[id(argument)] = known
        return known[1]


HURRY = Hurry()
COMPILED = compiler.Kernel.__call__  # Numba's own


def call_in_a_hurry(kernel: Any, *args: Any) -> Any:
    """What a kernel returns: compiled if it is, or else by plain Python."""
    if getattr(here, "plain", False):
        return kernel.py_func(*args)
    kinds = tuple(map(kernel.typeof_pyval, args))
    if kinds in kernel.overloads or not is_quick(kernel) or is_kept(kernel, kinds):
        return COMPILED(kernel, *args)
    here.plain = True
    try:
        return as_compiled(kernel.py_func(*map(HURRY.without_arrays, args)))
    finally:
        here.plain = False


def end_with_asker() -> None:
    """In a process that compiles for another: end with it, however it ends.

    What was compiled so far is kept.  The other's end of the pipe is closed by the system, after
    SIGTERM and SIGKILL, too, when it can do nothing any more.
    """

    def watch() -> None:
        with suppress(OSError):
            os.read(sys.stdin.fileno(), 1)
        os._exit(1)  # its workers notice

    if os.environ.get(BEHIND) == "1":
        threading.Thread(target=watch, name="asker", daemon=True).start()


def be_nice() -> None:
    """Let whoever waits for an answer go first."""
    os.nice(NICER)


def is_quick(kernel: Any) -> bool:
    """Whether plain Python will do: for rules, and for searches with little to do."""
    home = kernel.py_func.__module__
    own = home.startswith("yomikiri.")
    return HURRY.looks > 0 or not own or (home.startswith(RULES) and "thesis" not in home)


def is_kept(kernel: Any, kinds: Any) -> bool:
    """Whether a kernel for these types is on disk."""
    try:
        name = kernel._cache.name(kinds, kernel.targetctx.codegen())
    except Exception:  # something of which nobody knows whether it has changed: not kept
        return False
    return bool((CACHE.folder / name).exists())


def as_compiled(value: Any) -> Any:
    """A result with Python's own integers, as compiled kernels return them."""
    if isinstance(value, tuple):
        parts = map(as_compiled, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value.item() if hasattr(value, "item") and not hasattr(value, "__len__") else value
