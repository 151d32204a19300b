"""The search above the tasks of a long solve, and what a forecast expects of it."""

from collections import deque
from functools import partial

import pytest

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.running import NO_LIMITS
from yomikiri.solve.asking import Asking
from yomikiri.solve.forecast import Expected, forecast, task_left
from yomikiri.solve.graph import Graph, Place
from yomikiri.solve.question import Question
from yomikiri.solve.rows import Solve
from yomikiri.solve.sampling import Level, levels, questions
from yomikiri.solve.stores import open_store
from yomikiri.solve.tasks import do_task
from yomikiri.think.team import ALPHA_BETA, DF_PN
from yomikiri.work import Call, Crew, Result, hire


class Backwards(Crew):
    """Makes the last call first, as several workers may."""

    size = 4

    def __init__(self):
        self.calls: list[Call] = []

    def give(self, call):
        self.calls.append(call)

    def take(self, timeout=None):
        if not self.calls:
            return []
        call = self.calls.pop()
        return [Result(call.key, call.function(*call.arguments))]

    def close(self):
        self.calls.clear()


def test_a_forecast_says_how_sure_it_is():
    found = forecast(load("nip:4x6"), load("nip:4x6").start, "score", budget=300_000).to_dict()
    assert found["nodes_low"] < found["nodes"] < found["nodes_high"]
    assert 30_530 / 3 < found["nodes"] < 3 * 30_530  # as in results.md
    assert found["core_hours"] > 0 and found["memory"] > 2**28 and found["tasks"] >= 1
    again = forecast(load("nip:4x6"), load("nip:4x6").start, "score", budget=300_000)
    assert again.to_dict()["nodes"] == found["nodes"]
    with pytest.raises(InputError, match="cannot be solved with a store"):
        forecast(load("dobutsu"), load("dobutsu").start, "win")


def test_what_is_left_grows_when_more_was_done_than_expected():
    expected = Expected(1e9, 1.0)
    low, high = expected.interval()
    assert low < 1e9 < high
    later = expected.interval(3e9)
    assert 0 < later[0] < later[1] and later[1] > 1e9
    assert 0 < expected.interval(1e12)[0] < expected.interval(1e12)[1]


def test_a_forecast_is_the_same_whoever_samples():
    game = load("nip:4x6")
    ask = partial(levels, game, game.start, "score", most_nodes=10**6, budget=50_000, samples=4)
    alone = ask()
    assert alone == ask(crew=Backwards())
    assert len(alone) > 3 and all(len(level.nodes) == 4 for level in alone)


@pytest.mark.parametrize(
    ("game", "goal", "way"),
    [
        ("nip:4x8", "win", DF_PN),
        ("nip:4x8", "score", ALPHA_BETA),
        ("connect4:4x4", "win", ALPHA_BETA),
    ],
)
def test_the_search_that_pays_is_found_by_nodes(game, goal, way):
    found = load(game)
    ask = partial(levels, found, found.start, goal, most_nodes=10**6, budget=10**6, samples=6)
    assert {level.way for level in ask()} == {DF_PN}
    raced = ask(is_race=True)
    assert raced[-1].way == way and raced == ask(is_race=True)


def test_positions_below_are_asked_what_the_root_will_be_asked():
    assert questions(1, 1) == [1] and questions(0, 1) == [1, 0] and questions(-1, 1) == [1, 0]
    for most in (1, 12, 28):
        for value in range(-most, most + 1):
            goals = questions(value, most)
            assert (value in goals) == (value > -most) and (value + 1 in goals) == (value < most)
            assert goals[0] == 1 and len(set(goals)) == len(goals) and max(goals) <= most


def test_one_odd_level_does_not_make_all_tasks_small():
    """Means of a few positions jump up and down; here 2 ** left, but for one."""
    found = [Level(left, [2**left] * 10, [2**left] * 10, 0, DF_PN) for left in range(4, 21)]
    assert task_left(found, 70_000) == 16
    odd = [level._replace(first=[2**18] * 10) if level.left == 12 else level for level in found]
    assert task_left(odd, 70_000) in (15, 16)
    assert task_left(found, 2) == 0 and task_left([], 9) == 0


def test_tasks_may_begin_a_little_above_what_was_sampled():
    found = [Level(left, [2**left] * 10, [2**left] * 10, 0, DF_PN) for left in range(4, 17)]
    assert task_left(found, 2**18) == 18 and task_left(found, 2**30) == 19


@pytest.mark.parametrize(
    ("game", "sure", "most_left"),
    [("nip:6x6", 0, 10), ("nip:6x6", 1, 11), ("nip:6x6", -3, 12), ("tictactoe", 0, 12)],
)
def test_a_task_whose_outcome_is_open_is_smaller(game, sure, most_left, tmp_path):
    """Then all take about as many nodes; a game without estimates does not tell."""
    found = load(game)
    with open_store(tmp_path / "a.sqlite", found, "test") as store, hire() as crew:
        asking = Asking(found, found.greatest, store, crew, NO_LIMITS, lambda: None)
        asking.take_up(Solve("", "score", 12, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0, 0, 0, None, DF_PN))
        place = asking.graph.place(found.start)
        place.estimate = int(sure * asking.graph.unit)
        tasks = [left for left in range(20) if asking.is_task(with_left(place, left))]
        assert tasks == list(range(most_left + 1))
        place.is_split = True
        assert not asking.is_task(with_left(place, 3))


def with_left(place: Place, left: int) -> Place:
    place.left = left
    return place


def test_what_is_known_of_a_place_outlives_it():
    game = load("nip:4x6")
    graph = Graph(game)
    place = graph.children(graph.place(game.start))[0]
    state = place.state
    assert place.tighten(-3, 5) and place.text == game.show(state)
    graph.forget(place)
    again = graph.place(state)
    assert again is not place and (again.lower, again.upper) == (-3, 5)
    assert (again.text, again.left, again.mover) == (place.text, place.left, place.mover)


def test_what_is_under_way_counts_as_it_seems_likely():
    """Workers do little in vain: a task is needed if those under way come out so."""
    game = load("nip:6x6")
    nodes = {ahead: nodes_of_tasks(game, ahead) for ahead in (1, 2, 8)}
    assert nodes[2] < 1.25 * nodes[1] and nodes[8] < 2 * nodes[1]


def nodes_of_tasks(game, ahead):
    """The nodes of all tasks of the question who wins, so many of them always under way."""
    graph = Graph(game)
    graph.unit = Graph(game).usual_estimate()
    question = Question(graph, graph.place(game.start), 1, lambda place: place.left <= 12)
    under_way: deque[Place] = deque()
    nodes = 0
    while question.answer is None:
        while len(under_way) < ahead and (place := question.choose()) is not None:
            under_way.append(place)
        place = under_way.popleft()
        goal = question.goal_of(place)
        found = do_task(game.spec, place.text, goal, 10**6)
        nodes += found.nodes
        assert found.bound is not None
        reached = found.bound >= goal
        place.tighten(*((found.bound, place.upper) if reached else (place.lower, found.bound)))
        question.done(place)
    assert question.answer is True
    return nodes


class Choosing(Asking):
    """Notes what becomes of a task that was chosen ahead when another one ends."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.kept: list[tuple[bool, bool]] = []  # as was supposed; still the next one

    def take(self, key, found):
        question, ahead, place = self.question, self.next, self.running[key]
        assert question is not None
        numbers = question.numbers.get(place)
        likely = numbers is not None and numbers.prove == 0
        super().take(key, found)
        if ahead is not None and numbers is not None:
            self.kept.append((question.verdict(place) == likely, self.next is ahead))


def test_a_task_chosen_ahead_is_put_back_after_a_surprise(tmp_path):
    """What is given next is then chosen anew; else it is what would have been chosen."""
    game = load("nip:6x6")
    crew = Backwards()
    with open_store(tmp_path / "a.sqlite", game, "test") as store:
        asking = Choosing(game, 1, store, crew, NO_LIMITS, lambda: None)
        asking.take_up(Solve("", "win", 12, 10**7, 0.0, 0.0, 0.0, 0.0, 0.0, 0, -1, 1, None, DF_PN))
        assert asking.reaches(asking.graph.place(game.start), 1)
    assert asking.next is None
    assert {(True, True), (False, False)} == set(asking.kept)
