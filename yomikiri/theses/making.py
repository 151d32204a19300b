"""Tables made again: the work is handed out, and each result is kept as soon as it is there.

A run that was stopped goes on where it was, in the folder that is named after what was asked; when
all is made the folder is removed, unless a person named it.
"""

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.theses.table import Effort, Made, Row, Table, Work, made
from yomikiri.work import Call, hire
from yomikiri.work.runs import Run, open_run, versions

KIND, RESULTS = "reproduce", "results.jsonl"
Watch = Callable[[str, int, int], None]  # the table at work, works done, of how many


class Page(NamedTuple):
    """A table that was made again."""

    table: Table
    rows: list[Made]
    seconds: float  # that its works took, those of an earlier run included

    def to_dict(self, language: str) -> dict[str, Any]:
        """As JSON."""
        rows = [row.to_dict(language) for row in self.rows]
        head = {"thesis": self.table.thesis, "table": self.table.name}
        return head | {"rows": rows, "seconds": round(self.seconds, 3)}


def timed(work: Work) -> tuple[Any, float]:
    """A result, and the processor's seconds that it took; None: it was stopped."""
    started = time.process_time()
    result = work.function(*work.arguments)
    return result, time.process_time() - started


def default_folder(question: dict[str, Any]) -> Path:
    """Where a run goes on."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    name = hashlib.sha256(json.dumps(question).encode()).hexdigest()[:12]
    return home / "yomikiri" / "reproduce" / name


def make(
    tables: Sequence[Table],
    effort: Effort,
    *,
    mistakes: str = "both",
    jobs: int = 1,
    folder: Path | None = None,
    watch: Watch | None = None,
) -> Iterator[Page]:
    """The tables, each as soon as all its rows are there; Ctrl-C keeps what was found."""
    question: dict[str, Any] = {"tables": [str(table) for table in tables], "mistakes": mistakes}
    question |= {**effort._asdict(), "version": versions()["yomikiri"]}
    chosen = folder or default_folder(question)
    with open_run(chosen, KIND, question) as run:
        yield from pages(
            run, [(table, table.rows(effort)) for table in tables], mistakes, jobs, watch
        )
    if folder is None:
        shutil.rmtree(chosen, ignore_errors=True)
        with suppress(OSError):
            chosen.parent.rmdir()  # unless another run waits there


def pages(
    run: Run,
    wanted: Sequence[tuple[Table, Sequence[Row]]],
    mistakes: str,
    jobs: int,
    watch: Watch | None,
) -> Iterator[Page]:
    """The tables in their order; what the run knows is not done again."""
    kept = {line["work"]: line for line in run.lines(RESULTS)}
    needed = [
        {work.key: work for row in rows for work in row.works(mistakes)} for _, rows in wanted
    ]
    missing = {key: work for works in needed for key, work in works.items() if key not in kept}
    total = len({key for works in needed for key in works})
    with hire(min(jobs, max(1, len(missing)))) as crew:
        found = crew.each(Call(key, timed, (work,)) for key, work in missing.items())
        for (table, rows), works in zip(wanted, needed, strict=True):
            while not works.keys() <= kept.keys():
                if watch is not None:
                    watch(str(table), len(kept), total)
                answer = next(found, None)
                if answer is None:  # everybody was stopped
                    return
                result, seconds = answer.value
                if result is not None:
                    line = {"work": answer.key, "result": result, "seconds": seconds}
                    run.add(RESULTS, line)
                    kept[str(answer.key)] = json.loads(json.dumps(line))
            results = {key: kept[key]["result"] for key in works}
            seconds = sum(kept[key]["seconds"] for key in works)
            yield Page(table, [made(row, results, mistakes) for row in rows], seconds)
