"""Games in files: our own record, or by the file's name a format of other programs."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from yomikiri import games
from yomikiri.errors import InputError, reason
from yomikiri.games.game import Game
from yomikiri.play import formats, record
from yomikiri.play.formats import pgn
from yomikiri.play.guess import guess
from yomikiri.play.tree import Tree
from yomikiri.reading import is_there, path_of, read_up_to

MOST_BYTES = 1 << 20  # a longer file is not one of our games
MODE = 0o644
TRANSCRIPT = "txt"  # moves, as they are typed


def save(tree: Tree, file: str) -> None:
    """Write the game, whole or not at all; a file that is not a saved game is not overwritten."""
    path = path_of(file)
    check_suffix(path, tree.game)
    if is_there(path):
        try:
            load(file, tree.game) if format_of(path, tree.game) else read_document(path)
        except InputError:
            raise InputError("record.exists", file=file) from None
    name = format_of(path, tree.game)
    text = formats.write(tree, name) if name else json_text(tree)
    try:
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            os.chmod(part, MODE)
            os.replace(part, path)
        except BaseException:
            os.unlink(part)
            raise
    except OSError as error:
        raise InputError("record.unsaved", file=file, why=reason(error)) from None


def load(file: str, game: Game, *, seed: int = 0) -> Tree:
    """The game of a file, which must be one of the rules of `game`; raises InputError."""
    path = path_of(file)
    if name := format_of(path, game):
        return formats.read(decoded(path, formats.FORMATS[name].older), game)
    try:
        document = read_document(path)
    except InputError:
        check_suffix(path, game)
        if suffix_of(path) != TRANSCRIPT:
            raise
        return formats.read(decoded(path, "utf-8"), game)
    return record.read(document, game, where=file, seed=seed)


def open_file(file: str, game: Game | None = None) -> Tree:
    """The game of a file, which names its rules itself; one of another program may do so."""
    path = path_of(file)
    if (game := game or guessed(path)) is not None:
        return load(file, game)
    document = read_document(path)
    return record.read(document, games.load(record.game_of(document)), where=file)


def guessed(path: Path, most: int = MOST_BYTES) -> Game | None:
    """The game of a file of another program, by its first record; None for our own files."""
    name = suffix_of(path)
    if name not in formats.FORMATS or not formats.FORMATS[name].is_file:
        return None
    text = decoded(path, formats.FORMATS[name].older, most)
    if name == "pgn":
        text = "".join(pgn.split(text)[:1])
    found = guess(text, games.families(), name)
    if len(found) == 1:
        return found[0]
    kind = "record.which_of" if found else "record.which_game"
    names = [str(game) for game in found]
    raise InputError(kind, file=str(path), format=name.upper(), names=names)


def format_of(path: Path, game: Game) -> str:
    """The other programs' format that a file's suffix names; "" if it is our own."""
    name = suffix_of(path)
    return name if name in formats.of(game) and formats.FORMATS[name].is_file else ""


def suffix_of(path: Path) -> str:
    """What a file's name ends in, such as `kif`."""
    return path.suffix.lower().lstrip(".")


def check_suffix(path: Path, game: Game) -> None:
    """Raise UnknownFormat for a file that is named like a format in which the game has no files."""
    if (name := suffix_of(path)) in formats.FORMATS and not format_of(path, game):
        known = [form.suffix for form in formats.of(game).values() if form.is_file]
        files = [f"*.{suffix}" for suffix in (*known, "json")]
        raise formats.UnknownFormat("format.suffix", game=game, name=name, files=files)


def json_text(tree: Tree) -> str:
    """The game in our own format."""
    return json.dumps(record.write(tree), ensure_ascii=False, indent=1) + "\n"


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The beginning of a file, and one byte more than it may have."""
    try:
        return read_up_to(path, most)
    except OSError as error:
        raise InputError("record.unread", file=str(path), why=reason(error)) from None


def decoded(path: Path, older: str, most: int = MOST_BYTES) -> str:
    """The text of a file, in UTF-8 or as older programs write."""
    data = read_bytes(path, most)
    if len(data) > most:
        raise InputError("record.too_long", file=str(path), most=most)
    try:
        return data.decode("utf-8")
    except ValueError:
        return data.decode(older, errors="replace")


def read_document(path: Path) -> Any:
    """The JSON of a saved game, its fields of the right types."""
    data = read_bytes(path)
    try:
        document = json.loads(data.decode("utf-8")) if len(data) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        document = None
    record.game_of(document, str(path))
    return document
