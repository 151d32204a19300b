"""The runs in a folder: what each asked, how much it has, and whether it is finished."""

from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError, reason
from yomikiri.work.runs import LOCK, MANIFEST, STOP, is_ours, read_manifest

RESULTS = ("games.jsonl", "answers.jsonl", "results.jsonl")  # a line for each
FINISHED, RUNNING, STOPPED, DAMAGED = "finished", "running", "stopped", "damaged"


class Listed(NamedTuple):
    """A run in short."""

    folder: str
    kind: str
    game: str
    state: str  # one of those above
    lines: int  # results that it has
    total: int | None  # that it will have, at most; None: not known
    begun: str
    ended: str
    command: list[str]


def list_runs(folder: Path) -> list[Listed]:
    """The runs in a folder, itself included, the latest first; raises InputError."""
    try:
        inside = sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError as error:
        raise InputError("work.unread", folder=str(folder), why=reason(error)) from None
    found = [listed(path) for path in (folder, *inside) if (path / MANIFEST).is_file()]
    return sorted(found, key=lambda run: run.begun, reverse=True)


def listed(folder: Path) -> Listed:
    """A run in short; a damaged one is listed as that."""
    try:
        manifest: dict[str, Any] = read_manifest(folder)
    except InputError:
        return Listed(str(folder), "", "", DAMAGED, 0, None, "", "", [])
    state = FINISHED if "ended" in manifest else RUNNING if is_busy(folder) else STOPPED
    total = manifest.get("total")
    lines = sum(count_lines(folder / name) for name in RESULTS)
    return Listed(
        str(folder),
        str(manifest.get("kind", "")),
        str(manifest["question"].get("game", "")),
        state,
        total if state == FINISHED and not lines and total else lines,
        total,
        str(manifest.get("begun", "")),
        str(manifest.get("ended", "")),
        list(manifest.get("command", [])),
    )


def stop_run(folder: Path) -> bool:
    """Have a run stop at its next result, as Ctrl-C would; False: nobody works on it."""
    if not (folder / MANIFEST).is_file() or not is_busy(folder):
        return False
    try:
        (folder / STOP).touch()
    except OSError as error:
        raise InputError("command.folder", path=str(folder), why=reason(error)) from None
    return True


def is_busy(folder: Path) -> bool:
    """Whether a process writes to a run."""
    try:
        with (folder / LOCK).open("r+") as lock:
            return not is_ours(lock)
    except OSError:
        return False


def count_lines(path: Path) -> int:
    """How many whole lines a file has."""
    try:
        with path.open("rb") as stream:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: stream.read(1 << 20), b""))
    except OSError:
        return 0
