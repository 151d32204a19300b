"""The only file that knows Numba's decorators and its cache.

`kernel` compiles a function once for each game it meets and keeps the machine code on disk.
The folder is named by a hash of all our sources: Numba notices when a kernel's own file changes,
but not when a rule that it calls in another file does: it would go on playing by last week's rules.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import event
from numba.core.errors import TypingError
from numba.extending import overload

KEPT = 3  # cache folders of earlier sources that survive
PREFIX = "kernels-"
NOTICE = "compiling, once (some seconds for each game) / 初回のみコンパイル中 ..."


def source_fingerprint(folder: Path) -> str:
    """A name that changes whenever a source file under `folder`, or Numba, or its mode does."""
    mode = f"{numba.__version__} {sys.version_info[:2]} boundscheck={numba.config.BOUNDSCHECK}"
    digest = hashlib.sha256(mode.encode())
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


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


def prune(root: Path, current: Path) -> None:
    """Delete the kernels of all but the newest few states of the source."""
    folders = [path for path in root.glob(PREFIX + "*") if path.is_dir() and path != current]
    for path in sorted(folders, key=modified, reverse=True)[KEPT - 1 :]:
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
    folder = root / (PREFIX + source_fingerprint(Path(__file__).parent))
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

# Kernels own no memory: arrays come from the caller, who keeps them alive.  Without reference
# counts a call that passes `rules` costs a sixth, and threads do not fight over the counters.
kernel = numba.njit(cache=True, nogil=True, _nrt=False)


def dispatch(ask: Any, find: Callable[[Any], Any]) -> None:
    """Let kernels call `ask`: `find` gives the answer for the class of its first argument."""

    @overload(ask)
    def ask_compiled(rules, *args):  # type: ignore[no-untyped-def]
        answer = find(getattr(rules, "instance_class", None))
        if answer is None:
            raise TypingError(f"{rules} does not answer {ask.__name__}()")
        return lambda rules, *args: answer(rules, *args)
