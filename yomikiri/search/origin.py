"""Whether a position can be reached from the start: a proof either way, by taking moves back.

First all ways back are tried, up to so many positions: most arrangements of stones at random have
no move that may have been the last, or soon none, and cannot be reached.  Where that does not end,
a beam looks for one way home, to the positions near the start that are all known: of each step back
those positions are kept from which most moves can be taken back, which lead home far more often
than others.  If it finds none, nothing is proved, and more of all ways back are tried.
"""

from typing import Any

import numpy as np

from yomikiri.bits import spread, wrap
from yomikiri.chance import STREAM, draw
from yomikiri.jit import from_row, kernel
from yomikiri.rules import move_buffer, remaining, retract, retractable
from yomikiri.search.frontier import is_known
from yomikiri.search.reach import leads_to
from yomikiri.search.survey import Known, place_of

OPEN, NEVER, REACHED = -1, 0, 1
FEW, MANY = 1000, 30_000  # positions of the exhaustive search, before the beam and after it
WIDTH = 500  # of the beam
WAYS = 30  # tried from each position of the beam, at random if there are more
DEEPEST = 1 << 15  # of the buffer of moves back


class Origins:
    """Finds out where positions come from; `known` is all that is near the start."""

    def __init__(
        self, rules: Any, start: Any, known: Known, *, width: int = WIDTH, seed: int = 0
    ) -> None:
        self.rules, self.start, self.known, self.width = rules, start, known, width
        self.generator = np.array([wrap(seed * STREAM + 1)])
        self.moves, self.before = move_buffer(), np.zeros(DEEPEST, np.int64)
        room = width * WAYS
        self.rows = np.zeros((room, len(start)), np.int64)
        self.scores, self.names = np.zeros(room), np.zeros(room, np.int64)

    def try_all(self, state: Any, nodes: int = FEW) -> int:
        """REACHED, NEVER, or OPEN if `nodes` positions are not enough."""
        budget = np.array([nodes])
        return int(
            search_back(
                self.rules, self.start, state, self.known.least, self.known.seen, self.generator,
                self.moves, self.before, 0, budget,
            )
        )  # fmt: skip

    def try_beam(self, state: Any) -> int:
        """REACHED, or OPEN."""
        beam = np.array([tuple(state)], np.int64)
        while len(beam):
            number = step_back(
                self.rules, self.start, beam, self.known.least, self.known.seen, self.generator,
                self.moves, self.before, self.rows, self.scores, self.names,
            )  # fmt: skip
            if number < 0:
                return REACHED
            _, first = np.unique(self.names[:number], return_index=True)
            if len(first) > self.width:
                best = np.argpartition(-self.scores[first], self.width)[: self.width]
                first = first[best]
            beam = self.rows[first]
        return OPEN

    def decide(self, state: Any) -> int:
        """REACHED, NEVER or OPEN, by both."""
        found = self.try_all(state)
        if found == OPEN:
            found = self.try_beam(state)
        return self.try_all(state, MANY) if found == OPEN else found


@kernel
def search_back(rules, start, state, least, seen, generator, moves, before, top, budget):
    """Try all ways back; the moves of this depth are in `before` from `top` on."""
    if remaining(rules, state) >= least:
        return REACHED if is_known(rules, state, seen) else NEVER
    if budget[0] <= 0:
        return OPEN
    budget[0] -= 1
    number = retractable(rules, start, state, before[top:])
    ways = ways_of(before[top:], number)
    if ways == 0:
        return NEVER
    answer, first = NEVER, spread(draw(generator), ways)
    for step in range(ways):
        index, way = way_at(before[top:], (first + step) % ways)
        move = before[top + 2 * index]
        earlier = retract(rules, state, move, way)
        if leads_to(rules, earlier, move, state, moves):
            found = search_back(
                rules, start, earlier, least, seen, generator, moves, before, top + 2 * number,
                budget,
            )  # fmt: skip
            if found == REACHED:
                return REACHED
            if found == OPEN:
                if budget[0] <= 0:
                    return OPEN
                answer = OPEN
    return answer


@kernel
def ways_of(before, number):
    """In how many ways moves can be taken back, in all."""
    ways = 0
    for index in range(number):
        ways += before[2 * index + 1]
    return ways


@kernel
def way_at(before, way):
    """The move and the way of it that have this number."""
    index = 0
    while way >= before[2 * index + 1]:
        way -= before[2 * index + 1]
        index += 1
    return index, way


@kernel
def step_back(rules, start, beam, least, seen, generator, moves, before, rows, scores, names):
    """A move back from each position of a beam: how many positions there are, or -1 for home."""
    made = 0
    for place in range(beam.shape[0]):
        state = from_row(start, beam[place])
        number = retractable(rules, start, state, before)
        ways = ways_of(before, number)
        for step in range(min(WAYS, ways)):
            if ways <= WAYS:
                index, way = way_at(before, step)
            else:
                index = spread(draw(generator), number)
                way = spread(draw(generator), before[2 * index + 1])
            earlier = retract(rules, state, before[2 * index], way)
            if not leads_to(rules, earlier, before[2 * index], state, moves):
                continue
            if remaining(rules, earlier) >= least:
                if is_known(rules, earlier, seen):
                    return -1
                continue
            more = retractable(rules, start, earlier, before[2 * number :])
            if more == 0:
                continue
            # `number` is of the other player, whose turn it is again after that.
            scores[made] = number + more + (draw(generator) & 1023) / 1024
            names[made] = place_of(rules, earlier)
            for field in range(len(earlier)):
                rows[made, field] = earlier[field]
            made += 1
    return made
