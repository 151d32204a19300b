"""A solve that lasts: cut into tasks, done by a crew, its facts in a store.

The same command goes on where it was, whatever ended it: the facts are there, and the search above
them finds its way back to what is open.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.rules import FIRST
from yomikiri.running import INTERRUPT, NO_LIMITS, SECONDS, Limits, Stopped
from yomikiri.running import NODES as NODES_LIMIT
from yomikiri.solve.answer import Answer, Interrupted, Progress
from yomikiri.solve.facts import Fact, Solve, Store, Task, now
from yomikiri.solve.forecast import (
    SAMPLES,
    Expected,
    check_lasting,
    expected,
    levels,
    task_left,
)
from yomikiri.solve.graph import Graph, Place
from yomikiri.solve.options import MOST_NODES
from yomikiri.solve.question import Question
from yomikiri.solve.reader import as_read, mirror_classes
from yomikiri.solve.stores import open_store, store_path
from yomikiri.solve.tasks import (
    CLUSTER_NODES,
    TASK_NODES,
    TOO_LARGE,
    Done,
    do_line,
    do_task,
    game_of,
    left_of,
)
from yomikiri.think.values import close_in, ranked
from yomikiri.work import Call, Crew, WorkersLost, check_crew, hire
from yomikiri.work.runs import versions

COUNTED = 5.0  # seconds between two counts of open tasks
SYNC = 0.5  # seconds between two writes
LEAST_TASK = 10  # nodes on average
SAMPLED = 500  # times as many nodes as a task takes go into the forecast
LOOK = 0.2  # seconds between two looks at the limits while a crew works

Watch = Callable[[Progress], None]
Key = tuple[str, int]  # of a task: position and goal


def check_alone(**options: object) -> None:
    """Raise InputError for an option that only a solve with a store has."""
    for name, value in options.items():
        if value:
            raise InputError("store.alone", option=name.replace("_", "-"))


def solve_lasting(
    game: Game,
    state: Any,
    goal: str,
    *,
    store: str | Path,
    fresh: bool = False,
    jobs: int = 1,
    cluster: str = "",
    task_nodes: int | None = None,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
) -> Answer:
    """The value of a position, found task by task; what is found is in the store at once."""
    check_lasting(game, goal)
    if task_nodes is not None and not LEAST_TASK <= task_nodes <= MOST_NODES:
        least, most = LEAST_TASK, MOST_NODES
        raise InputError(
            "number.whole_range", name="task-nodes", least=least, most=most, got=task_nodes
        )
    check_crew(jobs, cluster)
    path = store_path(game, store)
    with open_store(path, game, versions()["yomikiri"], fresh=fresh) as facts:
        game_of(game.spec)  # compiled once, before workers start
        with hire(jobs, cluster) as crew:
            size = task_nodes or (CLUSTER_NODES if cluster else TASK_NODES)
            work = Lasting(game, state, goal, facts, crew, size, limits, watch)
            stopped = ""
            try:
                work.run()
            except Stopped as end:
                stopped = end.reason
            except KeyboardInterrupt:
                work.save()
                raise Interrupted(work.answer(stopped=INTERRUPT)) from None
            except WorkersLost:
                work.save()
                raise
            work.save()
            return work.answer(stopped)


class Lasting:
    """One root position; what is known and under way, as its mover sees it."""

    def __init__(
        self,
        game: Game,
        state: Any,
        goal: str,
        store: Store,
        crew: Crew,
        task_nodes: int,
        limits: Limits,
        watch: Watch | None,
    ) -> None:
        self.game, self.state, self.store, self.crew = game, state, store, crew
        self.limits, self.watch = limits, watch
        self.most = game.greatest if goal == "score" else 1
        self.lower, self.upper = -self.most, self.most
        self.best: list[int] = []
        self.line: list[int] = []
        self.done = self.tasks = self.nodes = 0
        self.classes = mirror_classes(game, state)
        self.before = store.count()[0]
        self.open_tasks, self.counted = 0, 0.0
        self.begun = self.saved = time.perf_counter()
        self.running: dict[Key, Place] = {}
        self.question: Question | None = None
        self.graph = Graph(game, store.fact)
        self.graph.unit = Graph(game, lambda position: None).usual_estimate()
        self.root = self.graph.place(state)
        self.earlier = store.solve(self.root.text, goal) or self.plan(goal, task_nodes)

    def plan(self, goal: str, task_nodes: int) -> Solve:
        """A solve that begins now."""
        most, top = TOO_LARGE * task_nodes, left_of(self.game, self.state, 0)
        found = levels(
            self.game,
            self.state,
            goal,
            most_nodes=most,
            budget=SAMPLED * task_nodes,
            samples=SAMPLES // 2,
        )
        left = task_left(found, task_nodes, top)
        lower, upper = self.bounds()
        begun = now()
        nodes = expected(found, top)
        return Solve(
            self.root.text, goal, left, most, *nodes, begun, begun, 0.0, 0, lower, upper, None
        )

    # What is asked.

    def run(self) -> None:
        """Find the value, every best move and a line of best play, or take them from the store."""
        if self.earlier.answer is not None and self.recall(json.loads(self.earlier.answer)):
            return
        if not self.classes:
            self.lower = self.upper = self.clip(self.game.outcome(self.state) or 0)
        close_in(lambda goal: self.reaches(self.root, goal), self.lower, self.upper, self.tighten)
        for move in ranked(self.game, self.state, list(self.classes)):
            if self.keeps(self.state, move, self.lower):
                self.best = self.best + self.classes[move]
            self.done += 1
            self.report()
        self.follow_line()
        self.earlier = self.earlier._replace(answer=self.in_words())

    def in_words(self) -> str:
        """The best moves and the line as JSON."""
        names = self.game.line_text(self.state, self.line)
        best = [self.game.move_name(self.state, move) for move in self.best]
        position = self.game.show(self.state)
        return json.dumps({"position": position, "best_moves": best, "line": names})

    def recall(self, words: dict[str, Any]) -> bool:
        """Take the answer from the store; False if it is about a mirror image of our position."""
        game, state = self.game, self.state
        if game.show(state) != words["position"]:
            return False
        lower, upper = self.earlier.lower, self.earlier.upper
        self.lower, self.upper = (lower, upper) if self.sign() == 1 else (-upper, -lower)
        self.done = len(self.classes)
        self.best = [game.read_move(state, name) for name in words["best_moves"]]
        self.line = game.read_moves(state, " ".join(words["line"]))
        return True

    def clip(self, value: int) -> int:
        """The value, cut off at what is asked for."""
        return max(-self.most, min(self.most, value))

    def tighten(self, lower: int, upper: int) -> None:
        """Note the bounds that are known."""
        self.lower, self.upper = lower, upper
        self.save()
        self.report()

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

    def follow_line(self) -> None:
        """Best play: by the facts as far as they go, then by a last search."""
        game, state, value = self.game, self.state, self.lower
        first = as_read(game, state, self.best)[:1]
        while moves := first or game.legal_moves(state):
            place = self.graph.place(state)
            promising, first = ranked(game, state, moves), []
            known = [move for move in promising if self.known_to_keep(state, move, value)]
            if not known and place.left <= self.earlier.task_left:
                self.finish_line(state, value)
                return
            move = next(m for m in known or promising if self.keeps(state, m, value))
            self.line.append(move)
            child = game.play(state, move)
            value = value if game.mover(child) == game.mover(state) else -value
            state = child

    def finish_line(self, state: Any, value: int) -> None:
        """The rest of the line, within a task."""
        while self.crew.waiting:  # what is still under way is worth keeping
            self.wait()
        text = self.game.show(state)
        self.crew.give(Call("line", do_line, (self.game.spec, text, value, self.most)))
        while not (results := self.crew.take(LOOK)):
            self.report()
        self.line += results[0].value

    # How a question is answered.

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
        self.question = None
        return question.answer

    def is_task(self, place: Place) -> bool:
        """Whether a place is solved as a whole."""
        return place.left <= self.earlier.task_left and not place.is_split

    def hand_out(self, question: Question) -> None:
        """Give as many tasks as the crew can use."""
        size = self.crew.size
        room = size + max(1, size // 4) if size > 1 else 1
        while self.crew.waiting < room and (place := question.choose()) is not None:
            goal = question.goal_of(place)
            if self.store.was_split(place.text):
                place.is_split = True
                question.done(place)
                continue
            self.running[place.text, goal] = place
            task = (self.game.spec, place.text, goal, self.earlier.most_nodes)
            self.crew.give(Call((place.text, goal), do_task, task))

    def wait(self) -> None:
        """Take what the crew has found, and look at the limits."""
        for result in self.crew.take(LOOK):
            self.take(cast(Key, result.key), result.value)
        if time.perf_counter() > self.saved + SYNC:
            self.save()
            self.report()
        if self.limits.seconds is not None and self.session() > self.limits.seconds:
            raise Stopped(SECONDS)
        if self.limits.nodes is not None and self.nodes >= self.limits.nodes:
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
        if self.question is not None:
            self.question.done(place)

    def keep_what_follows(self, question: Question) -> None:
        """Store what the facts say about positions above the tasks."""
        for place in question.decided:
            self.store.follows(Fact(place.text, place.lower, place.upper))
        question.decided.clear()

    # What is known.

    def session(self) -> float:
        """Seconds since this session began."""
        return time.perf_counter() - self.begun

    def save(self) -> None:
        """Bring everything to the disk."""
        lower, upper = self.bounds()
        seconds, nodes = self.seconds(), self.earlier.nodes + self.nodes
        state = self.earlier._replace(seconds=seconds, nodes=nodes, lower=lower, upper=upper)
        self.store.write(state._replace(changed=now()))
        self.saved = time.perf_counter()

    def seconds(self) -> float:
        """Of all sessions."""
        return self.earlier.seconds + self.session()

    def sign(self) -> int:
        """1 if the first player is to move at the root, else -1."""
        return 1 if self.game.mover(self.state) == FIRST else -1

    def bounds(self) -> tuple[int, int]:
        """Lower and upper bound as the first player sees them."""
        return (self.lower, self.upper) if self.sign() == 1 else (-self.upper, -self.lower)

    def report(self) -> None:
        """Report to whoever watches."""
        if self.watch is not None:
            lower, upper = self.bounds()
            nodes, seconds = self.earlier.nodes + self.nodes, self.seconds()
            rest = Expected(self.earlier.forecast, self.earlier.spread).interval(nodes)
            known = (self.before + self.tasks, self.count_open(), rest)
            self.watch(Progress(self.done, len(self.classes), lower, upper, nodes, seconds, *known))

    def count_open(self) -> int:
        """How many tasks are known and not done; counted now and then, for it takes a while."""
        if self.question is not None and time.perf_counter() > self.counted + COUNTED:
            self.open_tasks = self.question.count_open()
            self.counted = time.perf_counter()
        return self.open_tasks

    def answer(self, stopped: str = "") -> Answer:
        """What is known now."""
        lower, upper = self.bounds()
        return Answer(
            game=self.game,
            position=self.state,
            goal=self.earlier.goal,
            value=lower if lower == upper else None,
            lower=lower,
            upper=upper,
            best_moves=as_read(self.game, self.state, self.best),
            line=self.line,
            nodes=self.earlier.nodes + self.nodes,
            seconds=self.seconds(),
            threads=self.crew.size,
            stopped=stopped,
            store=str(self.store.path),
            tasks=self.store.count()[0],
        )
