"""Tables on disk: what was built is what is read, and nothing else is."""

import csv
import json
import os
import random
from pathlib import Path

import numpy as np
import pytest

import yomikiri as yk
from yomikiri.cli import run
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.players import make_player
from yomikiri.rules import index, leaves_class
from yomikiri.search.codes import HOLE
from yomikiri.search.judge import reach
from yomikiri.search.reaching import DONE, OVER
from yomikiri.tables import build
from yomikiri.tables.checking import check_table
from yomikiri.tables.export import export_table
from yomikiri.tables.files import BLOCK, MAGIC, ClassFile, TableError, class_path, write_class
from yomikiri.tables.info import table_info
from yomikiri.tables.reachable import find_reachable
from yomikiri.tables.table import Table, find_table
from yomikiri.think.team import Team

GAME = load("tictactoe")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables")
    build.build_table(GAME, path)
    return path


@pytest.fixture
def copy(folder, tmp_path):
    """A table to spoil."""
    path = class_path(GAME, 0, folder)
    (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def test_all_positions_of_tictactoe(folder):
    info = table_info(GAME, folder)
    assert info.total.positions == 5478  # the well-known number
    assert (info.total.longest_win, info.total.longest_loss) == (5, 4)
    assert info.start == (0, None)
    assert sum(info.wins.values()) == info.total.wins
    assert sum(info.losses.values()) == info.total.losses
    wanted = {"game", "rules_hash", "counted", "positions", "wins", "losses", "draws"}
    wanted |= {"longest_win", "longest_loss", "classes", "start", "starts"}
    assert wanted <= info.to_dict().keys()


def test_reachable_positions_are_those_that_play_leads_to(tmp_path):
    for spec in ("tictactoe", "janken:single,pieces=1"):
        game = load(spec)
        build.build_table(game, tmp_path)
        reached = [state for state in reach(game.rules, game.start) if game.outcome(state) is None]
        numbers = {tuple(map(int, index(game.rules, state))) for state in reached}
        table = Table(game, tmp_path)
        values = [table.files[group].code(number) for group, number in numbers]
        counts = table_info(game, tmp_path, reachable=True).reachable
        assert counts is not None
        assert counts.positions == len(numbers) > 4000
        assert counts.wins == sum(value > 0 for value in values)
        assert counts.losses == sum(value < 0 for value in values)


# With the safe try of anpanman a game can also end within the tables.
@pytest.mark.parametrize(
    ("spec", "is_whole"),
    [
        ("tictactoe", True),
        ("janken:single,pieces=1", True),
        pytest.param("anpanman,try=safe", False, marks=pytest.mark.compiled),
    ],
)
def test_where_a_win_is_taken_nothing_else_is_played(spec, is_whole):
    game = load(spec)
    rules, waiting = game.rules, [game.start]
    counted: set[tuple[int, ...]] = set()
    over: set[tuple[int, ...]] = set()
    while waiting and (is_whole or len(counted) < 3000):
        state = waiting.pop()
        place = tuple(map(int, index(rules, state)))
        if place in counted:
            continue
        counted.add(place)
        children = [(move, game.play(state, move)) for move in game.legal_moves(state)]
        ends = [
            (leaves_class(rules, state, move), child)
            for move, child in children
            if game.outcome(child) is not None
        ]
        if any(leaves and game.outcome(child) == -1 for leaves, child in ends):
            continue
        over |= {tuple(map(int, index(rules, child))) for leaves, child in ends if not leaves}
        waiting += [child for _, child in children if game.outcome(child) is None]
    seen = find_reachable(game, wins_taken=True)
    bases = np.cumsum([0, *(cls.size for cls in game.table_classes())])
    for places, mark in ((counted, DONE), (over, OVER)):
        assert all(seen[bases[group] + number] == mark for group, number in places)
    if is_whole:
        assert np.count_nonzero(seen) == len(counted) + len(over)
    else:
        assert len(over) > 10


def test_a_check_passes_and_fails(copy):
    assert all(found.is_right for found in check_table(GAME, copy))
    file = ClassFile(GAME, 0, copy)
    codes = np.zeros(len(file), np.int16)
    file.load(codes)
    codes[np.flatnonzero(codes == 4)[0]] = 6
    write_class(GAME, 0, codes, copy)
    (found,) = check_table(GAME, copy)
    assert not found.is_right and "instead of" in str(found.fault)


@pytest.mark.parametrize("spec", ["tictactoe", "connect4:4x4"])
@pytest.mark.compiled
def test_tables_agree_with_alpha_beta(spec, tmp_path):
    game = load(spec)
    build.build_table(game, tmp_path)
    table = Table(game, tmp_path)
    team = Team(game.rules, megabytes=16)
    chance = random.Random(1)
    for _ in range(60):
        state = game.start
        while moves := game.legal_moves(state):
            assert table.probe(state).wdl == team.search(state, -1, 1), game.show(state)
            state = game.play(state, chance.choice(moves))


def test_wide_codes_come_back(tmp_path):
    codes = np.full(3**9, HOLE, np.int16)
    codes[: BLOCK // 8] = np.arange(BLOCK // 8) - 4000
    write_class(GAME, 0, codes, tmp_path)
    file = ClassFile(GAME, 0, tmp_path)
    back = np.zeros(3**9, np.int16)
    file.load(back)
    assert (back == codes).all()
    assert file.code(10) == -3990


def spoil(path, change):
    data = bytearray(path.read_bytes())
    path.write_bytes(bytes(change(data)))


FAULTS = {
    "empty": lambda data: b"",
    "short": lambda data: data[:-1],
    "header only": lambda data: data[:40],
    "long": lambda data: data + b"x",
    "magic": lambda data: b"Z" + data[1:],
    "header": lambda data: data.replace(b'"size"', b'"sise"'),
    "length": lambda data: data[:17] + b"\xff\xff\xff\xff" + data[21:],
    "rules": lambda data: data.replace(GAME.rules_hash.encode(), b"0" * 16),
    "class": lambda data: data.replace(b'"all"', b'"any"'),
    "game": lambda data: data.replace(b'"tictactoe"', b'"tictactow"'),
    "longest": lambda data: data.replace(b'"longest_win": 5', b'"longest_win": 6'),
    "checksum": lambda data: data.replace(b'"sha256": "', b'"sha256": "0'),
    "data": lambda data: data[:-100] + bytes([data[-100] ^ 255]) + data[-99:],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_damaged_and_foreign_files_are_refused(copy, fault):
    spoil(class_path(GAME, 0, copy), FAULTS[fault])
    with pytest.raises(TableError, match=r"delete it|another folder"):
        file = ClassFile(GAME, 0, copy)
        file.load(np.zeros(len(file), np.int16))


def test_a_missing_table_says_how_to_build_it(tmp_path, capsys):
    assert run(["table", "probe", "tictactoe", "--tables", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert f"build it: yomikiri table build tictactoe --tables {tmp_path}" in error


def test_a_folder_with_an_impossible_name_has_no_tables(capsys):
    assert run(["table", "probe", "tictactoe", "--tables", "x" * 5000]) == 2
    assert find_table(GAME, Path("x" * 5000)) is None
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_in_place_of_a_table_is_not_waited_for(tmp_path, capsys):
    os.mkfifo(class_path(GAME, 0, tmp_path))
    assert run(["table", "probe", "tictactoe", "--tables", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "a pipe or a device" in error and error.count("\n") == 1


def test_files_of_before_the_headers_checksum_are_read(copy, capsys):
    """They are refused where they count otherwise than they hold."""
    path = class_path(GAME, 0, copy)
    spoil(path, without_checksum)
    assert "header_sha256" not in ClassFile(GAME, 0, copy).header
    assert run(["table", "info", "tictactoe", "--tables", str(copy)]) == 0
    spoil(path, FAULTS["longest"])
    for command, told in (("info", "the header's counts"), ("check", "the header counts")):
        assert run(["table", command, "tictactoe", "--tables", str(copy)]) > 0
        said = capsys.readouterr()
        assert told in said.out + said.err


def without_checksum(data):
    """A file as it was written before."""
    length = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 4], "little")
    start = len(MAGIC) + 4
    header = json.loads(data[start : start + length])
    del header["header_sha256"]
    text = json.dumps(header).encode()
    return MAGIC + len(text).to_bytes(4, "little") + text + data[start + length :]


@pytest.mark.parametrize("command", ["build", "info", "probe"])
def test_a_folder_that_is_a_file_is_refused(tmp_path, capsys, command):
    file = tmp_path / "file"
    file.touch()
    assert run(["table", command, "tictactoe", "--tables", str(file)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and str(file) in error and "folder" in error
    assert run(["table", "build", "tictactoe", "--tables", "/proc/no"]) == 2
    assert "'/proc/no' is none that can be written to" in capsys.readouterr().err


def test_an_export_reports_in_json(folder, tmp_path, capsys):
    out = tmp_path / "all.csv"
    words = ["table", "export", "tictactoe", str(out), "--tables", str(folder), "--json"]
    assert run(words) == 0 and out.exists()
    assert json.loads(capsys.readouterr().out)["file"] == str(out)


def test_an_export_that_fails_names_the_file_asked_for(folder, tmp_path, monkeypatch, capsys):
    def fail(*args):
        raise OSError(28, "no space left on the disk", "other")

    monkeypatch.setattr("yomikiri.tables.export.write_text", fail)
    out = tmp_path / "t.csv"
    assert run(["table", "export", "tictactoe", str(out), "--tables", str(folder)]) == 1
    assert capsys.readouterr().err == (
        f"yomikiri: {out}: no space left on the disk; make room, and give the same command again\n"
    )


def test_what_has_no_table_is_refused(capsys):
    for game in ("minishogi", "connect4:6x7"):
        assert run(["table", "build", game]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_memory_is_refused_before_it_is_taken(tmp_path):
    with pytest.raises(InputError, match="only 1 MB were allowed"):
        build.build_table(GAME, tmp_path, memory=1 << 20)


def test_a_build_goes_on_where_it_was(folder, monkeypatch):
    monkeypatch.setattr(build, "Builder", None)  # nothing is left to build
    assert build.build_table(GAME, folder) == [class_path(GAME, 0, folder)]


def test_exports(folder, tmp_path):
    export_table(GAME, folder, tmp_path / "t.npz")
    with np.load(tmp_path / "t.npz") as arrays:
        codes = arrays["class_all"]
    export_table(GAME, folder, tmp_path / "t.csv")
    with (tmp_path / "t.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 5478 == np.count_nonzero(codes != HOLE)
    for row in rows[::97]:
        code = int(codes[int(row["number"])])
        assert int(row["wdl"]) == (code > 0) - (code < 0)
        assert row["distance"] == ("" if code == 0 else str(abs(code) - 1))
    with pytest.raises(InputError, match="npz"):
        export_table(GAME, folder, tmp_path / "t.txt")


def test_the_json_of_probe(folder, capsys):
    command = ["table", "probe", "tictactoe", "--tables", str(folder), "--moves", "a1 b1"]
    assert run([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["mover"], found["wdl"], found["distance"]) == ("first", 1, 5)
    best = {move["move"] for move in found["moves"] if (move["wdl"], move["distance"]) == (1, 5)}
    assert best == {"b2", "a2", "a3"}


def test_answers_come_from_a_table(folder, monkeypatch):
    searched = yk.solve("tictactoe", moves="a1 b1").to_dict()
    monkeypatch.setenv("YOMIKIRI_TABLES", str(folder))
    assert find_table(GAME) is not None
    looked_up = yk.solve("tictactoe", moves="a1 b1").to_dict()
    assert (searched["source"], looked_up["source"]) == ("search", "table")
    assert searched["value"] == looked_up["value"] == 1
    assert looked_up["distance"] == len(looked_up["line"]) == 5
    analysis = yk.analyze("tictactoe", moves="a1 b1")
    assert analysis.source == "table"
    assert [entry.value for entry in analysis.moves] == [1, 1, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("fault", ["rules", "data"])
def test_a_damaged_table_is_told_by_whoever_would_use_it(copy, fault, monkeypatch, capsys):
    spoil(class_path(GAME, 0, copy), FAULTS[fault])
    monkeypatch.setenv("YOMIKIRI_TABLES", str(copy))
    for command in (["solve", "tictactoe"], ["match", "tictactoe", "perfect", "random"]):
        assert run(command) == 2
        error = capsys.readouterr().err
        assert "delete it" in error and error.count("\n") == 1


def test_perfect_advises_no_table_that_does_not_fit():
    game = load("janken:single")
    with pytest.raises(InputError, match="perfect cannot read out") as refused:
        make_player("perfect", game).choose(game.start)
    assert "table build" not in str(refused.value)


def test_perfect_loses_late_by_a_table(folder, monkeypatch):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(folder))
    lost = GAME.position(moves="a1 b1 a3").state  # a2 is the only move that goes on
    assert GAME.move_name(lost, make_player("perfect", GAME).choose(lost).move) == "a2"


# In Python.


def test_a_table_is_an_array_without_copying_and_its_positions_can_be_gone_through(folder):
    table = yk.table("tictactoe", folder)
    codes = table.codes(0)
    assert np.shares_memory(codes, table.store) and not codes.flags.writeable
    assert table.store.flags.writeable  # kernels take no other arrays
    found = dict(table.positions(0))
    assert len(found) == 5478
    slow = Table(GAME, folder)
    for state in random.Random(1).sample(list(found), 200):
        assert found[state] == slow.probe(state)
        assert GAME.parse(GAME.show(state)) == state
    assert "tictactoe" in repr(table)
    for group in (-1, 1):
        with pytest.raises(InputError):
            table.codes(group)


def test_random_games_come_in_bulk():
    found = yk.playouts("tictactoe", 3000, moves="a1 b2", seed=3)
    assert found.results.shape == (3000,) and set(found.plies) <= {3, 4, 5, 6, 7}
    assert (found.results == yk.playouts("tictactoe", 3000, moves="a1 b2", seed=3).results).all()
    for wrong in (-1, 1.5):
        with pytest.raises(InputError):
            yk.playouts("tictactoe", wrong)  # type: ignore[arg-type]
