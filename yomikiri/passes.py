"""The passes of Numba that a kernel goes through, without what kernels do not need.

Numba is made for any Python function.  Kernels seldom have functions inside them, no expressions of
arrays and no memory of their own, so the passes for these change nothing; and some others are run
again and again with the same result.  What is here spares a quarter of the time of compiling.
"""

from inspect import iscode
from typing import Any

from numba.core import types, typing
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
    """Let Numba find out once what `a + b` of two integers is, not at each of its passes."""
    find = typing.BaseContext.resolve_function_type
    known: dict[Any, Any] = {}

    def remembered(self: Any, func: Any, args: Any, kws: Any) -> Any:
        if kws or type(func) is not types.Function:
            return find(self, func, args, kws)
        place = (func, tuple(args))
        found = known.get(place)
        if found is None:
            known[place] = found = find(self, func, args, kws)
        return found

    typing.BaseContext.resolve_function_type = remembered


remember_calls()


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
