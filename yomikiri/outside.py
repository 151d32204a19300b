"""Modules from outside the package: files that a person names, with games and players of their own.

A file is loaded once, under a name that is the same in every process that loads it: kernels on disk
and pickles go by it.
"""

import hashlib
import importlib.util
import re
import sys
import traceback
from importlib import import_module
from pathlib import Path
from types import ModuleType

from yomikiri.errors import InputError, reason, shortened
from yomikiri.reading import or_example, path_of

SUFFIX = ".py"
FILES: dict[str, Path] = {}  # the modules that were loaded from files
# What Numba could not compile; above it stands our own call of the answer.
NOT_COMPILED = re.compile(r"^ *(NameError: .*|>>> (?!ask_).*)$", re.MULTILINE)


def import_home(home: str) -> ModuleType:
    """The module of a file `FILE.py`, or of this name; raises InputError."""
    if home.endswith(SUFFIX):
        return load_file(home)
    try:
        # A script is imported under another name by the processes that it starts.
        if home == "__main__":
            return sys.modules.get("__mp_main__") or sys.modules[home]
        if not all(part.isidentifier() for part in home.split(".")):
            raise ImportError("no name of a module")
        return import_module(home)
    except (ImportError, RecursionError) as error:
        why = shortened(str(error), 200)
        raise InputError("game.no_module", name=home, why=why) from None


def load_file(file: str) -> ModuleType:
    """The module that a file holds, loaded once; raises InputError."""
    path = or_example(path_of(file)).resolve()
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == str(path) and module.__name__ != "__main__":
            return module
    try:
        path.open("rb").close()
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise InputError("game.unread_file", file=file, why=why) from None
    name = name_for(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # it may import what lies beside it
    try:
        spec.loader.exec_module(module)
    except InputError:
        del sys.modules[name]
        raise
    except (Exception, SystemExit) as error:  # a script may end itself, and us without a word
        del sys.modules[name]
        raise InputError("game.broken_file", file=file, why=where_in(path, error)) from error
    FILES[name] = path
    return module


def name_for(path: Path) -> str:
    """The module's name: the file's, unless that is somebody else's."""
    name = path.stem
    if name.isidentifier() and name not in sys.modules:
        try:
            found = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            found = None
        if found is None or found.origin == str(path):
            return name
    made = "".join(sign if sign.isidentifier() else "_" for sign in name)
    return f"{made}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"


def where_in(path: Path, error: BaseException) -> str:
    """What went wrong in a file, and in which line of it."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path)
    ]
    line = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else None
    line = line or (lines[-1] if lines else None)
    said = shortened(f"{type(error).__name__}: {error}", 200)
    return said if line is None else f"line {line}: {said}"


def fault_of(error: Exception) -> tuple[Path, str] | None:
    """The file from outside in which an error arose, and what is wrong there; None if in none.

    The compiler tells its errors in a hundred lines; what counts is what it could not make.
    """
    text = str(error)
    of_compiler = type(error).__module__.startswith("numba.")
    files = {frame.filename for frame in traceback.extract_tb(error.__traceback__)}
    for name, path in FILES.items():
        if not of_compiler and str(path) in files:
            return path, where_in(path, error)
        classes = [kind for kind in vars(sys.modules[name]).values() if isinstance(kind, type)]
        if of_compiler and any(re.search(rf"\b{kind.__name__}\(", text) for kind in classes):
            lines = re.findall(rf"{re.escape(str(path))} \((\d+)\)", text)
            said = NOT_COMPILED.search(text)
            why = shortened(said[1] if said else text.strip().partition("\n")[0], 200)
            return path, f"line {lines[0]}: {why}" if lines else why
    return None
