"""A sample of `make fuzz`, and what it has found: spoilt inputs get a result or one clear line."""

import errno
import json
import os
import random
import signal
import sqlite3
import threading
import time

import pytest

from tests.fuzz import running
from tests.fuzz.door import Door, check
from tests.fuzz.files import ROOT
from tests.fuzz.running import DOORS, Find, try_door, try_inputs
from tests.web import API, client_of
from yomikiri.errors import InputError, Said
from yomikiri.games import load
from yomikiri.games.net import read_net, shipped_path
from yomikiri.games.shogi.file import read_text
from yomikiri.lab.openings import read_openings
from yomikiri.lab.positions import read_position
from yomikiri.lab.terms import read_terms
from yomikiri.play import formats
from yomikiri.players import make_player
from yomikiri.players.book import Book
from yomikiri.solve import solve
from yomikiri.solve.listing import in_short
from yomikiri.solve.options import read_goal
from yomikiri.solve.stores import VERSION, open_store, read_store
from yomikiri.tables.build import build_table
from yomikiri.tables.files import MAGIC, class_path, header_digest, read_header
from yomikiri.tables.loaded import LoadedTable
from yomikiri.verify.verdict import verify

SAMPLE = 50  # inputs of each door


@pytest.mark.compiled
@pytest.mark.parametrize("name", DOORS)
def test_spoilt_inputs_get_a_result_or_one_line(name):
    finds: list[Find] = []
    facts = [-1.0, 0, 0, 0, 0]
    try_inputs(DOORS[name], 0, range(SAMPLE), facts, finds.append)
    assert not finds, json.dumps(finds[0], indent=1)
    assert facts[running.NUMBER] == SAMPLE - 1


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["games", "records", "weights"])
def test_the_same_number_is_the_same_input(name, tmp_path):
    first, second = (DOORS[name](tmp_path) for _ in range(2))
    numbers = [running.chance_of(1, name, number) for number in range(20)]
    again = [running.chance_of(1, name, number) for number in range(20)]
    assert [first.make(c) for c in numbers] == [second.make(c) for c in again]


class Bad(Door):
    """A door with every fault."""

    name = "bad"

    def make(self, chance: random.Random) -> int:
        return chance.randrange(10**6)

    def ask(self, given: int) -> None:
        if given % 3 == 0:
            raise IndexError(given)
        if given % 17 == 9:  # in another thread, where nobody waits for it
            thread = threading.Thread(target=int, args=("no number",))
            thread.start()
            thread.join()
        if given % 3 == 1:
            raise Said("two\nlines") if given % 2 else InputError("one line")


def test_what_is_wrong_is_found():
    finds: list[Find] = []
    facts = [-1.0, 0, 0, 0, 0]
    try_inputs(Bad, 0, range(50), facts, finds.append)
    assert {one["error"].split(":")[0] for one in finds} == {"IndexError", "ValueError"}
    assert 0 < facts[running.TAKEN] < 50 - len(finds)
    given = eval(finds[0]["input"])
    assert given == Bad.make(None, running.chance_of(0, "bad", finds[0]["number"]))  # type: ignore[arg-type]


def test_a_message_with_an_escape_or_a_line_in_it_is_one_line(tmp_path):
    error = InputError("a\u2028b\x1b[2J\nc\ud800")
    assert str(error) == "a b?[2J c?"
    assert not check(Bad(tmp_path), 1) and not check(Bad(tmp_path), 4)


class Broken(Bad):
    """A door at which the program crashes, and one at which it never answers."""

    def make(self, chance: random.Random) -> int:
        return chance.choice((0, 1, 2))

    def ask(self, given: int) -> None:
        if given == 1:
            os.kill(os.getpid(), signal.SIGSEGV)
        while given == 2:
            pass


@pytest.mark.long
def test_a_crash_and_a_hang_are_finds(monkeypatch):
    monkeypatch.setattr(running, "SECONDS", 0.5)
    inputs = [Broken.make(None, running.chance_of(0, "bad", n)) for n in range(1, 4)]  # type: ignore[arg-type]
    found = try_door(Broken, 0, range(1, 4))
    assert found.tried == 3 and found.taken == inputs.count(0)
    said = [(one["number"], one["error"].split()[0]) for one in found.finds]
    words = {1: "the", 2: "no"}  # the process ended with -11; no answer after 1 s of CPU time
    assert said == [(n, words[given]) for n, given in enumerate(inputs, 1) if given]


# What was found, and is mended.


@pytest.mark.parametrize(
    "text", ["x" * 5000, "all\0=3", "~nobody-of-this-name/x", "\ud800"], ids=repr
)
def test_names_that_no_file_can_have(text):
    game = load("tictactoe")
    for ask in (
        lambda: read_openings(text, game),
        lambda: make_player(f"own:{text}.py:Name", game),
        lambda: make_player(f"alphabeta:book={text}", game),
        lambda: make_player(f"alphabeta:eval={text}.net", game),
        lambda: load(f"shogi-file:{text}"),
    ):
        with pytest.raises(InputError) as raised:
            ask()
        assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize("module", [".relative", "a." * 3000 + "b", "no_such_file.py:x"])
def test_names_that_no_module_can_have(module):
    with pytest.raises(InputError, match="module"):
        make_player(f"own:{module}:Name", load("tictactoe"))


@pytest.mark.parametrize("increment", [".", "..", "0.0.0", "-1", "nan", "x"])
def test_clocks_with_an_increment_that_is_no_number(increment):
    with pytest.raises(InputError, match="clock"):
        read_terms(f"clock=60+{increment}", "")
    assert read_terms("clock=60+0.0", "").clock() is not None


def test_a_long_word_is_not_compared_with_every_known_one():
    """It took 10 s."""
    began = time.process_time()
    for text in ("01beta=" * 3000, "beta01," * 3000):
        with pytest.raises(InputError):
            read_goal(text)
    assert time.process_time() - began < 2


def test_an_empty_line_of_a_file_of_games_of_shogi():
    with pytest.raises(InputError):
        read_position(load("minishogi"), " ")


@pytest.mark.parametrize(
    "field", [{"width": float("inf")}, {"bias": 10**30}, {"rows": "x"}, {"game": {}}]
)
def test_a_net_with_an_impossible_header(field, tmp_path):
    shipped = shipped_path(load("minishogi"))
    assert shipped is not None
    first, header, body = shipped.read_bytes().split(b"\n", 2)
    changed = json.dumps(json.loads(header) | field).encode()
    path = tmp_path / "some.net"
    path.write_bytes(b"\n".join([first, changed, body]))
    with pytest.raises(InputError, match="damaged"):
        read_net(path)


def test_a_number_of_thousands_of_digits_in_a_variant():
    with pytest.raises(InputError, match=r"some\.toml"):
        read_text("width = " + "9" * 5000, "some.toml")


def test_directions_of_a_variant_written_thousands_of_times():
    """The tables of its moves took a second."""
    text = (ROOT / "examples/knights.toml").read_text("utf-8")
    many = text.replace('steps = "n"', f'steps = "{"n " * 5000}"')
    assert many != text
    found, plain = read_text(many, "some.toml"), read_text(text, "some.toml")
    assert found.digest == plain.digest


def test_a_certificate_of_an_endless_board(tmp_path):
    path = tmp_path / "some.certificate"
    header = {"game": "othello", "rows": 1 << 40, "columns": [1], "switches": {"empties": "nobody"}}
    header |= {"goal": "score", "value": 0, "cut": 8, "position": "", "proofs": []}
    path.write_bytes(b"yomikiri certificate 1 " + b"0" * 64 + b"\n" + json.dumps(header).encode())
    assert not verify(path).valid


def test_a_table_whose_header_has_other_types(tmp_path):
    game = load("tictactoe")
    build_table(game, tmp_path)
    path = class_path(game, 0, tmp_path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"class": "all"', b'"class": {}   '))
    assert path.read_bytes() != data
    with pytest.raises(InputError, match="damaged"):
        read_header(path)


def test_a_table_with_a_block_of_endless_length(tmp_path):
    game = load("tictactoe")
    build_table(game, tmp_path)
    path = class_path(game, 0, tmp_path)
    begin = len(MAGIC) + 4
    data = path.read_bytes()
    length = int.from_bytes(data[begin - 4 : begin], "little")
    header = json.loads(data[begin : begin + length]) | {"lengths": [10**30]}
    del header["header_sha256"]
    text = json.dumps(header | {"header_sha256": header_digest(header)}).encode()
    path.write_bytes(MAGIC + len(text).to_bytes(4, "little") + text + data[begin + length :])
    with pytest.raises(InputError, match="damaged"):
        LoadedTable(game, tmp_path)


def test_a_disk_that_is_full_is_told_with_the_file(tmp_path, monkeypatch):
    def fail(handle: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(InputError, match=r"cannot write .*no space left.*same command"):
        build_table(load("tictactoe"), tmp_path)
    assert not list(tmp_path.iterdir())


def damage(path, statement):
    """Change a file as a bad disk might."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE facts SET lower = lower + 1, upper = upper + 1",
        "UPDATE solves SET lower = 8, upper = 8",
        "UPDATE solves SET answer = '{' || answer",
        "UPDATE solves SET nodes = 'many'",
        "DELETE FROM about WHERE name = 'game'",
        "UPDATE about SET value = CAST(x'd5d5' AS TEXT) WHERE name = 'game'",
    ],
)
def test_a_store_with_lost_bits_is_refused(statement, tmp_path):
    path = tmp_path / "store.sqlite"
    assert solve("nip:4x4", store=path).value == 2
    assert solve("nip:4x4", store=path).value == 2
    damage(path, statement)
    with pytest.raises(Said, match="damaged"):
        solve("nip:4x4", store=path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE solves SET spread = 1e6",  # nobody can say what 1e6 powers of e are
        "UPDATE solves SET seconds = 1e-310",
        "UPDATE solves SET forecast = 1e400",
    ],
)
def test_a_solve_with_absurd_numbers_is_damaged(statement, tmp_path):
    path = tmp_path / "store.sqlite"
    solve("nip:4x4", store=path)
    damage(path, statement)
    with read_store(path) as store, pytest.raises(Said, match="damaged"):
        [in_short(store, one) for one in store.solves()]


def test_a_store_with_more_columns_is_read(tmp_path):
    path = tmp_path / "store.sqlite"
    solve("nip:4x4", store=path)
    for table in ("solves", "facts"):
        damage(path, f"ALTER TABLE {table} ADD COLUMN more TEXT")
    with read_store(path) as store:
        assert [in_short(store, one)["lower"] for one in store.solves()] == [2]
        assert list(store.all_facts())


def test_a_log_of_tasks_with_a_gap_is_damaged(tmp_path):
    path = tmp_path / "store.sqlite"
    solve("nip:4x4", store=path)
    damage(path, "UPDATE tasks SET ended = 'late'")
    with read_store(path) as store, pytest.raises(Said, match="damaged"):
        list(store.all_tasks())


def test_a_store_of_version_1_gets_its_checksum(tmp_path):
    path = tmp_path / "store.sqlite"
    solve("nip:4x4", store=path)
    damage(path, "DELETE FROM about WHERE name = 'sum'")
    damage(path, "PRAGMA user_version = 1")
    read_store(path).close()
    with open_store(path, load("nip:4x4"), "test") as store:
        assert int(store.about()["sum"]) == store.whole_sum() > 0
        assert store.rows("PRAGMA user_version") == [(VERSION,)]


@pytest.mark.parametrize(
    "rows",
    [
        ["'b2', '', 'x', 0, 0"],
        ["'b2', '', 0, 0, 0", "x'6232', '', 0, 0, 0"],  # bytes, which have no order beside a text
    ],
)
def test_a_damaged_book_is_refused(rows, tmp_path):
    path, game = tmp_path / "book.sqlite", load("tictactoe")
    Book(path, game, write=True).connection.close()
    damage(path, f"INSERT INTO positions VALUES ('{game.show(game.start)}', 0, 1)")
    for row in rows:
        damage(path, f"INSERT INTO moves VALUES ('{game.show(game.start)}', {row})")
    for ask in (lambda book: book.look_up(game.start), Book.pages):
        with pytest.raises(InputError, match="damaged"), Book(path, game) as book:
            ask(book)


def test_half_a_character_in_a_body(tmp_path):
    with client_of(tmp_path) as client:
        for body in (
            b'"\\ud800"',
            b'{"game": "\\ud800"}',
            b'{"game": "nip", "moves": "\\udcff"}',
        ):
            answer = client.post(
                f"{API}/position", content=body, headers={"content-type": "application/json"}
            )
            assert answer.status_code in (400, 422) and answer.json()["error"]


KIF = "手数----指手---------消費時間--\n   1 "


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("minishogi", f"{KIF}５三歩{' ' * 4000}(54"),
        ("ending:KPK", f"1. e4{chr(10) * 6000}x"),
        ("ending:KPK", "{" * 120_000),
        ("ending:KPK", "(a1)" * 120_000),
        ("minishogi", "PI\n" + "+\n-\n" * 120_000),
    ],
)
def test_long_records_take_time_by_their_length(game, text):
    game = load(game)
    began = time.process_time()
    with pytest.raises(InputError):
        formats.read(text, game)
    assert time.process_time() - began < running.SECONDS
