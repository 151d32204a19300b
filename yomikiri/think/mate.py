"""The search for mate: the soonest win by checks alone, within limits."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from yomikiri.rules import alternates, is_answered, list_moves, mark, move_buffer, mover, play
from yomikiri.running import INTERRUPT, NO_LIMITS, Handle, Limits, Runner, Stopped
from yomikiri.running import NODES as NODES_REASON
from yomikiri.search.mate import (
    CONTROL,
    MOST_NODES,
    MOST_PLIES,
    NODES,
    STOP,
    MateWorkspace,
    attacks,
    known_for_good,
    prove,
)
from yomikiri.search.proof_numbers import DECIDED, OPEN, PROVED, REFUTED
from yomikiri.search.table import make_table
from yomikiri.think.deepening import deepen
from yomikiri.think.team import QUICK_NODES, UNBOUNDED
from yomikiri.think.thought import Task, Thought

MEGABYTES = 64.0

Watch = Callable[[int, int, float], None]


class Mate(NamedTuple):
    """What was found."""

    plies: int | None  # of the mate; None if there is none, or none is known
    best_moves: list[int]  # all that mate as soon
    line: list[int]  # the defender holds out as long as they can
    searched: int  # there is no mate within this many plies; MOST_PLIES + 1: none at all
    nodes: int
    seconds: float
    stopped: str = ""  # why the search ended early: seconds, nodes, stop or interrupt


def has_checks(rules: Any) -> bool:
    """Whether there is such a thing as mate."""
    return is_answered(mark, rules)


def by_checks(task: Task) -> Thought:
    """The shortest win by checks alone; no move if there is none, or none was found in time."""
    found = find_mate(
        task.game.rules,
        task.state,
        limits=task.limits,
        megabytes=MEGABYTES if task.plan.megabytes is None else task.plan.megabytes,
        handle=task.handle,
    )
    if found.stopped == INTERRUPT:
        raise KeyboardInterrupt
    is_won = bool(found.line)
    return Thought(
        found.line[0] if is_won else None,
        int(is_won),
        is_won,
        nodes=found.nodes,
        seconds=found.seconds,
        line=tuple(found.line),
        equal=tuple(found.best_moves),
        mate=found.plies,
        stopped=found.stopped,
    )


def find_mate(
    rules: Any,
    state: Any,
    *,
    limits: Limits = NO_LIMITS,
    megabytes: float = MEGABYTES,
    watch: Watch | None = None,
    handle: Handle | None = None,
) -> Mate:
    """The shortest mate within the limits; `watch` gets the plies, nodes and seconds so far.

    After Ctrl-C it is what is known by then, and says so.
    """
    plies = MOST_PLIES if limits.depth is None else limits.depth
    if not 1 <= plies <= MOST_PLIES:
        raise ValueError(f"expected 1 to {MOST_PLIES} plies, got {plies}")
    prover = Prover(rules, state, limits, megabytes, watch, handle)
    step = 2 if alternates(rules) else 1
    found: int | None = None
    best: list[int] = []
    line: list[int] = []

    def look(left: int) -> bool:
        nonlocal found
        prover.left = left
        if prover.wins(state, left):
            found = left
            return True
        prover.searched = min(left + step - 1, plies)
        if is_hopeless := prover.is_hopeless(state):
            prover.searched = MOST_PLIES + 1
        return is_hopeless

    def follow() -> None:
        if found is not None:
            best.extend(prover.mating_moves(state, found))
            prover.follow(state, found, best, line)

    try:
        stopped = deepen(look, plies, follow, step)
    except KeyboardInterrupt:
        stopped = INTERRUPT
    return Mate(found, best, line, prover.searched, prover.nodes, prover.runner.seconds, stopped)


class Prover:
    """Asks the kernel, within limits, for wins of the player to move in `state`.

    With `checks` they have only checks, and moves that end the game.
    """

    def __init__(
        self,
        rules: Any,
        state: Any,
        limits: Limits,
        megabytes: float,
        watch: Watch | None,
        handle: Handle | None,
        *,
        checks: bool = True,
    ) -> None:
        self.rules, self.watch = rules, watch
        self.searched = 0
        self.left = 1  # plies that are asked about
        self.space = MateWorkspace(
            int(mover(rules, state)),
            int(checks),
            make_table(megabytes),
            move_buffer(MOST_PLIES + 2),
            move_buffer(MOST_PLIES + 2),
            np.zeros(CONTROL, np.int64),
        )
        self.space.control[MOST_NODES] = 0
        prove(rules, self.space, state, 1, DECIDED, DECIDED, 0)  # compile, before the clock runs
        self.most_nodes = UNBOUNDED if limits.nodes is None else limits.nodes
        self.space.control[:] = 0, 0, self.most_nodes
        self.is_quick = limits.nodes is not None and limits.nodes <= QUICK_NODES
        self.runner = Runner(limits, handle=handle, poll=watch and self.tell)
        control = self.space.control  # `self` would keep the table until garbage is collected
        self.runner.handle.count = lambda: int(control[NODES])

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return int(self.space.control[NODES])

    def tell(self) -> None:
        """Report to whoever watches."""
        if self.watch is not None:
            self.watch(self.left, self.nodes, self.runner.seconds)

    def halt(self) -> None:
        """Make the kernel return soon."""
        self.space.control[STOP] = 1

    def wins(self, state: Any, left: int) -> bool:
        """Whether the attacker wins within `left` plies; raises Stopped."""
        job = partial(prove, self.rules, self.space, state, left, DECIDED, DECIDED, 0)
        found = self.runner.run([job], self.halt, quick=self.is_quick)[0]
        if found == OPEN:
            raise Stopped(self.runner.reason or NODES_REASON)
        return bool(found == PROVED)

    def is_hopeless(self, state: Any) -> bool:
        """Whether there is no mate in any number of plies."""
        return bool(known_for_good(self.rules, self.space, state, 0) == REFUTED)

    def soonest(self, state: Any, most: int) -> int:
        """The first of the moves that mate soonest, for one does within `most` plies."""
        step = 2 if alternates(self.rules) else 1
        left = next(n for n in range(1, most + 1, step) if self.wins(state, n))
        return self.mating_moves(state, left)[0]

    def mating_moves(self, state: Any, left: int) -> list[int]:
        """The attacker's moves that win within `left` plies; if checks are wanted, by these."""
        found = []
        for move in list_moves(self.rules, state):
            child = play(self.rules, state, move)
            is_allowed = not self.space.checks or attacks(self.rules, child)
            if is_allowed and self.wins(child, left - 1):
                found.append(move)
        return found

    def follow(self, state: Any, left: int, moves: list[int], line: list[int]) -> None:
        """Play the mate to its end, beginning with one of the moves that mate in `left` plies."""
        while moves and left:
            line.append(moves[0])
            state = play(self.rules, state, moves[0])
            left -= 1
            moves = list_moves(self.rules, state)
            if mover(self.rules, state) == self.space.attacker:
                moves = self.mating_moves(state, left)
            elif moves:
                # The first reply against which no shorter mate is found.
                after = [(move, play(self.rules, state, move)) for move in moves]
                longest = [m for m, child in after if left < 2 or not self.wins(child, left - 2)]
                moves = longest or moves
                left = left if longest else left - 1
