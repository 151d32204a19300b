"""The command `lab players`: what the documentation tells about players, measured again."""

from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.options import Cluster, Jobs, typed, whole
from yomikiri.cli.progress import games_watch, live_line
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.lab.kept import (
    Document,
    markdown,
    read_document,
    summary,
    table_of,
    write_document,
    write_report,
)
from yomikiri.lab.measured import Measured, chosen, measure_all
from yomikiri.words import Message, say
from yomikiri.work.runs import read_manifest


@command
def players(
    games_of: Annotated[list[str] | None, typer.Argument(metavar="GAME...")] = None,
    *,
    kind: Annotated[list[str] | None, typer.Option(metavar="levels|errors|strength")] = None,
    out: Annotated[Path, typer.Option(metavar="DIR")] = Path("players"),
    docs: Annotated[list[Path] | None, typer.Option(metavar="FILE")] = None,
    kept: Annotated[bool, typer.Option("--kept")] = False,
    games: Annotated[int | None, typer.Option(parser=whole, metavar="N")] = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    screen: Screen,
) -> int:
    """Measure levels, errors against perfect play and other programs; write their tables."""
    wanted = [] if kept else chosen(games_of or [], kind or [])
    if games is not None and (games < 2 or games % 2):
        raise InputError("lab.odd_games", got=games)
    for path in docs or []:
        read_document(path)  # before hours of games, not after them
    found: list[tuple[Measured, Document]] = []
    told: list[dict[str, Any]] = []
    stopped = ""
    words = screen.words
    with live_line(screen, "lab players") as show:

        def begin(each: Measured) -> Any:
            return games_watch(screen, lambda text: show(f"{each.name}  {text}"))

        work: dict[str, Any] = {"jobs": jobs, "cluster": cluster, "command": typed()}
        for each, result in measure_all(wanted, out, games=games, begin=begin, **work):
            if isinstance(result, Message):
                screen.notes.print(say(result, words.language))
                continue
            told.append({"kind": each.kind, "folder": each.folder, **result.to_dict()})
            if stopped := result.stopped:
                break
            found.append((each, summary(each, result, read_manifest(out / each.folder))))
            if not screen.as_json:
                screen.row(f"{each.name}\n")
                screen.row(markdown(table_of([found[-1][1]]), words.language))
    if found:
        write_report(out, found)
    left = []
    for path in docs or []:
        left += write_document(path, found)
        if not screen.as_json:
            screen.notes.print(words("result.wrote", file=path))
    if screen.as_json:
        document = {"measurements": told, "not_written": left}
        screen.document(document | ({"stopped": stopped} if stopped else {}))
    if left:
        screen.notes.print(words("measure.left", tables=left))
    if stopped:
        screen.notes.print(words(f"result.stopped_{stopped}"))
    return code_of(stopped)
