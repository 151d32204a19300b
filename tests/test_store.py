"""Solves that last: the same answers as undivided ones, whatever happens on the way."""

import random

import pytest

import yomikiri as yk
from tests.stores import change, lasting, same
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.running import Limits
from yomikiri.solve.graph import Graph
from yomikiri.solve.lasting import solve_lasting
from yomikiri.solve.rows import Fact, Solve, Task
from yomikiri.solve.simulation import simulate
from yomikiri.solve.stores import open_store, read_store
from yomikiri.solve.tasks import do_task

GAMES = [
    ("tictactoe", "", "win", 20),
    ("nip:4x6", "", "score", 100),
    ("nip:4x6", "c1", "win", 30),
    ("nip:6x6", "c2 d2 e5 b5", "score", 1000),
    ("nip:4x8,empties=winner", "d1 c1", "score", 1000),
    ("othello:4x4", "", "score", 100),
    ("othello:5x5,start=cross2", "b4 a2 a1", "score", 1000),
    ("connect4:4x4", "", "score", 100),
    ("connect4:4x5", "c", "win", 1000),
]


@pytest.mark.parametrize(("game", "moves", "goal", "task_nodes"), GAMES)
def test_the_answer_is_that_of_an_undivided_solve(game, moves, goal, task_nodes, tmp_path):
    path = tmp_path / "a.sqlite"
    whole = yk.solve(game, moves=moves, goal=goal)
    answer = lasting(game, path, moves=moves, goal=goal, task_nodes=task_nodes)
    assert same(answer, whole) and answer.tasks > 5
    end = answer.game.outcome(answer.end) or 0
    sign = 1 if answer.game.mover(answer.end) == 0 else -1
    reached = end * sign if goal == "score" else (end * sign > 0) - (end * sign < 0)
    assert reached == answer.value and answer.line[0] in answer.best_moves


def test_every_fact_is_true(tmp_path):
    game = load("nip:4x6")
    lasting(game, tmp_path / "a.sqlite", task_nodes=50)
    with read_store(tmp_path / "a.sqlite") as store:
        facts = list(store.all_facts())
        assert len(facts) > 50
        for fact in random.Random(1).sample(facts, 50):
            answer = yk.solve(game, position=fact.position)
            sign = 1 if game.mover(answer.position) == 0 else -1
            assert answer.value is not None
            assert fact.lower <= sign * answer.value <= fact.upper
        root = store.fact(game.show(game.start))
        assert root == (19, 19)


def test_asked_again_it_is_answered_from_the_store(tmp_path):
    path = tmp_path / "a.sqlite"
    first = lasting("nip:4x6", path, task_nodes=100)
    again = lasting("nip:4x6", path)
    assert again.to_dict() | {"seconds": 0} == first.to_dict() | {"seconds": 0}
    assert lasting("nip:4x6", path, goal="win").value == 1
    fresh = lasting("nip:4x6", path, fresh=True, goal="win", task_nodes=100)
    assert fresh.tasks < first.tasks


def test_a_mirror_image_of_the_root_shares_its_facts(tmp_path):
    path = tmp_path / "a.sqlite"
    game = load("nip:4x6")
    first = lasting(game, path, moves="c1", task_nodes=100)
    other = lasting(game, path, moves="d4")
    assert other.value == first.value and other.nodes - first.nodes < first.nodes / 10
    assert same(other, yk.solve(game, moves="d4"))


@pytest.mark.long
def test_a_stopped_solve_goes_on_where_it_was(tmp_path):
    game, path = load("nip:6x6"), tmp_path / "a.sqlite"
    done, sessions = 0, 0
    answer = None
    while answer is None or answer.stopped:
        answer = solve_lasting(
            game, game.start, "score", store=path, task_nodes=10_000, limits=Limits(nodes=100_000)
        )
        assert answer.tasks > done or not answer.stopped
        done, sessions = answer.tasks, sessions + 1
    assert sessions > 3
    whole = lasting(game, tmp_path / "b.sqlite", task_nodes=10_000)
    assert same(answer, whole)
    assert answer.nodes < 1.5 * whole.nodes  # nothing is done twice, though in another order


def test_the_nodes_of_a_task_repeat(tmp_path):
    game = load("nip:6x6")
    lasting(game, tmp_path / "a.sqlite", task_nodes=10_000)
    with read_store(tmp_path / "a.sqlite") as store:
        way = store.solves()[0].way
        for task, _ in list(store.all_tasks())[::20]:
            again = do_task(game.spec, task.position, task.goal, 10**6, way)
            assert again.bound is not None
            assert (again.nodes, again.bound >= task.goal) == (task.nodes, task.reached)


def test_a_task_that_is_too_large_is_split(tmp_path):
    game = load("nip:4x6")
    path = tmp_path / "a.sqlite"
    with open_store(path, game, "test") as store:
        store.write(Solve(game.show(game.start), "win", 99, 500, 0, 0, 0, 0, 0, 0, -1, 1, None))
    answer = lasting(game, path, goal="win")
    assert answer.value == 1
    with read_store(path) as store:
        tasks = [task for task, _ in store.all_tasks()]
    assert tasks[0].reached is None and any(task.reached is not None for task in tasks)


def test_facts_only_tighten_and_twice_changes_nothing(tmp_path):
    game = load("tictactoe")
    solve = Solve("p", "win", 1, 1, 0, 0, 0, 0, 0, 0, -1, 1, None)
    task = Task("x", 1, True, 7, 0.5, "me")
    with open_store(tmp_path / "a.sqlite", game, "test") as store:
        for _ in range(2):
            store.add(task, 1, 5)
            store.write(solve)
            assert list(store.all_facts()) == [Fact("x", 1, 5, 7, 0.5, "me")]
            assert store.count() == (1, 1, 7)
        store.follows(Fact("x", -3, 4))
        store.write(solve)
        assert list(store.all_facts()) == [Fact("x", 1, 4, 7, 0.5, "me")]


def test_a_store_that_does_not_say_which_search_is_first_goes_on(tmp_path):
    """As version 2 did not: then it was proof numbers."""
    path = tmp_path / "a.sqlite"
    game = load("nip:4x6")
    first = solve_lasting(
        game, game.start, "score", store=path, task_nodes=50, limits=Limits(nodes=2000)
    )
    assert first.stopped
    change(path, "ALTER TABLE solves DROP COLUMN way")
    with read_store(path) as store:
        assert store.solves()[0].way == "df-pn"
        total = store.whole_sum()
    change(path, f"UPDATE about SET value = '{total}' WHERE name = 'sum'")
    change(path, "PRAGMA user_version = 2")
    answer = lasting(game, path)
    assert answer.value == 19 and answer.tasks > first.tasks
    assert lasting(game, path) == answer


def test_two_processes_do_not_write_to_one_store(tmp_path):
    game, path = load("tictactoe"), tmp_path / "a.sqlite"
    with open_store(path, game, "test"):
        with pytest.raises(InputError, match="another process is writing"):
            lasting(game, path)
        with read_store(path) as reader:  # but may look
            assert reader.about()["game"] == "tictactoe"
    assert lasting(game, path).value == 0


@pytest.mark.parametrize(
    ("game", "options", "what"),
    [
        ("dobutsu", {"store": "x"}, "cannot be solved with a store"),
        ("nip:4x6", {"store": "x", "goal": "stages=all"}, "goals score and win"),
        ("nip:4x6", {"store": "x", "threads": 2}, "use --jobs N instead"),
        ("nip:4x6", {"store": "x", "jobs": 0}, "jobs: expected 1 or more"),
        ("nip:4x6", {"store": "x", "task_nodes": 1}, "task-nodes: expected"),
        ("nip:4x6", {"jobs": 2}, "--jobs goes with --store"),
        ("nip:4x6", {"fresh": True}, "--fresh goes with --store"),
    ],
)
def test_what_cannot_be_asked_is_refused(game, options, what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=what):
        yk.solve(game, **options)
    assert not list(tmp_path.iterdir())


@pytest.mark.long
def test_by_processes_the_answer_is_the_same(tmp_path):
    whole = yk.solve("nip:6x6")
    answer = lasting("nip:6x6", tmp_path / "a.sqlite", jobs=2, task_nodes=20_000)
    assert same(answer, whole)
    with read_store(tmp_path / "a.sqlite") as store:
        assert len({task.who for task, _ in store.all_tasks()}) == 2


@pytest.mark.long
def test_the_log_tells_how_many_workers_would_do(tmp_path):
    path = tmp_path / "a.sqlite"
    lasting("nip:4x6", path, task_nodes=50)
    with read_store(path) as store:
        (solve,) = store.solves()
        few, many = (simulate(store, solve, workers) for workers in (1, 8))
    assert few.nodes <= 1.01 and 0 < few.speed_up <= 1
    assert many.seconds < few.seconds and many.nodes >= few.nodes
    assert 0 <= many.idle < 1 and 0 < many.choosing < 1


def test_a_finished_solve_rests_on_its_facts(tmp_path):
    """From the root down every line of the proof ends in a task or a finished game."""
    game, path = load("nip:4x6"), tmp_path / "a.sqlite"
    start = game.show(game.start)
    solve_lasting(game, game.start, "score", store=path, task_nodes=50, limits=Limits(nodes=2000))
    with read_store(path) as store:
        assert (begun := store.solve(start, "score")) and begun.answer is None
    value = lasting(game, path).lower
    with read_store(path) as store:
        assert (done := store.solve(start, "score")) and done.answer is not None
        tasks = {task.position for task, _ in store.all_tasks() if task.reached is not None}
        facts = {fact.position: fact[1:3] for fact in store.all_facts()}
    graph = Graph(game, facts.get)
    seen = set()

    def check(place, goal, reached):
        """That `goal` is reached, or not, by the facts about the moves of each position."""
        if (place, goal) in seen or place.text in tasks:
            return
        seen.add((place, goal))
        children = graph.children(place)
        if not children:
            return
        bounds = [child.bounds_for(place.mover) for child in children]
        proving = [child for child, (lower, _) in zip(children, bounds) if lower >= goal]
        assert bool(proving) == reached and (reached or all(high < goal for _, high in bounds))
        for child in proving[:1] if reached else children:
            same = child.mover == place.mover
            check(child, goal if same else 1 - goal, reached if same else not reached)

    root = graph.place(game.start)
    check(root, value, True)
    check(root, value + 1, False)
    assert len(seen) > 20
