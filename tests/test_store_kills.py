"""Solves that last, killed at any moment, by processes or on a full disk."""

import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import yomikiri as yk
from tests.stores import lasting, same
from yomikiri.cli.app import run
from yomikiri.errors import InputError
from yomikiri.solve import stores
from yomikiri.solve.answer import Progress
from yomikiri.solve.facts import Store
from yomikiri.solve.rows import Task
from yomikiri.solve.stores import read_store
from yomikiri.solve.tasks import me
from yomikiri.work.crew import MOST_DEATHS

COMMAND = [sys.executable, "-m", "yomikiri", "solve", "nip:6x6", "--json", "--task-nodes", "3000"]


def start(path: Path, *options: str) -> "subprocess.Popen[str]":
    environment = {**os.environ, "YOMIKIRI_QUIET": "1"}
    command = [*COMMAND, "--store", str(path), *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def survive(folder: Path, kills: int, seed: int) -> tuple[dict[str, Any], int]:
    """The answer of a solve that is killed at random moments, and how many kills it grew between.

    The moments fit the machine: when a run begins to work is measured before, and how long all
    takes; a kill may come at any time between.  A run that ends before it is checked, and begun
    anew.  Where a run found nothing new, or ended, the machine may be slower or faster now.
    """
    chance = random.Random(seed)
    path = folder / "measured.sqlite"
    whole = timed_run(path)[1]
    answer, starting = timed_run(path)  # it is all in the store
    path, known, killed, grown = folder / "0.sqlite", Known(), 0, 0
    while killed < kills:
        process = start(path)
        try:
            out, _ = process.communicate(
                timeout=chance.uniform(0.5 * starting, max(whole, starting + 1))
            )
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            killed += 1
            facts = facts_of(path)
            for position, (lower, upper) in known.items():
                assert facts[position][0] >= lower and facts[position][1] <= upper
            is_grown, known = len(facts) > len(known), facts
            grown += is_grown
            if is_grown:
                continue
        else:
            assert alike(json.loads(out), answer)
            path, known = folder / f"{killed}.sqlite", Known()
        before, starting = starting, timed_run(folder / "measured.sqlite")[1]
        whole *= starting / before
    out, _ = start(path).communicate()
    return dict(json.loads(out)), grown


Known = dict[str, tuple[int, int]]
NAMES = ("value", "winner", "best_moves", "final", "exact")


def alike(answer: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(answer[name] == other[name] for name in NAMES)


def timed_run(path: Path) -> tuple[dict[str, Any], float]:
    begun = time.perf_counter()
    out, _ = start(path).communicate()
    return json.loads(out), time.perf_counter() - begun


def facts_of(path: Path) -> Known:
    if not path.exists() or not path.stat().st_size:
        return {}
    try:
        with read_store(path) as store:
            return {fact.position: fact[1:3] for fact in store.all_facts()}
    except InputError:  # it was killed before the tables were made
        return {}


def check_kills(path, kills):
    answer, grown = survive(path, kills, kills)
    assert alike(answer, yk.solve("nip:6x6").to_dict())
    return grown


@pytest.mark.long
def test_killed_at_random_moments_it_goes_on(tmp_path):
    check_kills(tmp_path, 4)


@pytest.mark.slow
def test_killed_at_a_hundred_random_moments_it_goes_on(tmp_path):
    assert check_kills(tmp_path, 100) >= 20, "most kills came before it had begun to work"


class Killer:
    """Kills a worker after every so many tasks, whether it works or is only being started.

    Not so often that none has done a task since: a solve must give up then.  On a busy machine
    most are killed while they start, and this process does the tasks meanwhile.
    """

    def __init__(self, every: int) -> None:
        self.every, self.chance = every, random.Random(1)
        self.kills = self.in_a_row = self.tasks = 0

    def watch(self, progress: Progress) -> None:
        children = multiprocessing.active_children()
        is_time = progress.tasks >= self.tasks + self.every
        if is_time and children and self.in_a_row < MOST_DEATHS - 1:
            self.tasks = progress.tasks
            self.kills, self.in_a_row = self.kills + 1, self.in_a_row + 1
            os.kill(self.chance.choice(children).pid or 0, signal.SIGKILL)

    def note(self, task: Task) -> None:
        if task.who != me():
            self.in_a_row = 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("task_nodes", "every", "least"),
    [(1000, 300, 1), pytest.param(300, 60, 5, marks=pytest.mark.slow)],
)
def test_workers_that_are_killed_now_and_then_change_nothing(
    task_nodes, every, least, tmp_path, monkeypatch
):
    killer, add = Killer(every), Store.add

    def noting(store: Store, task: Task, lower: int, upper: int) -> None:
        killer.note(task)
        add(store, task, lower, upper)

    monkeypatch.setattr(Store, "add", noting)
    path = tmp_path / "a.sqlite"
    answer = lasting("nip:6x6", path, jobs=2, task_nodes=task_nodes, watch=killer.watch)
    assert killer.kills >= least and same(answer, yk.solve("nip:6x6"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("pragma", "why"),
    [("max_page_count = 12", "no space left"), ("query_only = 1", "read-only")],
)
def test_a_disk_that_takes_no_more_ends_the_solve_in_one_line(
    pragma, why, tmp_path, monkeypatch, capfd
):
    path = tmp_path / "a.sqlite"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    command = ["solve", "nip:4x6", "--store", str(path), "--task-nodes", "50"]
    assert run([*command, "--nodes", "1000"]) == 0
    with read_store(path) as store:
        before = {fact.position: fact for fact in store.all_facts()}
    whole = stores.connect

    def full(path):
        connection = whole(path)
        connection.execute(f"PRAGMA {pragma}")
        return connection

    monkeypatch.setattr(stores, "connect", full)
    assert run(command) in (1, 2)
    shown = capfd.readouterr().err.strip().splitlines()
    assert len(shown) == 1 and "cannot be written" in shown[0] and re.search(why, shown[0])
    monkeypatch.setattr(stores, "connect", whole)
    with read_store(path) as store:
        for fact in before.values():
            lower, upper = store.fact(fact.position) or (-99, 99)
            assert lower >= fact.lower and upper <= fact.upper
    assert lasting("nip:4x6", path).value == 19
