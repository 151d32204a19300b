"""Games as other programs write and read them: by name, each game in those that are usual for it.

    write(tree, "kif")      the game up to where it stands, as text
    read(text, game)        the game of a text, whichever of the game's formats it is

Errors in a text name its line.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.play.formats import csa, kif, pgn, plain, usi
from yomikiri.play.formats.lines import BadRecord
from yomikiri.play.tree import Tree
from yomikiri.words import Message, message


class Format(NamedTuple):
    """A way of writing a game down."""

    called: str  # the message with its name, in the catalogue
    suffix: str  # of a file
    write: Callable[[Tree], str]
    read: Callable[[str, Game], Tree] | None = None
    recognises: Callable[[Sequence[str]], bool] = lambda lines: True  # a text, by its lines
    is_file: bool = False  # whether a file with this suffix is in this format
    older: str = "cp932"  # what programs wrote before UTF-8

    @property
    def name(self) -> Message:
        """As people call it."""
        return message(f"format.{self.called}")


FORMATS: Mapping[str, Format] = {
    "kif": Format("as_kif", "kif", kif.write, kif.read, kif.recognises, True),
    "csa": Format("as_csa", "csa", csa.write, csa.read, csa.recognises, True),
    "usi": Format("as_usi", "usi", usi.write, usi.read, bool, True),
    "sfen": Format("as_sfen", "sfen", plain.write_position),
    "pgn": Format("as_pgn", "pgn", pgn.write, pgn.read, is_file=True, older="latin-1"),
    "fen": Format("as_fen", "fen", plain.write_position),
    "moves": Format("as_moves", "txt", plain.write_moves, plain.read_moves),
    "position": Format("as_position", "txt", plain.write_position),
}


class UnknownFormat(InputError):
    """A game cannot be written in this format."""


def of(game: Game) -> Mapping[str, Format]:
    """The formats of a game by name, the most usual first."""
    return {name: FORMATS[name] for name in game.formats if name in FORMATS}


def write(tree: Tree, name: str) -> str:
    """The game up to where it stands; raises UnknownFormat if it cannot be written so."""
    known = of(tree.game)
    if name not in known:
        raise UnknownFormat("format.unknown", game=tree.game, names=list(known), name=name)
    return known[name].write(tree)


def read(text: str, game: Game) -> Tree:
    """The game of a text; raises InputError."""
    text = text.removeprefix("\ufeff")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    readers = [form for form in of(game).values() if form.read is not None]
    for form in readers:
        if form.read is not None and form.recognises(lines):
            return form.read(text, game)
    raise BadRecord("format.none", names=[form.suffix.upper() for form in readers])
