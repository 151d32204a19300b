"""A line of moves judged by a table: what is best, what gives something away, what is forced."""

from collections.abc import Sequence
from typing import NamedTuple

from yomikiri.games.game import State
from yomikiri.tables.table import MoveProbe, Table, rank


class Step(NamedTuple):
    """A move of a line and what the table says about it, to the player who makes it."""

    state: State  # before the move
    move: int
    made: MoveProbe
    best: MoveProbe
    equals: int  # how many moves are as good as the best
    keeping: int  # how many moves keep the result

    @property
    def is_best(self) -> bool:
        """Whether no move is better."""
        return rank(self.made) == rank(self.best)

    @property
    def is_only(self) -> bool:
        """Whether every other move gives away the win or the draw."""
        return self.keeping == 1 and self.best.wdl >= 0 and self.made.wdl == self.best.wdl

    @property
    def points_lost(self) -> int:
        """Half points: 2 from a win to a loss."""
        return self.best.wdl - self.made.wdl

    @property
    def plies_lost(self) -> int:
        """How much later the win comes, or how much sooner the loss; 0 where a result changes."""
        if self.points_lost or not self.best.wdl:
            return 0
        return abs((self.made.distance or 0) - (self.best.distance or 0))


def judge_line(table: Table, state: State, moves: Sequence[int]) -> list[Step]:
    """Each move of a line, judged."""
    steps = []
    for move in moves:
        ranked = table.moves(state)
        made = next(entry for entry in ranked if entry.move == move)
        equals = sum(rank(entry) == rank(ranked[0]) for entry in ranked)
        keeping = sum(entry.wdl == ranked[0].wdl for entry in ranked)
        steps.append(Step(state, move, made, ranked[0], equals, keeping))
        state = table.game.play(state, move)
    return steps
