"""The command `atlas`: every board solved here, made or continued."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.atlas.boards import FORECAST, Board, chosen
from yomikiri.atlas.making import Lines, command_of, make_atlas, read_atlas, state_of
from yomikiri.atlas.pages import (
    Sources,
    forecast_table,
    published,
    solved_table,
    write_pages,
    write_readme,
)
from yomikiri.cli.command import command
from yomikiri.cli.interrupt import INTERRUPTED
from yomikiri.cli.options import Jobs, number, typed
from yomikiri.cli.progress import Pace, live_line
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import duration
from yomikiri.errors import InputError, reason
from yomikiri.words import say
from yomikiri.work import check_crew

MOST_MINUTES = 1_000_000.0


@command
def atlas(
    *,
    listed: Annotated[bool, typer.Option("--list")] = False,
    only: Annotated[str | None, typer.Option(metavar="PATTERN")] = None,
    out: Annotated[Path, typer.Option(metavar="DIR")] = Path("atlas"),
    minutes: Annotated[float | None, typer.Option(parser=number, metavar="M")] = None,
    jobs: Jobs = 1,
    report: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    screen: Screen,
) -> int:
    """Make or continue the atlas of solved boards."""
    boards = chosen(only)
    check_crew(jobs)
    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise InputError("number.range", name="minutes", least=0, most=MOST_MINUTES, got=minutes)
    stopped = False
    if not listed:
        stopped = make(screen, boards, out, minutes, jobs)
    lines = read_atlas(out)
    if not listed:
        file = write_readme(out, chosen(None), lines)
        made = sum(board.key in lines for board in boards)
        fields = {"made": made, "all": len(boards), "file": str(file)}
        screen.notes.print(screen.words("atlas.wrote", **fields))
    if report is not None:
        for path in written(report, boards, lines):
            screen.notes.print(screen.words("result.wrote", file=path))
    if screen.as_json:
        screen.document(document(screen, out, boards, lines))
    elif listed:
        show_list(screen, boards, lines)
    else:
        show(screen, boards, lines)
    if stopped:
        screen.notes.print(screen.words("atlas.kept"))
    return INTERRUPTED if stopped else 0


def make(
    screen: Screen, boards: Sequence[Board], out: Path, minutes: float | None, jobs: int
) -> bool:
    """Make what is missing, with a live line; True if it was stopped."""
    words, pace = screen.words, Pace()
    with live_line(screen, "atlas") as show:

        def watch(made: Sequence[Board], rest: Sequence[Board]) -> None:
            if not rest:
                return
            fields = {"done": len(made), "all": len(made) + len(rest), "game": rest[0].game}
            left = duration(sum(board.seconds for board in rest) / jobs)
            told = f"{words('atlas.progress', **fields)}  {words('atlas.rest', time=left)}"
            show(told)
            if pace.is_time() and not screen.is_live and not screen.as_json:
                screen.notes.print(told)

        seconds = None if minutes is None else 60 * minutes
        options: dict[str, Any] = {"jobs": jobs, "seconds": seconds, "command": typed()}
        try:
            for _ in make_atlas(out, boards, watch=watch, **options):
                pass
        except KeyboardInterrupt:
            return True
    return False


def written(folder: Path, boards: Sequence[Board], lines: Lines) -> list[Path]:
    """The pages; raises InputError where they cannot be."""
    try:
        return write_pages(folder, boards, lines)
    except OSError as error:
        raise InputError("command.folder", path=str(folder), why=reason(error)) from None


def document(screen: Screen, out: Path, boards: Sequence[Board], lines: Lines) -> dict[str, Any]:
    """The JSON of `atlas`."""
    rows, language = [], screen.words.language
    for board in boards:
        row: dict[str, Any] = {"kind": board.kind, "game": board.game, "goal": board.goal}
        row |= {"same": board.same or None, "state": state_of(board, lines)}
        line = lines.get(board.key)
        if line is not None:
            row |= line | {"command": command_of(line)}
        if board.kind != FORECAST:
            claims = published(board, line)
            row["published"] = [
                {"claim": say(told.what, language), "source": say(told.source, language)}
                for told in claims
            ]
        rows.append(row)
    return {"folder": str(out), "boards": rows}


def show(screen: Screen, boards: Sequence[Board], lines: Lines) -> None:
    """What is known, as tables."""
    language, sources = screen.words.language, Sources()
    for (head, rows), right in (
        (solved_table(boards, lines, sources), (2, 4, 5)),
        (forecast_table(boards, lines), (2, 5)),
    ):
        if rows:
            table = screen.table(*(say(text, language) for text in head), right=right)
            for row in rows:
                table.add_row(*(say(cell, language) for cell in row))
            screen.put(table)
    for n, source in enumerate(sources.known, 1):
        screen.print(f"[{n}] {say(source, language)}")


def show_list(screen: Screen, boards: Sequence[Board], lines: Lines) -> None:
    """Every board, whether it is there, and how long it takes."""
    words = screen.words
    names = ("board", "goal", "state", "value", "takes")
    table = screen.table(*(words(f"atlas.column.{name}") for name in names), right=(3, 4))
    for board in boards:
        line = lines.get(board.key)
        value = line["value"] if line is not None and board.kind != FORECAST else None
        table.add_row(
            board.game,
            board.goal,
            words(f"atlas.state.{state_of(board, lines)}"),
            "" if value is None else f"{value:+}" if value else "0",
            duration(board.seconds),
        )
    screen.put(table)
