"""The commands `runs` and `rerun`: what was measured in folders, and the same made again."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.options import Cluster, Jobs
from yomikiri.cli.progress import Pace, live_line
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError, printable
from yomikiri.lab.games import Record
from yomikiri.lab.rerun import beside
from yomikiri.lab.rerun import rerun as make_again
from yomikiri.work.listing import list_runs, stop_run


@command
def runs(
    folder: Annotated[Path, typer.Argument(metavar="DIR")] = Path("."),
    *,
    stop: Annotated[bool, typer.Option("--stop")] = False,
    screen: Screen,
) -> int:
    """List the runs in a folder, or stop one."""
    if stop and not stop_run(folder):
        raise InputError("work.not_running", folder=str(folder))
    found = list_runs(folder)
    words = screen.words
    if screen.as_json:
        screen.document([run._asdict() for run in found])
        return 0
    if not found:
        screen.print(words("work.no_runs", folder=str(folder)))
        return 0
    names = ("folder", "run", "of_game", "state", "results", "begun")
    table = screen.table(*(words(f"column.{name}") for name in names), right=(4,))
    for run in found:
        state = words(f"work.state_{run.state}")
        done = str(run.lines) if run.total is None else f"{run.lines}/{run.total}"
        cells = (run.folder, run.kind, run.game, state, done, run.begun)
        table.add_row(*map(printable, cells))
    screen.put(table)
    return 0


@command
def rerun(
    folder: Annotated[Path, typer.Argument(metavar="DIR")],
    *,
    out: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    screen: Screen,
) -> int:
    """Make a run again from its manifest, and compare the games or answers."""
    again = out or beside(folder)
    with live_line(screen, str(folder)) as show:
        pace, done = Pace(), 0

        def keep(record: Record) -> None:
            nonlocal done
            done += 1
            if pace.is_time() or screen.is_live:
                show(screen.words("lab.games_played", games=done))

        found = make_again(folder, again, jobs=jobs, cluster=cluster, keep=keep)
    if screen.as_json:
        screen.document(found.to_dict())
    elif not found.stopped:
        facts = {"games": found.games, "n": len(found.different), "first": found.first}
        things = "answers" if found.is_batch else "games"
        if found.same and found.is_stats:
            screen.print(screen.words("lab.rerun_same_numbers", folder=found.folder))
        if found.same and (found.games or not found.is_stats):
            screen.print(screen.words(f"lab.rerun_same_{things}", folder=found.folder, **facts))
        if found.different:
            screen.print(screen.words(f"lab.rerun_other_{things}", folder=found.folder, **facts))
        if found.numbers:
            parts = [screen.words(f"lab.rerun_{name}") for name in found.numbers]
            screen.print(screen.words("lab.rerun_other_numbers", folder=found.folder, parts=parts))
        if found.different and found.changed:
            screen.print(screen.words("lab.rerun_changed", names=list(found.changed)))
    if found.stopped and not screen.as_json:
        screen.print(screen.words(f"result.stopped_{found.stopped}"))
    return code_of(found.stopped) if found.stopped else 0 if found.same else 1
