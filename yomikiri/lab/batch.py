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
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game, State
from yomikiri.lab.positions import Entry, label, read_game, read_state
from yomikiri.play.review import review
from yomikiri.play.tree import Tree
from yomikiri.players import make_player
from yomikiri.players.analysis import analyze
from yomikiri.running import INTERRUPT
from yomikiri.solve import solve
from yomikiri.solve.answer import WINNERS
from yomikiri.solve.options import read_goal
from yomikiri.tables.loaded import LoadedTable
from yomikiri.tables.table import Probe, Table, opened, probe_of
from yomikiri.work import Call, Crew, hire, is_stopping
from yomikiri.work.runs import Document, Run, open_run, read_lines

PARTS = "answers.jsonl"  # of the run, in the order in which they came
QUESTIONS = "positions.jsonl"  # of the run: what was asked, so that it can be asked again
RUN = ".run"  # the folder beside the file
CHECKED = 2000  # lines that are read in one call
MOST_CELLS = 1 << 29  # of a table that is held in memory; it takes two bytes for each
FEW = 200  # positions for which a table is not loaded as a whole
SHOWN = 10  # bad lines that a message names

Options = Mapping[str, Any]
Watch = Callable[[int, int], None]  # given how many answers there are, and will be


class Kind(NamedTuple):
    """A question that can be put to many positions: all that a command need say about it."""

    answers: Callable[[Game, Sequence[Any], Options], Iterator[Document]]
    check: Callable[[Game, Options], None]  # raises InputError for options that cannot be
    chunk: int  # positions in one call
    read: Callable[[Game, str], Any] = read_state  # what a line means


class Outcome(NamedTuple):
    """What came of a batch."""

    positions: int
    answered: int
    errors: int  # answers that only say why there is none


# The kinds.


def analyses(game: Game, states: Sequence[State], options: Options) -> Iterator[Document]:
    """Every legal move with its value, of each position."""
    for state in states:
        yield told(lambda at: analyze(game, position=at, poll=heed, **options).to_dict(), state)


def solutions(game: Game, states: Sequence[State], options: Options) -> Iterator[Document]:
    """The value of each position, with its best moves."""
    for state in states:
        yield told(lambda at: solve(game, position=at, watch=heed, **options).to_dict(), state)


def probes(game: Game, states: Sequence[State], options: Options) -> Iterator[Document]:
    """What a table says about each position."""
    folder = Path(options["folder"])
    table = opened(game, folder)
    for state, found in zip(states, probe_all(table, states, folder)):
        yield {
            "position": game.show(state),
            "mover": WINNERS[game.mover(state)],
            "wdl": found.wdl,
            "distance": found.distance,
            "metric": game.metric,
        }


def probe_all(table: Table, states: Sequence[State], folder: Path) -> Iterator[Probe]:
    """What a table says, many positions at once where it fits into memory."""
    game = table.game
    whole = [game.has_number(state) for state in states]
    if len(states) < FEW or sum(len(file) for file in table.files) > MOST_CELLS:
        whole = [False] * len(states)
    inside = [state for state, is_known in zip(states, whole) if is_known]
    codes = iter(loaded(game, folder).probe_many(inside) if inside else [])
    for state, is_known in zip(states, whole):
        yield probe_of(int(next(codes))) if is_known else table.probe(state)


@lru_cache(maxsize=1)
def loaded(game: Game, folder: Path) -> LoadedTable:
    """The same table each time."""
    return LoadedTable(game, folder)


def reviews(game: Game, trees: Sequence[Tree], options: Options) -> Iterator[Document]:
    """Every move judged, of each game."""
    for tree in trees:
        yield told(lambda at: review(at, poll=heed, **options).to_dict(), tree)


def told(answer: Callable[[Any], Document], asked: Any) -> Document:
    """An answer, or why there is none."""
    try:
        return answer(asked)
    except InputError as error:
        return failure(error)


def failure(error: InputError) -> Document:
    """Why there is no answer."""
    return {"error": {language: error.say(language) for language in ("en", "ja")}}


def heed(*progress: Any) -> None:
    """End a search for which nobody waits any more."""
    if is_stopping():
        raise KeyboardInterrupt


def check_analysis(game: Game, options: Options) -> None:
    """Whether there is such a player."""
    if options.get("player") is not None:
        make_player(options["player"], game)


def check_solution(game: Game, options: Options) -> None:
    """Whether there is such a goal."""
    read_goal(options.get("goal", "score"))


def check_probe(game: Game, options: Options) -> None:
    """Whether there is such a table."""
    opened(game, Path(options["folder"]))


def check_review(game: Game, options: Options) -> None:
    """Nothing that was not checked before."""


KINDS: Mapping[str, Kind] = {
    "analyze": Kind(analyses, check_analysis, 1),
    "solve": Kind(solutions, check_solution, 1),
    "probe": Kind(probes, check_probe, 4000),
    "review": Kind(reviews, check_review, 1, read_game),
}


# What a worker does.


def answer_chunk(
    spec: str, kind: str, options: Options, numbered: Sequence[tuple[int, Entry]]
) -> list[Document]:
    """The answers to some positions."""
    game = load(spec)
    states, found = {}, {}
    for number, entry in numbered:
        try:
            states[number] = KINDS[kind].read(game, entry.text)
        except InputError as error:
            found[number] = failure(error)
    found |= zip(states, KINDS[kind].answers(game, list(states.values()), options))
    return [
        {"number": number, "at": entry.where, **label(entry.text), **found[number]}
        for number, entry in numbered
    ]


def check_chunk(
    spec: str, kind: str, entries: Sequence[Entry]
) -> list[tuple[dict[str, Any], InputError]]:
    """What is wrong with some lines."""
    game, wrong = load(spec), []
    for entry in entries:
        try:
            KINDS[kind].read(game, entry.text)
        except InputError as error:
            wrong.append((entry.where, error))
    return wrong


# The batch.


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
                with out.open("rb") as stream:
                    return count(json.loads(line) for line in stream)
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
    except OSError:
        part.unlink(missing_ok=True)
        raise
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
