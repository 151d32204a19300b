"""Runs in folders: a manifest that says what was asked, and results that are added line by line.

What was added is there after a kill; a line that a kill cut off is removed when the run goes on.
The same question continues a run, another one is refused, and so is a second process.  A file
`stop` in the folder stops a run at its next result, as Ctrl-C would.
"""

import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, Any, Self

from yomikiri.errors import InputError, reason, shortened

if sys.platform != "win32":  # there, nothing keeps a second process out
    import fcntl

MANIFEST, LOCK, STOP = "manifest.json", "lock", "stop"
FORMAT = 1  # of the manifest
BLOCK = 1 << 16  # bytes in which the end of the last line is looked for
LOOK = 0.5  # seconds after which it is asked whether to stop
SYNC = 1.0  # seconds after which lines are forced to the disk
PACKAGES = ("yomikiri", "numba", "numpy")
LONGEST = 60  # characters of a part of a question in an error

Document = dict[str, Any]


class Run:
    """A folder that this process writes to, to be used in a `with`."""

    def __init__(self, folder: Path, manifest: Document, lock: IO[str]) -> None:
        self.folder, self.manifest, self.lock = folder, manifest, lock
        self.streams: dict[str, IO[bytes]] = {}
        self.synced = time.monotonic()
        self.looked = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def lines(self, name: str, read: Callable[[Document], Any] = dict) -> list[Any]:
        """What was added to a file so far, each line as `read` takes it, which refuses others."""
        found = []
        for number, (_, document) in enumerate(self.scan(name), 1):
            try:
                found.append(read(document))
            except (KeyError, TypeError, ValueError):
                raise InputError("work.line", file=str(self.folder / name), line=number) from None
        return found

    def scan(self, name: str) -> Iterator[tuple[int, Document]]:
        """The same one by one, each with its offset: there may be more than fit into memory."""
        path = self.folder / name
        if not path.exists():
            return
        mend(path)
        with path.open("rb") as stream:
            yield from read_lines(path, stream)

    def add(self, name: str, document: Mapping[str, Any]) -> None:
        """Add a line to a file; raises KeyboardInterrupt if the run is to stop."""
        if name not in self.streams:
            mend(self.folder / name)
            self.streams[name] = (self.folder / name).open("ab", buffering=0)
        line = json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"
        try:
            write_all(self.streams[name], line.encode())
        except OSError as error:  # a full disk: say where
            raise OSError(error.errno, error.strerror, str(self.folder / name)) from None
        now = time.monotonic()
        if now > self.synced + SYNC:
            self.sync()
        if now > self.looked + LOOK:
            self.looked = now
            if (self.folder / STOP).exists():
                raise KeyboardInterrupt

    def write(self, name: str, text: str) -> None:
        """Write a file as a whole, or not at all."""
        if name in self.streams:
            self.streams.pop(name).close()
        write_whole(self.folder / name, text)

    def finish(self) -> None:
        """Note that nothing is left to do."""
        if "ended" not in self.manifest:
            self.manifest["ended"] = time_now()
            write_whole(self.folder / MANIFEST, manifest_text(self.manifest))

    def remove(self, name: str) -> None:
        """Remove a file that is not needed any more."""
        if name in self.streams:
            self.streams.pop(name).close()
        (self.folder / name).unlink(missing_ok=True)

    def sync(self) -> None:
        """Force what was added to the disk."""
        for stream in self.streams.values():
            os.fsync(stream.fileno())
        self.synced = time.monotonic()

    def close(self) -> None:
        """Let another process go on with the run."""
        for stream in self.streams.values():
            stream.close()
        self.streams.clear()
        self.lock.close()


def write_all(stream: IO[bytes], data: bytes) -> None:
    """Write all bytes: a disk that is nearly full takes a part of them, then none."""
    while data:
        data = data[stream.write(data) :]


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there complete, or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except OSError as error:  # a full disk: say where
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None


def mend(path: Path) -> None:
    """Cut off what a kill left of the last line of a file, if there is one."""
    if not path.exists():
        return
    with path.open("r+b") as stream:
        end = size = stream.seek(0, os.SEEK_END)
        while end > 0:
            begin = max(0, end - BLOCK)
            stream.seek(begin)
            found = stream.read(end - begin).rfind(b"\n")
            if found >= 0:
                end = begin + found + 1
                break
            end = begin
        if end < size:
            stream.truncate(end)


def read_lines(path: Path, stream: Iterable[bytes]) -> Iterator[tuple[int, Document]]:
    """The documents of a file with their offsets; raises InputError for a line that is none."""
    offset = 0
    for number, line in enumerate(stream, 1):
        try:
            document = json.loads(line)
            if not isinstance(document, dict):
                raise ValueError
        except (ValueError, RecursionError):
            raise InputError("work.line", file=str(path), line=number) from None
        yield offset, document
        offset += len(line)


def open_run(
    folder: Path,
    kind: str,
    question: Mapping[str, Any],
    command: list[str] | None = None,
    total: int | None = None,
) -> Run:
    """A run in this folder: a new one, or the one that asked the same question and goes on.

    `question` is all that decides its results; `command` is what was typed; `total` is how many
    results there will be, at most.
    """
    question = json.loads(json.dumps(question))  # as it will be read
    try:
        folder.mkdir(parents=True, exist_ok=True)
        entries = {entry.name for entry in folder.iterdir()} - {LOCK}
        if MANIFEST not in entries and entries - {MANIFEST + ".part", STOP}:
            raise InputError("command.folder_full", path=str(folder))  # and nothing is left there
        lock = (folder / LOCK).open("a")
    except OSError as error:
        raise InputError("command.folder", path=str(folder), why=reason(error)) from None
    try:
        return Run(folder, manifest_of(folder, kind, question, command, total, lock), lock)
    except BaseException:
        lock.close()
        raise


def manifest_of(
    folder: Path,
    kind: str,
    question: Mapping[str, Any],
    command: list[str] | None,
    total: int | None,
    lock: IO[str],
) -> Document:
    """What the run of this folder asked; if there is none, this is written there."""
    if not is_ours(lock):
        raise InputError("work.busy", folder=str(folder))
    (folder / STOP).unlink(missing_ok=True)
    if (folder / MANIFEST).exists():
        manifest = read_manifest(folder)
        check_same(folder, manifest, kind, question)
        return manifest
    manifest = {"format": FORMAT, "kind": kind, "question": question, "command": command or []}
    manifest |= {} if total is None else {"total": total}
    manifest |= {"versions": versions(), "machine": machine(), "begun": time_now()}
    write_whole(folder / MANIFEST, manifest_text(manifest))
    return manifest


def time_now() -> str:
    """The time as manifests have it."""
    return time.strftime("%FT%TZ", time.gmtime())


def manifest_text(manifest: Document) -> str:
    """A manifest as it is written."""
    return json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"


def is_ours(lock: IO[str]) -> bool:
    """Whether nobody else writes to the run; from now on nobody else can."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a disk without locks
        return True
    return True


def read_manifest(folder: Path) -> Document:
    """What a run asked; raises InputError."""
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        is_newer = manifest["format"] > FORMAT
        if not is_newer and not isinstance(manifest["question"], dict):
            raise TypeError
    except OSError as error:
        raise InputError("work.unread", folder=str(folder), why=reason(error)) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError("work.manifest", file=str(folder / MANIFEST)) from None
    if is_newer:
        raise InputError("work.newer", folder=str(folder))
    return dict(manifest)


def check_same(folder: Path, manifest: Document, kind: str, question: Mapping[str, Any]) -> None:
    """Raise InputError if a run asked something else."""
    if manifest["kind"] != kind:
        raise InputError("work.kind", folder=str(folder), kind=manifest["kind"], asked=kind)
    before = manifest["question"]
    for name in {**before, **question}:  # in their order
        if (was := before.get(name)) != (now := question.get(name)):
            both = {"was": in_words(was), "now": in_words(now)}
            raise InputError("work.other", folder=str(folder), name=name, **both)


def in_words(value: Any) -> Any:
    """A part of a question, as an error tells it."""
    if isinstance(value, (str, int, float)):
        return value
    return shortened(json.dumps(value, ensure_ascii=False), LONGEST)


def versions() -> dict[str, str]:
    """What a result depends on besides the question."""
    return {"python": platform.python_version()} | {name: version_of(name) for name in PACKAGES}


@cache
def version_of(package: str) -> str:
    """The version of what is installed; it takes some milliseconds to read."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "0+unknown"


def machine() -> dict[str, Any]:
    """The kind of machine, as far as timings depend on it."""
    return {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()}
