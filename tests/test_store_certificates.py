"""Certificates of solves with a store: as valid as others, whatever happens on the way."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

import yomikiri as yk
import yomikiri_verify as checker
from tests.stores import change
from yomikiri.games import load
from yomikiri.running import Limits
from yomikiri.search.frontier import FULL
from yomikiri.search.recording import MOVES
from yomikiri.solve import chunks, proof
from yomikiri.solve.lasting import solve_lasting
from yomikiri.solve.stores import read_store
from yomikiri.think.team import DF_PN

pytestmark = pytest.mark.long


def claim_of(path):
    """What a certificate proves, by the stand-alone checker; raises Fault."""
    found = checker.Certificate(str(path))
    positions = sum(found.check(one) for one in found.proofs)
    return found.value, positions


@pytest.mark.parametrize(
    ("game", "goal", "moves", "task_nodes"),
    [
        ("nip:4x4", "score", "", 10),
        ("nip:4x6", "score", "", 100),
        ("nip:4x6", "win", "c1 b1", 30),
        ("nip:6x6", "win", "c2 d2", 1000),
        ("othello:4x4", "score", "", 100),
        ("connect4:4x4", "win", "", 100),
    ],
)
def test_a_solve_with_a_store_is_proved(game, goal, moves, task_nodes, tmp_path, monkeypatch):
    monkeypatch.setattr(proof, "ROOTS", 4)
    path = tmp_path / "a.certificate"
    answer = yk.solve(
        game,
        goal=goal,
        moves=moves,
        store=tmp_path / "a.sqlite",
        task_nodes=task_nodes,
        certificate=path,
    )
    value, positions = claim_of(path)
    assert value == answer.value == yk.solve(game, goal=goal, moves=moves).value
    assert answer.certificate is not None and answer.certificate.positions == positions


def test_a_chunk_is_made_in_the_room_that_it_needs(monkeypatch):
    game = load("nip:4x6")
    root = chunks.Root(game.show(game.start), proves=True)
    made = chunks.do_chunk(game.spec, [root], 19, 0, DF_PN)
    number = len(made.moves)
    for room in (number // 4, number // 2, 2 * number // 3, number):
        notes, _ = chunks.walk(game, [root], 19, 0, room, DF_PN)
        assert notes.control[MOVES] <= notes.out.size  # as many as there is room for
        assert notes.control[FULL] or notes.control[MOVES] == number
    monkeypatch.setattr(chunks, "FIRST_ROOM", number // 16)
    assert chunks.do_chunk(game.spec, [root], 19, 0, DF_PN).moves == made.moves


def test_what_was_made_of_a_certificate_is_not_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(proof, "ROOTS", 4)
    game, path = load("nip:6x6"), tmp_path / "a.certificate"
    store = tmp_path / "a.sqlite"
    first = yk.solve(game, store=store, task_nodes=3000)
    made, begun = [], proof.Proof.give

    def give(self, bound, number, group):
        made.append((bound, number))
        begun(self, bound, number, group)

    monkeypatch.setattr(proof.Proof, "give", give)
    stops = 0
    while not path.exists():
        answer = solve_lasting(
            game, game.start, "score", store=store, limits=Limits(nodes=40_000), certificate=path
        )
        stops += bool(answer.stopped)
        assert (answer.certificate is None) == bool(answer.stopped) and stops < 100
    assert stops > 2 and len(made) == len(set(made)) > stops
    assert claim_of(path)[0] == first.value == answer.value
    assert (answer.nodes, answer.seconds) == (first.nodes, first.seconds)


def test_by_processes_the_certificate_is_the_same(tmp_path):
    for name, jobs in (("a", 1), ("b", 2)):
        yk.solve("nip:4x6", store=tmp_path / "a.sqlite", task_nodes=50)
        yk.solve("nip:4x6", store=tmp_path / "a.sqlite", jobs=jobs, certificate=tmp_path / name)
        change(tmp_path / "a.sqlite", "DROP TABLE chunks")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_facts_that_are_missing_are_found_again(tmp_path):
    store, path = tmp_path / "a.sqlite", tmp_path / "a.certificate"
    yk.solve("nip:4x6", store=store, task_nodes=50)
    change(store, "DELETE FROM facts WHERE who = ''")  # all that follows from others
    change(store, "DELETE FROM about WHERE name = 'sum'")  # else it is damaged
    answer = yk.solve("nip:4x6", store=store, certificate=path)
    assert claim_of(path)[0] == answer.value == 19


def test_stopped_ten_times_before_the_value_is_known_it_is_proved(tmp_path, monkeypatch):
    """Exact score, best moves and certificate of a solve in many sessions, as of one."""
    monkeypatch.setattr(proof, "ROOTS", 4)
    game, store, path = load("nip:6x6"), tmp_path / "a.sqlite", tmp_path / "a.certificate"
    stops = []
    while True:
        answer = solve_lasting(
            game,
            game.start,
            "score",
            store=store,
            task_nodes=3000,
            limits=Limits(nodes=30_000),
            certificate=path,
        )
        if not answer.stopped:
            break
        stops.append(answer.lower < answer.upper)
        assert not path.exists() and len(stops) < 200
    assert sum(stops) >= 10, "the value was known before"
    whole = yk.solve(game)
    assert (answer.value, answer.best_moves) == (whole.value, whole.best_moves)
    assert claim_of(path)[0] == whole.value


def killed_now_and_then(folder, game, task_nodes, kills, longest):
    """The certificate of a solve that is killed at random moments; how many chunks were lost."""
    store, path = folder / "a.sqlite", folder / "a.certificate"
    command = [sys.executable, "-m", "yomikiri", "solve", game, "--json", "--store", str(store)]
    command += ["--task-nodes", str(task_nodes), "--certificate", str(path)]
    chance, lost = random.Random(kills), 0
    before: set[tuple[str, int]] = set()
    for number in range(kills + 1):
        environment = {**os.environ, "YOMIKIRI_QUIET": "1"}
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as process:
            if number < kills:
                time.sleep(chance.uniform(0.5, longest))
                process.send_signal(signal.SIGKILL)
        if store.exists() and number:
            with read_store(store) as found:
                rows = "SELECT bound, number FROM chunks"
                known = "SELECT 1 FROM sqlite_master WHERE name = 'chunks'"
                made = set(found.rows(rows)) if found.rows(known) else set()
            lost += len(before - made)
            before = made
    return path, lost


@pytest.mark.slow
@pytest.mark.parametrize("game", ["nip:6x6", "nip:4x8"])
def test_killed_at_random_moments_the_certificate_is_made(game, tmp_path):
    path, lost = killed_now_and_then(tmp_path, game, 3000, 20, 4.0)
    assert lost == 0 and claim_of(path)[0] == yk.solve(game).value
