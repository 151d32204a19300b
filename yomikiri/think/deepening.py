"""Iterative deepening: one ply deeper each round; the best so far is known at any time."""

from collections.abc import Callable, Sequence

from yomikiri.games.game import Game, State
from yomikiri.rules import UNLIMITED, is_proof, remaining
from yomikiri.running import Stopped
from yomikiri.search.expected import follow, room_for
from yomikiri.search.values import certain_plies
from yomikiri.think.memory import MOST_DEPTH
from yomikiri.think.team import Team
from yomikiri.think.thought import Task, Thought
from yomikiri.think.values import Root

PASSES = 8  # plies that a game may last beyond `remaining`
LONG_LINE = 12  # plies of a principal variation; more if the search was deeper


def longest(game: Game, state: State, depth: int | None = None) -> int:
    """How deep it makes sense to search, at most `depth`."""
    left = int(remaining(game.rules, state))
    most = MOST_DEPTH if left >= UNLIMITED else min(MOST_DEPTH, left + PASSES)
    return most if depth is None else min(most, depth)


def expected_line(game: Game, team: Team, state: State, most: int = LONG_LINE) -> list[int]:
    """The principal variation from `state` on, as the transposition table has it."""
    line = room_for(most)
    return [int(move) for move in line[: follow(game.rules, team.table, state, most, line)]]


def mate_in(game: Game, state: State, value: float, line: Sequence[int]) -> int | None:
    """Plies within which the game ends, negative if it is lost; None if that is not known.

    A value beyond all estimates is proved.  It may rest on a repetition, which does not end the
    game at once: there is no mate unless the line leads to one.
    """
    if not is_proof(value) or game.has_score:
        return None
    plies = certain_plies(int(value)) + 1
    if len(line) < plies or game.outcome(game.replay(state, line[:plies])) is None:
        return None
    return plies if value > 0 else -plies


def deepen(
    look: Callable[[int], bool],
    deepest: int,
    finish: Callable[[], None] = lambda: None,
    step: int = 1,
) -> str:
    """Look `step` plies deeper each round, then `finish`; the limit that came first, or "".

    `look` says whether another round would find nothing new.
    """
    try:
        for depth in range(1, deepest + 1, step):
            if look(depth):
                break
        finish()
    except Stopped as end:
        return end.reason
    return ""


class Deepening:
    """One position; the best move so far and what it is worth."""

    def __init__(self, task: Task, team: Team) -> None:
        game, state, before, _, moves, plan, report, _ = task
        self.game, self.state, self.team, self.plan = game, state, team, plan
        self.root = Root(game, state, team, before)
        self.given, self.ranked = moves, list(moves)
        self.best, self.value, self.depth = moves[0], 0, 0
        self.report = report
        self.told: int | None = None  # the best move that was reported in full
        self.stopped = ""

    def run(self, deepest: int) -> Thought:
        """Search deeper and deeper, up to the limits of the team."""
        self.stopped = deepen(self.look, deepest, self.settle_ties)
        if self.stopped and self.depth and self.best != self.told:
            self.tell(1, self.best, self.value)
        return self.thought(1, self.best, self.value)

    def look(self, depth: int) -> bool:
        """One round; whether another would find nothing new."""
        for rank in range(min(self.plan.lines, len(self.ranked))):
            best, value = self.ranked[rank], 0
            for value, best in self.root.better_and_better(self.ranked[rank:], depth):
                if rank == 0:
                    self.best, self.value, self.depth = best, value, depth
            self.ranked.remove(best)
            self.ranked.insert(rank, best)
            self.tell(rank + 1, best, value)
        # The soonest end is found at the least depth.
        return bool(is_proof(self.value)) and not self.game.has_score and self.plan.lines == 1

    def settle_ties(self) -> None:
        """Take the first of the given moves that is as good as the best, if that was asked for."""
        if not self.plan.fair:
            return
        value, depth = self.value, self.depth
        self.best = next(
            move
            for move in self.given
            if move == self.best
            or self.root.value_of(move, value - 1, value, depth, narrow=False) >= value
        )

    def tell(self, rank: int, move: int, value: int) -> None:
        """Report to whoever wants to know."""
        if self.report is not None:
            self.report(self.thought(rank, move, value))
            self.told = move if rank == 1 else self.told

    def thought(self, rank: int, move: int, value: int) -> Thought:
        """What is known about a move, and the principal variation after it."""
        child = self.game.play(self.state, move)
        most = max(LONG_LINE, self.depth)
        line = (move, *expected_line(self.game, self.team, child, most - 1))
        return Thought(
            move,
            value,
            depth=self.depth,
            nodes=self.team.nodes,
            seconds=self.team.seconds,
            line=line,
            equal=(move,),
            rank=rank,
            mate=mate_in(self.game, self.state, value, line),
            stopped=self.stopped,
        )
