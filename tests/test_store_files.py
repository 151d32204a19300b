"""Stores of solves as files: which can be used, and how they are listed."""

import json
import os
import random
from pathlib import Path

import pytest

from tests.stores import change, lasting
from yomikiri.cli.app import run
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.running import Limits
from yomikiri.solve.lasting import Lasting, solve_lasting
from yomikiri.solve.stores import open_store, read_store


def test_a_store_that_cannot_be_used_is_refused_in_one_line(tmp_path):
    path = tmp_path / "a.sqlite"
    lasting("nip:4x6", path, task_nodes=50)
    whole = path.read_bytes()
    with pytest.raises(InputError, match="by other rules than those of nip:4x6,rim=off"):
        lasting("nip:4x6,rim=off", path)
    change(path, "PRAGMA user_version = 0")
    with pytest.raises(InputError, match=r"older version of Yomikiri.*--fresh"):
        lasting("nip:4x6", path)
    change(path, "PRAGMA user_version = 99")
    with pytest.raises(InputError, match="newer version of Yomikiri"):
        lasting("nip:4x6", path)
    path.write_bytes(whole[:4096] + random.Random(1).randbytes(len(whole) - 4096))
    with pytest.raises(InputError, match=r"damaged.*--fresh"):
        lasting("nip:4x6", path)
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"damaged.*--fresh"):
        lasting("nip:4x6", path)
    assert lasting("nip:4x6", path, fresh=True, task_nodes=50).value == 19
    path.write_text("my diary")
    with pytest.raises(InputError, match="not a store"):
        lasting("nip:4x6", path, fresh=True)
    assert path.read_text() == "my diary"
    other = tmp_path / "other.sqlite"
    change(other, "CREATE TABLE diary (day)")
    with pytest.raises(InputError, match="not a store"):
        lasting("nip:4x6", other)
    with pytest.raises(InputError, match="there is no folder"):
        lasting("nip:4x6", tmp_path / "nowhere" / "a.sqlite")


def test_what_is_no_file_is_no_store(tmp_path):
    places: list[str | Path] = [tmp_path, ".", "..", ""]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        places.append(tmp_path / "pipe")
    for place in places:
        with pytest.raises(InputError, match="not a store"):
            lasting("nip:4x6", place)
        with pytest.raises(InputError, match="not a store"):
            read_store(Path(place))
    assert not list(tmp_path.glob("*.lock"))


def test_stores_are_listed(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("YOMIKIRI_STORES", str(tmp_path / "solves"))
    assert run(["solves", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"solves": []}
    lasting("tictactoe", "default")
    game = load("nip:4x6")
    path = tmp_path / "solves/nip-4x6.sqlite"
    solve_lasting(
        game, game.start, "score", store="default", task_nodes=50, limits=Limits(nodes=5000)
    )
    with open_store(path, game, "test"):
        assert run(["solves", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["solves"]
    assert [(row["game"], row["state"]) for row in rows] == [
        ("nip:4x6", "running"),
        ("tictactoe", "finished"),
    ]
    assert rows[0]["nodes"] >= 5000 and rows[0]["nodes_left"][0] < rows[0]["nodes_left"][1]
    assert run(["solves", str(path), "--lang", "ja"]) == 0
    assert "中断" in capsys.readouterr().out
    assert run(["solves", str(tmp_path / "nowhere.sqlite")]) == 2
    assert "there is no store" in capsys.readouterr().err


def test_stores_that_cannot_be_read_do_not_hide_the_others(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("YOMIKIRI_STORES", str(tmp_path))
    for name in ("good", "old", "bad"):
        lasting("tictactoe", tmp_path / f"{name}.sqlite")
    change(tmp_path / "old.sqlite", "PRAGMA user_version = 0")
    whole = (tmp_path / "bad.sqlite").read_bytes()
    (tmp_path / "bad.sqlite").write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    assert run(["solves", "--json"]) == 0
    shown = capsys.readouterr()
    assert [row["file"] for row in json.loads(shown.out)["solves"]] == [
        str(tmp_path / "good.sqlite")
    ]
    assert "bad.sqlite is damaged" in shown.err and "older version" in shown.err
    for name in ("old", "bad"):
        assert run(["solves", str(tmp_path / f"{name}.sqlite")]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_solve_that_is_stopped_while_it_is_planned_names_its_store(tmp_path, monkeypatch, capsys):
    def pressed(*asked: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Lasting, "plan", pressed)
    path = str(tmp_path / "a.sqlite")
    assert run(["solve", "nip:4x6", "--store", path, "--json"]) == 130
    answer = json.loads(capsys.readouterr().out)
    assert (answer["store"], answer["tasks"], answer["stopped"]) == (path, 0, "interrupt")
    assert run(["solves", path]) == 0
    shown = capsys.readouterr()
    assert "nothing was solved yet" in shown.err and "no stores" not in shown.out


def test_a_store_where_nothing_can_be_written_is_read(tmp_path, monkeypatch):
    path = tmp_path / "a.sqlite"
    lasting("nip:4x4", path)
    there = sorted(tmp_path.iterdir())
    for may_write in (False, True):
        with monkeypatch.context() as patch:
            patch.setattr(os, "access", lambda *_, may=may_write: may)
            with read_store(path) as store:
                assert store.solves()
                beside = [file for file in tmp_path.iterdir() if file not in there]
                assert bool(beside) == may_write  # SQLite's own
