"""The command `reproduce`: the tables of the five theses, made again."""

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import INTERRUPTED
from yomikiri.cli.lab.report import Seed
from yomikiri.cli.options import Jobs, whole
from yomikiri.cli.progress import live_line
from yomikiri.cli.report import pairs
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import duration
from yomikiri.errors import InputError, reason
from yomikiri.lab.report import file_name
from yomikiri.reading import check_writable
from yomikiri.theses import ALL, Effort, Page, check_games, find, make, write_report
from yomikiri.theses.switches import SWITCHES, about, read_mistakes
from yomikiri.words import say
from yomikiri.work import check_crew

COLUMNS = ("row", "published", "ours", "with_mistakes", "why")


@command
def reproduce(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
    *,
    quick: Annotated[bool, typer.Option("--quick")] = False,
    games: Annotated[int | None, typer.Option(parser=whole, metavar="N")] = None,
    mistakes: Annotated[str, typer.Option(metavar="on|off|both|NAMES")] = "both",
    seed: Seed = 1,
    jobs: Jobs = 1,
    out: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    screen: Screen,
) -> int:
    """Make the tables of the five theses again: published, ours, ours with their mistakes."""
    check_games(games)
    check_crew(jobs)
    tables = find("all" if name is None else name)
    columns, made = read_mistakes(mistakes, {table.thesis for table in tables})
    if name is None and not quick and games is None and report is None:
        show_list(screen)
        return 0
    if report is not None:
        make_folder(report)
        check_writable(report / file_name(screen.words.language))
    for table in tables:
        if table.minutes and not quick:
            screen.notes.print(screen.words("thesis.long", table=table, minutes=table.minutes))
    done: list[Page] = []
    started, begun = time.perf_counter(), time.strftime("%FT%TZ", time.gmtime())
    stopped = False
    effort = Effort(quick, games, seed, made)

    def finish() -> None:
        if report is not None:
            command = ["yomikiri", "reproduce", *sys.argv[2:]]
            files = write_report(
                done, report, command=command, begun=begun, effort=effort, mistakes=mistakes
            )
            screen.notes.print(screen.words("thesis.written", files=", ".join(map(str, files))))
        if screen.as_json:
            documents = [page.to_dict(screen.words.language) for page in done]
            is_one = len(tables) == 1 and not stopped
            screen.document(documents[0] if is_one else {"tables": documents})

    try:
        with live_line(screen, "reproduce") as show:

            def watch(table: str, known: int, of: int) -> None:
                show(f"{table}  {known}/{of}")

            options: dict[str, Any] = {
                "mistakes": columns,
                "jobs": jobs,
                "folder": out,
                "watch": watch,
                "at_end": finish,
            }
            for page in make(tables, effort, **options):
                done.append(page)
                if not screen.as_json:
                    show_page(screen, page)
    except KeyboardInterrupt:
        stopped = True
        finish()
    if not screen.as_json:
        screen.notes.print(duration(time.perf_counter() - started))
    if stopped:
        screen.notes.print(screen.words("thesis.kept"))
    return INTERRUPTED if stopped else 0


def make_folder(folder: Path) -> None:
    """Make the folder of a report before the work; raises InputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("command.folder", path=str(folder), why=reason(error)) from None


def show_list(screen: Screen) -> None:
    """Every table with its title."""
    language = screen.words.language
    if screen.as_json:
        rows = [
            {"thesis": table.thesis, "table": table.name, "title": say(table.title, language)}
            for table in ALL
        ]
        switches = [
            {"thesis": thesis, "name": name, "about": say(about(name), language)}
            for thesis, names in SWITCHES.items()
            for name in names
        ]
        screen.document({"tables": rows, "mistakes": switches})
        return
    for thesis in {table.thesis: 0 for table in ALL}:
        screen.print(f"{thesis}  {screen.words(f'thesis.author.{thesis}')}")
        own = [table for table in ALL if table.thesis == thesis]
        known = [(f"  {table}", say(table.title, language)) for table in own]
        known += [(f"  --mistakes {name}", say(about(name), language)) for name in SWITCHES[thesis]]
        screen.put(pairs(known))
    screen.print(screen.words("thesis.list"))


def show_page(screen: Screen, page: Page) -> None:
    """A table: published, ours, ours with the mistakes, and why they differ."""
    words = screen.words
    screen.print(f"{page.table}  {say(page.table.title, words.language)}")
    headings = [words(f"thesis.column.{name}") for name in COLUMNS]
    table = screen.table(*headings, right=(1, 2, 3))
    for row in page.rows:
        table.add_row(*row.cells(words.language))
    screen.put(table)
    screen.print()
