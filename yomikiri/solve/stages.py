"""Reading a game in two stages, [m,n] (一定手数の探索): who seems to be ahead, at less cost.

Stage 1 looks m stones ahead and counts the stones that stand there; stage 2 reads the positions it
kept to the end, n stones further.  A pass places no stone.  From each of the best first moves one
position is kept, the end of its principal variation: at each step the first move, as people read
the board, that keeps the value.  `wide` keeps every position m stones on in which the player to
move at the root is ahead; a game that ended earlier is kept as it is.  The result is the best of
what was kept for that player; if nothing was, the other is ahead.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.rules import FIRST, UNLIMITED, is_answered, remaining, standing
from yomikiri.running import INTERRUPT, NO_LIMITS, Limits, Stopped
from yomikiri.search.frontier import Frontier, TooMany, frontier
from yomikiri.search.workspace import COUNT_AT, READ_OUT
from yomikiri.solve.answer import WINNERS, Interrupted, Progress
from yomikiri.solve.options import Goal
from yomikiri.solve.reader import as_read, mirror_classes
from yomikiri.solve.stages_answer import Kept, Split, StagesAnswer
from yomikiri.think.memory import table_size
from yomikiri.think.team import Team
from yomikiri.think.values import Values
from yomikiri.think.warming import warm_up

LEAST_STONES = 2  # in stage 1
Watch = Callable[[Progress], None]


def solve_stages(
    game: Game,
    state: Any,
    goal: Goal,
    *,
    threads: int = 1,
    megabytes: float = 768,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
) -> StagesAnswer:
    """One split, or all of them, of the empty cells of a position."""
    splits = asked_splits(game, state, goal)
    warm_up(game, READ_OUT)
    solver = StagesSolver(game, state, goal, len(splits), threads, megabytes, limits, watch)
    try:
        for m, n in splits:
            solver.add(m, n)
            if solver.is_decided():
                break
    except KeyboardInterrupt:
        solver.stopped = INTERRUPT
        raise Interrupted(solver.answer()) from None
    return solver.answer()


def asked_splits(game: Game, state: Any, goal: Goal) -> list[tuple[int, int]]:
    """The splits that a goal asks for, in the order in which they are searched."""
    left = int(remaining(game.rules, state))
    if not is_answered(standing, game.rules) or left == UNLIMITED or game.has_chance:
        raise InputError("solve.no_stages", game=game)
    if not game.legal_moves(state):
        raise InputError("solve.stages_over", position=game.show(state))
    if left <= LEAST_STONES:
        raise InputError("solve.stages_few", least=LEAST_STONES + 1, n=left)
    if goal.split is None:
        first, last = goal.between or (LEAST_STONES, left - 1)
        if not LEAST_STONES <= first <= last < left:
            least, most = LEAST_STONES, left - 1
            raise InputError("solve.stages_range", least=least, most=most, got=f"{first}-{last}")
        every = [(m, left - m) for m in range(first, last + 1)]
        # Both stages are short if the cut is in the middle: those decide a majority soonest.
        return sorted(every, key=lambda split: abs(2 * split[0] - left)) if goal.majority else every
    m, n = goal.split
    if m + n != left or not LEAST_STONES <= m < left:
        raise InputError(
            "solve.stages_split",
            left=left,
            least=LEAST_STONES,
            most=left - 1,
            half=left // 2,
            rest=left - left // 2,
            m=m,
            n=n,
        )
    return [goal.split]


class StagesSolver:
    """One position; the splits that were searched so far."""

    def __init__(
        self,
        game: Game,
        state: Any,
        goal: Goal,
        total: int,
        threads: int,
        megabytes: float,
        limits: Limits,
        watch: Watch | None,
    ) -> None:
        self.game, self.state, self.goal, self.total = game, state, goal, total
        self.threads, self.megabytes, self.limits, self.watch = threads, megabytes, limits, watch
        self.started = time.perf_counter()
        self.splits: list[Split] = []
        self.nodes = 0
        self.stopped = ""
        self.sign = 1 if game.mover(state) == FIRST else -1
        self.most = [game.greatest if kind == "score" else 1 for kind in goal.kind.split("-")]

    def add(self, m: int, n: int) -> None:
        """Search one split."""
        split = Split(m, n)
        try:
            if self.goal.wide:
                split, kept = self.widen(split)
                split = self.read_all(split, kept)
            else:
                split = self.read_kept(self.count_ahead(split))
        except Stopped as end:
            self.stopped = end.reason
        else:
            self.splits.append(split)
            self.report()

    # Stage 1.

    def count_ahead(self, split: Split) -> Split:
        """Keep the ends of the principal variations of the best first moves."""
        game, horizon = self.game, split.n
        with self.team(COUNT_AT, split.m, horizon, self.most[0] == 1) as team:
            values = Values(game, team, self.most[0])
            best, firsts = -values.most, list[int]()
            for move in mirror_classes(game, self.state):
                child = game.play(self.state, move)
                value = values.value(self.state, child, best - 1, values.most)
                if value > best:
                    best, firsts = value, []
                if value == best:
                    firsts.append(move)
            lines = [
                values.line(
                    self.state,
                    best,
                    [move],
                    arrange=as_read,
                    is_end=lambda state: remaining(game.rules, state) <= horizon,
                )
                for move in firsts
            ]
        kept = [Kept(line, game.replay(self.state, line)) for line in lines]
        return split._replace(
            first_value=self.sign * best,
            kept=kept,
            kept_number=len(kept),
            leaves=(team.leaves, 0),
            seconds=(team.seconds, 0.0),
        )

    def widen(self, split: Split) -> tuple[Split, Frontier]:
        """Keep every position in which the root's mover is ahead."""
        started = time.perf_counter()
        try:
            found = frontier(
                self.game.rules,
                self.state,
                split.n,
                megabytes=self.megabytes,
                limits=self.rest(),
            )
        except TooMany as error:
            raise InputError("solve.stages_room", m=split.m, n=split.n, room=error.room) from None
        split = split._replace(
            kept_number=len(found.kept),
            leaves=(found.leaves, 0),
            seconds=(time.perf_counter() - started, 0.0),
        )
        return split, found

    # Stage 2.

    def read_kept(self, split: Split) -> Split:
        """Read each position that was kept to the end, until one cannot be surpassed."""
        most = self.most[1]
        kept: list[Kept] = []
        with self.team(READ_OUT, split.n) as team:
            for entry in split.kept:
                value = self.read(team, entry.position, -most)
                kept.append(entry._replace(value=self.sign * value))
                if value == most:
                    break
        values = [entry.value for entry in kept if entry.value is not None]
        best = max(values, key=lambda value: self.sign * value)
        return self.finished(split._replace(kept=[*kept, *split.kept[len(kept) :]]), best, team)

    def read_all(self, split: Split, found: Frontier) -> Split:
        """The same for many positions: only what is better than the best so far is of interest."""
        most = self.most[1]
        best = -most
        with self.team(READ_OUT, split.n) as team:
            for row in found.kept:
                best = max(best, self.read(team, type(self.state)(*map(int, row)), best))
                if best == most:
                    break
        return self.finished(split, self.sign * best if len(found.kept) else None, team)

    def read(self, team: Team, state: Any, least: int) -> int:
        """The value of a position for the root's mover, if it is more than `least`."""
        most = self.most[1]
        return Values(self.game, team, most).settle(self.state, state, least, most)

    def finished(self, split: Split, value: int | None, team: Team) -> Split:
        """The split with its result, as the first player sees it."""
        ahead = -self.sign if value is None else value
        winner = WINNERS[ahead < 0] if ahead else "draw"
        return split._replace(
            value=value,
            winner=winner,
            leaves=(split.leaves[0], team.leaves),
            seconds=(split.seconds[0], team.seconds),
        )

    # Around them.

    def rest(self) -> Limits:
        """What the limits still allow."""
        return self.limits.rest(time.perf_counter() - self.started, self.nodes)

    @contextmanager
    def team(self, mode: int, stones: int, horizon: int = 0, signs: bool = False) -> Iterator[Team]:
        """Threads for a stage of about `stones` stones; what they visit counts even if stopped.

        Each stage has a table of its own, so that its leaves do not depend on other splits.
        """
        limits = self.rest()
        team = Team(
            self.game.rules,
            mode=mode,
            horizon=horizon,
            signs=signs,
            threads=self.threads,
            megabytes=table_size(stones, self.megabytes, limits),
            limits=limits,
            poll=lambda: self.report(team.nodes),
        )
        try:
            yield team
        finally:
            self.nodes += team.nodes

    def is_decided(self) -> bool:
        """Whether to stop: by a limit, or because the other splits cannot change the majority."""
        if self.stopped or not self.goal.majority:
            return bool(self.stopped)
        tally = self.answer().tally
        return 2 * max(tally["first"], tally["second"]) > self.total

    def report(self, nodes: int = 0) -> None:
        """Report to whoever watches how many splits are done."""
        if self.watch is not None:
            seconds = time.perf_counter() - self.started
            most = self.most[1]
            done = len(self.splits)
            self.watch(Progress(done, self.total, -most, most, self.nodes + nodes, seconds))

    def answer(self) -> StagesAnswer:
        """What was found so far."""
        return StagesAnswer(
            game=self.game,
            position=self.state,
            goal=self.goal,
            splits=sorted(self.splits),
            total=self.total,
            nodes=self.nodes,
            seconds=time.perf_counter() - self.started,
            threads=self.threads,
            stopped=self.stopped,
        )
