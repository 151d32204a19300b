"""The command `doctor`: what is installed, where files lie, and what is wrong."""

from yomikiri.cli.command import command
from yomikiri.cli.report import pairs
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import short_number
from yomikiri.errors import printable
from yomikiri.library.installed import Place, inspect
from yomikiri.words import say


@command
def doctor(*, screen: Screen) -> int:
    """Tell versions, folders and extras, and what is wrong."""
    found, words = inspect(), screen.words
    faults = [say(fault, words.language) for fault in found.faults]
    if screen.as_json:
        places = [place.to_dict() for place in found.places]
        screen.document({**found._asdict(), "places": places, "faults": faults})
        return int(bool(faults))
    missing = words("install.missing")
    rows = [*found.versions.items()]
    rows.append((words("install.machine"), words("install.machine_is", **found.machine)))
    for name, is_there in found.extras.items():
        there = words("install.there") if is_there else f"pip install 'yomikiri[{name}]'"
        rows.append((f"yomikiri[{name}]", there))
    rows += [(name, path or missing) for name, path in found.programs.items()]
    screen.put(pairs([(name, printable(text)) for name, text in rows]))
    show_places(screen, found.places)
    for fault in faults or [words("install.well")]:
        screen.print(fault)
    return int(bool(faults))


def show_places(screen: Screen, places: list[Place]) -> None:
    """Folders, what is in them, and what room is left."""
    names = ("what", "files", "size", "free", "folder")
    table = screen.table(*(screen.words(f"install.{name}") for name in names), right=(1, 2, 3))
    for place in places:
        free = "" if place.free is None else f"{short_number(place.free)}B"
        size = f"{short_number(place.bytes)}B"
        what = screen.words(f"install.place_{place.name}")
        table.add_row(what, str(place.files), size, free, printable(str(place.folder)))
    screen.put(table)
