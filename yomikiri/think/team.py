"""A team: threads that search positions of one game over one table, within limits."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from yomikiri.rules import (
    UNLIMITED,
    ask_evaluate,
    is_answered,
    may_repeat,
    own_weights,
    repetition,
    tempts,
)
from yomikiri.running import DEPTH, NO_LIMITS, NODES, Handle, Limits, Runner, Stopped
from yomikiri.search import alpha_beta as ab
from yomikiri.search import df_pn, look_ahead
from yomikiri.search import workspace as ws
from yomikiri.search.proof_numbers import DECIDED, PROVED
from yomikiri.search.table import SLOT, copy_table, make_table
from yomikiri.uncompiled import HURRY

UNBOUNDED = 1 << 62
MOST_THREADS = 64
FIRST_MEGABYTES = 4  # of each table, before it grows
# Nodes before the other search is tried.  If there are forced lines, proof numbers find them by
# then; alpha-beta gets more each time.
PATIENCE = 1 << 22
# What so many nodes can fill.  Alpha-beta, which gets the more nodes the longer it takes, has the
# rest: with half of 1 GB Breakthrough on 5x5 was not solved in 30 minutes, so in five and a half.
PROOF_MEGABYTES = 128
SAMPLE = 1 << 12  # slots, to see how full a table is
DF_PN, ALPHA_BETA = "df-pn", "alpha-beta"  # what a yes-or-no question may go to first
QUICK_NODES = 10_000  # too few for the clock or Ctrl-C to matter meanwhile
QUICK_DEPTH = 3  # plies that take about as long as to start a thread (0.4 ms), or less
NO_MOVES = np.zeros(0, np.int64)

Work = Callable[..., int]


class Team:
    """Threads that search positions of one game, one search after the other, over one table.

    Limits count from the making of the team.  With one thread and no limit of time the same
    searches visit the same nodes.  `after` is a team that searched a position two plies earlier in
    the same game, by the same rules and weights: its table is reused.  `in_full` prunes nothing
    where there are captures, so that a mate in n plies is found at depth n.  `way` is the search
    that a yes-or-no question goes to first.
    """

    def __init__(
        self,
        rules: Any,
        *,
        mode: int = ws.READ_OUT,
        horizon: int = 0,
        signs: bool = False,
        weights: Any = None,
        threads: int = 1,
        megabytes: float = 1024,
        limits: Limits = NO_LIMITS,
        handle: Handle | None = None,
        poll: Callable[[], None] | None = None,
        in_full: bool = False,
        after: "Team | None" = None,
        way: str = DF_PN,
    ) -> None:
        self.rules, self.threads = rules, threads
        self.runner = Runner(limits, handle=handle, poll=poll)
        # Nothing here may lead back to the team: its tables would stay until all garbage is
        # collected, which is rare, and a tournament would take 25 MB more with every game.
        self.control = np.zeros(ws.COUNTERS * (threads + 1), np.int64)
        self.runner.handle.count = partial(visited, self.control)
        self.control[ws.OWN_WORD] = is_answered(repetition, rules)
        estimates = mode == ws.READ_OUT and weights is not None and is_answered(ask_evaluate, rules)
        self.control[ws.ESTIMATES] = estimates and not may_repeat(rules)
        self.is_lively = mode == ws.LOOK_AHEAD and is_answered(tempts, rules) and not in_full
        self.is_quick = limits.nodes is not None and limits.nodes <= QUICK_NODES
        self.most_nodes = UNBOUNDED if limits.nodes is None else -(-limits.nodes // threads)
        # Yes-or-no questions go to proof numbers and to alpha-beta in turn.
        self.proves = mode == ws.READ_OUT and not signs and not bool(may_repeat(rules))
        self.proof_room = min(megabytes / 2, PROOF_MEGABYTES) if self.proves else 0.0
        self.room = megabytes - self.proof_room  # megabytes for alpha-beta's table
        first = min(self.room, FIRST_MEGABYTES) if self.proves else megabytes
        self.proofs = make_table(first if self.proves else 0)
        self.favourite = way  # then what answered last
        table = make_table(first if after is None else 0)
        busy = np.zeros(ws.BUSY_SIZE, np.int64)
        no_weights = np.zeros(1, np.int64)
        before: list[Any] = [None] * threads
        if after is not None:
            table, before = after.table, [space.scratch for space in after.spaces]
        self.spaces: list[ws.Workspace] = [
            ws.Workspace(
                mode,
                horizon,
                int(signs),
                threads,
                ws.COUNTERS * (thread + 1),
                table,
                busy,
                self.control,
                np.zeros(ws.SCRATCH, np.int64) if scratch is None else ws.aged(scratch),
                no_weights if weights is None else own_weights(weights),
            )
            for thread, scratch in enumerate(before)
        ]

    @property
    def nodes(self) -> int:
        """Positions visited so far by all threads."""
        return visited(self.control)

    @property
    def table(self) -> ws.Words:
        """What alpha-beta remembers."""
        return self.spaces[0].table

    @property
    def leaves(self) -> int:
        """Ends of lines visited so far."""
        return int(self.control[ws.COUNTERS + ws.LEAVES :: ws.COUNTERS].sum())

    @property
    def seconds(self) -> float:
        """Time since the team was made."""
        return self.runner.seconds

    def halt(self) -> None:
        """Make all threads return soon."""
        self.control[ws.STOP] = 1

    def search(self, state: Any, alpha: int, beta: int, depth: int = UNLIMITED) -> int:
        """A fail-soft bound on the value of `state`; see the kernel.  Raises Stopped."""
        if not self.proves or beta > alpha + 1:
            quick = depth <= QUICK_DEPTH
            value = self.run(self.bound, state, alpha, beta, depth, quick=quick)
            assert value is not None  # there is no slice to end
            return value
        patience = PATIENCE
        while True:
            other = ALPHA_BETA if self.favourite == DF_PN else DF_PN
            for way in (self.favourite, other):
                work, nodes = (self.prove, PATIENCE) if way == DF_PN else (self.bound, 4 * patience)
                value = self.run(work, state, alpha, beta, depth, slice_of=nodes)
                if value is not None:
                    self.favourite = way
                    return value
            patience *= 4
            self.grow()

    def within(self, state: Any, alpha: int, beta: int, nodes: int) -> int | None:
        """The same for a window of one, if it takes few nodes; None if it does not."""
        for way in (self.prove, self.bound) if self.proves else (self.bound,):
            quick = nodes <= QUICK_NODES
            value = self.run(way, state, alpha, beta, UNLIMITED, slice_of=nodes, quick=quick)
            if value is not None:
                return value
        return None

    def bound(self, space: ws.Workspace, state: Any, alpha: int, beta: int, depth: int) -> int:
        """The work of one thread: alpha-beta, selective where there are captures."""
        if self.is_lively:
            found = np.zeros(2, np.int64)
            look_ahead.best_of(
                self.rules, space, state, NO_MOVES, NO_MOVES, found, alpha, beta, depth
            )
            return int(found[1])
        return int(ab.search(self.rules, space, state, alpha, beta, depth, 0, 0))

    def prove(self, space: ws.Workspace, state: Any, alpha: int, beta: int, depth: int) -> int:
        """The work of one thread: proof numbers, for a window of one."""
        rules, proofs = self.rules, self.proofs
        goal = int(df_pn.prove(rules, space, proofs, state, beta, DECIDED, DECIDED, 0, 0))
        return beta if goal == PROVED else alpha

    def grow(self) -> None:
        """Larger tables, where they are half full and there is memory.

        Clearing memory takes longer than many a search, so a team begins with little.
        """
        self.proofs = self.grown(self.proofs, self.proof_room)
        table = self.grown(self.table, self.room)
        self.spaces = [space._replace(table=table) for space in self.spaces]

    def grown(self, table: ws.Words, room: float) -> ws.Words:
        """The same entries in a larger table, if there are megabytes for both, or the same."""
        megabytes = table.nbytes / (1 << 20)
        larger = min(16 * megabytes, room - megabytes)
        full = np.count_nonzero(table[2 : SAMPLE * SLOT : SLOT]) > SAMPLE // 2
        if not full or larger <= megabytes:
            return table
        copy: ws.Words = make_table(larger)
        copy_table(table, copy)
        return copy

    def run(
        self, kernel: Work, *args: Any, slice_of: int = UNBOUNDED, quick: bool = False
    ) -> int | None:
        """What the first thread to finish finds; None after a slice of nodes; raises Stopped.

        If it is `quick`, one thread's work is done here: Ctrl-C can wait that long.
        """
        self.control[ws.STOP] = 0
        nodes = (self.nodes + slice_of) // self.threads
        self.control[ws.MOST_NODES] = min(self.most_nodes, nodes)
        results: list[int] = []

        def work(space: ws.Workspace) -> None:
            value = kernel(space, *args)
            if not self.control[ws.STOP]:
                results.append(value)
                self.control[ws.STOP] = 1  # the others need not go on

        jobs = [partial(work, space) for space in self.spaces]
        quick = (quick or self.is_quick) and not HURRY.looks  # plain Python is never quick
        self.runner.run(jobs, self.halt, quick=quick)
        if results and not self.runner.reason:
            return results[0]
        if not self.runner.reason:
            if self.control[ws.MOST_NODES] < self.most_nodes and not self.control[ws.TOO_DEEP]:
                return None
            self.runner.reason = DEPTH if self.control[ws.TOO_DEEP] else NODES
        raise Stopped(self.runner.reason)


def visited(control: ws.Words) -> int:
    """Positions visited so far by the threads that share these counters."""
    return int(control[ws.COUNTERS + ws.NODES :: ws.COUNTERS].sum())
