"""A door: where something is typed, sent or read from a file."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from yomikiri.errors import LONGEST, Said
from yomikiri.words import LANGUAGES

MARGIN = 20  # characters: " ... " in what was shortened


class Door(ABC):
    """One door; `make` an input, `ask` about it.  Its inputs depend on their number alone."""

    name: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder  # of its own, to write to

    @abstractmethod
    def make(self, chance: random.Random) -> Any:
        """A spoilt input."""

    @abstractmethod
    def ask(self, given: Any) -> None:
        """Give it to the program, which answers or raises InputError."""

    def close(self) -> None:  # noqa: B027
        """End what was begun, if anything was."""


def ask_all(*questions: Callable[[], Any]) -> None:
    """Ask each; raise what the first of them says if none is answered."""
    faults = []
    for question in questions:
        try:
            question()
        except Said as error:
            faults.append(error)
    for fault in faults[len(faults) == len(questions) :]:  # the first is checked where it is raised
        check_message(fault)
    if len(faults) == len(questions):
        raise faults[0]


def check(door: Door, given: Any) -> bool:
    """Whether it was taken; raises what is wrong with the program's answer."""
    try:
        door.ask(given)
    except Said as error:
        check_message(error)
        return False
    return True


def check_message(error: Said) -> None:
    """One line, in both languages, neither empty nor endless."""
    for language in LANGUAGES:
        line = error.say(language)
        assert line.strip(), "an empty message"
        assert len(line.splitlines()) == 1, f"more than one line: {line!r}"
        assert len(line) < LONGEST + MARGIN, f"{len(line)} characters"
        line.encode()  # so that it can be printed
