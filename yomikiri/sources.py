"""Which source files compiled kernels come from, and names for them that change when they do.

A cache of machine code is right as long as the sources that went into it are the same: the kernel's
own file, the rules that it calls in other files, and the constants that these import.
"""

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent

# What has no kernels, and imports that no kernel depends on: to edit it recompiles nothing.
# A new folder is not among these, so it cannot be forgotten; tests/test_sources.py checks them.
WITHOUT_KERNELS = (
    "players",
    "solve",
    "lab",
    "protocols",
    "play",
    "japanese.py",
    "web",
    "cli",
    "demo.py",
    "__main__.py",
    "__init__.py",
)

# Files in those folders that have kernels all the same; these use nothing from beside them.
WITH_KERNELS = ("lab/fit.py",)

ANSWERS: dict[type, set[str]] = {}  # the modules that answer questions for a class of rules


def fingerprint(files: Iterable[tuple[str, bytes]]) -> str:
    """A short name that changes with every name and every content."""
    digest = hashlib.sha256()
    for name, content in files:
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def kernel_files(package: Path = PACKAGE) -> list[Path]:
    """The source files that compiled kernels depend on."""
    return [
        path
        for path in sorted(package.rglob("*.py"))
        if path.relative_to(package).parts[0] not in WITHOUT_KERNELS
        or path.relative_to(package).as_posix() in WITH_KERNELS
    ]


def package_fingerprint(mode: str, package: Path = PACKAGE) -> str:
    """A name for the sources of the package's kernels, compiled in this mode."""
    files = [(p.relative_to(package).as_posix(), p.read_bytes()) for p in kernel_files(package)]
    return fingerprint([(mode, b""), *files])


# Games outside the package.


def answers_for(rules: type, module: str) -> None:
    """Note that a module has rules of this class, and its content as it is now."""
    ANSWERS.setdefault(rules, set()).add(module)
    outside_fingerprint(module)


def outside(modules: Iterable[str], classes: Iterable[type]) -> str:
    """A name for the sources outside the package that a kernel depends on; nothing: there are none.

    `modules` are those of the kernel itself, `classes` those of its arguments.
    """
    names = set(modules)
    for kind in classes:
        names |= {kind.__module__, *ANSWERS.get(kind, ())}
    found = {name: outside_fingerprint(name) for name in sorted(names)}
    files = [(name, known.encode()) for name, known in found.items() if known]
    return fingerprint(files) if files else ""


@cache
def outside_fingerprint(module: str) -> str:
    """A name for a module outside the package and what it imports from beside it; "" for ours.

    It is found once, when the module is loaded: later edits are not what runs in this process.
    """
    if module.split(".")[0] == PACKAGE.name:
        return ""
    files = {name: path for name, path in closure(module)}
    return fingerprint((name, path.read_bytes()) for name, path in sorted(files.items()))


def closure(module: str) -> Iterator[tuple[str, Path]]:
    """A module and those that it imports from its own package or folder, with their files."""
    waiting, seen = [module], set()
    while waiting:
        name = waiting.pop()
        path = file_of(name)
        if name in seen or path is None:
            continue
        seen.add(name)
        yield name, path
        for other in imports(name, path):
            beside = other.split(".")[0] == module.split(".")[0]
            found = file_of(other)
            if found is not None and (beside or found.parent == path.parent):
                waiting.append(other)


def file_of(module: str) -> Path | None:
    """The source file of a loaded module; None for what has none."""
    file = getattr(sys.modules.get(module), "__file__", None)
    path = Path(file or "")
    return path if path.suffix == ".py" and path.is_file() else None


def imports(module: str, path: Path) -> Iterator[str]:
    """Full names of what a file may import; some of them are no modules."""
    parts = module.split(".")
    folder = parts if path.name == "__init__.py" else parts[:-1]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) - node.level + 1] if node.level else []
            name = ".".join((*base, *filter(None, [node.module])))
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)
