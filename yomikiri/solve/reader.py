"""Values of moves and lines of best play, by a team of searching threads."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from yomikiri.games.game import Game
from yomikiri.rules import NO_MOVE, UNLIMITED, key, mirror, mirror_move, order, symmetries
from yomikiri.search.alpha_beta import COUNT_AT
from yomikiri.search.table import MOVE, UNKNOWN, fitting, move_of, probe
from yomikiri.search.team import Limit, Stopped, Team

NO_LIMIT = Limit()
MEGABYTES_PER_SECOND = 64
MEGABYTES_PER_NODE = 64 / (1 << 20)  # two slots

Order = Callable[[Game, Any, Sequence[int]], list[int]]


class Reader:
    """Asks a team for values, as the mover of the position *before* a move sees them.

    `most` is the greatest value that is told apart: with 1, only the sign of a result counts.
    """

    def __init__(self, game: Game, team: Team, most: int) -> None:
        self.game, self.team, self.most = game, team, most

    def clip(self, value: int) -> int:
        """Within what is told apart."""
        return max(-self.most, min(self.most, value))

    def value(self, state: Any, child: Any, alpha: int, beta: int, depth: int = UNLIMITED) -> int:
        """The value of moving from `state` to `child`, exact inside the window."""
        if self.game.mover(child) == self.game.mover(state):
            return self.clip(self.team.search(child, alpha, beta, depth))
        return self.clip(-self.team.search(child, -beta, -alpha, depth))

    def reaches(self, state: Any, child: Any, value: int) -> bool:
        """Whether moving to `child` is worth `value` or more."""
        return value <= -self.most or self.value(state, child, value - 1, value) >= value

    def settle(self, state: Any, child: Any, lower: int, upper: int) -> int:
        """The value of moving to `child`, cut off at both bounds, by questions of yes or no.

        Far from the value they are cheap; the winner is found first.
        """
        while lower < upper:
            goal = (lower + upper + 1) // 2
            if lower < 1 <= upper:
                goal = 1
            elif lower < 0 <= upper:
                goal = 0
            if self.reaches(state, child, goal):
                lower = goal
            else:
                upper = goal - 1
        return lower

    def keeping(self, state: Any, moves: Sequence[int], value: int) -> int:
        """The first of the moves that keeps the value of `state`, which one of them does."""
        *others, last = moves
        for move in others:
            if self.reaches(state, self.game.play(state, move), value):
                return move
        return last

    def remembered_first(self, game: Game, state: Any, moves: Sequence[int]) -> list[int]:
        """The most promising moves first, before all the one that the table has for `state`.

        It was found when the position was searched, so asking for it again costs nothing; to
        refute another move may take as long as the search did.
        """
        rules = game.rules
        images = range(symmetries(rules))
        keys = [key(rules, mirror(rules, state, image)) for image in images]
        image = min(images, key=keys.__getitem__)
        known = probe(self.team.table, *keys[image])
        best = move_of(known) if known != UNKNOWN else NO_MOVE
        promising = ranked(game, state, moves)
        return sorted(promising, key=lambda move: mirror_move(rules, move, image) & MOVE != best)

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

        It goes on until the game ends, a position comes again or `is_end`; `line` is filled
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


def ranked(game: Game, state: Any, moves: Sequence[int]) -> list[int]:
    """The most promising moves first."""

    def promise(move: int) -> int:
        return int(order(game.rules, state, move, game.play(state, move)))

    return sorted(moves, key=promise, reverse=True)


def as_read(game: Game, state: Any, moves: Sequence[int]) -> list[int]:
    """The moves as people read the board."""
    return game.as_read(moves)


def mirror_classes(game: Game, state: Any) -> dict[int, list[int]]:
    """The legal moves, each with those that are its mirror images by a map that keeps `state`."""
    rules = game.rules
    keeping = [k for k in range(symmetries(rules)) if mirror(rules, state, k) == state]
    classes: dict[int, list[int]] = {}
    placed: set[int] = set()
    for move in as_read(game, state, game.legal_moves(state)):
        if move not in placed:
            classes[move] = sorted({int(mirror_move(rules, move, k)) for k in keeping})
            placed.update(classes[move])
    return classes


def share(limit: Limit, part: float) -> Limit:
    """A part of what the limit allows."""
    seconds, nodes = limit
    return Limit(seconds and seconds * part, nodes and max(1, int(nodes * part)))


def rest(limit: Limit, seconds: float, nodes: int) -> Limit:
    """What the limit still allows after so much was used."""
    return Limit(
        limit.seconds and max(1e-9, limit.seconds - seconds),
        limit.nodes and max(1, limit.nodes - nodes),
    )


def table_size(left: int, megabytes: float, limit: Limit) -> float:
    """As many megabytes as a search with so much of the game before it can use within the limit.

    The system clears memory when it is first touched, which takes longer than a short search.
    """
    size = fitting(megabytes, left)
    if limit.seconds is not None:
        size = min(size, MEGABYTES_PER_SECOND * limit.seconds)
    if limit.nodes is not None:
        size = min(size, MEGABYTES_PER_NODE * limit.nodes)
    return size


def warm_up(game: Game, mode: int) -> None:
    """Have the search compiled, so that no limit of time is spent on it."""
    one_node = Limit(nodes=1)
    signs = mode == COUNT_AT
    team = Team(
        game.rules, mode=mode, signs=signs, weights=game.weights, megabytes=0, limit=one_node
    )
    for alpha, beta in ((-1, 1), (0, 1)):  # questions of yes or no may have a kernel of their own
        with suppress(Stopped):
            team.search(game.start, alpha, beta)
        team.reason = ""
