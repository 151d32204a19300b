"""The command `book build`: grow a book of openings."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import INTERRUPTED
from yomikiri.cli.options import Cluster, GameText, Jobs, number, whole
from yomikiri.cli.progress import live_line
from yomikiri.cli.screen import Screen
from yomikiri.games import load
from yomikiri.lab.book import NODES, WIDEST, build_book
from yomikiri.library.books import DEPTH, MINUTES, check_growth
from yomikiri.reading import check_writable
from yomikiri.work import check_crew

BookFile = Annotated[Path, typer.Option("--out", metavar="FILE")]
Number = Annotated[int, typer.Option(parser=whole, metavar="N")]


@command
def build(
    game: GameText,
    *,
    out: BookFile,
    depth: Number = DEPTH,
    minutes: Annotated[float, typer.Option(parser=number, metavar="M")] = MINUTES,
    nodes: Number = NODES,
    margin: Number = WIDEST,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    screen: Screen,
) -> int:
    """Grow a book; it goes on where it was."""
    chosen = load(game)
    check_crew(jobs, cluster)
    check_growth(depth, minutes, nodes, margin)
    check_writable(out)
    try:
        with live_line(screen, f"{chosen} book") as show:
            grown = build_book(
                chosen,
                out,
                depth=depth,
                seconds=60 * minutes,
                nodes=nodes,
                widest=margin,
                jobs=jobs,
                cluster=cluster,
                watch=lambda n, left: show(screen.words("book.progress", positions=n, open=left)),
            )
    except KeyboardInterrupt:  # what was looked at is in the file
        return INTERRUPTED
    if screen.as_json:
        screen.document({"game": str(chosen), "file": str(out), **grown._asdict()})
    else:
        screen.print(screen.words("book.grown", file=out, **grown._asdict()))
    return 0
