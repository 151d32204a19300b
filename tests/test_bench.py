"""The bench: its signature is the same each time, and its report says what it should."""

import json
import sys

import pytest

from bench import __main__ as program
from bench import nets as net_bench
from bench import playouts as playout_bench
from bench import signature
from bench.machine import conditions
from bench.memory import peak_mebibytes
from bench.report import Line, timed
from bench.searches import GOALS, MILLION, Goal, measure_solver
from bench.signature import RECORD, SMALL, as_text, changes, count_nodes, headline, read_record


def test_small_searches_visit_the_same_nodes_twice_and_the_recorded_ones():
    first = count_nodes(SMALL)
    assert len(first) >= 4 and count_nodes(SMALL) == first
    recorded = read_record()
    assert first == {name: recorded[name] for name in first}


@pytest.mark.compiled
def test_the_signature_is_the_recorded_one():
    nodes = count_nodes()
    assert not changes(nodes), "if this is meant: python -m bench --record"
    assert RECORD.read_text("utf-8") == as_text(nodes)
    assert as_text(nodes).splitlines()[-1] == headline(nodes)


def test_a_change_of_nodes_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(signature, "RECORD", tmp_path / "signature.txt")
    assert changes({"a 1": 5}) == ["a 1: nothing recorded, now 5"]
    signature.RECORD.write_text(as_text({"a 1": 5, "b 2": 6}), "utf-8")
    assert changes({"a 1": 5, "b 2": 6}) == []
    assert changes({"a 1": 4}) == [
        "a 1: 5 recorded, now 4",
        "b 2: 6 recorded, now nothing",
    ]


def test_a_line_says_its_goal_and_whether_it_is_met():
    assert str(Line("perft", "3 s", {})).split() == ["perft", "3", "s"]
    for is_met, word in ((True, "met"), (False, "MISSED"), (None, "not measured")):
        line = Line("perft", "3 s", {"seconds": 3}, "under 4 s", is_met, ("why",))
        assert str(line).splitlines()[0].endswith(f"3 s  [goal under 4 s: {word}]")
        assert str(line).splitlines()[1].strip() == "why"
        assert line.to_dict()["met"] is is_met and line.to_dict()["seconds"] == 3


def test_a_goal_is_met_only_if_all_of_it_is():
    goal = Goal("nip:4x4", "score", seconds=2.0, speed=1.0, most_nodes=10 * MILLION)
    assert str(goal) == "under 2 s and at least 1 M nodes/s and under 10,000,000 nodes"
    assert goal.is_met(MILLION, 1.0)
    assert not goal.is_met(4 * MILLION, 2.0)  # too long
    assert not goal.is_met(MILLION // 2, 1.0)  # too slow
    assert not goal.is_met(10 * MILLION, 1.0)  # too many
    assert all(map(str, GOALS))


def test_a_search_is_measured():
    line = measure_solver(Goal("nip:4x4", "score", seconds=1000.0))
    assert line.is_met and line.values["value"] == 2 and line.values["nodes"] > 100
    json.dumps(line.to_dict())


def test_cpu_time_is_that_of_the_work():
    total, times = timed(lambda: sum(range(300_000)))
    assert total == 44999850000 and 0 < times.cpu < 60 and times.wall > 0


def test_the_conditions_are_known():
    machine = conditions()
    assert machine.cpu and machine.cores >= 1
    assert f"Numba {machine.numba}" in str(machine) and json.dumps(machine.to_dict())
    assert "busy" in str(machine._replace(load=7.0, cores=2))
    assert "busy" not in str(machine._replace(load=0.2, cores=2))
    assert peak_mebibytes() > 10


def test_without_open_spiel_the_bench_says_so_and_goes_on(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr(playout_bench, "GAMES", 3)
    line = playout_bench.measure_playouts()
    assert line.is_met is None and "OpenSpiel cannot be imported" in line.notes[0]


@pytest.mark.compiled
def test_nets_are_compared_with_the_sum_of_weights(monkeypatch):
    for name, value in (("GAMES", ("othello:8x8",)), ("POSITIONS", 4), ("ROUNDS", 2)):
        monkeypatch.setattr(net_bench, name, value)
    for name, value in (("SEARCHES", 1), ("NODES", 50), ("TURNS", 1)):
        monkeypatch.setattr(net_bench, name, value)
    for line, what in zip(net_bench.measure_nets(), ("evaluations", "nodes"), strict=True):
        assert line.name == f"othello:8x8 {what} by its net"
        assert line.values[f"{what}_per_second"] > 0
        assert line.values[f"linear_{what}_per_second"] > 0


def test_the_report_is_text_or_json(monkeypatch, capsys):
    lines = [Line("one", "1 s", {"seconds": 1}, "under 2 s", True), Line("two", "2", {"two": 2})]
    monkeypatch.setattr(program, "measure", lambda is_long: iter(lines))
    monkeypatch.setattr(program, "count_nodes", lambda: {"a": 3, "b": 4})
    assert program.main(["--signature"]) == 0
    assert capsys.readouterr().out == "Bench: 7\n"
    assert program.main([]) == 0
    printed = capsys.readouterr().out
    assert "[goal under 2 s: met]" in printed and printed.splitlines()[-1] == "Bench: 7"
    assert program.main(["--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["signature"] == 7 and report["lines"][0]["met"] is True
    assert report["machine"]["cores"] >= 1
