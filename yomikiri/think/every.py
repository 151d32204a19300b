"""Every move of a position with its value: read out where time allows, else an estimate.

The moves are first read out to the end, in the order given.  If the limit comes before all are
done, the rest of the time goes into looking ahead, one ply deeper each round, and the moves that
are still open get the estimate of the deepest round that was finished.
"""

import time

from yomikiri.rules import UNLIMITED, is_answered, is_proof, remaining, tempts
from yomikiri.running import INTERRUPT, Limits, Stopped
from yomikiri.search.table import INFINITE
from yomikiri.search.values import certain_plies, certain_result
from yomikiri.search.workspace import LOOK_AHEAD, READ_OUT
from yomikiri.think.deepening import deepen, expected_line
from yomikiri.think.dice import Means
from yomikiri.think.distances import find_distances
from yomikiri.think.memory import table_size
from yomikiri.think.team import Team
from yomikiri.think.thought import Task, Thought, Valued
from yomikiri.think.values import Values
from yomikiri.think.warming import warm_up

READING_SHARE = 0.6  # of the time; it costs less than a ply of look-ahead
LOOKING_SHARE = 0.75  # of the rest; what is left then finds how soon decided games end
DEEPEST = 250  # plies: the table stores a depth in a byte
MEGABYTES = 768.0


def every_move(task: Task) -> Thought:
    """The value of every move; in games with dice its mean.

    A limit of depth looks that many plies ahead instead of reading to the end.  Reports, and the
    last one after Ctrl-C, have all that is known.
    """
    study: Means | Survey
    if task.game.has_chance:
        warm_up(task.game, LOOK_AHEAD)
        study = Means(task)
    else:
        study = Survey(task)
    try:
        study.study()
    except KeyboardInterrupt:
        study.stopped = INTERRUPT
        study.tell()
        raise
    return study.answer()


def repetitions(task: Task) -> dict[int, Valued]:
    """The moves back to a position of the game so far, which are worth what the rules say.

    As results if the game is over with that.  Else it goes on; then, as for players, the value of a
    repetition is the estimate.
    """
    found = {}
    for move, back in task.game.returning(task.state, task.before).items():
        result = Valued(move, back.value, True, [move])
        estimate = result._replace(value=result.rank, exact=False)
        result = result._replace(distance=1 if back.value else None)
        found[move] = result if back.is_over else estimate
    return {move: found[move] for move in task.moves if move in found}


class Survey:
    """One position; what is known about its moves so far."""

    def __init__(self, task: Task) -> None:
        self.task, self.game, self.state = task, task.game, task.state
        self.left = int(remaining(self.game.rules, self.state))
        self.found = repetitions(task)
        self.moves = [move for move in task.moves if move not in self.found]  # to be searched
        self.depth = self.spent = 0
        self.seconds_spent = 0.0  # by searches that are over, as `spent` are their nodes
        self.team: Team | None = None  # that searches now
        self.stopped = ""
        self.is_lively = is_answered(tempts, self.game.rules)  # looking ahead prunes lines

    def study(self) -> None:
        """Find as much as the limits allow."""
        limits = self.task.limits
        if limits.depth is not None:
            self.look_ahead(limits)
        else:
            self.read_out(limits.share(READING_SHARE))
            rest = limits.rest(self.seconds, self.nodes)
            self.look_ahead(rest.share(LOOKING_SHARE if self.is_lively else 1))
        self.find_distances(limits.rest(self.seconds, self.nodes))

    # Three ways to find something, one after the other.

    def read_out(self, limits: Limits) -> None:
        """Exact values of as many moves as the limit allows."""
        team = self.team = self.make_team(READ_OUT, limits)
        values = Values(self.game, team, self.game.greatest)
        try:
            for move in self.moves:
                child = self.game.play(self.state, move)
                value = values.settle(self.state, child, -values.most, values.most)
                line: list[int] = []
                self.found[move] = Valued(move, value, True, line)
                arrange = values.remembered_first
                values.line(self.state, value, [move], arrange=arrange, line=line)
                self.tell()
        except Stopped as end:
            self.stopped = end.reason
        finally:
            self.dismiss()

    def look_ahead(self, limits: Limits) -> None:
        """Estimates of the moves that are not exact, one ply deeper each round."""
        self.team = self.make_team(LOOK_AHEAD, limits)
        try:
            if any(self.is_open(move) for move in self.moves):
                deepest = DEEPEST if limits.depth is None else limits.depth
                self.stopped = deepen(self.look, deepest) or self.stopped
        finally:
            self.dismiss()

    def look(self, depth: int) -> bool:
        """One round: every open move to the same depth, or none."""
        assert self.team is not None
        values = Values(self.game, self.team, INFINITE - 1)
        fresh = {}
        for move in self.moves:
            if self.is_open(move):
                child = self.game.play(self.state, move)
                value = values.value(self.state, child, -values.most, values.most, depth - 1)
                line = [move, *expected_line(self.game, self.team, child, depth - 1)]
                fresh[move] = self.judged(move, value, line, depth)
        for move, entry in fresh.items():
            if move not in self.found or entry.exact or not self.found[move].exact:
                self.found[move] = entry
        self.depth = depth
        self.tell()
        return not any(self.is_open(move) for move in self.moves)

    def judged(self, move: int, value: int, line: list[int], depth: int) -> Valued:
        """A look-ahead value as a result, where it proves one.

        A win by some points does not rule out a greater one, so where there are scores only a
        search that saw the end of every line proves a value.  Rounds grow by a ply, so where
        nothing was pruned the first that finds an end at its own depth has its distance.
        """
        certain = is_proof(value)
        # Each pass is followed by a move, or the game is over.
        saw_all = self.left != UNLIMITED and depth > 2 * self.left
        if certain and (saw_all or not self.game.has_score):
            found = Valued(move, certain_result(value), True, line)
            if self.game.has_score:
                return found
            within = certain_plies(value) + 1
            is_soonest = within == depth and not self.is_lively
            return found._replace(distance=depth if is_soonest else None, within=within)
        is_drawn = saw_all and not certain
        return Valued(move, 0, True, line) if is_drawn else Valued(move, value, False, line)

    def is_open(self, move: int) -> bool:
        """Whether looking ahead may still find something about a move."""
        entry = self.found.get(move)
        if entry is None or not entry.exact:
            return True
        # How long a decided game lasts is of interest where there is nothing else to win.
        return not self.is_lively and self.lacks_distance(entry)

    def lacks_distance(self, entry: Valued) -> bool:
        """Whether it is not known how long a decided game lasts."""
        return not self.game.has_score and entry.exact and entry.value != 0 and not entry.distance

    def find_distances(self, limits: Limits) -> None:
        """How soon decided games end, where looking ahead prunes lines."""
        started = time.perf_counter()
        open_moves = [entry for entry in self.found.values() if self.lacks_distance(entry)]
        open_moves.sort(key=lambda entry: -abs(entry.rank))  # the nearest ends first

        def note(move: int, distance: int) -> None:
            self.found[move] = self.found[move]._replace(distance=distance)

        if open_moves and self.is_lively:
            signs = [(entry.move, 1 if (entry.value or 0) > 0 else -1) for entry in open_moves]
            self.spent += find_distances(
                self.game, self.state, signs, note, limits=limits, handle=self.task.handle
            )
            self.seconds_spent += time.perf_counter() - started

    # Around them.

    def make_team(self, mode: int, limits: Limits) -> Team:
        """Threads for one of the two searches."""
        warm_up(self.game, mode)
        plan = self.task.plan
        megabytes = MEGABYTES if plan.megabytes is None else plan.megabytes
        return Team(
            self.game.rules,
            mode=mode,
            weights=self.task.weights,
            threads=plan.threads,
            megabytes=table_size(self.left, megabytes, limits),
            limits=limits,
            handle=self.task.handle,
        )

    def dismiss(self) -> None:
        """Add up what the team has spent."""
        self.spent, self.seconds_spent, self.team = self.nodes, self.seconds, None

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return self.spent + (0 if self.team is None else self.team.nodes)

    @property
    def seconds(self) -> float:
        """Time that searches have taken so far."""
        return self.seconds_spent + (0.0 if self.team is None else self.team.seconds)

    def tell(self) -> None:
        """Report to whoever wants to know."""
        if self.task.report is not None:
            self.task.report(self.answer())

    def answer(self) -> Thought:
        """All that is known, and the best move by that."""
        thought = Thought(
            None,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds,
            stopped=self.stopped,
            moves=tuple(self.found.values()),
        )
        if not self.found:
            return thought
        best = max(self.found.values(), key=lambda entry: entry.rank)
        assert best.value is not None
        line = tuple(best.line)
        return thought._replace(
            move=best.move, value=best.value, exact=best.exact, line=line, equal=line[:1]
        )
