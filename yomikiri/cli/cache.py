"""The command `cache`: the files that Yomikiri keeps, and how to be rid of them."""

from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.doctor import show_places
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import short_number
from yomikiri.library.installed import clear, places


@command
def cache(
    *,
    clear_: Annotated[str | None, typer.Option("--clear", metavar="NAME")] = None,
    screen: Screen,
) -> int:
    """Show the files that are kept, or delete those that can be made again."""
    if clear_ is None:
        found = places()
        if screen.as_json:
            screen.document({"places": [place.to_dict() for place in found]})
        else:
            show_places(screen, found)
        return 0
    gone = clear(clear_)
    if screen.as_json:
        screen.document({"cleared": gone.to_dict()})
    else:
        size = f"{short_number(gone.bytes)}B"
        screen.print(screen.words("install.cleared", n=gone.files, size=size))
    return 0
