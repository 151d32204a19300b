"""A game in a file: JSON with the game, a hash of its rules, the start and the moves.

Games of the shogi family are also written and read as KIF, CSA or USI moves, and chess as PGN, by
the file's name.
"""

import json
import os
import shlex
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.game import Game, quoted
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.play.formats import records
from yomikiri.play.formats.game_record import RESIGNED, GameRecord
from yomikiri.play.formats.pgn import read_pgn, write_pgn
from yomikiri.players import make_player

FORMAT = "yomikiri game"
VERSION = 1
MOST_BYTES = 1 << 20  # a longer file is no game of ours
PGN = "pgn"
HUMAN = "human"
PROGRAMS = ("usi", "uci")  # players that are other programs


class Record(NamedTuple):
    """A game, finished or not."""

    game: Game
    start: Any
    moves: list[int]
    players: tuple[str, str]  # `human` or a player's text
    result: dict[str, Any] | None = None

    @property
    def state(self) -> Any:
        """The position after all moves."""
        return self.game.replay(self.start, self.moves)

    def to_dict(self) -> dict[str, Any]:
        """What is written to the file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": str(self.game),
            "rules_hash": self.game.rules_hash,
            "position": self.game.show(self.start),
            "moves": " ".join(self.game.line_text(self.start, self.moves)),
            "players": list(self.players),
            "result": self.result,
        }


def save(record: Record, file: str) -> None:
    """Write the game, whole or not at all; a file that is no saved game is not overwritten."""
    path = path_of(file)
    kind = other_format(path, record.game)
    if path.exists():
        try:
            load(file, record.game) if kind else read_document(path)
        except InputError:
            raise InputError(
                f"{file} exists and is not a saved game; choose another name"
            ) from None
    text = other_text(record, kind) if kind else json_text(record)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as error:
        raise InputError(f"cannot save to {file}: {error.strerror or error}") from None


def json_text(record: Record) -> str:
    """The game in our own format."""
    return json.dumps(record.to_dict(), ensure_ascii=False, indent=1) + "\n"


def other_format(path: Path, game: Game) -> str:
    """`kif`, `csa` or `usi` if a file of shogi is so called, `pgn` of chess, else nothing."""
    kind = path.suffix.lower().lstrip(".")
    if isinstance(game, EndingGame):
        return PGN if kind == PGN else ""
    return kind if kind in records.WRITERS and isinstance(game, ShogiGame) else ""


def other_text(record: Record, kind: str) -> str:
    """The game in a format of other programs; raises InputError if it cannot tell it."""
    if kind == PGN:
        return pgn_text(record)
    assert isinstance(record.game, ShogiGame)
    end = RESIGNED if (record.result or {}).get("resigned") else ""
    kept = GameRecord(record.game, record.start, record.moves, record.players, end)
    return records.write(kept, kind)


def pgn_text(record: Record) -> str:
    """The game as PGN; who wins is known also where somebody resigned."""
    tags = dict(zip(("White", "Black"), record.players, strict=True))
    value = None
    if record.result is not None:
        value = {"first": 1, "draw": 0, "second": -1}[record.result["winner"]]
    return write_pgn(record.game, record.start, record.moves, tags, value)


def read_other(path: Path, kind: str, game: Game) -> Record:
    """A game that another program may have written; who is no player of ours is a person."""
    data = read_bytes(path)
    if len(data) > MOST_BYTES:
        raise InputError(f"{path} is too long for a game; expected at most {MOST_BYTES} bytes")
    try:
        text = data.decode("utf-8")
    except ValueError:
        older = "latin-1" if kind == PGN else "cp932"  # as older programs write
        text = data.decode(older, errors="replace")
    if kind == PGN:
        read = read_pgn(game, text)
        names = (read.tags.get("White", ""), read.tags.get("Black", ""))
        return Record(game, read.start, read.moves, seats(game, names))
    assert isinstance(game, ShogiGame)
    found = records.read(text, game)
    return Record(game, found.start, list(found.moves), seats(game, found.players))


def seats(game: Game, names: tuple[str, str]) -> tuple[str, str]:
    """Those who are players of ours by their names, else persons."""

    def seat(name: str) -> str:
        try:
            return make_player(name, game).name
        except InputError:
            return HUMAN

    return seat(names[0]), seat(names[1])


def is_program(player: str) -> bool:
    """Whether a player is another program."""
    return player.partition(":")[0].strip().lower() in PROGRAMS


def require_trust(
    file: str, players: tuple[str, str], asked: tuple[str | None, str | None] = (None, None)
) -> None:
    """Refuse to start a program only because a file says so; raises InputError."""
    for option, player, other in zip(("--first", "--second"), players, asked, strict=True):
        if is_program(player) and other is None:
            raise InputError(
                f"{file} was played by another program; to run it, say so:"
                f" {option} {shlex.quote(player)}"
            )


def path_of(file: str) -> Path:
    """The place that a person named."""
    if "\0" in file:
        raise InputError("expected the name of a file, got one with a NUL character in it")
    try:
        return Path(file).expanduser()
    except RuntimeError:
        raise InputError(f"{quoted(file)}: no such home folder; write the path in full") from None


def load(file: str, game: Game) -> Record:
    """Read a game of the rules of `game`; raises InputError, and says why."""
    path = path_of(file)
    if kind := other_format(path, game):
        return read_other(path, kind, game)
    document = read_document(path)
    if document["rules_hash"] != game.rules_hash:
        name = document["game"]
        if name == str(game):
            raise InputError(
                f"{file} was played by other rules of {game} (hash {document['rules_hash']!r},"
                f" now {game.rules_hash}); it cannot be continued"
            )
        raise InputError(f"{file} is a game of {name}, not of {game}; name {name} instead")
    try:
        start = game.parse(document["position"])
        moves = game.read_moves(start, document["moves"])
    except InputError as error:
        raise InputError(f"{file} is damaged: {error}") from None
    first, second = document["players"]
    return Record(game, start, moves, (first, second), document.get("result"))


def read_bytes(path: Path) -> bytes:
    """The beginning of a file, and one byte more than a game may have."""
    try:
        if path.exists() and not path.is_file():  # opening a pipe would wait for ever
            raise InputError(f"{path} is not a game saved by yomikiri")
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None


def read_document(path: Path) -> dict[str, Any]:
    """The JSON of a saved game, its fields of the right types."""
    data = read_bytes(path)
    try:
        document = json.loads(data.decode("utf-8")) if len(data) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InputError(f"{path} is not a game saved by yomikiri")
    if document.get("version") != VERSION:
        raise InputError(
            f"{path} has version {str(document.get('version'))[:20]} of the format, expected"
            f" {VERSION}; a newer yomikiri may read it"
        )
    players = document.get("players")
    texts = [document.get(key) for key in ("game", "rules_hash", "position", "moves")]
    texts += players if isinstance(players, list) and len(players) == 2 else [None]
    if not all(isinstance(text, str) for text in texts):
        raise InputError(f"{path} is damaged: a field is missing or of the wrong kind")
    return document
