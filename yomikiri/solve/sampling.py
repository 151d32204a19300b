"""Questions about positions below a root, answered to see what the root itself will take.

They are those that the root will be asked, if it is worth about what positions below it are worth:
a score near the greatest is soon proved, and so it is far below the root.
"""

import math
import random
import statistics
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple, cast

from yomikiri.games.game import Game
from yomikiri.rules import UNLIMITED
from yomikiri.solve.tasks import Sampled, do_sample, do_value, left_of, sample
from yomikiri.think.values import close_in
from yomikiri.work import Call, Crew, hire

SAMPLES = 20  # positions with as much to come
VALUED = 0.4  # of them are solved, to see what the root may be worth
LEAST_LEFT = 4  # below, everything takes next to nothing
ENOUGH = 0.1  # of the positions of a level took too long: it is not counted, and the last


class Level(NamedTuple):
    """Positions with as much to come, asked what the root will be asked."""

    left: int
    nodes: list[int]  # of each
    first: list[int]  # of the first question about each
    stopped: int  # how many took too long
    beside: int = 0  # nodes, to see what the root may be worth

    @property
    def log(self) -> float:
        """The logarithm of the mean."""
        return math.log(statistics.fmean(self.nodes))

    @property
    def spent(self) -> int:
        """Nodes that it took."""
        return sum(self.nodes) + self.beside


def levels(
    game: Game,
    root: Any,
    goal: str,
    *,
    most_nodes: int,
    budget: int,
    samples: int = SAMPLES,
    crew: Crew | None = None,
) -> list[Level]:
    """Positions with more and more to come, sampled by a crew while the budget of nodes lasts."""
    top = left_of(game, root, 0)
    found: list[Level] = []
    bottom = max(LEAST_LEFT, top - longest(game, root))
    sampling = Sampling(game, root, goal, most_nodes, samples, crew or hire())
    for left in range(min(bottom, top - 1), top):
        level = sampling.level(left)
        if level.stopped > ENOUGH * len(level.nodes):
            break
        if level.nodes:
            budget -= sum(level.nodes)
            beside = sampling.look() if budget > 0 else 0
            budget -= beside
            found.append(level._replace(beside=beside))
        if budget <= 0:
            break
    return found


def longest(game: Game, root: Any) -> int:
    """How many plies plausible games take at most; where the game says what remains, that."""
    left = left_of(game, root, 0)
    if left < UNLIMITED:
        return left
    chance, most = random.Random(str(game)), 0
    for _ in range(SAMPLES):
        state, plies = root, 0
        while moves := game.legal_moves(state):
            state, plies = game.play(state, chance.choice(moves)), plies + 1
        most = max(most, plies)
    return most


class Sampling:
    """Asks positions below a root what the root will be asked."""

    def __init__(
        self, game: Game, root: Any, goal: str, most_nodes: int, samples: int, crew: Crew
    ) -> None:
        self.game, self.root, self.crew = game, root, crew
        self.most_nodes, self.samples = most_nodes, samples
        self.most = game.greatest if goal == "score" else 1
        self.value = 0  # what the root may be worth, by the last level where its mover moves
        self.ours: list[Any] = []  # positions of a level in which the root's mover is to move

    def level(self, left: int) -> Level:
        """Positions with `left` to come."""
        game, chance = self.game, random.Random(f"{self.game} {left}")
        tries = (sample(game, self.root, left, chance) for _ in range(3 * self.samples))
        states = list(islice((one for one in tries if one is not None), self.samples))
        ours = [game.mover(state) == game.mover(self.root) for state in states]
        self.ours = [state for state, is_ours in zip(states, ours) if is_ours]
        goals = questions(self.value, self.most)
        asked = [goals if is_ours else [1 - goal for goal in goals] for is_ours in ours]
        work = [(game.spec, game.show(one), to, self.most_nodes) for one, to in zip(states, asked)]
        taken: list[Sampled] = self.each(do_sample, work)
        stopped = sum(one.is_stopped for one in taken)
        return Level(left, [one.nodes for one in taken], [one.first for one in taken], stopped)

    def look(self) -> int:
        """See what the root may be worth, by some positions of the last level; the nodes."""
        if 2 * len(self.ours) < self.samples:
            return 0
        game, most, number = self.game, self.most, math.ceil(VALUED * self.samples)
        work = [(game.spec, game.show(one), most, self.most_nodes) for one in self.ours[:number]]
        found: list[tuple[int | None, int]] = self.each(do_value, work)
        values = [value for value, _ in found if value is not None]
        self.value = statistics.median_low(values) if values else self.value
        return sum(nodes for _, nodes in found)

    def each(self, function: Callable[..., Any], work: list[tuple[Any, ...]]) -> list[Any]:
        """What the crew finds, in the order of the work."""
        calls = [Call(number, function, arguments) for number, arguments in enumerate(work)]
        found = dict(cast(Iterator[tuple[int, Any]], self.crew.each(calls, ahead=len(calls))))
        return [found[number] for number in range(len(calls))]


def questions(value: int, most: int) -> list[int]:
    """The goals that are asked for, one after the other, until this value is known."""
    goals: list[int] = []

    def ask(goal: int) -> bool:
        goals.append(goal)
        return value >= goal

    close_in(ask, -most, most)
    return goals
