"""Bars: whatever tells how far it is, in a terminal, in a notebook, or unseen."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import yomikiri as yk
from yomikiri.errors import InputError
from yomikiri.learn.found import Stage
from yomikiri.library import bars
from yomikiri.library.tables import Table
from yomikiri.solve.answer import Progress
from yomikiri.tables.build import BuildProgress
from yomikiri.tally import Tally


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ((3, 10), (3, 10, "")),
        ((Tally(2, 1, 0),), (3, 7, "2-1-0")),
        ((BuildProgress("KPK", 2, 4, 5, 0.5, 1.0),), (375, 1000, "KPK 5")),
        ((Progress(2, 5, -4, 4, 100, 1.0),), (2, 5, "-4 .. 4")),
        ((Progress(2, 5, 4, 4, 100, 1.0, tasks=30, open=10),), (30, 40, "4")),
        ((Stage(2, 3, "games", 40, 1.0),), (1, 3, "games 40")),
        (("something",), (0, 7, "something")),
    ],
)
def test_every_kind_of_news_is_understood(told, expected):
    assert bars.read(told, 7) == expected


def test_everything_that_takes_long_tells_a_bar(tmp_path):
    with yk.bar() as solving:
        yk.solve("nip:4x4", watch=solving, tables=False)
    with yk.bar() as analysing:
        yk.analyze("tictactoe", position="x../.o./... x", watch=analysing, tables=False)
    best = yk.analyze("tictactoe", position="x../.o./... x")
    assert bars.read((best,), None)[2].split()[0] == best.moves[0].move
    with yk.bar(total=4) as playing:
        yk.match("tictactoe", "random", "greedy", games=4, watch=playing)
    assert (playing.done, playing.total, playing.text.count("-")) == (4, 4, 2)
    with yk.bar() as meeting:
        yk.tournament("tictactoe", ["random", "greedy"], games=2, watch=meeting)
    assert (meeting.done, meeting.total) == (2, 2)
    with yk.bar() as building:
        table = yk.table("tictactoe", tmp_path, build=True, watch=building)
    assert isinstance(table, Table) and building.total == bars.WHOLE_WIDTH


def test_a_bar_in_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    with yk.bar("games", total=4) as watch:
        watch(Tally(1, 1, 1))
    said = capsys.readouterr()
    assert "games" in said.err and "3/4" in said.err and "1-1-1" in said.err and not said.out


def test_the_title_of_a_bar_is_shown_as_it_is(monkeypatch, capsys):
    monkeypatch.setattr(bars, "is_terminal", lambda: True)
    with yk.bar("[/x] [red]") as watch:
        watch(1, 2)
    assert "[/x] [red]" in capsys.readouterr().err


def test_a_bar_in_a_notebook(monkeypatch):
    shown = []

    def display(content: Any, *, raw: bool, display_id: bool) -> Any:
        return SimpleNamespace(update=lambda content, raw: shown.append(content))

    shell = type("ZMQInteractiveShell", (), {})()
    ipython, displays = ModuleType("IPython"), ModuleType("IPython.display")
    vars(ipython)["get_ipython"] = lambda: shell
    vars(displays)["display"] = display
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", displays)
    with yk.bar("a < b") as watch:
        watch(1, 2)
    assert shown[-1]["text/plain"] == "a < b  1 / 2"
    assert '<progress value="1" max="2"></progress> a &lt; b' in shown[-1]["text/html"]


def test_a_table_is_built_asked_and_gone_through(tmp_path):
    with pytest.raises(InputError, match="table build"):
        yk.table("tictactoe", tmp_path)
    table = yk.table("tictactoe", tmp_path, build=True)
    won = yk.load("tictactoe").position("xx./oo./... x")
    assert table.probe(won) == (1, 1) and table.line(won) == ["c1"] and table.probe() == (0, None)
    assert next(iter(table.moves(won))) == "c1"
    seen = dict(table)
    assert len(seen) == len(table) and seen[won] == (1, 1)
    assert table.probe_many([won, won.state, won.text]).tolist() == [2, 2, 2]
    with pytest.raises(InputError, match="expected a position of tictactoe, got one of nip:4x4"):
        table.probe_many([yk.load("nip:4x4").position()])
    with pytest.raises(InputError, match="positions: expected"):
        table.probe_many(3)  # type: ignore[arg-type]
    over = won.play("c1")
    assert table.probe(over).wdl == -1 and table.moves(over) == {}
    with pytest.raises(InputError, match="build"):
        yk.table("tictactoe", build="yes")  # type: ignore[arg-type]


def test_a_folder_that_cannot_be_made_is_told_before_a_table_is_built(tmp_path):
    (tmp_path / "file").write_text("no folder can be made below a file")
    with pytest.raises(InputError, match="none that can be written to"):
        yk.table("tictactoe", tmp_path / "file" / "tables", build=True)


def test_learning_is_checked_before_it_begins(tmp_path):
    wrong: list[dict[str, Any]] = [{"minutes": 0}, {"width": 7}, {"nodes": 0}, {"watch": 3}]
    for options in [*wrong, {"minutes": "1"}]:
        with pytest.raises(InputError):
            yk.learn("othello:4x4", tmp_path / "net", **options)
    with pytest.raises(InputError, match="tictactoe"):
        yk.learn("tictactoe", tmp_path / "net")
    assert not (tmp_path / "net").exists()
