"""Every function says its types, except kernels: Numba finds theirs when it compiles them.

mypy cannot tell the two apart, so it lets the files that hold kernels pass, and this looks instead.
"""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "yomikiri"

KERNELS = {"kernel", "rule", "contract", "optional", "overload", "intrinsic"}  # decorators


def unannotated(source: str) -> list[str]:
    """Line and name of each function that is no kernel, nor inside one, and lacks a type."""
    found: list[str] = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if any(decorator_name(decorator) in KERNELS for decorator in node.decorator_list):
                return
            if not is_annotated(node):
                found.append(f"{node.lineno}: {node.name}")
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(source))
    return found


def decorator_name(node: ast.expr) -> str:
    """The last word of a decorator: `overload` for `@numba.extending.overload(f)`."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def is_annotated(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether the result and every argument but `self` and `cls` have a type."""
    named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    starred = [arg for arg in (node.args.vararg, node.args.kwarg) if arg]
    arguments = [arg for arg in named if arg.arg not in ("self", "cls")] + starred
    returns = node.returns is not None or (node.name == "__init__" and bool(arguments))
    return returns and all(arg.annotation for arg in arguments)


def test_every_function_but_kernels_says_its_types():
    faults = [
        f"{path.relative_to(PACKAGE).as_posix()}:{fault}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for fault in unannotated(path.read_text("utf-8"))
    ]
    assert not faults


@pytest.mark.parametrize(
    "source",
    [
        "def f(a: int) -> int: ...",
        "@kernel\ndef f(a, b): ...",
        "@rule\ndef f(rules: Rules, state): ...",
        "@overload(g)\ndef f(a):\n    def inner(a): ...\n    return inner",
        "class A:\n    def f(self, *a: int, **k: int) -> None: ...",
    ],
)
def test_typed_functions_and_kernels_pass(source):
    assert unannotated(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "def f(): ...",
        "def f(a) -> int: ...",
        "def f(a: int, *, b) -> int: ...",
        "def f(*a) -> int: ...",
        "@property\ndef f(self): ...",
        "async def f(a: int): ...",
        "def g() -> None:\n    def f(a): ...",
    ],
)
def test_a_function_without_types_is_found(source):
    (fault,) = unannotated(source)
    assert fault.endswith(": f")
