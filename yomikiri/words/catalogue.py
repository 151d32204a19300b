"""The catalogue: `area.name` is the table `[name]` in the file `area.toml` beside this one.

A file is read when one of its messages is first said, so that a command that says little starts
as fast as one that says nothing.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def areas() -> list[str]:
    """The names of all files."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@cache
def messages(area: str) -> Mapping[str, Mapping[str, str]]:
    """The messages of one file: the name without its area -> language -> text."""
    import tomllib  # only commands that say something need it

    with (FOLDER / f"{area}.toml").open("rb") as file:
        return dict(flattened(tomllib.load(file)))


def flattened(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Each message in a table and in the tables within it, whose names follow after a dot."""
    for name, inner in table.items():
        texts = {key: text for key, text in inner.items() if isinstance(text, str)}
        if texts:
            yield above + name, texts
        below = {key: value for key, value in inner.items() if not isinstance(value, str)}
        yield from flattened(below, f"{above}{name}.")


def has(name: str) -> bool:
    """Whether there is a message of this name."""
    area, _, rest = name.partition(".")
    return area in areas() and rest in messages(area)


def texts(name: str) -> Mapping[str, str]:
    """Language -> the text of a message; raises KeyError if there is none."""
    area, _, rest = name.partition(".")
    return messages(area)[rest]
