"""A command asked about many positions: `--file` and `--out`, for whichever command has them."""

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any, NamedTuple

from yomikiri.cli.interrupt import INTERRUPTED, interruptible
from yomikiri.cli.options import Many, Place
from yomikiri.cli.progress import live_line
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import duration
from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.lab.batch import Outcome, answer_all, answer_file, count
from yomikiri.lab.positions import Entry, read_entries


class Batch(NamedTuple):
    """Positions or records, and what is asked about each of them."""

    game: Game
    many: Many  # where they come from, where the answers go, who works
    kind: str
    options: dict[str, Any]
    entries: list[Entry]


def run_batch(screen: Screen, place: Place, many: Many, kind: str, options: dict[str, Any]) -> int:
    """Answer every position of a file: into a file, or on standard output; the exit code."""
    assert many.file is not None
    if place.is_named:
        raise InputError("batch.two_places")
    entries = read_entries(many.file, place.game)
    return run_entries(screen, Batch(place.game, many, kind, options, entries))


def run_entries(screen: Screen, batch: Batch) -> int:
    """The same for what was read from a file."""
    many = batch.many
    if not batch.entries:
        raise InputError("batch.empty", file=str(many.file))

    def give_up() -> None:
        screen.notes.print(
            screen.words("batch.stopped" if many.out else "result.stopped_interrupt")
        )

    # Processes that are ended without notice would complain; they stop by themselves, and soon.
    alone = many.jobs == 1 and not many.cluster
    try:
        with (
            interruptible(give_up) if alone else nullcontext(),
            live_line(screen, f"{batch.game} {batch.kind}") as show,
        ):
            done = answer(screen, batch, progress(screen, show))
    except KeyboardInterrupt:
        give_up()
        return INTERRUPTED
    if many.out is not None:
        report(screen, done, str(many.out), batch.kind)
    return 0


def refuse_single(options: Mapping[str, object]) -> None:
    """Refuse options that are for one position."""
    for name, value in options.items():
        if value:
            raise InputError("batch.one_only", name=name)


def answer(screen: Screen, batch: Batch, watch: Callable[[int, int], None]) -> Outcome:
    """Answer everything, and write it where it was asked for."""
    game, many, kind, options, entries = batch
    asked: dict[str, Any] = {
        "keep_going": many.keep_going,
        "jobs": many.jobs,
        "cluster": many.cluster,
        "name": str(many.file),
        "watch": watch,
    }
    if many.out is not None:
        return answer_file(game, kind, entries, options, many.out, command=sys.argv[1:], **asked)
    answers = answer_all(game, kind, entries, options, **asked)
    if screen.as_json:
        found = list(answers)
        screen.document({"game": str(game), "answers": found, **count(found)._asdict()})
        return count(found)
    done = []
    for each in answers:
        screen.document(each)
        done.append("error" in each)
    return Outcome(len(done), len(done) - sum(done), sum(done))


def progress(screen: Screen, show: Callable[[str], None]) -> Callable[[int, int], None]:
    """Shows how far a batch is, and how long it will take."""
    began: list[tuple[float, int]] = []

    def watch(done: int, positions: int) -> None:
        now = time.monotonic()
        began[:] = began or [(now, done)]
        if len(began) > 1 and now < began[1][0] + 0.1 and done < positions:
            return
        began[1:] = [(now, done)]
        (start, before), speed = began[0], 0.0
        if now > start:
            speed = (done - before) / (now - start)
        left = duration((positions - done) / speed) if speed else "?"
        show(screen.words("batch.progress", done=done, positions=positions, left=left))

    return watch


def report(screen: Screen, done: Outcome, file: str, kind: str) -> None:
    """How many answers there are, and where."""
    if screen.as_json:
        screen.document({"kind": kind, "file": file, **done._asdict()})
        return
    screen.print(screen.words("batch.done", answers=done.answered, file=file))
    if done.errors:
        screen.print(screen.words("batch.errors", errors=done.errors, file=file))
