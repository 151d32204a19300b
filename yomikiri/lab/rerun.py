"""A run made again from its manifest, and whether the same games came out."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.errors import KIND as ERRORS
from yomikiri.lab.errors import finish_errors, repeat_errors
from yomikiri.lab.games import Record
from yomikiri.lab.games_report import finish_match, finish_tournament
from yomikiri.lab.match import KIND as MATCH
from yomikiri.lab.match import repeat_match
from yomikiri.lab.series import GAMES_FILE
from yomikiri.lab.tournament import KIND as TOURNAMENT
from yomikiri.lab.tournament import repeat_tournament
from yomikiri.work.runs import read_lines, read_manifest

# What makes a run of each kind again (from the question, with jobs, cluster, out and keep), and
# what adds its report.
KINDS: Mapping[str, tuple[Callable[..., Any], Callable[..., None]]] = {
    MATCH: (repeat_match, finish_match),
    TOURNAMENT: (repeat_tournament, finish_tournament),
    ERRORS: (repeat_errors, finish_errors),
}
OTHER = {"time"}  # what may differ between two games that are the same


class Repeated(NamedTuple):
    """A run beside the one that repeats it."""

    folder: str
    kind: str
    games: int  # that both have
    different: list[int]  # the numbers of games that are not the same
    stopped: str = ""

    @property
    def same(self) -> bool:
        """Whether all games are the same."""
        return not self.different and not self.stopped

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `rerun`."""
        return self._asdict() | {"same": self.same}


def rerun(folder: Path, out: Path, **how: Any) -> Repeated:
    """Make a run again in another folder, and compare the games; raises InputError."""
    manifest = read_manifest(folder)
    kind, question = str(manifest["kind"]), manifest["question"]
    if kind not in KINDS:
        raise InputError("lab.rerun_kind", kind=kind, known=list(KINDS))
    now = load(str(question.get("game"))).rules_hash
    if now != question.get("rules_hash"):
        raise InputError("lab.rerun_rules", game=question["game"], folder=str(folder))
    before = games_in(folder)
    try:
        repeat, finish = KINDS[kind]
        made = repeat(question, out=out, command=manifest["command"], finish=finish, **how)
    except (KeyError, TypeError):
        raise InputError("work.manifest", file=str(folder / "manifest.json")) from None
    after = {record["number"]: record for record in made.records}
    both = sorted(before.keys() & after.keys())
    different = [n for n in both if essence(before[n]) != essence(after[n])]
    if not made.stopped:
        different += sorted(before.keys() - after.keys())
    return Repeated(str(out), kind, len(both), different, made.stopped)


def essence(record: Record) -> Record:
    """What must be the same."""
    return {name: value for name, value in record.items() if name not in OTHER}


def games_in(folder: Path) -> dict[int, Record]:
    """The games that a run has, by number."""
    path = folder / GAMES_FILE
    data = path.read_bytes() if path.exists() else b""
    whole = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
    return {int(record["number"]): record for _, record in read_lines(path, whole)}
