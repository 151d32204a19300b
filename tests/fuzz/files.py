"""Doors for files: records, formats, tables, stores, certificates, nets, variants."""

import hashlib
import json
import random
from abc import abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from tests.fuzz.door import Door, ask_all
from tests.fuzz.mutating import as_json, spoil_bytes, spoil_text, spoil_value
from tests.fuzz.texts import SPECS, good_line, good_positions
from yomikiri.games import FAMILIES, load
from yomikiri.games.family import read_choice
from yomikiri.games.net import net_for, shipped_path
from yomikiri.lab.book import build_book
from yomikiri.lab.positions import read_entries, read_games, read_position
from yomikiri.library.record import Record
from yomikiri.play import formats
from yomikiri.play.guess import guess
from yomikiri.players.book import Book
from yomikiri.solve import solve
from yomikiri.solve.listing import in_short
from yomikiri.solve.stores import open_store, read_store
from yomikiri.tables.build import build_table
from yomikiri.tables.files import MAGIC, class_path, header_digest
from yomikiri.tables.loaded import LoadedTable
from yomikiri.verify.verdict import verify
from yomikiri.work.runs import read_lines

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "tests/records").glob("*.json"))
CERTIFICATES = ("nip-4x4", "othello-3x3", "othello-4x4", "connect4-4x4")
BOOK_GAME = TABLE_GAME = "tictactoe"
STORE_GAME = "nip:4x4"


class Documents(Door):
    """Saved games: the JSON of a file, by its fields and letter by letter."""

    name = "records"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.good = [json.loads(path.read_text("utf-8")) for path in RECORDS]
        for spec in SPECS:
            record = Record(spec, moves=good_line(load(spec))[:4])
            record.undo()
            record.note = "a note"
            self.good.append(record.to_dict())
        self.texts = [json.dumps(document, ensure_ascii=False) for document in self.good]

    def make(self, chance: random.Random) -> str:
        if chance.random() < 0.7:
            return as_json(spoil_value(chance, chance.choice(self.good)))
        return spoil_text(chance, chance.choice(self.texts), self.texts)

    def ask(self, given: str) -> None:
        try:
            document = json.loads(given)
        except (ValueError, RecursionError):
            path = self.folder / "game.json"
            path.write_bytes(given.encode("utf-8", "surrogatepass"))
            Record.load(path)
            return
        again = Record.from_dict(document).to_dict()
        assert Record.from_dict(again).to_dict() == again


class Formats(Door):
    """Games as other programs write them, and which game a text is of."""

    name = "formats"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.good: list[tuple[str, str]] = []
        for spec in SPECS:
            record = Record(spec, moves=good_line(load(spec)))
            for form in formats.of(record.game):
                self.good.append((spec, record.to_text(form)))
        self.texts = [text for _, text in self.good]

    def make(self, chance: random.Random) -> tuple[str, str]:
        spec, text = chance.choice(self.good)
        return spec, spoil_text(chance, text, self.texts)

    def ask(self, given: tuple[str, str]) -> None:
        spec, text = given
        game = load(spec)
        if len(text) % 16 == 0:  # it takes long to try every game
            guess(text, FAMILIES.values())
        ask_all(lambda: Record.read(text, game), lambda: read_position(game, text))


class Files(Door):
    """Files of bytes."""

    good: list[bytes]
    path: Path

    def make(self, chance: random.Random) -> bytes:
        return spoil_bytes(chance, chance.choice(self.good))

    def ask(self, given: bytes) -> None:
        self.path.write_bytes(given)
        self.read()

    @abstractmethod
    def read(self) -> None:
        """Read the file."""


class Lists(Files):
    """Files of positions and of games, for batches; lines of runs."""

    name = "lists"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        lab = sorted((ROOT / "tests/records").glob("*.jsonl"))
        self.good = [b"\n".join(path.read_bytes().splitlines()[:3]) for path in lab]
        for spec in SPECS[:6]:
            self.good.append("\n".join(good_positions(load(spec))).encode())
        self.path = folder / "positions.txt"

    def read(self) -> None:
        ask_all(self.read_positions, lambda: read_games(self.path, None), self.read_run)

    def read_positions(self) -> None:
        """As positions."""
        game = load("tictactoe")
        for entry in read_entries(self.path, game)[:20]:
            read_position(game, entry.text)

    def read_run(self) -> None:
        """As the results of a run."""
        with self.path.open("rb") as stream:
            list(read_lines(self.path, stream))


class Tables(Files):
    """A table of all positions: bytes, and headers with a right checksum."""

    name = "tables"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.game = load(TABLE_GAME)
        build_table(self.game, folder)
        self.path = class_path(self.game, 0, folder)
        self.good = [self.path.read_bytes()]
        begin = len(MAGIC) + 4
        length = int.from_bytes(self.good[0][begin - 4 : begin], "little")
        self.header = json.loads(self.good[0][begin : begin + length])
        self.blocks = self.good[0][begin + length :]

    def make(self, chance: random.Random) -> bytes:
        if chance.random() < 0.5:
            return super().make(chance)
        header = spoil_value(chance, self.header)
        if isinstance(header, dict):
            header.pop("header_sha256", None)
            if chance.random() < 0.7:
                with suppress(RecursionError, ValueError):  # too deep for the reader, or cut off
                    header["header_sha256"] = header_digest(json.loads(as_json(header)))
        text = as_json(header).encode()
        return MAGIC + len(text).to_bytes(4, "little") + text + self.blocks

    def read(self) -> None:
        table = LoadedTable(self.game, self.folder)
        assert len(table.probe_many([self.game.start])) == 1
        assert table.codes(0).max() < 100


class Stores(Files):
    """Stores of long solves: SQLite."""

    name = "stores"
    asked: ClassVar = "SELECT * FROM"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.game = load(STORE_GAME)
        made = folder / "made.sqlite"
        solve(self.game, store=made)
        self.good = [made.read_bytes()]
        self.path = folder / "store.sqlite"

    def ask(self, given: bytes) -> None:
        for ending in ("", "-wal", "-shm", ".lock"):
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        super().ask(given)

    def read(self) -> None:
        with read_store(self.path) as store:
            store.about()
            store.count()
            for one in store.solves():
                in_short(store, one)
            list(store.all_tasks())
        with open_store(self.path, self.game, "fuzz") as store:
            list(store.all_facts())
        answer = solve(self.game, store=self.path)
        assert answer.value == 2, f"a damaged store says {answer.value}"


class Books(Files):
    """Books of openings: SQLite."""

    name = "books"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.game = load(BOOK_GAME)
        made = folder / "made.sqlite"
        build_book(self.game, made, depth=3, nodes=100, seconds=60)
        self.good = [made.read_bytes()]
        self.path = folder / "book.sqlite"

    def read(self) -> None:
        with Book(self.path, self.game) as book:
            list(book.pages())
            book.look_up(self.game.start)
            book.look_up(self.game.position(moves="b2").state)


class Certificates(Files):
    """Certificates: bytes, and claims with a right checksum."""

    name = "certificates"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        mate = ROOT / "tests/records/minishogi-mate.certificate"
        quick = [mate, *(ROOT / f"docs/atlas/{name}.certificate" for name in CERTIFICATES)]
        slow = ROOT / "docs/atlas/janken-single-pieces-1.certificate"  # a tenth of a second each
        self.good = [path.read_bytes() for path in (*quick, *quick, slow)]
        self.path = folder / "some.certificate"

    def make(self, chance: random.Random) -> bytes:
        content = chance.choice(self.good)
        if chance.random() < 0.4:
            return spoil_bytes(chance, content)
        first, header, body = content.split(b"\n", 2)
        if chance.random() < 0.7:
            header = as_json(spoil_value(chance, json.loads(header))).encode()
        else:
            body = spoil_bytes(chance, body)
        rest = header + b"\n" + body
        return (
            b" ".join([*first.split()[:-1], hashlib.sha256(rest).hexdigest().encode()])
            + b"\n"
            + rest
        )

    def read(self) -> None:
        found = verify(self.path)
        assert found.valid or str(found.reason)


class Nets(Files):
    """Nets that players are told to use."""

    name = "weights"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.game = load("dobutsu")  # its net is the smallest
        path = shipped_path(self.game)
        assert path is not None
        self.good = [path.read_bytes()]
        self.path = folder / "some.net"

    def make(self, chance: random.Random) -> bytes:
        if chance.random() < 0.3:
            return super().make(chance)
        first, header, body = self.good[0].split(b"\n", 2)
        header = as_json(spoil_value(chance, json.loads(header))).encode()
        return b"\n".join([first, header, body])

    def read(self) -> None:
        net_for(self.game, self.path)


class Variants(Door):
    """Variants of shogi in TOML."""

    name = "variants"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.good = (ROOT / "examples/knights.toml").read_text("utf-8")
        self.lines = self.good.splitlines(keepends=True)

    def make(self, chance: random.Random) -> str:
        if chance.random() < 0.5:
            return spoil_text(chance, self.good, [self.good])
        lines = list(self.lines)
        for _ in range(chance.choice((1, 1, 2, 3))):
            at = chance.randrange(len(lines))
            match chance.randrange(4):
                case 0:
                    del lines[at]
                case 1:
                    lines.insert(at, chance.choice(lines))
                case _:
                    lines[at] = spoil_text(chance, lines[at], lines)
        return "".join(lines)

    def ask(self, given: str) -> None:
        path = self.folder / "some.toml"
        path.write_bytes(given.encode("utf-8", "surrogatepass"))
        family, choice = read_choice(f"shogi-file:{path}", FAMILIES)
        game = family.build(choice)
        position = game.position()
        assert (position.outcome is None) == bool(position.moves)
        assert game.parse(position.text) == position.state and str(position)
