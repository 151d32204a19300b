"""Files that a person names, read up to a limit; where the others lie, and programs."""

import errno
import os
import shutil
import stat
from pathlib import Path
from typing import BinaryIO

from platformdirs import user_cache_path, user_data_path

from yomikiri.errors import PLACE, InputError, wrong_kind

OURS = "yomikiri"  # the name of our folders in those of the system
EXAMPLES = "examples"  # in an installed package it lies inside, in a checkout beside it
PACKAGE = Path(__file__).parent


def named_path(name: str, value: object) -> Path:
    """The path of this argument of Python; raises InputError."""
    text = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(text, str):
        raise wrong_kind(PLACE, name, value)
    return path_of(text)


def data_folder() -> Path:
    """Where a person's tables, stores and games are, if they named no other place."""
    return user_data_path(OURS, appauthor=False)


def cache_folder() -> Path:
    """Where files are that can be made again at any time."""
    return user_cache_path(OURS, appauthor=False)


def path_of(file: str) -> Path:
    """The path that a person named; raises InputError."""
    try:
        if b"\0" in os.fsencode(file):
            raise ValueError
        return Path(file).expanduser()
    except ValueError:
        raise InputError("record.nul") from None
    except RuntimeError:
        raise InputError("record.no_home", file=file) from None


def is_there(path: str | Path) -> bool:
    """Whether there is such a file or folder; where Path.exists would raise, no."""
    return os.path.exists(path)


def check_writable(path: Path) -> None:
    """Whether a file can be written, before a long search; raises InputError."""
    folder = path.parent
    too_long = len(os.fsencode(path.name)) > 255  # what file systems allow
    if too_long or not folder.is_dir() or path.is_dir():
        raise InputError("command.not_writable", file=str(path))
    if not os.access(folder, os.W_OK):
        raise InputError("command.read_only", file=str(path))


def or_example(path: Path) -> Path:
    """The path, or where the example is that it means: `examples/hex.py` is there anywhere."""
    if not is_there(path) and path.parts[:1] == (EXAMPLES,):
        for home in (PACKAGE, PACKAGE.parent):
            if is_there(home / path):
                return home / path
    return path


def find_program(name: str) -> str | None:
    """Where a program is; Debian keeps games in a folder of their own."""
    places = os.environ.get("PATH", os.defpath), "/usr/games"
    return shutil.which(name, path=os.pathsep.join(places))


def open_file(path: Path) -> BinaryIO:
    """A regular file to read from; raises OSError.

    A pipe could block, and a device may never end.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return open(handle, "rb")
    os.close(handle)
    why = errno.EISDIR if stat.S_ISDIR(mode) else errno.ENODEV
    raise OSError(why, os.strerror(why), str(path))


def read_up_to(path: Path, most: int) -> bytes:
    """The content of a file, or its first `most` bytes and one more; raises OSError."""
    with open_file(path) as stream:
        return stream.read(most + 1) or b""  # None: nothing is there to be read now
