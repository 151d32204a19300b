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
from yomikiri.games.game import Game, State
from yomikiri.play import files, formats, record
from yomikiri.play.formats import pgn

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
        for ply, state in enumerate([*tree.history, tree.state]):
            yield Entry(game.show(state), {"record": number, "ply": ply})


def read_state(game: Game, text: str) -> State:
    """The position that a line means; raises InputError."""
    if text.startswith("{"):
        return read_record(game, text)
    words = text.split()
    if "usi" in game.formats and words[0] in USI_WORDS:
        return formats.FORMATS["usi"].read(text, game).state  # type: ignore[misc]
    if game.position_format == "fen" and (";" in text or not all(map(str.isdigit, words[4:]))):
        text = " ".join(words[:4])  # an EPD has operations after them
    try:
        return game.parse(text)
    except NotationError:
        if not begins_game(game, text):
            raise
    return game.replay(game.start, game.read_moves(game.start, text))


def begins_game(game: Game, text: str) -> bool:
    """Whether a text is meant as moves from the start: its first word is one."""
    try:
        game.read_move(game.start, (game.split_moves(text) or [""])[0])
    except InputError:
        return False
    return True


def read_record(game: Game, text: str) -> State:
    """The last position of a record in a line."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    return record.read(document, game).state


def label(text: str) -> dict[str, Any]:
    """What an answer repeats of the line that it is for: the id of an EPD."""
    found = EPD_ID.search(text) if ";" in text else None
    return {"id": found[1]} if found else {}
