"""The certificate of a solve with a store: trunks by its facts, chunks by its crew.

What a task found is known, but not its moves: the tasks of the strategy are read out once more and
recorded, those of the cheapest strategy only.  Each chunk is in the store when it is made, so the
same command goes on where it was.
"""

import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from yomikiri.rules import FIRST, SECOND
from yomikiri.solve.answer import Written
from yomikiri.solve.asking import LOOK, Asking
from yomikiri.solve.certificate import Part, bounds_of, describe, write_file
from yomikiri.solve.chunks import Root, do_chunk
from yomikiri.solve.graph import Place
from yomikiri.solve.rows import Chunk
from yomikiri.solve.strategy import Chart, Walked
from yomikiri.solve.strategy import Place as Cells
from yomikiri.think.values import ranked
from yomikiri.work import Call

ROOTS = 64  # of a chunk, at least: some seconds of work
MOST_CHUNKS = 1 << 13  # of a proof: they must fit into the header
LEAST_COST = 1000  # nodes: what a position costs that is easily read out

Tell = Callable[[int, int], None]  # chunks done, and in all


class Proof:
    """A certificate that is being made."""

    def __init__(self, asking: Asking, state: Any, value: int, tell: Tell) -> None:
        self.asking, self.state, self.value = asking, state, value
        self.cut = asking.game.proof_cut
        self.game, self.store, self.tell = asking.game, asking.store, tell
        self.chart = Chart(asking.game)
        self.nodes = 0  # visited in this session
        # A board that is smaller than its tasks has no trunk.
        self.split = max(self.cut, min(asking.solve.task_left, self.chart.left(state)))

    def write(self, path: Path) -> Written:
        """Make what is not made yet, and write the file."""
        proofs, body, parts, seconds = [], bytearray(), [], 0.0
        bounds = bounds_of(self.value, self.asking.most)
        for bound in bounds:
            trunk = self.trunk(bound)
            chunks = [Part(1, trunk)]
            for roots, chunk in self.make(bound, trunk.ends):
                chunks.append(Part(roots, Walked(chunk.moves, chunk.positions, [])))
                seconds += chunk.seconds
            sizes = [part.sizes for part in chunks]
            proofs.append({"bound": bound, "split": self.split, "streams": sizes})
            body += b"".join(part.packed for part in chunks)
            parts += chunks
        goal = self.asking.solve.goal
        header = describe(self.game, self.state, goal, self.value, self.cut) | {"proofs": proofs}
        written = write_file(path, header, bytes(body), parts, time.perf_counter())
        return written._replace(seconds=written.seconds + seconds)

    def proves(self, bound: str) -> bool:
        """Whether the mover of the root is the one who proves."""
        return (self.game.mover(self.state) == FIRST) == (bound == "at_least")

    def need(self, bound: str) -> int:
        """What the one who proves must get."""
        return self.value if bound == "at_least" else -self.value

    def trunk(self, bound: str) -> Walked:
        """The strategy above the chunks, as it was found before or by the facts."""
        solve, start = self.asking.solve, [(self.proves(bound), self.state)]
        known = self.store.chunks(solve, bound, self.cut).get(0)
        if known is not None:
            moves = iter(known[1].moves)
            return self.chart.walk(
                start, self.split, lambda place, state, legal: legal[next(moves)], keep=True
            )
        begun = time.perf_counter()
        prover = FIRST if bound == "at_least" else SECOND
        choose = Cheapest(self.asking, prover, self.need(bound), self.split)
        walked = self.chart.walk(start, self.split, choose, keep=True)
        seconds = time.perf_counter() - begun
        chunk = Chunk(walked.moves, walked.positions, 0, seconds)
        self.store.keep_chunk(solve, bound, self.cut, 0, 1, chunk)
        return walked

    def make(self, bound: str, ends: list[tuple[Cells, Any]]) -> list[tuple[int, Chunk]]:
        """The chunks of a proof, by the crew, and how many roots each has."""
        solve, crew = self.asking.solve, self.asking.crew
        size = max(ROOTS, -(-len(ends) // MOST_CHUNKS))
        groups = [ends[begin : begin + size] for begin in range(0, len(ends), size)]
        chunks: dict[int, Chunk] = {}
        for number, (roots, chunk) in self.store.chunks(solve, bound, self.cut).items():
            if number and roots == len(groups[number - 1]):
                chunks[number] = chunk
        waiting = (n for n in range(1, len(groups) + 1) if n not in chunks)
        while len(chunks) < len(groups):
            self.tell(len(chunks), len(groups))
            while crew.waiting < crew.size and (number := next(waiting, 0)):
                self.give(bound, number, groups[number - 1])
            for result in crew.take(LOOK):
                number = int(str(result.key))
                chunks[number] = result.value
                self.nodes += result.value.nodes
                roots = len(groups[number - 1])
                self.store.keep_chunk(solve, bound, self.cut, number, roots, result.value)
            self.asking.check_limits(self.nodes)
        return [(len(group), chunks[n]) for n, group in zip(count(1), groups)]

    def give(self, bound: str, number: int, group: list[tuple[Cells, Any]]) -> None:
        """Have a chunk made."""
        roots = [Root(self.game.show(state), place[2]) for place, state in group]
        work = (self.game.spec, roots, self.need(bound), self.cut, self.asking.solve.way)
        self.asking.crew.give(Call(number, do_chunk, work))


class Cheapest:
    """Chooses the moves whose proofs cost least to read out again, by the facts of a store."""

    def __init__(self, asking: Asking, prover: int, need: int, floor: int) -> None:
        self.asking, self.game, self.graph = asking, asking.game, asking.graph
        self.prover, self.need, self.floor = prover, need, floor
        self.costs: dict[Place, float] = {}
        self.best: dict[Place, Place] = {}
        self.spent = {fact.position: fact.nodes for fact in asking.store.all_facts()}

    def __call__(self, place: Cells, state: Any, legal: list[int]) -> int:
        here = self.graph.place(state)
        self.cost(here)
        after = (move for move in legal if self.after(state, move) is self.best[here])
        return next(after)

    def after(self, state: Any, move: int) -> Place:
        """The place after a move."""
        return self.graph.place(self.game.play(state, move))

    def cost(self, place: Place) -> float:
        """Nodes below a place, counted again for each way that leads there."""
        if place not in self.costs:
            self.costs[place] = self.sum(place)
        return self.costs[place]

    def sum(self, place: Place) -> float:
        """The same, found out."""
        moves = self.game.legal_moves(place.state)
        if place.left <= self.floor or not moves:
            return max(LEAST_COST, self.spent.get(place.text, 0))
        if place.mover != self.prover:
            after = dict.fromkeys(self.after(place.state, move) for move in moves)
            return sum(self.cost(child) for child in after)
        if not any(self.is_known(place.state, move) for move in moves):
            self.ask(place, moves)
        known = [self.after(place.state, m) for m in moves if self.is_known(place.state, m)]
        self.best[place] = min(known, key=self.cost)
        return self.cost(self.best[place])

    def is_known(self, state: Any, move: int) -> bool:
        """Whether the facts say that a move of the prover is good enough."""
        return self.after(state, move).upper <= -self.need

    def ask(self, place: Place, moves: list[int]) -> None:
        """Have the crew find out which move is, where the facts do not say."""
        for move in ranked(self.game, place.state, moves):
            if self.asking.keeps(place.state, move, self.need):
                return
