"""Files that can be made again: read if they are whole, written at once, deleted when unused.

Many processes may use the folder at once, of several checkouts: a name says all that the content
depends on, a file appears complete or not at all, and whoever needs a missing one makes it.  To
claim a file makes the others wait for it, so that it is made only once.
"""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from yomikiri.errors import reason
from yomikiri.words import Message, message

if sys.platform != "win32":  # on Windows, processes may make the same file at the same time
    import fcntl

DAY = 86400.0
UNUSED = 30 * DAY  # what nobody has read for this long is deleted
FRESH = DAY  # what was used within this time is never deleted
MOST = 2 << 30  # bytes; beyond, what was used longest ago is deleted
WAIT, POLL = 120.0, 0.02  # seconds to wait for another's file, and between two looks
SELDOM = 25  # times that long between two looks, if it is waited for longer
DIGEST = 32  # bytes of a hash before the content: what is cut off or damaged is not used


class Cache:
    """A folder of such files."""

    def __init__(self, folder: Path, notify: Callable[[Message], None]) -> None:
        self.folder = folder
        self.notify = notify
        self.is_open = True  # until writing fails
        self.is_pruned = False
        self.claims: dict[str, IO[str]] = {}

    def read(self, name: str) -> bytes | None:
        """The content under this name, if it is there and whole."""
        path = self.folder / name
        content = content_of(path)
        if content is not None:
            mark_used(path)
        return content

    def write(self, name: str, content: bytes) -> None:
        """Store a content; say so, once, if that is not possible."""
        if not self.is_open:
            return
        path = self.folder / name
        temporary = self.folder / f"{name}.{os.getpid()}.tmp"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                temporary.write_bytes(hashlib.sha256(content).digest() + content)
                os.replace(temporary, path)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
        except OSError as error:
            self.is_open = False
            self.notify(message("system.cache", path=self.folder, why=reason(error)))
        if not self.is_pruned:
            self.is_pruned = True
            self.prune()

    def claim(self, name: str, wait: float = 0.0) -> None:
        """Claim a file that this process will make; wait first while another one does."""
        if sys.platform == "win32" or not self.is_open or name in self.claims:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = (self.folder / f"{name}.lock").open("w")
        except OSError:
            return
        end, pause = time.monotonic() + (wait or WAIT), POLL * (SELDOM if wait else 1)
        while time.monotonic() < end:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self.claims[name] = lock
                return
            except BlockingIOError:
                time.sleep(pause)
            except OSError:  # a disk without locks
                break
        lock.close()

    def release(self, name: str) -> None:
        """Let the others have a file that was claimed."""
        if lock := self.claims.pop(name, None):
            with suppress(OSError):
                os.unlink(lock.name)
            lock.close()

    def release_all(self) -> None:
        """Give up whatever was claimed."""
        for name in list(self.claims):
            self.release(name)

    def prune(self) -> None:
        """Delete what nobody has used for long, and the oldest beyond MOST bytes."""
        now, total = time.time(), 0
        for used, size, path in sorted(self.files(), reverse=True):
            total += size
            age = now - used
            if age > UNUSED or (total > MOST and age > FRESH):
                with suppress(OSError):
                    path.unlink()

    def files(self) -> Iterator[tuple[float, int, Path]]:
        """When each file was used last, its size and its path."""
        for path in self.folder.glob("*"):
            try:
                known = path.stat()
            except OSError:  # another process has just deleted it
                continue
            yield known.st_mtime, known.st_size, path


def content_of(path: Path) -> bytes | None:
    """What was stored in a file, if it is there and whole."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return data[DIGEST:] if hashlib.sha256(data[DIGEST:]).digest() == data[:DIGEST] else None


def mark_used(path: Path) -> None:
    """Note that a file is in use."""
    with suppress(OSError):  # the disk may be read-only
        os.utime(path)
