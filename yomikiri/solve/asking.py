"""Questions about positions, answered by a crew task by task; what is found is kept in a store."""

import time
from collections.abc import Callable
from typing import Any, cast

from yomikiri.games.game import Game
from yomikiri.running import NODES as NODES_LIMIT
from yomikiri.running import SECONDS, Limits, Stopped
from yomikiri.solve.facts import Store, now
from yomikiri.solve.forecast import Expected
from yomikiri.solve.graph import Graph, Place
from yomikiri.solve.question import Question
from yomikiri.solve.rows import Fact, Solve, Task
from yomikiri.solve.tasks import Done, do_task
from yomikiri.work import Call, Crew

COUNTED = 5.0  # seconds between two counts of open tasks
SYNC = 1.0  # seconds between two writes, each of which waits for the disk
LOOK = 0.2  # seconds between two looks at the limits while a crew works
# A task whose outcome is open takes more nodes than one that seems sure, about what a ply takes for
# each unit of the estimate.  So it is smaller by up to two plies: then all take about as many.
OPEN_PLIES = 2.0
PLIES_A_UNIT = 0.85

Key = tuple[str, int]  # of a task: position and goal


class Asking:
    """A solve under way: the positions above its tasks, its crew, its store and its limits.

    `tell` is called now and then while the crew works.
    """

    def __init__(
        self,
        game: Game,
        most: int,
        store: Store,
        crew: Crew,
        limits: Limits,
        tell: Callable[[], None],
    ) -> None:
        self.game, self.most, self.store, self.crew = game, most, store, crew
        self.limits, self.tell = limits, tell
        self.tasks = self.nodes = 0  # done in this session
        self.open_tasks, self.counted = 0, 0.0
        self.begun = self.saved = time.perf_counter()
        self.ended = 0.0
        self.running: dict[Key, Place] = {}
        self.question: Question | None = None
        self.next: Place | None = None  # chosen while all workers were busy
        # What this session finds out the graph remembers by itself.
        self.graph = Graph(game, None if store.is_empty() else store.fact)
        self.graph.unit = Graph(game).usual_estimate()

    def take_up(self, solve: Solve) -> None:
        """Say what is asked, and how far it was when this session began."""
        self.solve = solve
        self.bounds = solve.lower, solve.upper  # as the first player sees them

    # What can be asked.

    def reaches(self, place: Place, goal: int) -> bool:
        """Whether the mover of a place reaches `goal`."""
        question = Question(self.graph, place, goal, self.is_task)
        self.question = question
        for running in self.running.values():
            question.begun(running)
        while question.answer is None:
            self.hand_out(question)
            self.wait()
            self.keep_what_follows(question)
        self.keep_what_follows(question)
        self.question = self.next = None
        return question.answer

    def keeps(self, state: Any, move: int, value: int) -> bool:
        """Whether a move reaches `value`, as the mover of `state` sees it."""
        if value <= -self.most:
            return True
        child = self.graph.place(self.game.play(state, move))
        if child.mover == self.game.mover(state):
            return self.reaches(child, value)
        return not self.reaches(child, 1 - value)

    def known_to_keep(self, state: Any, move: int, value: int) -> bool:
        """Whether the facts say so already."""
        child = self.graph.place(self.game.play(state, move))
        return value <= -self.most or child.bounds_for(self.game.mover(state))[0] >= value

    def call(self, call: Call) -> Any:
        """What another call than a task gives; what is under way is taken in before."""
        while self.crew.waiting:
            self.wait()
        self.crew.give(call)
        while not (results := self.crew.take(LOOK)):
            self.tell()
        return results[0].value

    # How it is answered.

    def is_task(self, place: Place) -> bool:
        """Whether a place is solved as a whole."""
        if place.left > self.solve.task_left or place.is_split:
            return False
        if not self.graph.estimates:
            return True
        sure = abs(place.estimate) / self.graph.unit
        fewer = max(0, round(OPEN_PLIES - PLIES_A_UNIT * sure))
        return place.left <= self.solve.task_left - fewer

    def hand_out(self, question: Question) -> None:
        """Give as many tasks as the crew can use."""
        # What waits in line is chosen without knowing what is under way, and may be in vain.  Two
        # workers and the one who chooses fill two cores without it.
        room = self.crew.size + self.crew.size // 4
        while self.crew.waiting < room and (place := self.chosen(question)) is not None:
            goal = question.goal_of(place)
            self.running[place.text, goal] = place
            task = (self.game.spec, place.text, goal, self.solve.most_nodes, self.solve.way)
            self.crew.give(Call((place.text, goal), do_task, task))
        if self.crew.size > 1 and self.next is None:
            self.next = self.chosen(question)

    def chosen(self, question: Question) -> Place | None:
        """The next task: what was chosen before, if that is still right; None: there is none."""
        place, self.next = self.next, None
        if place is not None:
            return place
        while (place := question.choose()) is not None and self.store.was_split(place.text):
            place.is_split = True
            question.done(place)
        return place

    def wait(self) -> None:
        """Take what the crew has found, and look at the limits."""
        if time.perf_counter() > self.saved + SYNC:  # while everybody is busy
            self.save()
            self.tell()
        for result in self.crew.take(LOOK):
            self.take(cast(Key, result.key), result.value)
        self.check_limits()

    def check_limits(self, more_nodes: int = 0) -> None:
        """Raise Stopped if a limit is reached, with these nodes that are no task's."""
        seconds, nodes = self.limits.seconds, self.limits.nodes
        if seconds is not None and time.perf_counter() - self.begun > seconds:
            raise Stopped(SECONDS)
        if nodes is not None and self.nodes + more_nodes >= nodes:
            raise Stopped(NODES_LIMIT)

    def take(self, key: Key, found: Done) -> None:
        """Take in what a task found."""
        place, goal = self.running.pop(key), key[1]
        self.nodes += found.nodes
        self.tasks += 1
        reached = None
        if found.bound is None:
            place.is_split = True
        else:
            reached = found.bound >= goal
            place.tighten(*((found.bound, place.upper) if reached else (place.lower, found.bound)))
        task = Task(place.text, goal, reached, found.nodes, found.seconds, found.who)
        self.store.add(task, place.lower, place.upper)
        if self.question is not None and not self.question.done(place) and self.next is not None:
            self.question.done(self.next)  # it may not be needed now: put back, to be chosen again
            self.next = None

    def keep_what_follows(self, question: Question) -> None:
        """Store what the facts say about positions above the tasks."""
        for place in question.decided:
            self.store.follows(Fact(place.text, place.lower, place.upper))
        question.decided.clear()

    # How far it is.

    def save(self) -> None:
        """Bring everything to the disk."""
        lower, upper = self.bounds
        state = self.solve._replace(lower=lower, upper=upper, changed=now())
        self.store.write(state._replace(seconds=self.seconds, nodes=self.all_nodes))
        self.saved = time.perf_counter()

    def finish(self, answer: str | None) -> None:
        """Keep the answer; what is done from now on is beside the solve."""
        self.ended = time.perf_counter()
        self.solve = self.solve._replace(answer=answer)
        self.save()

    @property
    def seconds(self) -> float:
        """Of all sessions."""
        return self.solve.seconds + (self.ended or time.perf_counter()) - self.begun

    @property
    def all_nodes(self) -> int:
        """Of all sessions."""
        return self.solve.nodes + self.nodes

    def rest(self) -> tuple[float, float]:
        """Nodes that are left, at least and at most."""
        return Expected(self.solve.forecast, self.solve.spread).interval(self.all_nodes)

    def count_open(self) -> int:
        """How many tasks are known and not done; counted now and then, for it takes a while."""
        if self.question is not None and time.perf_counter() > self.counted + COUNTED:
            self.open_tasks = self.question.count_open()
            self.counted = time.perf_counter()
        return self.open_tasks
