"""The only file that knows Numba's decorators and its cache.

`kernel` compiles a function once for each game it meets and keeps the machine code on disk.
The folder is named by a hash of our sources: Numba notices when a kernel's own file changes, but
not when a rule that it calls in another file does: it would go on playing by last week's rules.
Kernels for a game outside the package are kept apart, in a folder named by a hash of its files.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.errors import TypingError
from numba.extending import overload

from yomikiri.sources import outside, outside_fingerprint, package_fingerprint

KEPT = 3  # cache folders of earlier sources that survive
KEPT_OUTSIDE = 8  # and of games outside the package
PREFIX, OUTSIDE = "kernels-", "outside-"
MODE = f"{numba.__version__} {sys.version_info[:2]} boundscheck={numba.config.BOUNDSCHECK}"
NOTICE = "compiling, once (some seconds for each game) / 初回のみコンパイル中 ..."


def cache_root() -> Path:
    """The user's cache folder, or a temporary one where there is none that can be written."""
    asked = os.environ.get("NUMBA_CACHE_DIR")
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    root = Path(asked) if asked else home / "yomikiri"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        # A folder of this process's own: kernels are code, and others can write where it lies.
        return Path(tempfile.mkdtemp(prefix="yomikiri-"))


def prune(root: Path, current: Path, prefix: str = PREFIX, kept: int = KEPT) -> None:
    """Delete the kernels of all but the newest few states of the source."""
    folders = [path for path in root.glob(prefix + "*") if path.is_dir() and path != current]
    for path in sorted(folders, key=modified, reverse=True)[kept - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def modified(path: Path) -> float:
    """When `path` changed last; 0 if another process has just deleted it."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def open_cache() -> Path:
    """Make this source's folder, mark it as used, and tell Numba."""
    root = cache_root()
    folder = root / (PREFIX + package_fingerprint(MODE))
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    prune(root, folder)
    numba.config.CACHE_DIR = str(folder)
    return folder


class CompileNotice(event.Listener):  # type: ignore[misc]
    """Says once in a process that a kernel is being compiled, so that nobody thinks it hangs."""

    said = False
    running = 0  # compilations, one inside the other

    def on_start(self, event: Any) -> None:
        CompileNotice.running += 1
        if not CompileNotice.said and os.environ.get("YOMIKIRI_QUIET") != "1":
            CompileNotice.said = True
            print(NOTICE, file=sys.stderr)

    def on_end(self, event: Any) -> None:
        CompileNotice.running -= 1


def is_compiling() -> bool:
    """Whether a kernel is being compiled just now."""
    return CompileNotice.running > 0


DISABLED = bool(numba.config.DISABLE_JIT)
FOLDER = open_cache()
event.register("numba:compile", CompileNotice())


class KernelCache(FunctionCache):  # type: ignore[misc]
    """The kernels of one function on disk: each in the folder of the sources that it comes from.

    Even the list of kernels names classes of rules, so a list that names one outside the package
    could not be read where that class cannot be imported.
    """

    _cache_file: Any

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        with self.filed(sig):
            return super()._load_overload(sig, target_context)

    def _save_overload(self, sig: Any, data: Any) -> None:
        with self.filed(sig):
            super()._save_overload(sig, data)

    @contextmanager
    def filed(self, sig: Any) -> Iterator[None]:
        """Use the folder for this signature; Numba holds its lock meanwhile."""
        name = outside((self._py_func.__module__,), classes_in(sig))
        usual = self._cache_file
        if name:
            self._cache_file = self.apart(name)
        try:
            yield
        finally:
            self._cache_file = usual

    def apart(self, name: str) -> Any:
        """The file for kernels that sources outside the package of this name went into."""
        folder = FOLDER / (OUTSIDE + name)
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            prune(FOLDER, folder, OUTSIDE, KEPT_OUTSIDE)
        os.utime(folder)
        path = folder / Path(self._cache_path).name
        path.mkdir(exist_ok=True)
        stamp = self._impl.locator.get_source_stamp()
        return IndexDataCacheFile(str(path), self._impl.filename_base, stamp)


def classes_in(kinds: Any) -> Iterator[type]:
    """The classes of tuples among the types of arguments, also of tuples in tuples."""
    for kind in kinds:
        if hasattr(kind, "instance_class"):
            yield kind.instance_class
            yield from classes_in(kind.types)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function for each kind of arguments that it meets.

    Kernels own no memory: arrays come from the caller, who keeps them alive.  Without reference
    counts a call that passes `rules` costs a sixth, and threads do not fight over the counters.
    """
    outside_fingerprint(function.__module__)  # as the file is now, when it is loaded
    compiled = numba.njit(cache=True, nogil=True, _nrt=False)(function)
    if not DISABLED:
        compiled._cache = KernelCache(function)
    return compiled


def dispatch(ask: Any, find: Callable[[Any], Any]) -> None:
    """Let kernels call `ask`: `find` gives the answer for the class of its first argument."""

    @overload(ask)
    def ask_compiled(rules, *args):  # type: ignore[no-untyped-def]
        answer = find(getattr(rules, "instance_class", None))
        if answer is None:
            raise TypingError(f"{rules} does not answer {ask.__name__}()")
        return lambda rules, *args: answer(rules, *args)
