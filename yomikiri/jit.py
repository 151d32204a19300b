"""The only file that knows Numba's decorators and its cache.

`kernel` compiles a function once for each game it meets and keeps the machine code on disk, under
a name that says what went into it (`fingerprint.py`).  Numba's own cache notices when a kernel's
file changes, but not when a rule that it calls in another file does: it would keep playing by last
week's rules.
"""

import functools
import gc
import inspect
import io
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba.core import event, serialize, types
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.errors import TypingError
from numba.core.serialize import NumbaPickler
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import overload

from yomikiri import compiler, passes
from yomikiri.cache import Cache
from yomikiri.fingerprint import NotKnown, file_hash, fingerprint, name_of, read_code
from yomikiri.reading import cache_folder
from yomikiri.words import LANGUAGES, Message, message, say

DISABLED = bool(numba.config.DISABLE_JIT)

# A kernel that returns a NamedTuple finds its class by this function, at each call, and does not
# check the answer: a Ctrl-C that is raised in it is a segmentation fault.  What was found once is
# found again in C, where no signal is handled.
serialize._numba_unpickle = functools.cache(serialize._numba_unpickle)


def kernels_folder() -> Path:
    """Where kernels are kept."""
    asked = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(asked) if asked else cache_folder()) / "kernels"


def notify(notice: Message) -> None:
    """Tell the person at the terminal, unless they want no notices.

    Nobody down here knows their language, so it is said in each.
    """
    if os.environ.get("YOMIKIRI_QUIET") != "1":
        print(" / ".join(say(notice, language) for language in LANGUAGES), file=sys.stderr)


class Compiling(event.Listener):  # type: ignore[misc]
    """Knows when a kernel is being compiled, and says so once, so that it does not seem to hang."""

    said = False
    running = 0  # compilations, one inside the other
    done = 0  # functions that were compiled here
    paused = 0  # that of them during which nothing is collected: a tenth of the time, for nothing

    def __enter__(self) -> None:
        self.running += 1
        if not self.said:
            self.said = True
            notify(message("system.compiling"))

    def __exit__(self, *_: object) -> None:
        self.running -= 1

    def on_start(self, event: Any) -> None:
        self.__enter__()
        if gc.isenabled():
            gc.disable()
            self.paused = self.running

    def on_end(self, event: Any) -> None:
        if self.paused == self.running:
            gc.freeze()  # and so all that is new counts as old: it is looked through seldom
            gc.unfreeze()
            gc.enable()
            self.paused = 0
        self.__exit__()
        self.done += 1
        if event._exc_details:  # `event.is_failed` says the opposite, up to Numba 0.6x
            CACHE.release_all()


CACHE = Cache(kernels_folder(), notify)
COMPILING = Compiling()
event.register("numba:compile", COMPILING)


def is_compiling() -> bool:
    """Whether a kernel is being compiled now, here or by a process that this one waits for."""
    return COMPILING.running > 0


class KernelCache(NullCache):  # type: ignore[misc]
    """The kernels of one function on disk, each in a file of its own."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.names: dict[Any, str] = {}  # of what is being compiled

    @property
    def cache_path(self) -> str:
        return str(CACHE.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel for a signature, if it is there; Numba holds its lock meanwhile."""
        try:
            name = self.name(sig, target_context.codegen())
        except NotKnown:
            return None
        found = self.load(name, sig, target_context)
        if found is None:
            self.names[sig] = name
            with COMPILING:
                CACHE.claim(name)
            found = self.load(name, sig, target_context)  # while one waited
            target_context.refresh()  # what Numba knows about types, a quarter of a second
        if found is not None:
            CACHE.release(name)
        return found

    def load(self, name: str, sig: Any, target_context: Any) -> Any:
        """The kernel in a file; None if there is none that can be used."""
        content = CACHE.read(name)
        if content is None:
            return None
        try:
            return self.rebuild(target_context, Unpickler(content, sig).load())
        except Exception:  # by another Numba of the same number, say: compile it
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a kernel that was compiled for a signature."""
        name = self.names.pop(sig, "")
        if name and not data.library.has_dynamic_globals:
            CACHE.write(name, pickled(self.reduce(data), sig))
        CACHE.release(name)

    kind = "machine code"

    def reduce(self, data: Any) -> Any:
        """What is stored of a kernel."""
        return data._reduce()

    def rebuild(self, target_context: Any, stored: Any) -> Any:
        """The kernel of which this was stored."""
        return CompileResult._rebuild(target_context, *stored)

    def name(self, sig: Any, codegen: Any) -> str:
        """The file of the kernel for a signature: all that its content depends on."""
        classes = list(classes_in(sig))
        circumstances = (self.kind, *MODE, str(codegen.magic_tuple()), str(sig))
        return f"{name_of(self.function)}-{fingerprint(self.function, classes, circumstances)}"


class PartsCache(KernelCache):
    """The same for kernels as other kernels call them."""

    kind = "bitcode"

    def reduce(self, data: Any) -> Any:
        return compiler.reduce(data)

    def rebuild(self, target_context: Any, stored: Any) -> Any:
        return compiler.rebuild(target_context, stored)


class Pickler(NumbaPickler):  # type: ignore[misc]
    """Writes the classes of a signature as their numbers.

    A class that was made at run time, as in a notebook, would otherwise be stored with the kernel
    and be another class in the next process, which answers nothing.
    """

    def __init__(self, file: Any, sig: Any) -> None:
        super().__init__(file, protocol=4)
        self.numbers = {kind: number for number, kind in enumerate(classes_in(sig))}

    def persistent_id(self, value: Any) -> int | None:
        return self.numbers.get(value) if isinstance(value, type) else None


class Unpickler(pickle.Unpickler):
    """Reads them as the classes of the signature that is asked for."""

    def __init__(self, content: bytes, sig: Any) -> None:
        super().__init__(io.BytesIO(content))
        self.classes = list(classes_in(sig))

    def persistent_load(self, number: int) -> type:
        return self.classes[number]


def pickled(value: Any, sig: Any) -> bytes:
    """A kernel for a signature as bytes."""
    file = io.BytesIO()
    Pickler(file, sig).dump(value)
    return file.getvalue()


def classes_in(kinds: Any) -> Iterator[type]:
    """The classes of tuples among the types of arguments, also of tuples in tuples."""
    for kind in kinds:
        if hasattr(kind, "instance_class"):
            yield kind.instance_class
            yield from classes_in(kind.types)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function for each type of arguments that it is called with.

    Kernels own no memory: arrays come from the caller, who keeps them alive.  Without reference
    counts a call that passes `rules` costs a sixth, and threads do not contend for the counters.
    """
    if DISABLED:
        return function
    # Numba asks for it three times: 11 ms of the start of a command.
    function.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    if not compiler.IS_KNOWN:
        compiled = numba.njit(**compiler.OPTIONS)(function)
    else:
        compiled = compiler.Kernel(function)
        compiled.parts_cache = PartsCache(function)
    compiled._cache = KernelCache(function)
    return compiled


def brief(compiled: Any) -> Any:
    """A kernel that Python calls for an answer at a time, which takes a microsecond or two.

    Taking Python's arguments apart takes longer than that, so it is not optimised as a whole where
    it is called by Python; where kernels call it, it is.
    """
    if isinstance(compiled, compiler.Kernel):
        compiled.is_brief = True
        compiled._cache.kind = "brief machine code"
    return compiled


def dispatch(ask: Any, find: Callable[[Any], Any]) -> None:
    """Let kernels call `ask`: `find` gives the answer for the class of its first argument.

    The call is one of the answer itself; Numba's `overload` would compile a function between them.
    """
    compiled: dict[Any, Any] = {}  # the machine code for a signature

    class Asked(AbstractTemplate):  # type: ignore[misc]
        key = ask

        def generic(self, args: Any, kws: Any) -> Any:
            answer = find(getattr(args[0], "instance_class", None))
            if answer is None:
                raise TypingError(f"{args[0]} does not answer {ask.__name__}()")
            kind: Any = types.Dispatcher(answer)
            signature = kind.get_call_type(self.context, args, kws)
            compiled[answer, signature.args] = kind.get_overload(signature)
            return signature

        def get_impl_key(self, signature: Any) -> Any:
            return compiled[find(signature.args[0].instance_class), signature.args]

    infer_global(ask, types.Function(Asked))


def from_row(like: Any, row: Any) -> Any:
    """A tuple of the class of `like` whose fields are the numbers of a row."""
    return type(like)(*(int(number) for number in row))


@overload(from_row)
def from_row_compiled(like, row):  # type: ignore[no-untyped-def]
    kind = like.instance_class
    fields = ", ".join(f"row[{place}]" for place in range(len(kind._fields)))
    known: dict[str, Any] = {"kind": kind}
    exec(f"def made(like, row): return kind({fields})", known)  # a tuple's length is fixed
    return known["made"]


# How kernels are compiled, as far as it changes the machine code.
MODE = (
    f"numba {numba.__version__}, python {sys.version_info[:2]}, {sys.platform}",
    f"boundscheck={numba.config.BOUNDSCHECK} opt={numba.config.OPT}",
    *(read_code(function.__code__)[0] for function in (kernel, dispatch)),
    *(file_hash(module.__name__) for module in (compiler, passes)),
)
