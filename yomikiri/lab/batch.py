"""Many positions, each with its answer: of an analysis, a solver or a table; or games judged.

The positions are handed out in chunks to a crew.  With a file for the answers there is a run beside
it, `answers.jsonl.run`, to which every answer is added as it comes; the file itself appears when
all are there, in the order of the questions.  A batch that was stopped goes on where it was.
"""

import hashlib
import json
import mmap
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.lab.batch_questions import KINDS, Options, answer_chunk, check_chunk
from yomikiri.lab.positions import Entry
from yomikiri.running import INTERRUPT
from yomikiri.work import Call, Crew, hire
from yomikiri.work.runs import Document, Run, open_run, read_lines

PARTS = "answers.jsonl"  # of the run, in the order in which they came
QUESTIONS = "positions.jsonl"  # of the run: what was asked, so that it can be asked again
RUN = ".run"  # the folder beside the file
CHECKED = 2000  # lines that are read in one call
SHOWN = 10  # bad lines that a message names

Watch = Callable[[int, int], None]  # given how many answers there are, and will be


class Outcome(NamedTuple):
    """What came of a batch."""

    positions: int
    answered: int
    errors: int  # answers that only say why there is none


def answer_all(
    game: Game,
    kind: str,
    entries: Sequence[Entry],
    options: Options,
    *,
    keep_going: bool = False,
    jobs: int = 1,
    cluster: str = "",
    name: str = "",
    watch: Watch | None = None,
) -> Iterator[Document]:
    """The answers in the order of the positions; what cannot be read is refused before."""
    KINDS[kind].check(game, options)
    with hire(min(jobs, max(1, len(entries))), cluster) as crew:
        if not keep_going:
            check_all(crew, game, kind, entries, name)
        waiting: dict[int, Document] = {}
        given = 0
        for answer in find(crew, game, kind, entries, range(len(entries)), options, keep_going):
            waiting[answer["number"] - 1] = answer
            if watch is not None:
                watch(given + len(waiting), len(entries))
            while given in waiting:
                yield waiting.pop(given)
                given += 1


def answer_file(
    game: Game,
    kind: str,
    entries: Sequence[Entry],
    options: Options,
    out: Path,
    *,
    keep_going: bool = False,
    jobs: int = 1,
    cluster: str = "",
    name: str = "",
    command: list[str] | None = None,
    watch: Watch | None = None,
) -> Outcome:
    """Write the answers to a file, in the order of the positions; goes on where it was stopped."""
    KINDS[kind].check(game, options)
    folder = out.with_name(out.name + RUN)
    is_new = not folder.exists()
    if is_new and out.exists():
        raise InputError("command.file_exists", file=str(out))
    with hire(min(jobs, max(1, len(entries))), cluster) as crew:
        if is_new and not keep_going:
            check_all(crew, game, kind, entries, name)
        asked = {"game": str(game), "rules_hash": game.rules_hash, "positions": digest(entries)}
        question, total = {**asked, "options": options}, len(entries)
        with open_run(folder, kind_of(kind), question, command, total) as run:
            if not (run.folder / QUESTIONS).exists():
                lines = (json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
                run.write(QUESTIONS, "".join(lines))
            if out.exists():
                return count(answers_of(out, len(entries), run.folder))
            places = np.full(len(entries), -1, np.int64)
            for offset, answer in run.scan(PARTS):
                places[checked_number(answer, len(entries), run) - 1] = offset
            missing = np.flatnonzero(places < 0).tolist()
            done = len(entries) - len(missing)
            for answer in find(crew, game, kind, entries, missing, options, keep_going):
                run.add(PARTS, answer)
                done += 1
                if watch is not None:
                    watch(done, len(entries))
            outcome = gather(run, len(entries), out)
            run.finish()
            return outcome


def find(
    crew: Crew,
    game: Game,
    kind: str,
    entries: Sequence[Entry],
    numbers: Iterable[int],
    options: Options,
    keep_going: bool,
) -> Iterator[Document]:
    """The answers to some of the positions, as they come; `number` is the place of each, from 1."""
    numbered = ((number + 1, entries[number]) for number in numbers)
    chunks = iter(lambda: list(islice(numbered, KINDS[kind].chunk)), [])
    calls = (
        Call(index, answer_chunk, (game.spec, kind, dict(options), chunk))
        for index, chunk in enumerate(chunks)
    )
    for result in crew.each(calls):
        for answer in result.value:
            if "error" in answer and not keep_going:
                raise InputError("batch.answer", where=place(answer["at"]), error=answer["error"])
            yield answer


def check_all(crew: Crew, game: Game, kind: str, entries: Sequence[Entry], name: str) -> None:
    """Refuse positions that cannot be read: the first with its reason, more by their lines."""
    chunks = (entries[at : at + CHECKED] for at in range(0, len(entries), CHECKED))
    calls = (Call(n, check_chunk, (game.spec, kind, chunk)) for n, chunk in enumerate(chunks))
    wrong = [each for result in crew.each(calls) for each in result.value]
    if not wrong:
        return
    (where, error), *more = sorted(wrong, key=lambda each: list(each[0].values()))
    lines = [place(at) for at, _ in more[:SHOWN]]
    lines += ["..."] if len(more) > SHOWN else []
    said = "batch.bad_lines" if more else "batch.bad_line"
    raise InputError(said, file=name, where=place(where), error=error, n=len(more), lines=lines)


def place(where: Mapping[str, Any]) -> str:
    """Where a position stands, such as `3`, or `2:14` for a ply of a record."""
    return ":".join(str(where[name]) for name in ("line", "record", "ply") if name in where)


def digest(entries: Sequence[Entry]) -> str:
    """What stands for the positions in the manifest."""
    state = hashlib.sha256()
    for entry in entries:
        state.update(f"{entry.text}\n{entry.where}\n".encode())
    return state.hexdigest()[:16]


def answers_of(out: Path, number: int, folder: Path) -> Iterator[Document]:
    """The answers of a finished batch; raises InputError if they are not those that it wrote."""
    places = {"file": str(out), "folder": str(folder)}
    line = 0
    with out.open("rb") as stream:
        for line, text in enumerate(stream, 1):
            try:
                answer = json.loads(text)
                is_one = answer["number"] == line <= number
            except (ValueError, KeyError, TypeError, RecursionError):
                is_one = False
            if not is_one:
                raise InputError("batch.damaged", line=line, **places)
            yield answer
    if line < number:
        raise InputError("batch.damaged", line=line + 1, **places)


def checked_number(answer: Document, most: int, run: Run) -> int:
    """Which position an answer of a run is for; raises InputError if it is none of the batch."""
    number = answer.get("number")
    if not isinstance(number, int) or not 1 <= number <= most:
        raise InputError("batch.foreign", file=str(run.folder / PARTS))
    return number


def gather(run: Run, number: int, out: Path) -> Outcome:
    """Write the answers of a run to a file in their order, whole or not at all."""
    places = np.zeros(number, np.int64)
    errors = 0
    for offset, answer in run.scan(PARTS):
        places[answer["number"] - 1] = offset
        errors += "error" in answer
    part = out.with_name(out.name + ".part")
    try:
        with part.open("wb") as stream, (run.folder / PARTS).open("rb") as source:
            with mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ) as data:
                for offset in places.tolist():
                    stream.write(data[offset : data.find(b"\n", offset) + 1])
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(out)
    except OSError as error:  # a full disk: say where
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(out)) from None
    run.remove(PARTS)
    return Outcome(number, number - errors, errors)


def kind_of(kind: str) -> str:
    """What the manifest of a batch calls it."""
    return f"{kind} --file"


class Batch(NamedTuple):
    """What a batch that was made again answers."""

    records: list[Document]
    stopped: str = ""


def repeat_batch(
    folder: Path,
    kind: str,
    question: Document,
    *,
    out: Path,
    command: list[str],
    keep: Callable[[Any], None],
    **how: Any,
) -> Batch:
    """The batch that a manifest asked for, once more, in a folder; raises InputError."""
    path = folder / QUESTIONS
    try:
        lines = path.read_text("utf-8").splitlines()
        entries = [Entry(*json.loads(line)) for line in lines]
    except (OSError, ValueError, TypeError):
        raise InputError("batch.no_positions", file=str(path)) from None
    if digest(entries) != question["positions"]:
        raise InputError("batch.no_positions", file=str(path))
    out.mkdir(parents=True, exist_ok=True)
    answers = out / PARTS
    asked: dict[str, Any] = {"keep_going": True, "command": command, "watch": lambda *at: keep(at)}
    try:
        answer_file(
            load(question["game"]), kind, entries, question["options"], answers, **asked, **how
        )
    except KeyboardInterrupt:
        return Batch([], INTERRUPT)
    return Batch(answers_in(answers.with_name(answers.name + RUN)))


def answers_in(folder: Path) -> list[Document]:
    """The answers that a batch has, finished or not, in any order."""
    whole = folder.with_name(folder.name.removesuffix(RUN))
    path = folder / PARTS if (folder / PARTS).exists() else whole
    data = path.read_bytes() if path.is_file() else b""
    kept = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
    return [document for _, document in read_lines(path, kept)]


def count(answers: Iterable[Document]) -> Outcome:
    """What answers there are."""
    errors = ["error" in answer for answer in answers]
    return Outcome(len(errors), len(errors) - sum(errors), sum(errors))
