"""Solves on a cluster: killed workers, a scheduler that is started again, a network that is cut."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

import yomikiri as yk
from tests.conftest import free_port

pytest.importorskip("distributed")

GAME = "nip:6x6"
SOLVE = ["-m", "yomikiri", "solve", GAME, "--json", "--task-nodes", "300"]
WORKER = ["--nworkers", "1", "--nthreads", "1", "--no-dashboard", "--memory-limit", "2GiB"]
ENVIRONMENT = {**os.environ, "YOMIKIRI_QUIET": "1"}


def is_right(answer: dict[str, Any]) -> bool:
    whole = yk.solve(GAME).to_dict()
    names = ("value", "winner", "best_moves", "final", "exact")
    return all(answer[name] == whole[name] for name in names)


@pytest.mark.long
def test_a_cluster_gives_the_same_answer(tmp_path):
    answer = yk.solve(GAME, store=tmp_path / "a.sqlite", cluster="local:1", task_nodes=20_000)
    assert is_right(answer.to_dict())


@contextmanager
def running(*words: str) -> Iterator["subprocess.Popen[str]"]:
    """A process, ended with the test."""
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGCONT)
        process.kill()
        process.wait()


class Cluster:
    """A scheduler with workers, to be disturbed."""

    def __init__(self, stack: ExitStack, workers: int) -> None:
        self.stack, self.address = stack, f"tcp://127.0.0.1:{free_port()}"
        self.workers: list[subprocess.Popen[str]] = []
        self.start_scheduler()
        for _ in range(workers):
            self.start_worker()

    def start_scheduler(self) -> None:
        host, port = "127.0.0.1", self.address.rpartition(":")[2]
        words = ("--host", host, "--port", port, "--no-dashboard", "--no-show")
        self.scheduler = self.begin("scheduler", *words)

    def start_worker(self) -> None:
        self.workers.append(self.begin("worker", self.address, *WORKER, "--no-nanny"))

    def begin(self, what: str, *words: str) -> "subprocess.Popen[str]":
        return self.stack.enter_context(running("-m", "distributed.cli.dask_" + what, *words))

    def kill_worker(self, chance: random.Random) -> None:
        victim = self.workers.pop(chance.randrange(len(self.workers)))
        victim.kill()
        victim.wait()
        self.start_worker()


def tasks_done(path: Path) -> int:
    listed = subprocess.run(
        [sys.executable, "-m", "yomikiri", "solves", str(path), "--json"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    rows = json.loads(listed.stdout)["solves"] if listed.returncode == 0 else []
    return int(rows[0]["tasks"]) if rows else 0


def wait_for(path: Path, tasks: int, solve: "subprocess.Popen[str]") -> None:
    """Wait until so many tasks are done."""
    end = time.monotonic() + 300
    while tasks_done(path) < tasks and solve.poll() is None and time.monotonic() < end:
        time.sleep(0.5)
    assert solve.poll() is None, "it was done before it could be disturbed"


def kill_workers(cluster: Cluster, path: Path, solve: "subprocess.Popen[str]") -> None:
    """Each time that some more tasks are done: a worker needs seconds to start."""
    chance = random.Random(1)
    while solve.poll() is None:
        cluster.kill_worker(chance)
        before = tasks_done(path)
        while solve.poll() is None and tasks_done(path) < before + 100:
            time.sleep(0.5)


def restart_scheduler(cluster: Cluster, path: Path, solve: "subprocess.Popen[str]") -> None:
    cluster.scheduler.kill()
    cluster.scheduler.wait()
    time.sleep(3)
    cluster.start_scheduler()
    for _ in range(2):  # the others end without their scheduler
        cluster.start_worker()


def cut_the_network(cluster: Cluster, path: Path, solve: "subprocess.Popen[str]") -> None:
    cluster.scheduler.send_signal(signal.SIGSTOP)  # nobody gets an answer
    time.sleep(30)
    cluster.scheduler.send_signal(signal.SIGCONT)


@pytest.mark.slow
@pytest.mark.parametrize("disturb", [kill_workers, restart_scheduler, cut_the_network])
def test_a_disturbed_cluster_gives_the_same_answer(disturb, tmp_path):
    path = tmp_path / "a.sqlite"
    with ExitStack() as stack:
        cluster = Cluster(stack, workers=2)
        words = (*SOLVE, "--store", str(path), "--cluster", cluster.address)
        solve = stack.enter_context(running(*words))
        wait_for(path, 20, solve)
        disturb(cluster, path, solve)
        out, _ = solve.communicate(timeout=600)
    assert is_right(json.loads(out))
