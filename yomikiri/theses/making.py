"""Tables made again: the work is handed out, and each result is kept as soon as it is there.

A run that was stopped goes on where it was, in the folder that is named after what was asked; when
all is made the folder is removed, unless a person named it.
"""

import hashlib
import json
import shutil
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.reading import data_folder
from yomikiri.theses.table import Effort, Made, Row, Table, Unfinished, Work, made
from yomikiri.work import Call, Crew, hire
from yomikiri.work.runs import Document, Run, open_run, versions

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


def timed(work: Work, state: Any) -> tuple[Any, float]:
    """A result, and the processor's seconds that it took; None: it was stopped."""
    started = time.process_time()
    result = work.function(*work.arguments, *([] if state is None else [state]))
    return result, time.process_time() - started


def lines(crew: Crew, missing: dict[str, Work], begun: dict[str, Document]) -> Iterator[Document]:
    """What to keep of each work, as it comes: its result, or how far it is.

    A work that is not finished goes on before others begin.
    """
    waiting = deque(missing)
    spent = {key: line["seconds"] for key, line in begun.items()}
    states = {key: line["state"] for key, line in begun.items()}
    while waiting or crew.waiting:
        while waiting and crew.waiting < max(1, 2 * crew.size if crew.size > 1 else 1):
            key = waiting.popleft()
            crew.give(Call(key, timed, (missing[key], states.get(key))))
        for answer in crew.take():
            key, (result, seconds) = str(answer.key), answer.value
            spent[key] = spent.get(key, 0) + seconds
            line = {"work": key, "seconds": spent[key]}
            if isinstance(result, Unfinished):
                states[key] = result.state
                waiting.appendleft(key)
                yield line | {"state": result.state}
            elif result is not None:
                yield line | {"result": result}


def default_folder(question: dict[str, Any]) -> Path:
    """Where a run goes on."""
    name = hashlib.sha256(json.dumps(question).encode()).hexdigest()[:12]
    return data_folder() / "reproduce" / name


def make(
    tables: Sequence[Table],
    effort: Effort,
    *,
    mistakes: str = "both",
    jobs: int = 1,
    folder: Path | None = None,
    watch: Watch | None = None,
    at_end: Callable[[], None] | None = None,
) -> Iterator[Page]:
    """The tables, each as soon as all its rows are there; Ctrl-C keeps what was found.

    `at_end` is called when all are there; if it fails, what was found is kept, too.
    """
    question: dict[str, Any] = {"tables": [str(table) for table in tables], "mistakes": mistakes}
    question |= {**effort._asdict(), "version": versions()["yomikiri"]}
    chosen = folder or default_folder(question)
    with open_run(chosen, KIND, question) as run:
        yield from pages(
            run, [(table, table.rows(effort)) for table in tables], effort, mistakes, jobs, watch
        )
    if at_end is not None:
        at_end()
    if folder is None:
        shutil.rmtree(chosen, ignore_errors=True)
        with suppress(OSError):
            chosen.parent.rmdir()  # unless another run waits there


def pages(
    run: Run,
    wanted: Sequence[tuple[Table, Sequence[Row]]],
    effort: Effort,
    mistakes: str,
    jobs: int,
    watch: Watch | None,
) -> Iterator[Page]:
    """The tables in their order; what the run knows is not done again."""
    noted = {line["work"]: line for line in run.lines(RESULTS)}  # of each work the last
    kept = {key: line for key, line in noted.items() if "result" in line}
    needed = [
        {work.key: work for row in rows for work in row.works(mistakes)} for _, rows in wanted
    ]
    missing = {key: work for works in needed for key, work in works.items() if key not in kept}
    total = len({key for works in needed for key in works})
    begun = {key: noted[key] for key in missing if key in noted}
    with hire(min(jobs, max(1, len(missing)))) as crew:
        found = lines(crew, missing, begun)
        for (table, rows), works in zip(wanted, needed, strict=True):
            while not works.keys() <= kept.keys():
                if watch is not None:
                    watch(str(table), len(kept), total)
                line = next(found, None)
                if line is None:  # everybody was stopped
                    return
                run.add(RESULTS, line)
                if "result" in line:
                    kept[line["work"]] = json.loads(json.dumps(line))
            results = {key: kept[key]["result"] for key in works}
            seconds = sum(kept[key]["seconds"] for key in works)
            found_rows = [
                made(row, results, mistakes, effort.made, is_quick=effort.is_quick) for row in rows
            ]
            yield Page(table, found_rows, seconds)
