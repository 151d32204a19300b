"""Names for sources, which change when these do: a result carries the name of what made it.

For a game outside the package: what was found by its rules, a table say, is right as long as its
files mean the same.  For the package itself: what its searches found.
"""

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent

ANSWERS: dict[type, set[str]] = {}  # the modules that answer questions for a class of rules


def fingerprint(files: Iterable[tuple[str, bytes]]) -> str:
    """A short name that changes with every name and every content."""
    digest = hashlib.sha256()
    for name, content in files:
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def answers_for(rules: type, module: str) -> None:
    """Note that a module has rules of this class, and its content as it is now."""
    ANSWERS.setdefault(rules, set()).add(module)
    outside_fingerprint(module)


def rules_fingerprint(rules: type, *others: type) -> str:
    """A name for the sources of rules outside the package; nothing for those of the package.

    `others` are classes that the rules are made by, such as the game's.
    """
    names = {rules.__module__, *(other.__module__ for other in others), *ANSWERS.get(rules, ())}
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
    return fingerprint((name, meaning(path)) for name, path in sorted(files.items()))


def meaning(path: Path) -> bytes:
    """A source file without its comments, docstrings and layout: they change no result."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and is_docstring(body[0]):
            body[0] = ast.Pass()
    return ast.dump(tree).encode()


def is_docstring(node: ast.stmt) -> bool:
    """Whether a statement is only a string."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def own_version() -> str:
    """The version of the installed package."""
    from importlib.metadata import PackageNotFoundError, version  # few need it

    try:
        return version(PACKAGE.name)
    except PackageNotFoundError:  # run from sources that are not installed
        return "0+unknown"


@cache
def package_fingerprint(*folders: str, within: bool = True) -> str:
    """A name for the sources in some folders of the package, and in those within them."""
    pattern = "**/*.py" if within else "*.py"
    paths = sorted(path for folder in folders for path in (PACKAGE / folder).glob(pattern))
    return fingerprint((path.relative_to(PACKAGE).as_posix(), path.read_bytes()) for path in paths)


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
    """Full names of what a file may import; not all of them are modules."""
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
