"""A solve that lasts: cut into tasks, done by a crew, its facts in a store.

The same command goes on where it was, whatever ended it: the facts are there, and the search above
them finds its way back to what is open.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.running import INTERRUPT, NO_LIMITS, Limits, Stopped
from yomikiri.solve.answer import Answer, Interrupted, Progress
from yomikiri.solve.asking import Asking
from yomikiri.solve.facts import Store, now
from yomikiri.solve.findings import Findings
from yomikiri.solve.forecast import check_lasting, expected, task_left
from yomikiri.solve.options import MOST_NODES
from yomikiri.solve.proof import Proof
from yomikiri.solve.reader import as_read
from yomikiri.solve.rows import Solve
from yomikiri.solve.sampling import SAMPLES, levels
from yomikiri.solve.stores import open_store, store_path
from yomikiri.solve.tasks import (
    CLUSTER_NODES,
    TASK_NODES,
    TOO_LARGE,
    do_line,
    game_of,
    left_of,
)
from yomikiri.think.team import DF_PN
from yomikiri.think.values import close_in, ranked
from yomikiri.work import Call, Crew, WorkersLost, check_crew, hire
from yomikiri.work.runs import versions

LEAST_TASK = 10  # nodes on average
SAMPLED = 10  # times as many nodes as a task takes go into the plan,
LEAST_SAMPLED = 1 << 18  # or this many

Watch = Callable[[Progress], None]


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
    certificate: Path | None = None,
) -> Answer:
    """The value of a position, found task by task; what is found is in the store at once.

    A finished solve leaves a `certificate`, if a file for it is named.
    """
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
        with hire(jobs, cluster, joins=True) as crew:
            size = task_nodes or (CLUSTER_NODES if cluster else TASK_NODES)
            work = Lasting(game, state, goal, facts, crew, size, limits, watch)
            stopped = ""
            try:
                work.run()
                if certificate is not None:
                    work.prove(certificate)
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


class Lasting(Findings):
    """A position solved task by task, by a crew."""

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
        super().__init__(game, state, goal)
        self.watch = watch
        self.chunks = (0, 0)
        self.before = store.count()[0]
        self.asking = Asking(game, self.most, store, crew, limits, self.report)
        self.root = self.asking.graph.place(state)
        self.asking.take_up(store.solve(self.root.text, goal) or self.plan(goal, task_nodes))

    def plan(self, goal: str, task_nodes: int) -> Solve:
        """A solve that begins now."""
        most, top = TOO_LARGE * task_nodes, left_of(self.game, self.state, 0)
        found = levels(
            self.game,
            self.state,
            goal,
            most_nodes=most,
            budget=max(LEAST_SAMPLED, SAMPLED * task_nodes),
            samples=SAMPLES // 2,
            crew=self.asking.crew,
            is_race=True,
        )
        left = task_left(found, task_nodes)
        lower, upper = self.bounds()
        begun = now()
        nodes = expected(found, top)
        way = found[-1].way if found else DF_PN
        return Solve(
            self.root.text, goal, left, most, *nodes, begun, begun, 0.0, 0, lower, upper, None, way
        )

    def run(self) -> None:
        """Find the value, every best move and a line of best play, or take them from the store."""
        asking = self.asking
        if (known := asking.solve.answer) is not None and self.recall(json.loads(known)):
            return
        if not self.classes:
            self.lower = self.upper = self.clip(self.game.outcome(self.state) or 0)
        close_in(lambda goal: asking.reaches(self.root, goal), self.lower, self.upper, self.tighten)
        for move in ranked(self.game, self.state, list(self.classes)):
            if asking.keeps(self.state, move, self.lower):
                self.best = self.best + self.classes[move]
            self.done += 1
            self.report()
        self.follow_line()
        asking.bounds = self.bounds()
        asking.finish(self.in_words())

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
        lower, upper = self.asking.bounds
        self.lower, self.upper = (lower, upper) if self.sign() == 1 else (-upper, -lower)
        self.asking.ended = self.asking.begun
        self.done = len(self.classes)
        self.best = [game.read_move(state, name) for name in words["best_moves"]]
        self.line = game.read_moves(state, " ".join(words["line"]))
        return True

    def tighten(self, lower: int, upper: int) -> None:
        """Note the bounds that are known."""
        self.lower, self.upper = lower, upper
        self.save()
        self.report()

    def follow_line(self) -> None:
        """Best play: by the facts as far as they go, then by a last search."""
        game, asking, state, value = self.game, self.asking, self.state, self.lower
        first = as_read(game, state, self.best)[:1]
        while moves := first or game.legal_moves(state):
            promising, first = ranked(game, state, moves), []
            known = [move for move in promising if asking.known_to_keep(state, move, value)]
            if not known and asking.graph.place(state).left <= asking.solve.task_left:
                rest = (game.spec, game.show(state), value, self.most)
                self.line += asking.call(Call("line", do_line, rest))
                return
            move = next(m for m in known or promising if asking.keeps(state, m, value))
            self.line.append(move)
            child = game.play(state, move)
            value = value if game.mover(child) == game.mover(state) else -value
            state = child

    def prove(self, path: Path) -> None:
        """Write a certificate of a solve that is finished."""
        value, _ = self.bounds()
        proof = Proof(self.asking, self.state, value, self.count_chunks)
        self.written = proof.write(path)

    def count_chunks(self, done: int, chunks: int) -> None:
        """Note how much of a certificate is made."""
        self.chunks = done, chunks
        self.report()

    # What is known.

    def save(self) -> None:
        """Bring everything to the disk."""
        self.asking.bounds = self.bounds()
        self.asking.save()

    def report(self) -> None:
        """Report to whoever watches."""
        if self.watch is None:
            return
        asking, (lower, upper) = self.asking, self.bounds()
        self.watch(
            Progress(
                self.done,
                len(self.classes),
                lower,
                upper,
                nodes=asking.all_nodes,
                seconds=asking.seconds,
                tasks=self.before + asking.tasks,
                open=asking.count_open(),
                rest=asking.rest(),
                chunks=self.chunks,
            )
        )

    def answer(self, stopped: str = "") -> Answer:
        """What is known now."""
        asking = self.asking
        return self.gathered(
            nodes=asking.all_nodes,
            seconds=asking.seconds,
            threads=asking.crew.size,
            stopped=stopped,
            store=str(asking.store.path),
            tasks=asking.store.count()[0],
        )
