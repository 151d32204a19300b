"""Compiling a kernel in two steps, so that only what Python calls becomes machine code.

Numba compiles every function as if Python called it: with a wrapper that takes Python's arguments
apart, optimised with all that it calls, as machine code.  But a kernel that another kernel calls is
used as LLVM's bitcode only: it is linked into its caller, and optimised there once more.  So here

1. a kernel is *lowered* for a signature: its types are inferred, and it becomes bitcode to link;
2. it is *finished* when Python calls it: wrapper, optimisation, machine code.

This reaches into Numba.  `IS_KNOWN` says whether all that is needed is there; if not, kernels are
ordinary functions of `numba.njit`, which compile in twice the time.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from llvmlite import binding as llvm
from numba.core import compiler, sigutils
from numba.core.base import BaseContext
from numba.core.caching import NullCache
from numba.core.codegen import CPUCodeLibrary, JitEngine
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher, _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.errors import TypingError
from numba.core.registry import CPUDispatcher
from numba.core.types.misc import unliteral

from yomikiri.passes import Pipeline

OPTIONS = {"nopython": True, "nogil": True, "_nrt": False, "no_cfunc_wrapper": True}

NEEDED = (
    (compiler.Flags, "no_compile no_cpython_wrapper release_gil"),
    (CPUCodeLibrary, "_get_module_for_linking _optimize_final_module _object_compiled_hook"),
    (CPUCodeLibrary, "serialize_using_object_code enable_object_caching"),
    (_FunctionCompiler, "_customize_flags _compile_core fold_argument_types"),
    (Dispatcher, "compile get_call_template get_overload add_overload"),
    (BaseContext, "insert_user_function"),
    (CompileResult, "_find_referenced_environments _reduce _rebuild _replace"),
)
IS_KNOWN = all(hasattr(kind, name) for kind, names in NEEDED for name in names.split())


class Token:
    """What callers know a lowered kernel by: nobody can call it, for it is no machine code."""


class Call:
    """What Numba wants to find the signature of a call with; here there is no choice."""

    def __init__(self, signature: Any) -> None:
        self.signature = signature

    def __call__(self, context: Any) -> "Call":
        return self

    def apply(self, args: Any, kws: Any) -> Any:
        """The signature."""
        return self.signature


class Lowering(_FunctionCompiler):  # type: ignore[misc]
    """The first step: from a Python function to bitcode."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_cpython_wrapper = flags.no_compile = True
        return flags


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function that is lowered for each signature, and finished for those that Python uses.

    `_cache` finds and stores what was finished, `parts_cache` what was lowered.
    """

    parts_cache = NullCache()
    is_brief = False  # Python's arguments take longer than the work: not optimised as a whole

    def __init__(self, py_func: Any) -> None:
        super().__init__(py_func, targetoptions=dict(OPTIONS))
        self.parts: dict[Any, Any] = {}  # what was lowered, by the types of its arguments
        self.busy: set[Any] = set()  # for which types it is being lowered
        self.calls: dict[Any, Any] = {}  # what Numba was told about calls
        made = self._compiler
        self.lowering = Lowering(
            py_func, made.targetdescr, made.targetoptions, made.locals, Pipeline
        )
        made.compile = self.finish  # what `Dispatcher.compile` calls

    @property
    def signatures(self) -> list[Any]:
        """The types of arguments that it was compiled for, in either way."""
        return list({**self.parts, **self.overloads})

    def part(self, args: Any) -> Any:
        """The kernel for these types, lowered."""
        found = self.parts.get(args)
        if found is None:
            with global_compiler_lock, self._compiling_counter, self.once(args):
                found = self.parts_cache.load_overload(args, self.targetctx)
                if found is None:
                    found = self.lowering.compile(args, None)
                    gather(found.library)
                    found = found._replace(entry_point=Token())
                    self.parts_cache.save_overload(args, found)
                self.targetctx.insert_user_function(
                    found.entry_point, found.fndesc, [found.library]
                )
                self.parts[args] = found
        return found

    @contextmanager
    def once(self, args: Any) -> Iterator[None]:
        """While it is lowered for these types; a call of itself that Numba does not know is one."""
        if args in self.busy:
            name = self.py_func.__name__
            raise TypingError(f"{name}() calls itself with a literal: write plain(0) for 0")
        self.busy.add(args)
        try:
            yield
        finally:
            self.busy.discard(args)

    def finish(self, args: Any, return_type: Any) -> Any:
        """The kernel for these types as machine code that Python can call."""
        part = self.part(args)
        context = part.target_context
        library = context.codegen().create_library(part.library.name)
        library._optimize_final_module = partial(self.optimise, library, part.fndesc)
        library.enable_object_caching()
        library.add_linking_library(part.library)
        with context.push_code_library(library):
            context.create_cpython_wrapper(library, part.fndesc, part.environment, None, True)
        entry = context.get_executable(library, part.fndesc, part.environment)
        library._shared_module = names_of(part.fndesc)
        made = part._replace(library=library, entry_point=entry)
        for environment in made._find_referenced_environments():
            library.codegen.set_env(environment.env_name, environment)
        return made

    def optimise(self, library: Any, described: Any) -> None:
        """Hide all but the wrapper, and optimise the whole, unless that is not worth while.

        LLVM knows all calls of what is hidden: searches visit 8 to 20 % more positions a second.
        And of functions of one name in several modules the first that is loaded serves them all.
        """
        for function in library._final_module.functions:
            is_wrapper = function.name == described.llvm_cpython_wrapper_name
            if not function.is_declaration and not is_wrapper:
                function.linkage = "internal"
        if not self.is_brief:
            CPUCodeLibrary._optimize_final_module(library)

    # How other kernels call it; Numba asks again and again while it infers the types of a caller.

    def get_call_template(self, args: Any, kws: Any) -> Any:
        found = None if kws else self.calls.get(args)
        if found is None:
            signature, folded = self._compiler.fold_argument_types(args, kws)
            known = tuple(map(unliteral, folded))
            found = Call(self.part(known).signature), signature, known, {}
            if not kws:
                self.calls[args] = found
        return found

    def get_overload(self, sig: Any) -> Any:
        args, _ = sigutils.normalize_signature(sig)
        return self.part(tuple(args)).entry_point


def gather(library: Any) -> None:
    """Link what a kernel calls into it, and no more: it is optimised where it is used."""
    others = dict.fromkeys(library._linking_libraries)
    defined = {other: functions_in(other) for other in others}
    for other, names in defined.items():
        library._reload_init.update(other._reload_init)
        if not any(names < more for more in defined.values()):  # else it comes with another
            library._final_module.link_in(other._get_module_for_linking(), preserve=True)
    library._finalize_dynamic_globals()
    library._finalized = True


def functions_in(library: Any) -> frozenset[str]:
    """The names of the functions in what is linked of a library, looked up once."""
    if not hasattr(library, "functions"):
        module = library._get_module_for_linking()
        library.functions = frozenset(f.name for f in module.functions if not f.is_declaration)
    return library.functions  # type: ignore[no-any-return]


def names_of(described: Any) -> Any:
    """A module with nothing but the names by which a finished kernel is found.

    Numba stores machine code together with the bitcode, to link it into others, and reads both
    again.  What is finished is never linked: all that it needs are these names.
    """
    names = (described.llvm_func_name, described.llvm_cpython_wrapper_name)
    lines = (f'define void @"{name}"() {{ ret void }}' for name in names)
    return llvm.parse_assembly("\n".join(lines))


# A lowered kernel in a file, and back.


def reduce(part: Any) -> Any:
    """What is stored of a lowered kernel."""
    library, described = part.library, part.fndesc
    described.typemap = described.calltypes = None  # as Numba does: of no use, and may not pickle
    environments = part._find_referenced_environments()
    code = library._get_module_for_linking().as_bitcode()
    return library.name, code, described, part.environment, part.signature, environments


def rebuild(context: Any, stored: Any) -> Any:
    """The lowered kernel that was stored."""
    name, code, described, environment, signature, environments = stored
    library = context.codegen().create_library(name)
    library._final_module = library._shared_module = llvm.parse_bitcode(code)
    library._finalized = True
    return compiler.compile_result(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=Token(),
        library=library,
        signature=signature,
        objectmode=False,
        fndesc=described,
        environment=environment,
        reload_init=(),
        referenced_envs=environments,
    )


def hold_interrupts() -> None:
    """Let Ctrl-C wait while LLVM works on the main thread; no handler runs meanwhile anyway.

    LLVM calls Python with what it has made.  A KeyboardInterrupt there is lost, and so is what was
    made: Numba fails later, with "no compiled object yet".
    """
    finish = JitEngine.finalize_object

    def held(self: Any) -> Any:
        before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or not callable(before):
            return finish(self)
        pressed: list[int] = []
        signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
        try:
            return finish(self)
        finally:
            signal.signal(signal.SIGINT, before)
            if pressed:
                signal.raise_signal(signal.SIGINT)

    JitEngine.finalize_object = held


hold_interrupts()
