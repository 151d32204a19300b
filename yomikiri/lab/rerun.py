"""A run made again from its manifest, and whether the same games or answers came out."""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.batch import PARTS, RUN, answers_in, kind_of, repeat_batch
from yomikiri.lab.batch_questions import KINDS as BATCHES
from yomikiri.lab.errors import KIND as ERRORS
from yomikiri.lab.errors import finish_errors, repeat_errors
from yomikiri.lab.games import Record
from yomikiri.lab.games_report import finish_match, finish_tournament
from yomikiri.lab.match import KIND as MATCH
from yomikiri.lab.match import repeat_match
from yomikiri.lab.rows import LOSSES
from yomikiri.lab.series import GAMES_FILE, as_they_are
from yomikiri.lab.stats import KIND as STATS
from yomikiri.lab.stats import RESULT_FILE as NUMBERS_FILE
from yomikiri.lab.stats import repeat_stats
from yomikiri.lab.stats_report import finish_stats
from yomikiri.lab.tournament import KIND as TOURNAMENT
from yomikiri.lab.tournament import repeat_tournament
from yomikiri.work.runs import MANIFEST, read_lines, read_manifest

# What makes a run of each kind again (from the question, with jobs, cluster, out and keep), and
# what adds its report.
KINDS: Mapping[str, tuple[Callable[..., Any], Callable[..., None]]] = {
    MATCH: (repeat_match, finish_match),
    TOURNAMENT: (repeat_tournament, finish_tournament),
    ERRORS: (repeat_errors, finish_errors),
    STATS: (repeat_stats, finish_stats),
}
NUMBERS = ("positions", "random")  # of statistics, which must be the same besides the games
NET = "net"  # among what has changed: the usual one of the game
# What may differ between two games or answers that are the same: what was measured, and what was
# added by tables that were built in between.
OTHER = {"time", "seconds", "threads", "metric", *LOSSES}


class Repeated(NamedTuple):
    """A run beside the one that repeats it."""

    folder: str
    kind: str
    games: int  # or answers, that both have
    different: list[int]  # the numbers of those that are not the same
    stopped: str = ""
    changed: tuple[str, ...] = ()  # levels that are no longer what the manifest says, and NET
    numbers: tuple[str, ...] = ()  # NUMBERS that are not the same

    @property
    def same(self) -> bool:
        """Whether all games are the same, and all numbers."""
        return not (self.different or self.numbers or self.stopped)

    @property
    def is_batch(self) -> bool:
        """Whether these are answers, which are counted from 1, and not games."""
        return self.kind not in KINDS

    @property
    def is_stats(self) -> bool:
        """Whether numbers were compared as well."""
        return self.kind == STATS

    @property
    def first(self) -> int:
        """Which is the first that differs, as people count; 0: none."""
        return self.different[0] + (not self.is_batch) if self.different else 0

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `rerun`."""
        return self._asdict() | {"same": self.same}


def beside(folder: Path) -> Path:
    """Where a run is made again, if nobody says where."""
    return folder.resolve().parent / f"{folder.resolve().name}-again"  # that of / has no name


def rerun(folder: Path, out: Path, **how: Any) -> Repeated:
    """Make a run again in another folder, and compare the games; raises InputError."""
    manifest = read_manifest(folder)
    check_apart(folder, out)
    kind, question = str(manifest["kind"]), manifest["question"]
    batches = {kind_of(name): name for name in BATCHES}
    if kind not in KINDS and kind not in batches:
        raise InputError("lab.rerun_kind", kind=kind, known=[*KINDS, *batches])
    now = load(str(question.get("game"))).rules_hash
    if now != question.get("rules_hash"):
        raise InputError("lab.rerun_rules", game=question["game"], folder=str(folder))
    where = {"out": out, "command": manifest["command"], **how}
    try:
        made: Any
        if kind in batches:
            before = numbered(answers_in(folder))
            made = repeat_batch(folder, batches[kind], question, **where)
        else:
            before = games_in(folder)
            repeat, finish = KINDS[kind]
            made = repeat(question, finish=finish, **where)
    except (KeyError, TypeError):
        raise InputError("work.manifest", file=str(folder / "manifest.json")) from None
    after = numbered(made.records)
    both = sorted(before.keys() & after.keys())
    different = [n for n in both if essence(before[n]) != essence(after[n])]
    if not made.stopped:
        different += sorted(before.keys() - after.keys())
    changed = () if kind in batches else changed_since(question)
    numbers = other_numbers(folder, out) if kind == STATS and not made.stopped else ()
    return Repeated(str(out), kind, len(both), different, made.stopped, changed, numbers)


def other_numbers(folder: Path, out: Path) -> tuple[str, ...]:
    """The statistics in which two runs differ; none if the first was stopped before it had any."""
    if not (folder / NUMBERS_FILE).exists():
        return ()
    try:
        before, after = (json.loads((place / NUMBERS_FILE).read_bytes()) for place in (folder, out))
        return tuple(name for name in NUMBERS if before[name] != after[name])
    except (ValueError, KeyError, TypeError):  # the first is damaged
        return NUMBERS


def changed_since(question: Mapping[str, Any]) -> tuple[str, ...]:
    """The levels that are not what they were when a run was made, and NET if that is another."""
    before = question.get("levels", {})
    now = as_they_are(load(question["game"]), tuple(before))
    levels = [name for name, level in before.items() if now["levels"].get(name) != level]
    return (*levels, *([NET] if question.get("net", now["net"]) != now["net"] else []))


def check_apart(folder: Path, out: Path) -> None:
    """Raise InputError where nothing would be made: in the run itself, or where it was made."""
    places = (out, out / f"{PARTS}{RUN}")  # the second, of a batch
    made = [place for place in places if (place / MANIFEST).exists()]
    if folder.resolve() in [place.resolve() for place in places] or any(
        "ended" in read_manifest(place) for place in made
    ):
        raise InputError("lab.rerun_there", folder=str(out))


def essence(record: Record) -> Record:
    """What must be the same."""
    return {name: value for name, value in record.items() if name not in OTHER}


def games_in(folder: Path) -> dict[int, Record]:
    """The games that a run has, by number."""
    path = folder / GAMES_FILE
    data = path.read_bytes() if path.exists() else b""
    whole = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
    return numbered(record for _, record in read_lines(path, whole))


def numbered(records: Iterable[Record]) -> dict[int, Record]:
    """Games or answers by their numbers."""
    return {int(record["number"]): record for record in records}
