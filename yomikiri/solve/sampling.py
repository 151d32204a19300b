"""Questions about positions below a root, answered to see what the root itself will take.

They are those that the root will be asked, if it is worth about what positions below it are worth:
a score near the greatest is soon proved, and so it is far below the root.

Which search pays depends on the game: tasks of Connect Four took 14 times as long by proof numbers
as by alpha-beta, those of Othello twice.  So both can try the same positions, until these are large
enough to tell.
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
from yomikiri.think.team import ALPHA_BETA, DF_PN
from yomikiri.think.values import close_in
from yomikiri.work import Call, Crew, hire

SAMPLES = 20  # positions with as much to come
VALUED = 0.4  # of them are solved, to see what the root may be worth
LEAST_LEFT = 4  # below, everything takes next to nothing
ENOUGH = 0.1  # of the positions of a level took too long: it is not counted, and the last
RACED = 100_000  # nodes of a position, on average: the last level at which both searches are tried
LEAST_RACE = 1000  # nodes that the other search has for a position
BEATEN = 4  # times the nodes of the other: then a search has lost
COSTS = {DF_PN: 1.5, ALPHA_BETA: 1.0}  # of a node, about, in CPU time


class Level(NamedTuple):
    """Positions with as much to come, asked what the root will be asked."""

    left: int
    nodes: list[int]  # of each
    first: list[int]  # of the first question about each
    stopped: int  # how many took too long
    way: str  # the search that was asked first
    beside: int = 0  # nodes, to see what the root may be worth, and which search pays

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
    is_race: bool = False,
) -> list[Level]:
    """Positions with more and more to come, sampled by a crew while the budget of nodes lasts.

    In a race both searches try them, beside the budget, until it is clear which one pays.
    """
    top = left_of(game, root, 0)
    found: list[Level] = []
    bottom = max(LEAST_LEFT, top - longest(game, root))
    sampling = Sampling(game, root, goal, most_nodes, samples, crew or hire(), is_race)
    for left in range(min(bottom, top - 1), top):
        level = sampling.level(left)
        if level.stopped > ENOUGH * len(level.nodes):
            break
        if level.nodes:
            budget -= sum(level.nodes)
            beside = sampling.look() if budget > 0 else 0
            budget -= beside
            found.append(level._replace(beside=level.beside + beside))
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
        self,
        game: Game,
        root: Any,
        goal: str,
        most_nodes: int,
        samples: int,
        crew: Crew,
        is_race: bool,
    ) -> None:
        self.game, self.root, self.crew = game, root, crew
        self.most_nodes, self.samples = most_nodes, samples
        self.most = game.greatest if goal == "score" else 1
        self.value = 0  # what the root may be worth, by the last level where its mover moves
        self.way, self.is_race = DF_PN, is_race
        self.costs = dict.fromkeys(COSTS, 0.0)  # of the races so far
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
        taken: list[Sampled] = self.each(do_sample, [(*one, self.way) for one in work])
        beside = 0
        if self.is_race and taken:
            taken, beside = self.race(work, taken)
        stopped = sum(one.is_stopped for one in taken)
        nodes, first = [one.nodes for one in taken], [one.first for one in taken]
        return Level(left, nodes, first, stopped, self.way, beside)

    def race(self, work: list[tuple[Any, ...]], taken: list[Sampled]) -> tuple[list[Sampled], int]:
        """Have the other search try the same positions; what the better one took, and the rest.

        By nodes, which repeat.
        """
        other = ALPHA_BETA if self.way == DF_PN else DF_PN
        ratio = BEATEN * COSTS[self.way] / COSTS[other]
        limits = [min(self.most_nodes, LEAST_RACE + int(ratio * one.nodes)) for one in taken]
        tries = [(*asked, most, other) for (*asked, _), most in zip(work, limits)]
        again: list[Sampled] = self.each(do_sample, tries)
        pairs = (self.way, taken), (other, again)
        spent = {way: sum(one.nodes for one in found) for way, found in pairs}
        for way, nodes in spent.items():
            self.costs[way] += COSTS[way] * nodes
        if self.costs[other] < self.costs[self.way]:
            self.way, other = other, self.way
            # One that was beaten somewhere was stopped early, but not by the limit.
            taken = [one._replace(is_stopped=one.nodes >= self.most_nodes) for one in again]
        self.is_race = spent[self.way] < RACED * len(taken)
        return taken, spent[other]

    def look(self) -> int:
        """See what the root may be worth, by some positions of the last level; the nodes."""
        if 2 * len(self.ours) < self.samples:
            return 0
        game, most, number = self.game, self.most, math.ceil(VALUED * self.samples)
        asked = (most, self.most_nodes, self.way)
        work = [(game.spec, game.show(one), *asked) for one in self.ours[:number]]
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
