"""A team: threads that search positions of one game over one table, within limits."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from yomikiri.rules import UNLIMITED, evaluate, is_answered, mark, may_repeat, repetition, tempts
from yomikiri.running import DEPTH, NO_LIMITS, NODES, Handle, Limits, Runner, Stopped
from yomikiri.search import alpha_beta as ab
from yomikiri.search import df_pn, look_ahead
from yomikiri.search.ideas import ALL_IDEAS
from yomikiri.search.table import SLOT, copy_table, make_table

UNBOUNDED = 1 << 62
MOST_THREADS = 64
FIRST_MEGABYTES = 4  # of each table, before it grows
# Nodes before the other way is tried.  If there are forced lines, proof numbers find them by then;
# alpha-beta gets more each time.
PATIENCE = 1 << 22
SAMPLE = 1 << 12  # slots, to see how full a table is
QUICK_NODES = 10_000  # that take so little time that nobody can miss the clock or Ctrl-C
QUICK_DEPTH = 3  # plies that take less time than to start a thread (0.4 ms), or little more


Work = Callable[..., int]


class Team:
    """Threads that search positions of one game, one search after the other, over one table.

    Limits count from the making of the team.  With one thread and no limit of time the same
    searches visit the same nodes.  `after` is a team that searched a position two plies earlier in
    the same game, by the same rules and weights: what it remembers is used on.  `in_full` leaves no
    line out where there are captures, so that a mate is found as soon as it is deep.
    """

    def __init__(
        self,
        rules: Any,
        *,
        mode: int = ab.READ_OUT,
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
    ) -> None:
        self.rules, self.threads = rules, threads
        self.runner = Runner(limits, handle=handle, poll=poll)
        self.runner.handle.count = lambda: self.nodes
        self.control = np.zeros(ab.COUNTERS * (threads + 1), np.int64)
        self.control[ab.IDEAS] = ALL_IDEAS
        self.control[ab.OWN_WORD] = is_answered(repetition, rules)
        estimates = mode == ab.READ_OUT and weights is not None and is_answered(evaluate, rules)
        self.control[ab.ESTIMATES] = estimates and not may_repeat(rules)
        self.is_lively = mode == ab.LOOK_AHEAD and is_answered(tempts, rules) and not in_full
        self.is_quick = limits.nodes is not None and limits.nodes <= QUICK_NODES
        self.most_nodes = UNBOUNDED if limits.nodes is None else -(-limits.nodes // threads)
        # Questions of yes or no go to proof numbers and to alpha-beta by turns.
        self.proves = mode == ab.READ_OUT and not signs and not bool(may_repeat(rules))
        self.most_megabytes = megabytes / 2 if self.proves else megabytes  # of one table
        first = min(self.most_megabytes, FIRST_MEGABYTES) if self.proves else megabytes
        self.proofs = make_table(first if self.proves else 0)
        self.favourite = self.prove  # what answered last
        table = make_table(first if after is None else 0)
        busy = np.zeros(ab.BUSY_SIZE, np.int64)
        no_weights = np.zeros(1, np.int64)
        before: list[Any] = [None] * threads
        if after is not None:
            table, before = after.table, [space.scratch for space in after.spaces]
        self.spaces: list[ab.Workspace] = [
            ab.Workspace(
                mode,
                horizon,
                int(signs),
                threads,
                ab.COUNTERS * (thread + 1),
                table,
                busy,
                self.control,
                np.zeros(ab.SCRATCH, np.int64) if scratch is None else ab.aged(scratch),
                no_weights if weights is None else weights,
            )
            for thread, scratch in enumerate(before)
        ]

    @property
    def nodes(self) -> int:
        """Positions visited so far by all threads."""
        return int(self.control[ab.COUNTERS + ab.NODES :: ab.COUNTERS].sum())

    @property
    def table(self) -> ab.Words:
        """What alpha-beta remembers."""
        return self.spaces[0].table

    @property
    def leaves(self) -> int:
        """Ends of lines visited so far."""
        return int(self.control[ab.COUNTERS + ab.LEAVES :: ab.COUNTERS].sum())

    @property
    def seconds(self) -> float:
        """Time since the team was made."""
        return self.runner.seconds

    def halt(self) -> None:
        """Make all threads return soon."""
        self.control[ab.STOP] = 1

    def search(self, state: Any, alpha: int, beta: int, depth: int = UNLIMITED) -> int:
        """A fail-soft bound on the value of `state`; see the kernel.  Raises Stopped."""
        if not self.proves or beta > alpha + 1:
            quick = depth <= QUICK_DEPTH
            value = self.run(self.bound, state, alpha, beta, depth, quick=quick)
            assert value is not None  # there is no slice to end
            return value
        patience = PATIENCE
        while True:
            others = self.bound if self.favourite == self.prove else self.prove
            for way in (self.favourite, others):
                nodes = PATIENCE if way == self.prove else 4 * patience
                value = self.run(way, state, alpha, beta, depth, slice_of=nodes)
                if value is not None:
                    self.favourite = way
                    return value
            patience *= 4
            self.grow()

    def bound(self, space: ab.Workspace, state: Any, alpha: int, beta: int, depth: int) -> int:
        """The work of one thread: alpha-beta, where there are captures with more ideas."""
        if self.is_lively:
            marks = int(mark(self.rules, state))
            value = look_ahead.search(self.rules, space, state, alpha, beta, depth, 0, 0, 1, marks)
            return int(value)
        return int(ab.search(self.rules, space, state, alpha, beta, depth, 0, 0))

    def prove(self, space: ab.Workspace, state: Any, alpha: int, beta: int, depth: int) -> int:
        """The work of one thread: proof numbers, for a window of one."""
        decided = df_pn.DECIDED
        goal = int(df_pn.prove(self.rules, space, self.proofs, state, beta, decided, decided, 0))
        return beta if goal == df_pn.PROVED else alpha

    def grow(self) -> None:
        """Larger tables, where they are half full and there is memory.

        Clearing memory takes longer than many a search, so a team begins with little.
        """
        self.proofs = self.grown(self.proofs)
        table = self.grown(self.table)
        self.spaces = [space._replace(table=table) for space in self.spaces]

    def grown(self, table: ab.Words) -> ab.Words:
        """The same entries in a larger table, or the same table."""
        megabytes = table.nbytes / (1 << 20)
        larger = min(16 * megabytes, self.most_megabytes - megabytes)
        full = np.count_nonzero(table[2 : SAMPLE * SLOT : SLOT]) > SAMPLE // 2
        if not full or larger <= megabytes:
            return table
        copy: ab.Words = make_table(larger)
        copy_table(table, copy)
        return copy

    def run(
        self, kernel: Work, *args: Any, slice_of: int = UNBOUNDED, quick: bool = False
    ) -> int | None:
        """What the first thread to finish finds; None after so many nodes; raises Stopped.

        If it is `quick`, one thread's work is done here: nobody can miss Ctrl-C for so long.
        """
        self.control[ab.STOP] = 0
        nodes = (self.nodes + slice_of) // self.threads
        self.control[ab.MOST_NODES] = min(self.most_nodes, nodes)
        results: list[int] = []

        def work(space: ab.Workspace) -> None:
            value = kernel(space, *args)
            if not self.control[ab.STOP]:
                results.append(value)
                self.control[ab.STOP] = 1  # the others need not go on

        jobs = [partial(work, space) for space in self.spaces]
        self.runner.run(jobs, self.halt, quick=quick or self.is_quick)
        if results and not self.runner.reason:
            return results[0]
        if not self.runner.reason:
            if self.control[ab.MOST_NODES] < self.most_nodes and not self.control[ab.TOO_DEEP]:
                return None
            self.runner.reason = DEPTH if self.control[ab.TOO_DEEP] else NODES
        raise Stopped(self.runner.reason)
