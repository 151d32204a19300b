"""Work that is handed out, by every kind of crew; runs that go on after a kill."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.solve.tasks import do_task
from yomikiri.work import Call, WorkersLost, hire, is_stopping
from yomikiri.work.runs import MANIFEST, open_run

CREWS = [{}, {"jobs": 2}, {"jobs": 2, "joins": True}, {"cluster": "local:1"}]
DEADLY = [CREWS[1], CREWS[3]]  # where no call is made in this process


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
    raise InputError("number.least", name="jobs", least=1, got=number)


def die_once(marker: str) -> int:
    """Kills its process the first time."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 7


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wait_a_little() -> None:
    """Until the others have started, and died perhaps."""
    time.sleep(0.3)


def wait_for_the_end() -> bool:
    for _ in range(600):
        if is_stopping():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.long
@pytest.mark.parametrize("crew", CREWS, ids=str)
def test_each_call_has_one_result(crew):
    if "cluster" in crew:
        pytest.importorskip("distributed")
    with hire(**crew) as workers:
        results = dict(workers.each(Call(n, square, (n,)) for n in range(20)))
        assert results == {n: n * n for n in range(20)}
        assert workers.waiting == 0 and workers.take(0.01) == []
        with pytest.raises(InputError, match="jobs: expected 1 or more, got -1"):
            list(workers.each([Call("x", fail, (-1,))]))


@pytest.mark.long
@pytest.mark.parametrize("crew", DEADLY, ids=str)
def test_a_call_whose_worker_was_killed_is_made_again(crew, tmp_path):
    if "cluster" in crew:
        pytest.importorskip("distributed")
    with hire(**crew) as workers:
        calls = [Call(n, square, (n,)) for n in range(6)]
        calls.insert(1, Call("killed", die_once, (str(tmp_path / "marker"),)))
        results = dict(workers.each(calls))
        assert results == {"killed": 7} | {n: n * n for n in range(6)}
    assert "cluster" in crew or workers.deaths == 1


@pytest.mark.long
def test_a_call_that_kills_every_worker_ends_the_work():
    with hire(jobs=2) as workers, pytest.raises(WorkersLost, match="without a result"):
        list(workers.each([Call("x", die)]))


@pytest.mark.long
def test_workers_that_die_are_noticed_though_this_process_has_results():
    """They were counted only while there was no result at all, so the work went on for ever."""
    with hire(jobs=2, joins=True) as workers, pytest.raises(WorkersLost, match="without a result"):
        workers.give(Call("own", wait_a_little))
        workers.give(Call("x", die))
        begun = time.perf_counter()
        for number in count():
            assert time.perf_counter() - begun < 120  # on busy cores a process may take seconds
            if any(result.key != "x" for result in workers.take()):
                workers.give(Call(number, wait_a_little))


@pytest.mark.long
@pytest.mark.parametrize("joins", [False, True])
def test_workers_stop_when_the_crew_is_closed(joins):
    with hire(jobs=2, joins=joins) as workers:
        workers.give(Call("long", wait_for_the_end))
        workers.give(Call("short", square, (3,)))
        assert workers.take() == [("short", 9)]
        begun = time.perf_counter()
    assert time.perf_counter() - begun < 10 and not multiprocessing.active_children()


@pytest.mark.long
@pytest.mark.parametrize("joins", [False, True])
def test_a_long_task_ends_when_the_crew_is_closed(joins):
    """One that polls nobody: it is stopped from another thread of the worker."""
    board = load("othello:8x8")
    endless = Call("long", do_task, ("othello:8x8", board.show(board.start), 1, 10**12))
    with hire(jobs=2, joins=joins) as workers:
        workers.give(Call("first", square, (3,)))
        assert workers.take() == [("first", 9)]
        workers.give(endless)
        assert workers.take(1.0) == []
        begun = time.perf_counter()
    assert time.perf_counter() - begun < 20 and not multiprocessing.active_children()


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ({"jobs": 0}, "jobs: expected 1 or more"),
        ({"jobs": 10**6}, "jobs: expected a whole number from 1 to"),
        ({"jobs": 2, "cluster": "local:2"}, "not both"),
        ({"cluster": "local:x"}, "expected a number of workers"),
        ({"cluster": "nowhere"}, "no address of a cluster: 'nowhere'"),
        ({"cluster": "tcp://host"}, "no address of a cluster: 'tcp://host'"),
        ({"cluster": "http://host:80"}, "no address of a cluster: 'http://host:80'"),
    ],
)
def test_a_crew_that_cannot_be_is_refused(asked, what):
    if "cluster" in asked:
        pytest.importorskip("distributed")
    with pytest.raises(InputError, match=what):
        hire(**asked)


def test_a_run_goes_on_where_it_was(tmp_path):
    question = {"game": "tictactoe", "games": 4}
    with open_run(tmp_path / "run", "match", question) as run:
        run.add("games.jsonl", {"number": 0})
        run.add("games.jsonl", {"number": 1})
    with (tmp_path / "run/games.jsonl").open("a") as stream:
        stream.write('{"numb')  # as a kill leaves it
    with open_run(tmp_path / "run", "match", question) as run:
        assert run.lines("games.jsonl") == [{"number": 0}, {"number": 1}]
        run.add("games.jsonl", {"number": 2})
        assert [line["number"] for line in run.lines("games.jsonl")] == [0, 1, 2]


def test_a_run_that_asked_something_else_is_refused(tmp_path):
    with open_run(tmp_path / "run", "match", {"games": 4}) as run:
        run.add("games.jsonl", {"number": 0})
        with pytest.raises(InputError, match="another process"):
            open_run(tmp_path / "run", "match", {"games": 4})
    with pytest.raises(InputError, match="games was 4, now 5"):
        open_run(tmp_path / "run", "match", {"games": 5})
    with pytest.raises(InputError, match=r"openings was null, now .{40,70}; take another") as told:
        open_run(tmp_path / "run", "match", {"games": 4, "openings": 1000 * ["b2 a1"]})
    assert len(str(told.value)) < 300
    with pytest.raises(InputError, match="a run of match, not of batch"):
        open_run(tmp_path / "run", "batch", {"games": 4})
    (tmp_path / "other").mkdir()
    (tmp_path / "other/thesis.tex").touch()
    with pytest.raises(InputError, match="not empty"):
        open_run(tmp_path / "other", "match", {})
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["thesis.tex"]


def test_damage_is_told_and_nothing_is_changed(tmp_path):
    with open_run(tmp_path / "run", "match", {}) as run:
        run.add("games.jsonl", {"number": 0})
    file = tmp_path / "run/games.jsonl"
    file.write_text('{"number": 0}\n%%%\n{"number": 1}\n')
    damaged = pytest.raises(InputError, match="line 2: damaged")
    with open_run(tmp_path / "run", "match", {}) as run, damaged:
        run.lines("games.jsonl")
    assert "%%%" in file.read_text()
    for bad in ("", "[]", "{}", '{"format": 1, "question": 3}'):
        (tmp_path / "run" / MANIFEST).write_text(bad)
        with pytest.raises(InputError, match="is damaged"):
            open_run(tmp_path / "run", "match", {})
    (tmp_path / "run" / MANIFEST).write_text('{"format": 99}')
    with pytest.raises(InputError, match="newer version"):
        open_run(tmp_path / "run", "match", {})


KILLED = """
import os, signal, sys
from itertools import count
from pathlib import Path
from yomikiri.work.runs import open_run
with open_run(Path(sys.argv[1]), "match", {}) as run:
    for number in range(5):
        run.add("games.jsonl", {"number": number})
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_added_survives_a_kill(tmp_path):
    child = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "run")], check=False)
    assert child.returncode == -signal.SIGKILL
    with open_run(tmp_path / "run", "match", {}) as run:
        assert [line["number"] for line in run.lines("games.jsonl")] == [0, 1, 2, 3, 4]
    manifest = json.loads((tmp_path / "run" / MANIFEST).read_text())
    assert {"numba", "yomikiri"} <= manifest["versions"].keys() and manifest["machine"]["cores"]
