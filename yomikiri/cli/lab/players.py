"""The command `lab players`: what the documentation tells about players, measured again."""

from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.options import Cluster, Jobs, typed, whole
from yomikiri.cli.progress import games_watch, live_line
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError, reason
from yomikiri.lab.measured import (
    Measured,
    Result,
    chosen,
    markdown,
    measure_all,
    table_of,
    write_document,
    write_report,
)


@command
def players(
    games_of: Annotated[list[str] | None, typer.Argument(metavar="GAME...")] = None,
    *,
    out: Annotated[Path, typer.Option(metavar="DIR")] = Path("players"),
    docs: Annotated[list[Path] | None, typer.Option(metavar="FILE")] = None,
    games: Annotated[int | None, typer.Option(parser=whole, metavar="N")] = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    screen: Screen,
) -> int:
    """Measure the levels of every family and errors against perfect play; write their tables."""
    wanted = chosen(games_of or [])
    if games is not None and (games < 2 or games % 2):
        raise InputError("lab.odd_games", got=games)
    for path in docs or []:
        check_document(path)
    results: dict[Measured, Result] = {}
    told: list[dict[str, Any]] = []
    stopped = ""
    words = screen.words
    with live_line(screen, "lab players") as show:

        def begin(each: Measured) -> Any:
            return games_watch(screen, lambda text: show(f"{each.kind} {each.game}  {text}"))

        work: dict[str, Any] = {"jobs": jobs, "cluster": cluster, "command": typed()}
        for each, result in measure_all(wanted, out, games=games, begin=begin, **work):
            if result is None:
                build = f"yomikiri table build {each.game}"
                screen.notes.print(words("measure.no_table", game=each.game, command=build))
                continue
            told.append({"kind": each.kind, "folder": each.folder, **result.to_dict()})
            if not screen.as_json:
                screen.row(f"{each.kind} {each.game}\n")
                screen.row(markdown(table_of(each.kind, [result]), words.language))
            if stopped := result.stopped:
                break
            results[each] = result
    left: list[str] = []
    if results:
        write_report(out, results)
        for path in docs or []:
            left += write_document(path, results)
    if screen.as_json:
        document = {"measurements": told, "not_written": left}
        screen.document(document | ({"stopped": stopped} if stopped else {}))
    if left:
        screen.notes.print(words("measure.left", tables=left))
    if stopped:
        screen.notes.print(words(f"result.stopped_{stopped}"))
    return code_of(stopped)


def check_document(path: Path) -> None:
    """Raise InputError if a document cannot be read: before hours of games, not after them."""
    try:
        path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise InputError("record.unread", file=str(path), why=why) from None
