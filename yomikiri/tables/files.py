"""A class of positions on disk: a header that says whose it is, then compressed blocks of codes.

    yomikiri table 1        a line of ASCII
    4 bytes                 the length of the header, little-endian
    header                  JSON: game, rules hash, class, counts, lengths of the blocks, checksums
    blocks                  zstd, BLOCK codes each: signed, one byte or two (see `width`)

A code is d + 1 for a win in d plies, -(d + 1) for a loss, 0 for a draw; the least number that fits
marks what is not a position.  A file is written under another name and renamed when it is complete.
"""

import hashlib
import json
import os
import shlex
import tempfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from yomikiri.errors import InputError, reason
from yomikiri.games import as_typed
from yomikiri.games.game import Game
from yomikiri.packing import pack, unpack
from yomikiri.reading import data_folder, open_file
from yomikiri.search.codes import HOLE
from yomikiri.tables.counts import Codes, Counts, count_codes
from yomikiri.tables.numbering import numbering
from yomikiri.words import Message, message

ANY_MAGIC = b"yomikiri table "
MAGIC = ANY_MAGIC + b"1\n"
BLOCK = 1 << 16  # codes
CACHED = 256  # blocks that an open file keeps decoded
LONGEST_HEADER = 1 << 24  # bytes
MOST = 1 << 62  # of any number in a header
KINDS: dict[int, np.dtype[Any]] = {1: np.dtype("<i1"), 2: np.dtype("<i2")}
SUFFIX = ".table"


class TableError(InputError):
    """A table that is missing, damaged, or of other rules."""


def tables_folder() -> Path:
    """The default folder of the tables."""
    if asked := os.environ.get("YOMIKIRI_TABLES"):
        return Path(asked)
    return data_folder() / "tables"


def class_path(game: Game, group: int, folder: Path) -> Path:
    """The file of a class."""
    return folder / (game.table_name(group) + SUFFIX)


def make_folder(folder: Path) -> None:
    """A folder that is writable, made before a long build; raises TableError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise TableError("table.folder_unwritable", folder=str(folder), why=why) from None


def write_class(game: Game, group: int, codes: Codes, folder: Path) -> Path:
    """Write a finished class; it is there whole or not at all."""
    numbers = numbering(game)
    counts = count_codes(codes)
    longest = max(counts.longest_win or 0, counts.longest_loss or 0) + 1
    width = 1 if longest < 128 else 2
    path = class_path(game, group, folder)
    digest, lengths = hashlib.sha256(), []
    body = path.with_suffix(f".{os.getpid()}.body")
    whole = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        with body.open("wb") as out:
            for start in range(0, len(codes), BLOCK):
                block = pack(narrow(codes[start : start + BLOCK], width).tobytes())
                digest.update(block)
                lengths.append(len(block))
                out.write(block)
        header = {
            "game": game.spec,
            "name": game.table_name(group),
            "rules_hash": numbers.hash(game, group),
            "class": numbers.classes[group].name,
            "size": len(codes),
            "width": width,
            "block": BLOCK,
            **counts._asdict(),
            "lengths": lengths,
            "sha256": digest.hexdigest(),
        }
        text = json.dumps({**header, "header_sha256": header_digest(header)}).encode()
        with whole.open("wb") as out, body.open("rb") as blocks:
            out.write(MAGIC + len(text).to_bytes(4, "little") + text)
            while chunk := blocks.read(1 << 22):
                out.write(chunk)
            out.flush()
            os.fsync(out.fileno())
        whole.replace(path)
    except OSError as error:
        raise TableError("table.unwritten", path=path, why=reason(error)) from None
    finally:
        body.unlink(missing_ok=True)
        whole.unlink(missing_ok=True)
    return path


def narrow(codes: Codes, width: int) -> Codes:
    """The codes in one byte or two."""
    if width == 2:
        return codes.astype(KINDS[2])
    return np.where(codes == HOLE, -128, codes).astype(KINDS[1])


def widen(codes: Codes) -> Codes:
    """The codes as the kernels know them."""
    wide = codes.astype(np.int16)
    if codes.dtype.itemsize == 1:
        wide[codes == -128] = HOLE
    return wide


class ClassFile:
    """An open class: single codes through a cache of blocks, or all of them."""

    def __init__(self, game: Game, group: int, folder: Path) -> None:
        self.path = class_path(game, group, folder)
        if not os.path.exists(self.path):  # also where the folder cannot be read
            raise missing(game, folder)
        self.header = read_header(self.path)
        numbers = numbering(game)
        cls = numbers.classes[group]
        wanted = (numbers.hash(game, group), cls.name, cls.size)
        found = tuple(self.header[name] for name in ("rules_hash", "class", "size"))
        if found != wanted and is_earlier(self.header, game, group):
            raise TableError("table.stale", path=self.path, command=building(game, folder))
        if found != wanted:
            raise TableError(
                "table.foreign",
                path=self.path,
                game=self.header["game"],
                found=found[1],
                rules=found[0],
                wanted=wanted[1],
                wanted_rules=wanted[0],
            )
        lengths = np.array(self.header["lengths"], np.int64)
        begin = self.header["begin"]
        self.ends = np.cumsum(lengths) + begin
        self.starts = self.ends - lengths
        end = int(self.ends[-1]) if len(lengths) else begin
        if self.path.stat().st_size != end:
            raise damaged(
                self.path, message("table.length", n=self.path.stat().st_size, wanted=end)
            )
        self.kind = KINDS[self.header["width"]]
        self.file = open_file(self.path)
        self.block = lru_cache(CACHED)(self.read_block)

    @property
    def counts(self) -> Counts:
        """What the header says."""
        return Counts(*(self.header[name] for name in Counts._fields))

    def __len__(self) -> int:
        return int(self.header["size"])

    def read_block(self, number: int) -> Codes:
        """The codes of one block."""
        start, end = int(self.starts[number]), int(self.ends[number])
        self.file.seek(start)
        raw = self.file.read(end - start)
        wanted = min(BLOCK, len(self) - number * BLOCK)
        try:
            data = unpack(raw, BLOCK * self.kind.itemsize)
        except ValueError as error:
            raise damaged(self.path, message("table.block", number=number, why=error)) from None
        if len(data) != wanted * self.kind.itemsize:
            raise damaged(self.path, message("table.block_size", number=number))
        return widen(np.frombuffer(data, self.kind))

    def code(self, number: int) -> int:
        """The code of one position."""
        return int(self.block(number // BLOCK)[number % BLOCK])

    def blocks(self) -> Iterator[Codes]:
        """All codes, block by block."""
        return map(self.read_block, range(len(self.starts)))

    def load(self, out: Codes) -> None:
        """All codes, checked against the checksum, into an array."""
        digest = hashlib.sha256()
        self.file.seek(int(self.header["begin"]))
        while chunk := self.file.read(1 << 22):
            digest.update(chunk)
        if digest.hexdigest() != self.header["sha256"]:
            raise damaged(self.path, message("table.checksum"))
        for number, block in enumerate(self.blocks()):
            out[number * BLOCK : number * BLOCK + len(block)] = block

    def close(self) -> None:
        """Close the file."""
        self.block.cache_clear()
        self.file.close()


def read_header(path: Path) -> dict[str, Any]:
    """The header of a file; raises TableError if it is not one of ours."""
    try:
        with open_file(path) as file:
            magic = file.read(len(MAGIC))
            if magic != MAGIC and magic.startswith(ANY_MAGIC):
                raise TableError("table.newer", path=path)
            if magic != MAGIC:
                raise TableError("table.not_a_table", path=path)
            length = int.from_bytes(file.read(4), "little")
            if length > LONGEST_HEADER:
                raise damaged(path, message("table.header_long"))
            text = file.read(length)
    except OSError as error:
        raise TableError("table.unreadable", path=path, why=reason(error)) from None
    try:
        header = json.loads(text)
        counts = [header[name] for name in Counts._fields[:3]]
        numbers = [header["size"], header["block"], *counts, *header["lengths"]]
        sound = len(text) == length and header["width"] in KINDS and header["block"] == BLOCK
        sound = sound and all(isinstance(number, int) and 0 <= number < MOST for number in numbers)
        sound = sound and len(header["lengths"]) == -(-header["size"] // BLOCK)
        texts = [header[name] for name in ("game", "rules_hash", "class", "sha256")]
        sound = sound and all(isinstance(text, str) for text in texts)
        kept = header.pop("header_sha256", None)
        fits = kept in (None, header_digest(header))  # files from before it have none
    except (ValueError, KeyError, TypeError, RecursionError):
        sound = False
    if not sound:
        raise damaged(path, message("table.header_unreadable"))
    if not fits:
        raise damaged(path, message("table.header_checksum"))
    return {**header, "begin": len(MAGIC) + 4 + length}


def is_earlier(header: Mapping[str, Any], game: Game, group: int) -> bool:
    """Whether a file is of the same class by its name, so of earlier rules if its hash differs."""
    # Files from before the name are known by the game alone.
    if header.get("name", "") != game.table_name(group) and header["game"] != game.spec:
        return False
    return bool(header["class"] == numbering(game).classes[group].name)


def is_stale(game: Game, group: int, folder: Path) -> bool:
    """Whether there is a file that was built before the rules of the game were changed."""
    header = read_header(class_path(game, group, folder))
    is_other = header["rules_hash"] != numbering(game).hash(game, group)
    return is_other and is_earlier(header, game, group)


def header_digest(header: Mapping[str, Any]) -> str:
    """The checksum of what a header says."""
    return hashlib.sha256(json.dumps(header).encode()).hexdigest()


def missing(game: Game, folder: Path) -> TableError:
    """The complaint about a table that was not built, with the command that builds it."""
    if os.path.isfile(folder):
        return TableError("table.folder_is_file", folder=str(folder))
    return TableError("table.missing", game=game, command=building(game, folder))


def building(game: Game, folder: Path | None = None) -> str:
    """The command that builds a table, where tables usually are or in a folder."""
    command = ["yomikiri", "table", "build", *as_typed(game)]
    if folder is not None and folder != tables_folder():
        command += ["--tables", str(folder)]
    return shlex.join(command)


def damaged(path: Path, fault: Message) -> TableError:
    """The complaint about a broken file."""
    return TableError("table.damaged", path=path, fault=fault)
