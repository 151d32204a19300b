"""Positions in files: one in a line, in whatever way the game's positions and records are written.

A line is a position (text, FEN, SFEN, EPD), a game as moves from the start, a game as USI writes it
(`startpos moves ...`), or a record as JSON, and then its last position is meant.  Empty lines and
lines that begin with # are passed over.  A file of a record format (KIF, CSA, PGN) has every
position of its games, in their order.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError, NotationError
from yomikiri.games import load
from yomikiri.games.game import Game, Position
from yomikiri.play import files, formats, record
from yomikiri.play.formats import pgn
from yomikiri.play.tree import Tree

MOST_BYTES = 1 << 31  # of a file
COMMENT = "#"
USI_WORDS = ("position", "startpos", "sfen", "moves")
EPD_ID = re.compile(r'\bid\s+"([^"]*)"')


class Entry(NamedTuple):
    """A position as it was written, and where: its line, or its record and ply."""

    text: str
    where: dict[str, Any]


def read_entries(path: Path, game: Game) -> list[Entry]:
    """What a file asks about; raises InputError for one that cannot be read."""
    name = files.format_of(path, game)
    text = files.decoded(path, formats.FORMATS[name or "usi"].older, MOST_BYTES)
    if name not in ("", "usi"):
        return list(entries_of_games(text, name, game))
    return read_lines(text)


def read_games(path: Path, game: Game | None) -> tuple[Game, list[Entry]]:
    """The games of a file, one a line or as KIF, CSA or PGN; records in JSON name their rules."""
    game = game or files.guessed(path, MOST_BYTES)
    if game is not None and (name := files.format_of(path, game)) not in ("", "usi"):
        text = files.decoded(path, formats.FORMATS[name].older, MOST_BYTES)
        games = pgn.split(text) if name == "pgn" else [text]
        return game, [Entry(single, {"record": n}) for n, single in enumerate(games, 1)]
    entries = read_lines(files.decoded(path, "utf-8", MOST_BYTES))
    if game is None and entries:
        game = load(record.game_of(document_of(entries[0].text), str(path)))
    if game is None:
        raise InputError("batch.empty", file=str(path))
    return game, entries


def read_lines(text: str) -> list[Entry]:
    """What stands in the lines of a text."""
    return [
        Entry(line.strip(), {"line": number})
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)
        if line.strip() and not line.lstrip().startswith(COMMENT)
    ]


def entries_of_games(text: str, name: str, game: Game) -> Iterator[Entry]:
    """Every position of the games of a text, from the start of each to where it ends."""
    games = pgn.split(text) if name == "pgn" else [text]
    for number, single in enumerate(games, 1):
        try:
            tree = formats.read(single, game)
        except InputError as error:
            raise InputError("batch.record", number=number, error=error) from None
        for node in tree.node.path():
            yield Entry(text_of(node.position()), {"record": number, "ply": node.ply})


def text_of(position: Position) -> str:
    """A position as `read_position` reads it: with the game so far, where that may matter."""
    game = position.game
    if not game.returning(position.state, position.history):
        return position.text
    played = Tree(game, position.path[0].state, [move.number for move in position.line])
    return json.dumps(record.write(played), ensure_ascii=False)


def read_position(game: Game, text: str) -> Position:
    """The position that a line means, and the game so far if it is written; raises InputError."""
    if text.startswith("{"):
        return record.read(document_of(text), game).node.position()
    words = text.split()
    if is_usi(game, text):
        return formats.FORMATS["usi"].read(text, game).node.position()  # type: ignore[misc]
    if game.position_format == "fen" and (";" in text or not all(map(str.isdigit, words[4:]))):
        text = " ".join(words[:4])  # an EPD has operations after them
    try:
        return Position(game, game.parse(text))
    except NotationError:
        if not begins_game(game, text):
            raise
    return Tree(game, moves=game.read_moves(game.start, text)).node.position()


def begins_game(game: Game, text: str) -> bool:
    """Whether a text is meant as moves from the start: its first word is one."""
    try:
        game.read_move(game.start, (game.split_moves(text) or [""])[0])
    except InputError:
        return False
    return True


def document_of(text: str) -> Any:
    """The JSON of a line; None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def read_game(game: Game, text: str) -> Tree:
    """The game that a line or a text of a record format means; raises InputError."""
    if text.startswith("{"):
        tree = record.read(document_of(text), game)
    elif is_usi(game, text):
        tree = formats.FORMATS["usi"].read(text, game)  # type: ignore[misc]
    elif "\n" in text:
        tree = formats.read(text, game)
    else:
        tree = Tree(game, moves=game.read_moves(game.start, text))
    if not tree.node.path()[1:] and not tree.root.children:
        raise InputError("batch.no_moves")
    return tree


def is_usi(game: Game, text: str) -> bool:
    """Whether a line is a game as USI writes it."""
    return "usi" in game.formats and next(iter(text.split()), "") in USI_WORDS


def label(text: str) -> dict[str, Any]:
    """What an answer repeats of the line that it is for: the id of an EPD."""
    found = EPD_ID.search(text) if ";" in text else None
    return {"id": found[1]} if found else {}
