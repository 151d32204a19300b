"""What a kernel is compiled from, as a name that changes when it does.

Machine code on disk is right as long as what went into it is the same: the function's own code, the
kernels that it calls wherever they stand, the rules of the games it is compiled for, the constants
they all use.  It is read from the functions in memory, which are what would be compiled now:
editing comments, docstrings, messages and functions that no kernel calls recompiles nothing.
"""

import hashlib
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

VALUES = (bool, int, float, complex, str, bytes, type(None), np.generic)


class NotKnown(Exception):
    """A kernel uses something of which nobody can say whether it has changed."""


def fingerprint(function: Any, classes: Iterable[type], circumstances: Iterable[str]) -> str:
    """A name for the machine code of a function that is called with tuples of these classes."""
    parts = [*circumstances, *sorted(ingredients(function, classes))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def ingredients(function: Any, classes: Iterable[type]) -> set[str]:
    """One line for each function and class that goes into a kernel, with the constants it uses."""
    line, uses = described(function)
    lines = {line}
    waiting: list[Any] = [*uses, *classes]
    kinds: list[type] = []
    questions: list[Any] = []
    seen: set[int] = set()
    while waiting:
        item = waiting.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, type):
            kinds.append(item)
            lines.add(f"{name_of(item)} {getattr(item, '_fields', '')}{members_text(item)}")
            waiting += [asked.answers[item] for asked in questions if item in asked.answers]
        elif hasattr(item, "answers"):  # a question: the class of rules decides what is called
            questions.append(item)
            waiting += [item.answers[kind] for kind in kinds if kind in item.answers]
            waiting += [item.default] if item.default else []
        elif hasattr(item, "py_func"):  # another kernel
            line, uses = described(item.py_func)
            lines.add(line)
            waiting += uses
        else:  # machine code, made by the file of the function: bits.py
            lines.add(f"{name_of(item)} {file_hash(item.__module__)}")
    for asked in questions:
        asked.settled.update(kinds)
    return lines


def described(function: Any) -> tuple[str, list[Any]]:
    """A function's own code with its constants; the functions and classes that it uses."""
    digest, names = read_code(function.__code__)
    found = {name: function.__globals__[name] for name in names if name in function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        found[name] = cell.cell_contents
    waiting, seen = list(found.items()), set()
    for name, value in waiting:
        # `math.sqrt` or `package.file.SIZE`: whatever is used of a module has its name here.
        if isinstance(value, ModuleType) and value not in seen:
            seen.add(value)
            inside = {other: getattr(value, other) for other in names if hasattr(value, other)}
            found |= (more := {f"{name}.{other}": thing for other, thing in inside.items()})
            waiting += more.items()
    texts, uses = [], []
    for name, value in found.items():
        if isinstance(value, type | FunctionType) or hasattr(value, "py_func"):
            uses.append(value)
            texts.append(f"{name}:{name_of(value)}")
        else:
            texts.append(f"{name}={value_text(value)}")
    defaults = value_text(function.__defaults__)
    return f"{name_of(function)} {digest} {defaults} {' '.join(texts)}", uses


def members_text(kind: type) -> str:
    """The names and values of an enumeration; nothing for other classes."""
    members = getattr(kind, "__members__", {})
    return "".join(f" {name}={value_text(member.value)}" for name, member in members.items())


@cache
def read_code(code: CodeType) -> tuple[str, tuple[str, ...]]:
    """A hash of what a function does, and all names in it, each once, in their order."""
    digest = hashlib.sha256()
    names: dict[str, None] = {}
    for part in codes(code):
        consts = part.co_consts[1:] if has_docstring(part) else part.co_consts
        own = [value for value in consts if not isinstance(value, CodeType)]
        digest.update(part.co_code + repr((part.co_varnames, part.co_names)).encode())
        digest.update(value_text(tuple(own)).encode())
        names |= dict.fromkeys(part.co_names)
    return digest.hexdigest()[:32], tuple(names)


def has_docstring(code: CodeType) -> bool:
    """Whether the first constant of a function is its docstring, which does nothing."""
    if sys.version_info >= (3, 14):
        return bool(code.co_flags & inspect.CO_HAS_DOCSTRING)
    # It is the docstring or None; only what has no name, such as a comprehension, has neither.
    return not code.co_name.startswith("<") and isinstance(code.co_consts[0], str)


def codes(code: CodeType) -> Iterator[CodeType]:
    """A function's code, and that of the functions inside it."""
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from codes(value)


def value_text(value: Any) -> str:
    """A constant as text, the same in every process."""
    if isinstance(value, VALUES):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, tuple):
        return f"{name_of(type(value))}({','.join(map(value_text, value))})"
    if isinstance(value, frozenset):
        return f"set({','.join(sorted(map(value_text, value)))})"
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"array {value.dtype.str} {value.shape} {value.strides} {content}"
    if type(value).__module__.split(".")[0] in ("builtins", "numba", "numpy"):
        name = getattr(value, "__name__", "") or getattr(value, "name", "")  # a function, a type
        if name:
            return f"{name_of(type(value))} {name}"
    raise NotKnown(f"{type(value)} in a kernel")


def name_of(value: Any) -> str:
    """The full name of a function or a class."""
    found = getattr(value, "py_func", value)
    return f"{found.__module__}.{found.__qualname__}"


@cache
def file_hash(module: str) -> str:
    """A hash of a module's file; nothing for one that has none of its own."""
    path = Path(getattr(sys.modules.get(module), "__file__", None) or "")
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.suffix == ".py" else ""
