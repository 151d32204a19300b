"""The command `serve`: the page on this machine."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import whole
from yomikiri.cli.words import Words


@command
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; others see 0.0.0.0.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="The port; 0: any that is free.")
    ] = 8000,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
    *,
    words: Words,
) -> None:
    """Open the web page on this machine."""
    # Only this command needs a web server: the others start faster without it.
    from yomikiri.web.serve import serve as serve_page

    serve_page(host, port, data)
