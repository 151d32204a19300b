"""Values of moves and lines of best play, by a team of searching threads."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from yomikiri.games.game import Game, State
from yomikiri.rules import NO_MOVE, UNLIMITED, future, key, mirror, mirror_move, order, symmetries
from yomikiri.running import Stopped
from yomikiri.search.look_ahead import best_of
from yomikiri.search.table import recall
from yomikiri.search.values import SCORE_STEP, WON, worth
from yomikiri.search.workspace import NEVER, Workspace
from yomikiri.think.team import QUICK_DEPTH, Team

CERTAIN = 1000  # the estimate that stands for all games won

Order = Callable[[Game, Any, Sequence[int]], list[int]]


def close_in(
    is_at_least: Callable[[int], bool],
    lower: int,
    upper: int,
    tell: Callable[[int, int], None] = lambda lower, upper: None,
) -> int:
    """The value between two bounds, by yes-or-no questions; `tell` gets the bounds so far.

    The winner is found first.  Far from the value such questions are cheap, so halving costs little
    more than asking for the value and the one above.
    """
    while lower < upper:
        goal = (lower + upper + 1) // 2
        if lower < 1 <= upper:
            goal = 1
        elif lower < 0 <= upper:
            goal = 0
        if is_at_least(goal):
            lower = goal
        else:
            upper = goal - 1
        tell(lower, upper)
    return lower


class Values:
    """Asks a team for values, as the mover of the position *before* a move sees them.

    `most` is the greatest value to distinguish: with 1, only the sign of a result counts.
    """

    def __init__(self, game: Game, team: Team, most: int) -> None:
        self.game, self.team, self.most = game, team, most

    def clip(self, value: int) -> int:
        """The value, cut off at `most` either way."""
        return max(-self.most, min(self.most, value))

    def value(self, state: Any, child: Any, alpha: int, beta: int, depth: int = UNLIMITED) -> int:
        """The value of moving from `state` to `child`, exact inside the window."""
        if self.game.mover(child) == self.game.mover(state):
            return self.clip(self.team.search(child, alpha, beta, depth))
        return self.clip(-self.team.search(child, -beta, -alpha, depth))

    def find(self, state: Any, lower: int, upper: int, tell: Callable[[int, int], None]) -> int:
        """The value of `state` as its own mover sees it; `tell` gets the bounds so far."""
        team = self.team
        return close_in(lambda goal: team.search(state, goal - 1, goal) >= goal, lower, upper, tell)

    def reaches(self, state: Any, child: Any, value: int) -> bool:
        """Whether moving to `child` is worth `value` or more."""
        return value <= -self.most or self.value(state, child, value - 1, value) >= value

    def settle(self, state: Any, child: Any, lower: int, upper: int) -> int:
        """The value of moving to `child`, cut off at both bounds."""
        return close_in(lambda goal: self.reaches(state, child, goal), lower, upper)

    def keeping(self, state: Any, moves: Sequence[int], value: int) -> int:
        """The first of the moves that keeps the value of `state`, which one of them does."""
        *others, last = moves
        for move in others:
            if self.reaches(state, self.game.play(state, move), value):
                return move
        return last

    def remembered_first(self, game: Game, state: Any, moves: Sequence[int]) -> list[int]:
        """The most promising moves first, and before them the one that the table has for `state`.

        It was found when the position was searched, so asking for it again costs nothing; to
        refute another move may take as long as the search did.
        """
        rules = game.rules
        images = range(symmetries(rules))
        keys = [future(rules, mirror(rules, state, image)) for image in images]
        image = min(images, key=keys.__getitem__)
        _, best = recall(self.team.table, *keys[image])
        promising = ranked(game, state, moves)
        return sorted(promising, key=lambda move: mirror_move(rules, move, image) != best)

    def line(
        self,
        state: Any,
        value: int,
        moves: Sequence[int],
        *,
        arrange: Order,
        is_end: Callable[[Any], bool] = lambda state: False,
        line: list[int] | None = None,
    ) -> list[int]:
        """Best play from `state`, which is worth `value`, beginning with one of `moves`.

        It continues until the game ends, a position is repeated or `is_end`; `line` is filled
        meanwhile, so that it is not lost if the search is stopped.
        """
        line = [] if line is None else line
        seen = set()
        while moves and not is_end(state) and (here := key(self.game.rules, state)) not in seen:
            seen.add(here)
            move = self.keeping(state, arrange(self.game, state, moves), value)
            line.append(move)
            child = self.game.play(state, move)
            value = value if self.game.mover(child) == self.game.mover(state) else -value
            state = child
            moves = self.game.legal_moves(state)
        if not moves and self.clip(self.game.outcome(state) or 0) != value:
            raise AssertionError(f"a line of {self.game} does not end in its value: a bug")
        return line


class Root(Values):
    """A position, with the game before it, whose moves are searched one by one."""

    def __init__(self, game: Game, state: State, team: Team, before: Sequence[State]) -> None:
        super().__init__(game, team, WON + SCORE_STEP * (game.greatest + 1))
        self.state = state
        # The search sees the path below the root only, so this is what it does not know.
        self.known = {
            move: int(worth(team.spaces[0], back.value, 0))
            for move, back in game.returning(state, before).items()
        }

    def value_of(self, move: int, alpha: int, beta: int, plies: int, *, narrow: bool) -> int:
        """The value of a move as the mover sees it, exact inside the window.

        `narrow` asks first whether it is above `alpha` at all.
        """
        again = self.known.get(move)
        if again is not None:
            return again
        child = self.game.play(self.state, move)
        if narrow and beta > alpha + 1:
            value = self.value(self.state, child, alpha, alpha + 1, plies - 1)
            if value <= alpha:
                return value
        return self.value(self.state, child, alpha, beta, plies - 1)

    def better_and_better(self, moves: Sequence[int], plies: int) -> Iterator[tuple[int, int]]:
        """The first of the moves and each that is better than those before, with their values.

        Raises Stopped after yielding what it has found.
        """
        if self.team.is_lively and self.team.threads == 1:
            yield from self.round(moves, plies)
            return
        value = -self.most
        for number, move in enumerate(moves):
            found = self.value_of(move, value, self.most, plies, narrow=number > 0)
            if number == 0 or found > value:
                value = found
                yield value, move

    def round(self, moves: Sequence[int], plies: int) -> Iterator[tuple[int, int]]:
        """The best move and its value, by one call of a kernel."""
        values = np.array([self.known.get(move, NEVER) for move in moves], np.int64)
        best = np.full(2, NO_MOVE, np.int64)
        rules, state, tried = self.game.rules, self.state, np.array(moves, np.int64)

        def look(space: Workspace) -> int:
            best_of(rules, space, state, tried, values, best, -self.most, self.most, plies)
            return int(best[1])

        stopped = ""  # not the exception: it would keep this frame, and so the team's tables
        try:
            self.team.run(look, quick=plies <= QUICK_DEPTH)
        except Stopped as end:
            stopped = end.reason
        if best[0] != NO_MOVE:
            yield int(best[1]), moves[best[0]]
        if stopped:
            raise Stopped(stopped)


def ranked(game: Game, state: Any, moves: Sequence[int]) -> list[int]:
    """The most promising moves first."""

    def promise(move: int) -> int:
        return int(order(game.rules, state, move, game.play(state, move)))

    return sorted(moves, key=promise, reverse=True)


def as_estimate(rate: float) -> int:
    """A share of games won, from 0 to 1, as an estimate: 0 is an even game."""
    return round(CERTAIN * (2 * rate - 1))
