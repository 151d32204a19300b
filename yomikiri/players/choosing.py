"""How players find the best of some moves: by looking ahead, by reading out, with dice by means.

The root's moves are searched one by one from Python, each by a call or two of the compiled search,
so a player may leave moves out, and a search that a limit ends still knows the best move so far.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from yomikiri.games.game import Game, State
from yomikiri.rules import (
    NO_MOVE,
    UNLIMITED,
    key,
    mirror,
    mirror_move,
    order,
    remaining,
    symmetries,
)
from yomikiri.search import expectimax
from yomikiri.search.alpha_beta import LOOK_AHEAD, NEVER, STOP, WON, Workspace, worth
from yomikiri.search.expectimax import Expectation
from yomikiri.search.look_ahead import best_of
from yomikiri.search.table import MOVE, UNKNOWN, move_of, probe
from yomikiri.search.team import QUICK_NODES, Limit, Stopped, Team
from yomikiri.search.worker import await_kernel

MOST_DEPTH = 100  # plies
PASSES = 8  # more plies than `remaining` that a game may last
BYTES_A_NODE = 16  # of the table; a search stores about half of what it visits
MEGABYTES = (0.25, 64.0)  # of the table, least and most
BRANCHES = 8  # at most so many times as many positions for each ply of depth, about
NODES_A_SECOND = 3_000_000  # about, for sizes that depend on a limit of time
CERTAIN = WON - 1000  # a value beyond this is no estimate but a proof
UNIT = WON / 4  # of an estimate, as much as a won game, where means are taken
GUESS = 0.99  # of a won game, that no estimate exceeds
NO_LIMIT = Limit()

Announce = Callable[[Team], None]  # told which team searches, so that it can be stopped


class Found(NamedTuple):
    """The best of some moves."""

    moves: list[int]  # all that are equally good as far as was asked, the chosen one first
    value: float  # as the mover sees it
    exact: bool
    nodes: int
    line: tuple[int, ...]


def megabytes_for(limit: Limit, depth: int = MOST_DEPTH) -> float:
    """A table that a search of this length fills: a larger one costs more time to touch."""
    nodes = limit.nodes
    if nodes is None:
        nodes = 10**9 if limit.seconds is None else int(limit.seconds * NODES_A_SECOND)
    within_depth: int = BRANCHES ** (depth + 1)
    nodes = min(nodes, within_depth)
    least, most = MEGABYTES
    return min(most, max(least, nodes * BYTES_A_NODE / 2**20))


def ignore(team: Team) -> None:
    """For searches that nobody stops."""


# Looking ahead.


def look_ahead(
    game: Game,
    state: State,
    moves: Sequence[int],
    *,
    depth: int = MOST_DEPTH,
    limit: Limit = NO_LIMIT,
    before: Sequence[State] = (),
    megabytes: float | None = None,
    weights: Any = None,
    fair: bool = False,
    announce: Announce = ignore,
    after: Team | None = None,
) -> Found:
    """The best move by estimates `depth` plies deep, or as deep as the limit allows.

    Of equal moves the one that looked better less deep is taken, or, if `fair`, the first one
    given.  `weights` are those of the evaluation, if not the game's own; `after` is a team that
    looked ahead in the same way two plies earlier in the game.
    """
    weights = game.weights if weights is None else weights
    if game.has_chance:
        return expect(game, state, moves, depth=depth, limit=limit, weights=weights)
    team = Team(
        game.rules,
        mode=LOOK_AHEAD,
        weights=weights,
        megabytes=megabytes_for(limit, depth) if megabytes is None else megabytes,
        limit=limit,
        after=after,
    )
    announce(team)
    root = Root(game, state, team, before)
    ranked = list(moves)
    best, value = ranked[0], 0

    def deepen(space: Workspace) -> int:
        """All of it, in the worker's thread."""
        nonlocal best, value
        root.space = space
        for plies in range(1, min(depth, longest(game, state)) + 1):
            for found, move in root.better_and_better(ranked, plies):
                best, value = move, found
            ranked.remove(best)
            ranked.insert(0, best)
            if abs(value) >= CERTAIN and not game.has_score:
                break  # the soonest win is found at the least depth
        if fair:
            best = next(
                move
                for move in moves
                if move == best
                or root.value_of(move, value - 1, value, plies, narrow=False) >= value
            )
        return value

    try:
        team.run(deepen, quick=limit.nodes is not None and limit.nodes <= QUICK_NODES)
    except Stopped as end:
        if end.reason == "interrupt":
            raise KeyboardInterrupt from None
    line = (best, *expected_line(game, team, game.play(state, best)))
    return Found([best], value, False, team.nodes, line)


def longest(game: Game, state: State) -> int:
    """How deep it makes sense to look."""
    left = int(remaining(game.rules, state))
    return MOST_DEPTH if left >= UNLIMITED else min(MOST_DEPTH, left + PASSES)


class Root:
    """A position whose moves are searched one by one."""

    def __init__(self, game: Game, state: State, team: Team, before: Sequence[State]) -> None:
        self.game, self.state, self.team = game, state, team
        self.most = WON + 1000 * (game.greatest + 1)
        self.path = [*before, state] if game.may_repeat else []
        self.places = {key(game.rules, earlier) for earlier in self.path}
        self.space: Workspace | None = None  # of the thread that searches, if it is this one
        self.known: dict[int, int | None] | None = None  # values of moves that repeat positions

    def value_of(self, move: int, alpha: int, beta: int, plies: int, *, narrow: bool) -> int:
        """The value of a move as the mover sees it, exact inside the window.

        `narrow` asks first whether it is above `alpha` at all.
        """
        child = self.game.play(self.state, move)
        again = self.repeated(child)
        if again is not None:
            return again
        if narrow and beta > alpha + 1:
            value = self.search(child, alpha, alpha + 1, plies - 1)
            if value <= alpha:
                return value
        return self.search(child, alpha, beta, plies - 1)

    def search(self, child: State, alpha: int, beta: int, depth: int) -> int:
        """The value of `child` as the mover of the root sees it."""
        search = self.team.search
        if self.space is not None:
            search = partial(self.team.ask, self.space)
        if self.game.mover(child) == self.game.mover(self.state):
            return search(child, alpha, beta, depth)
        return -search(child, -beta, -alpha, depth)

    def better_and_better(self, moves: Sequence[int], plies: int) -> Iterator[tuple[int, int]]:
        """The first of some moves and each that is better than those before, with their values.

        Raises Stopped, but tells what it found before.
        """
        if not self.team.is_lively or self.space is None:
            value = -self.most
            for number, move in enumerate(moves):
                found = self.value_of(move, value, self.most, plies, narrow=number > 0)
                if number == 0 or found > value:
                    value = found
                    yield value, move
            return
        if self.known is None:
            children = ((move, self.game.play(self.state, move)) for move in moves)
            self.known = {move: self.repeated(child) for move, child in children}
        known = [self.known[move] for move in moves]
        values = np.array([NEVER if value is None else value for value in known], np.int64)
        best = np.full(2, NO_MOVE, np.int64)
        best_of(
            self.game.rules,
            self.space,
            self.state,
            np.array(moves, np.int64),
            values,
            best,
            plies,
            self.most,
        )
        if best[0] != NO_MOVE:
            yield int(best[1]), moves[best[0]]
        if self.team.control[STOP]:
            raise Stopped(self.team.reason)

    def repeated(self, child: State) -> int | None:
        """What a move is worth that brings back a position of the game so far, or None.

        The search sees the path below the root only.
        """
        if not self.places or key(self.game.rules, child) not in self.places:
            return None
        result = self.game.repetition_value(self.path, child)
        if result is None:
            return None
        value = int(worth(self.team.spaces[0], result, 0))
        return value if self.game.mover(child) == self.game.mover(self.state) else -value


def expected_line(game: Game, team: Team, state: State, most: int = 12) -> list[int]:
    """The best moves that the table of a search knows, from `state` on."""
    rules, table = game.rules, team.spaces[0].table
    line: list[int] = []
    seen = set()
    while len(line) < most and (place := key(rules, state)) not in seen:
        seen.add(place)
        legal = game.legal_moves(state)
        known = [
            move
            for number in range(symmetries(rules))
            if (data := probe(table, *key(rules, mirror(rules, state, number)))) != UNKNOWN
            for move in legal
            if mirror_move(rules, move, number) & MOVE == move_of(data)
        ]
        if not known:
            break
        line.append(known[0])
        state = game.play(state, known[0])
    return line


# Reading out.


def read_out(
    game: Game,
    state: State,
    moves: Sequence[int],
    *,
    limit: Limit = NO_LIMIT,
    every: bool = False,
    megabytes: float | None = None,
    announce: Announce = ignore,
) -> Found | None:
    """The best move to the end of the game; None if the limit came first.

    First the winner, then the score: if only the former was found in time it is not `exact`.
    With `every`, all moves that are as good are found too.
    """
    size = megabytes_for(limit) if megabytes is None else megabytes
    team = Team(game.rules, weights=game.weights, megabytes=size, limit=limit)
    announce(team)
    root = Root(game, state, team, ())
    rules = game.rules
    ranked = sorted(
        moves, key=lambda m: int(order(rules, state, m, game.play(state, m))), reverse=True
    )
    found: Found | None = None
    try:
        best, sign = pick(root, ranked, -1, 1)
        found = Found([best], sign, not game.has_score or sign == 0, team.nodes, (best,))
        value = sign
        if game.has_score and sign != 0:
            ranked.remove(best)
            ranked.insert(0, best)
            bottom, top = (0, game.greatest) if sign > 0 else (-game.greatest - 1, -1)
            best, value = pick(root, ranked, bottom, top)
            found = Found([best], value, True, team.nodes, (best,))
        equal = [best]
        if every:
            others = (move for move in ranked if move != best)
            equal += [
                m
                for m in others
                if root.value_of(m, value - 1, value, UNLIMITED, narrow=False) >= value
            ]
        line = (best, *expected_line(game, team, game.play(state, best), MOST_DEPTH))
        return Found(equal, value, True, team.nodes, line)
    except Stopped as end:
        if end.reason == "interrupt":
            raise KeyboardInterrupt from None
        return None if found is None or every else found._replace(nodes=team.nodes)


def pick(root: Root, moves: Sequence[int], bottom: int, top: int) -> tuple[int, int]:
    """The first of the best moves and its value, cut off at `bottom` and `top`."""
    best, value = moves[0], bottom
    for move in moves:
        if value >= top:
            break
        found = min(top, root.value_of(move, value, top, UNLIMITED, narrow=value > bottom))
        if found > value:
            best, value = move, found
    return best, value


# Dice.


def expect(
    game: Game, state: State, moves: Sequence[int], *, depth: int, limit: Limit, weights: Any
) -> Found:
    """The move with the best mean result, deeper and deeper until the limit."""
    values: dict[int, float] = {}
    nodes = 0
    for report in expectations(game, state, depth=depth, limit=limit, weights=weights):
        nodes += report.nodes
        if report.is_complete or not values:
            values = dict(report.moves)
    best = max(moves, key=lambda move: values.get(move, -float("inf")))
    return Found([best], values.get(best, 0.0), False, nodes, (best,))


def expectations(
    game: Game,
    state: State,
    *,
    depth: int,
    limit: Limit,
    weights: Any,
    poll: Callable[[], None] | None = None,
) -> Iterator[Expectation]:
    """What a search with dice finds, one ply deeper each time; a limit may cut the last one off."""
    control = np.zeros(expectimax.CONTROL, np.int64)
    end = None if limit.seconds is None else time.perf_counter() + limit.seconds
    left = limit.nodes
    for plies in range(1, min(depth, longest(game, state)) + 1):
        search = partial(
            expectimax.search,
            game.rules,
            state,
            depth=plies,
            nodes=left,
            weights=weights,
            unit=UNIT,
            bound=GUESS * game.greatest,
            control=control,
        )
        stop = partial(control.__setitem__, expectimax.STOP, 1)
        report = await_kernel(search, stop, end=end, poll=poll)
        yield report
        if left is not None:
            left -= report.nodes
        # The soonest certain win is found at the least depth.
        if not report.is_complete or left == 0 or report.value >= game.greatest:
            return
