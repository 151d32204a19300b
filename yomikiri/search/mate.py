"""Mate: whether the player to move wins by checks alone, by the cheapest proof first (tsume).

Depth-first proof numbers (Nagai's df-pn) with a limit of plies.  The attacker has only moves that
give check (the bit CHECK of `mark`) or end the game, the defender all of his.  A question is "mate
within n plies?", asked for n = 1, 3, 5 and so on, so the first yes is the shortest mate.

The limit also takes care of repetition.  Numbers belong to a position and the plies that are left,
so no line goes round in circles, and nothing that is remembered rests on the way to a position.
A shortest mate repeats no position, for from its first occurrence there would be a shorter one.
Two things are remembered for every limit: a mate within so many plies, and that there is none
because the checks run out.
"""

import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import mix, shift_down, shift_up
from yomikiri.jit import kernel
from yomikiri.rules import (
    CHECK,
    ONGOING,
    alternates,
    is_answered,
    key,
    legal_moves,
    mark,
    mover,
    outcome,
    play,
)
from yomikiri.search.table import UNKNOWN, make_table, probe, store
from yomikiri.search.team import QUICK_NODES, Limit, Stopped
from yomikiri.search.worker import POLL

PROVED, REFUTED, OPEN = 1, -1, 0
FIELD = 28  # bits of a number
DECIDED = (1 << FIELD) - 1
SALT = -7046029254386353131
MOST_PLIES = 199
MOST_MOVES = 256
NO_LIMIT = 1 << 62

# The words of `control`.
STOP, NODES, MOST_NODES, CONTROL = 0, 1, 2, 3

NO_LIMITS = Limit()


class MateWorkspace(NamedTuple):
    """What a search works with."""

    attacker: int
    table: NDArray[np.int64]
    moves: NDArray[np.int64]  # [(MOST_PLIES + 2) * MOST_MOVES] a stack
    control: NDArray[np.int64]  # [CONTROL]


class Mate(NamedTuple):
    """What was found."""

    plies: int | None  # of the mate; None if there is none, or none is known
    best_moves: list[int]  # all that mate as soon
    line: list[int]  # the defender holds out as long as he can
    searched: int  # there is no mate within so many plies; MOST_PLIES + 1 if there is none at all
    nodes: int
    seconds: float
    stopped: str = ""  # why the search ended early: seconds, nodes, stop or interrupt


def never() -> bool:
    """For searches that nobody stops."""
    return False


def has_checks(rules: Any) -> bool:
    """Whether there is such a thing as mate."""
    return is_answered(mark, rules)


def find_mate(
    rules: Any,
    state: Any,
    *,
    limit: Limit = NO_LIMITS,
    plies: int = MOST_PLIES,
    megabytes: float = 64,
    watch: Callable[[int, int, float], None] | None = None,
    is_stopped: Callable[[], bool] = never,
) -> Mate:
    """The shortest mate within `plies`; `watch` is told the plies, nodes and seconds so far."""
    if not 1 <= plies <= MOST_PLIES:
        raise ValueError(f"expected 1 to {MOST_PLIES} plies, got {plies}")
    prover = Prover(rules, state, limit, megabytes, watch, is_stopped)
    step = 2 if alternates(rules) else 1
    found: int | None = None
    best: list[int] = []
    line: list[int] = []
    stopped = ""
    try:
        for left in range(1, plies + 1, step):
            if prover.is_mate(state, left):
                found = left
                break
            prover.searched = min(left + step - 1, plies)
            if prover.is_hopeless(state):
                prover.searched = MOST_PLIES + 1
                break
        if found is not None:
            best = prover.mating_moves(state, found)
            prover.follow(state, found, best, line)
    except Stopped as end:
        stopped = end.reason
    nodes = int(prover.space.control[NODES])
    return Mate(found, best, line, prover.searched, nodes, prover.seconds, stopped)


class Prover:
    """Asks the kernel in a thread, within limits."""

    def __init__(
        self,
        rules: Any,
        state: Any,
        limit: Limit,
        megabytes: float,
        watch: Callable[[int, int, float], None] | None,
        is_stopped: Callable[[], bool],
    ) -> None:
        self.rules, self.limit, self.watch, self.is_stopped = rules, limit, watch, is_stopped
        self.searched = 0
        self.reason = ""
        self.space = MateWorkspace(
            int(mover(rules, state)),
            make_table(megabytes),
            np.zeros((MOST_PLIES + 2) * MOST_MOVES, np.int64),
            np.zeros(CONTROL, np.int64),
        )
        self.space.control[MOST_NODES] = 0
        prove(rules, self.space, state, 1, DECIDED, DECIDED, 0)  # compiles, on nobody's time
        self.space.control[:] = 0, 0, NO_LIMIT if limit.nodes is None else limit.nodes
        self.started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Time since the search began."""
        return time.perf_counter() - self.started

    def is_mate(self, state: Any, left: int) -> bool:
        """Whether the attacker mates within so many plies; raises Stopped."""
        results: list[int] = []
        control = self.space.control

        def work() -> None:
            results.append(int(prove(self.rules, self.space, state, left, DECIDED, DECIDED, 0)))

        if (self.limit.nodes or NO_LIMIT) <= QUICK_NODES:
            if self.is_stopped():
                self.stop("stop")
            work()
        worker = threading.Thread(target=work)
        if not results:
            worker.start()
        while worker.is_alive():
            try:
                worker.join(POLL)
                if self.limit.seconds is not None and self.seconds > self.limit.seconds:
                    self.stop("seconds")
                if self.is_stopped():
                    self.stop("stop")
                if self.watch is not None and worker.is_alive():
                    self.watch(left, int(control[NODES]), self.seconds)
            except KeyboardInterrupt:
                self.stop("interrupt")
        if results[0] == OPEN:
            raise Stopped(self.reason or "nodes")
        return results[0] == PROVED

    def stop(self, reason: str) -> None:
        """End the search that runs, and those that would follow."""
        self.reason = self.reason or reason
        self.space.control[STOP] = 1

    def is_hopeless(self, state: Any) -> bool:
        """Whether there is no mate, however many plies there were."""
        return bool(known_for_good(self.rules, self.space, state, 0 * self.searched) == REFUTED)

    def moves_of(self, state: Any) -> list[int]:
        """The legal moves."""
        out = np.zeros(MOST_MOVES, np.int64)
        return [int(move) for move in out[: legal_moves(self.rules, state, out)]]

    def mating_moves(self, state: Any, left: int) -> list[int]:
        """The attacker's moves that mate within so many plies."""
        found = []
        for move in self.moves_of(state):
            child = play(self.rules, state, move)
            if attacks(self.rules, child) and self.is_mate(child, left - 1):
                found.append(move)
        return found

    def follow(self, state: Any, left: int, moves: list[int], line: list[int]) -> None:
        """Play the mate to its end, beginning with one of the moves that mate in `left` plies."""
        while moves:
            line.append(moves[0])
            state = play(self.rules, state, moves[0])
            left -= 1
            moves = self.moves_of(state)
            if mover(self.rules, state) == self.space.attacker:
                moves = self.mating_moves(state, left)
            elif moves:
                # The first reply against which no shorter mate is found.
                after = [(move, play(self.rules, state, move)) for move in moves]
                longest = [m for m, child in after if left < 2 or not self.is_mate(child, left - 2)]
                moves = longest or moves
                left = left if longest else left - 1


# Kernels.


@kernel
def prove(rules, space, state, left, proof_limit, refutation_limit, top):
    """PROVED if the attacker mates within `left` plies, REFUTED if not.

    OPEN if the proof costs `proof_limit`, or the refutation `refutation_limit`, or it is stopped.
    """
    control, moves, attacker = space.control, space.moves, space.attacker
    control[NODES] += 1
    if control[NODES] > control[MOST_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return OPEN
    is_attack = mover(rules, state) == attacker
    number = legal_moves(rules, state, moves[top:])
    if number == 0:
        result = outcome(rules, state)
        won = result > 0 if is_attack else result < 0
        verdict = PROVED if won else REFUTED
        remember_for_good(rules, space, state, verdict, 0 * left)
        return verdict
    if is_attack:
        number = keep_attacks(rules, state, number, moves, top)
        if number == 0:
            remember_for_good(rules, space, state, REFUTED, 0 * left)
            return REFUTED
    if left <= 0:
        remember(rules, space, state, left, DECIDED + 0 * left, 0 * left)
        return REFUTED
    while True:
        # At the attacker's positions one proof is enough, and all refutations are needed; at the
        # defender's it is the other way round.
        least, runner_up, total = DECIDED, DECIDED, 0
        best, best_least, best_other = top, 0, 0
        hopeless, all_hopeless = False, True
        for index in range(top, top + number):
            child = play(rules, state, moves[index])
            proof, refutation = numbers_of(rules, space, child, left - 1)
            if proof == DECIDED and known_for_good(rules, space, child, 0 * left) == REFUTED:
                hopeless = True
            else:
                all_hopeless = False
            small, sum_of = (proof, refutation) if is_attack else (refutation, proof)
            total = min(total + sum_of, DECIDED - 1)
            if small < least:
                runner_up = least
                least, best, best_least, best_other = small, index, small, sum_of
            elif small < runner_up:
                runner_up = small
        if least == 0 or least == DECIDED:
            is_proved = is_attack == (least == 0)
            if is_proved:
                remember_for_good(rules, space, state, PROVED, left)
                return PROVED
            if all_hopeless if is_attack else hopeless:
                remember_for_good(rules, space, state, REFUTED, 0 * left)
            remember(rules, space, state, left, DECIDED + 0 * left, 0 * left)
            return REFUTED
        proof, refutation = (least, total) if is_attack else (total, least)
        if proof >= proof_limit or refutation >= refutation_limit:
            remember(rules, space, state, left, proof, refutation)
            return OPEN
        least_limit, total_limit = (
            (proof_limit, refutation_limit) if is_attack else (refutation_limit, proof_limit)
        )
        # A quarter more than the runner-up, so that the search does not hop between two moves.
        child_least = max(min(least_limit, runner_up + 1 + runner_up // 4), best_least + 1)
        child_total = min(DECIDED, total_limit - total + best_other)
        child_proof, child_refutation = (
            (child_least, child_total) if is_attack else (child_total, child_least)
        )
        child = play(rules, state, moves[best])
        prove(rules, space, child, left - 1, child_proof, child_refutation, top + number)
        if control[STOP] != 0:
            return OPEN


@kernel
def attacks(rules, child):
    """Whether a move led to a check, or to the end of the game."""
    return mark(rules, child) & CHECK != 0 or outcome(rules, child) != ONGOING


@kernel
def keep_attacks(rules, state, number, moves, top):
    """Leave only checks, and moves that end the game, on the stack; how many there are."""
    kept = top
    for index in range(top, top + number):
        move = moves[index]
        if attacks(rules, play(rules, state, move)):
            moves[kept] = move
            kept += 1
    return kept - top


@kernel
def numbers_of(rules, space, state, left):
    """What is known of a position with so many plies left: to prove, to refute."""
    good = known_for_good(rules, space, state, left)
    if good == PROVED:
        return 0, DECIDED
    if good == REFUTED:
        return DECIDED, 0
    first, second = place_of(rules, space, state, left + 1)
    known = probe(space.table, first, second)
    if known != UNKNOWN and known & 255 == left & 255:
        return shift_down(known, 64 - FIELD), shift_down(known, 8) & DECIDED
    return 1, 1


@kernel
def known_for_good(rules, space, state, left):
    """PROVED if a mate within `left` plies is known, REFUTED if there is none at all, else OPEN."""
    first, second = place_of(rules, space, state, 0 * left)
    known = probe(space.table, first, second)
    if known == UNKNOWN:
        return OPEN
    if shift_down(known, 64 - FIELD) != 0:
        return REFUTED
    return PROVED if known & 255 <= left else OPEN


@kernel
def remember_for_good(rules, space, state, verdict, left):
    """Keep a mate within `left` plies, or that there is none."""
    first, second = place_of(rules, space, state, 0 * left)
    known = probe(space.table, first, second)
    if verdict == PROVED and known != UNKNOWN and known & 255 <= left:
        return
    proof, refutation = (0, DECIDED) if verdict == PROVED else (DECIDED, 0)
    data = shift_up(proof, 64 - FIELD) | shift_up(refutation, 8) | left & 255
    store(space.table, first, second, data, MOST_PLIES + 0 * left)


@kernel
def remember(rules, space, state, left, proof, refutation):
    """Keep the numbers of a position with so many plies left."""
    first, second = place_of(rules, space, state, left + 1)
    data = shift_up(proof, 64 - FIELD) | shift_up(refutation, 8) | left & 255
    store(space.table, first, second, data, left)


@kernel
def place_of(rules, space, state, salt):
    """The key of a position, who attacks, and the plies left; 0 stands for any number of them."""
    first, second = key(rules, state)
    is_attack = mover(rules, state) == space.attacker
    return first ^ mix(2 * salt + (1 if is_attack else 0), SALT), second
