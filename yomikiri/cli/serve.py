"""The command `serve`: the page on this machine."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import whole
from yomikiri.cli.words import Words
from yomikiri.errors import InputError, reason


@command
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS")] = "127.0.0.1",
    port: Annotated[int, typer.Option(parser=whole, metavar="N")] = 8000,
    data: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    runs: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    certificates: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    *,
    words: Words,
) -> None:
    """Open the web page on this machine."""
    # Only this command needs a web server: the others start faster without it.
    from yomikiri.web.serve import serve as serve_page

    for folder in (runs, certificates):
        if folder is not None and not folder.is_dir():
            why = reason(FileNotFoundError(2, ""))
            raise InputError("work.unread", folder=str(folder), why=why)
    serve_page(host, port, data, words.language, runs, certificates)
