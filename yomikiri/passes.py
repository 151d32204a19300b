"""The passes of Numba that a kernel goes through, without what kernels do not need.

Numba is made for any Python function.  Kernels seldom have functions inside them, no expressions of
arrays and no memory of their own, so the passes for these change nothing; and some others are run
again and again with the same result.  What is here spares a quarter of the time of compiling.
"""

from inspect import iscode
from typing import Any

from llvmlite.binding import ffi
from numba.core import ir, types, typing
from numba.core.base import BaseContext
from numba.core.codegen import CPUCodegen, CPUCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.typeinfer import TypeInferer

USELESS = (
    "inline_closure_likes",  # the first: some kernels have functions inside them
    "nopython_rewrites",  # of expressions of arrays
    "ir_legalization",  # says where variables end, and what they own with them
    "annotate_types",
    "dump_parfor_diagnostics",
)


class Pipeline(CompilerBase):  # type: ignore[misc]
    """Numba's passes from bytecode to bitcode, but for those that change nothing in a kernel."""

    def define_pipelines(self) -> list[Any]:
        has_closures = any(map(iscode, self.state.func_id.code.co_consts))
        useless = USELESS[has_closures:]
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            one for one in passes.passes if getattr(one[0], "_name", "") not in useless
        ]
        passes._ENFORCING = False  # after each pass, whether Numba keeps to its own rules
        return [passes]


def remember_recursion() -> None:
    """Let Numba infer once what a recursive kernel returns, not at each of its calls.

    It types the whole function for that: half of the time that compiling a search takes.
    """
    find = TypeInferer.return_types_from_partial

    def remembered(self: Any) -> Any:
        if self.__dict__.get("returned") is None:
            self.returned = find(self)
        return self.returned

    TypeInferer.return_types_from_partial = remembered


remember_recursion()


def remember_calls() -> None:
    """Let Numba find out once what `a + b` of two integers is, not at each of its passes.

    Operators have dozens of declarations, which are tried one by one: for texts, lists, dates ...
    """
    find, resolve = types.Function.get_call_type, typing.BaseContext.resolve_function_type
    known: dict[Any, Any] = {}

    def remembered(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return find(self, context, args, kws)
        place = (context, self, tuple(args))
        found = known.get(place)
        if found is None:
            known[place] = found = find(self, context, args, kws)
        return found

    def resolved(self: Any, func: Any, args: Any, kws: Any) -> Any:
        if type(func) is types.Function:  # what is left of the way to its declarations
            return func.get_call_type(self, args, kws)
        return resolve(self, func, args, kws)

    types.Function.get_call_type = remembered  # type: ignore[method-assign]
    typing.BaseContext.resolve_function_type = resolved


remember_calls()


def remember_refusals() -> None:
    """Let Numba find out once that nobody has an operator for a certain number, such as `a + 1`.

    Before it tries that of any number it looks, each time, whether a module has been loaded since.
    """
    find = BaseContext.get_function
    refused: dict[Any, str] = {}

    def remembered(self: Any, fn: Any, sig: Any, _firstcall: bool = True) -> Any:
        if not _firstcall:
            return find(self, fn, sig, _firstcall)
        place = (self, fn, sig)
        if place in refused:
            raise NotImplementedError(refused[place])
        try:
            return find(self, fn, sig)
        except NotImplementedError as error:
            refused[place] = str(error)
            raise

    BaseContext.get_function = remembered


remember_refusals()


def find_variables_quickly() -> None:
    """Let Numba go through what statements consist of without asking six questions of each part."""
    find = ir.Inst._rec_list_vars
    plain = {str, int, float, bool, type(None), ir.Loc}

    def variables(self: Any, value: Any) -> list[Any]:
        if type(value) is not dict:
            return list(find(self, value))
        found: list[Any] = []
        for part in value.values():
            if type(part) is ir.Var:
                found.append(part)
            elif type(part) not in plain:
                found += find(self, part)
        return found

    ir.Inst._rec_list_vars = variables


find_variables_quickly()


def count_no_calls() -> None:
    """Let Numba not note when each of 30,000 calls of LLVM begins and ends, for nobody asks."""
    noted = getattr(getattr(ffi.lib, "_lock", None), "_cblist", [])
    noted.clear()


count_no_calls()


def optimise_lightly() -> None:
    """Let Numba clean functions up quickly before they are linked: they are optimised later.

    It does it in full, and makes an optimiser for each function, also for those only declared.
    """

    def clean(self: Any, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager(opt=1)
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    if hasattr(CPUCodegen, "_function_pass_manager"):
        CPUCodeLibrary._optimize_functions = clean


optimise_lightly()
