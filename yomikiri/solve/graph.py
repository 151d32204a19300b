"""The positions above the tasks of a long solve, mirror images taken for one, with their bounds.

The graph grows as a search opens positions.  Bounds are facts, and only tighten.
"""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from yomikiri.games.game import Game
from yomikiri.rules import ONGOING, UNLIMITED, ask_evaluate, is_answered, mirror, remaining
from yomikiri.search import expanding as ex
from yomikiri.search import workspace as ws
from yomikiri.search.table import make_table

Bounds = tuple[int, int]
GAMES = 10  # at random, to see how large estimates are
GLANCE = 3  # plies of a look at a position that is new, where the game has an estimate


class Place:
    """A position: bounds as its own mover sees them, and the positions after its moves.

    Most positions are never looked at: how they are reached is enough until then.
    """

    __slots__ = (
        "children", "estimate", "game", "is_split", "left", "lower", "mover", "ply", "reached",
        "replies", "seen", "upper", "who", "written",
    )  # fmt: skip

    def __init__(
        self, game: Game, who: "Identity", reached: "Reached", left: int, ply: int
    ) -> None:
        self.game, self.who, self.reached, self.left, self.ply = game, who, reached, left, ply
        self.mover = who.mover
        self.lower, self.upper = -game.greatest, game.greatest
        self.estimate, self.replies = 0, 1
        self.is_split = False  # it was too large for a task
        self.children: list[Place] | None = None  # each once; None: not looked at
        self.seen: Any = None
        self.written = ""

    @property
    def state(self) -> Any:
        """Of all mirror images the one with the smallest key."""
        if self.seen is None:
            before, move, image = self.reached
            state = before if move is None else self.game.play(before, move)
            self.seen = mirror(self.game.rules, state, image)
        return self.seen

    @property
    def text(self) -> str:
        """The same as text."""
        if not self.written:
            self.written = self.game.show(self.state)
        return self.written

    def bounds_for(self, mover: int) -> Bounds:
        """The bounds as `mover` sees them."""
        return (self.lower, self.upper) if mover == self.mover else (-self.upper, -self.lower)

    def tighten(self, lower: int, upper: int) -> bool:
        """Take new facts in; whether they say more than was known."""
        lower, upper = max(lower, self.lower), min(upper, self.upper)
        assert lower <= upper, f"facts about {self.text} contradict each other: a bug"
        news = (lower, upper) != (self.lower, self.upper)
        self.lower, self.upper = lower, upper
        return news

    def gather(self) -> bool:
        """Take in what the positions after the moves say; whether that is more than was known."""
        if not self.children:
            return False
        mover, least = self.mover, -self.game.greatest
        lower = upper = least
        for child in self.children:
            if child.mover == mover:
                low, high = child.lower, child.upper
            else:
                low, high = -child.upper, -child.lower
            if low > lower:
                lower = low
            if high > upper:
                upper = high
        if lower <= self.lower and upper >= self.upper:
            return False
        return self.tighten(lower, upper)


class Reached(NamedTuple):
    """How a position is reached."""

    before: Any
    move: int | None  # None: it is the position itself
    image: int  # which mirror image of it is taken


class Identity(NamedTuple):
    """What tells positions apart: the smallest key of the mirror images, and whose turn it is."""

    first: int
    second: int
    mover: int


class Graph:
    """All positions that were met.

    `known` are the bounds of a position from before, if there are any.
    """

    def __init__(self, game: Game, known: Callable[[str], Bounds | None] | None = None) -> None:
        self.game, self.known = game, known
        self.places: dict[Identity, Place] = {}
        self.forgotten: dict[Identity, Bounds] = {}  # what is known of places that were dropped
        self.estimates = is_answered(ask_evaluate, game.rules)
        self.unit = 1.0  # of estimates: a difference of this much is worth a factor of e
        control = np.zeros(2 * ws.COUNTERS, np.int64)
        self.space = ws.Workspace(
            ws.READ_OUT,
            0,
            0,
            1,
            ws.COUNTERS,
            make_table(0),
            np.zeros(1, np.int64),
            control,
            np.zeros(ws.SCRATCH, np.int64),
            game.weights,
        )
        self.rows = ex.room(64)

    def usual_estimate(self) -> float:
        """How large estimates are in this game: the median over positions of random games."""
        chance = random.Random(str(self.game))
        sizes: list[int] = []
        for _ in range(GAMES):
            place = self.place(self.game.start)
            while children := self.children(place):
                sizes += [abs(one.estimate) for one in children if one.lower < one.upper]
                place = chance.choice(children)
        return max(1.0, float(np.median(sizes))) if sizes else 1.0

    def place(self, state: Any) -> Place:
        """The place of a position, new or known."""
        first, second, image = ex.smallest_image(self.game.rules, state)
        who = Identity(int(first), int(second), self.game.mover(state))
        if who not in self.places:
            left = int(remaining(self.game.rules, state))
            place = self.meet(who, Reached(state, None, int(image)), left, 0)
            if (result := self.game.outcome(state)) is not None:
                place.tighten(result, result)
        return self.places[who]

    def meet(self, who: Identity, reached: Reached, left: int, ply: int) -> Place:
        """A place that is new."""
        if left == UNLIMITED:  # then the distance from the root has to do
            left = UNLIMITED - min(ply, UNLIMITED - 1)
        place = Place(self.game, who, reached, left, ply)
        if (bounds := self.forgotten.pop(who, None)) is not None:
            place.tighten(*bounds)
        if self.known is not None and (bounds := self.known(place.text)) is not None:
            place.tighten(*bounds)
        self.places[who] = place
        return place

    def forget(self, place: Place) -> None:
        """Drop a place that nothing leads to any more, but what is known about it."""
        if self.places.pop(place.who, None) is not None:
            if place.lower > -self.game.greatest or place.upper < self.game.greatest:
                self.forgotten[place.who] = place.lower, place.upper

    def children(self, place: Place) -> list[Place]:
        """The places after the moves of one, each once, in the order of the moves."""
        if place.children is None:
            place.children = list(dict.fromkeys(self.look(place)))
        return place.children

    def look(self, place: Place) -> list[Place]:
        """The same, looked at for the first time."""
        game, plies = self.game, GLANCE if self.estimates else 0
        while (number := ex.expand(game.rules, self.space, place.state, plies, self.rows)) > len(
            self.rows
        ):
            self.rows = ex.room(number)
        return [self.child(place, row) for row in self.rows[:number].tolist()]

    def child(self, place: Place, row: list[int]) -> Place:
        """The place after a move, from what the kernel says about it."""
        who = Identity(row[ex.FIRST_KEY], row[ex.SECOND_KEY], row[ex.MOVER])
        if (known := self.places.get(who)) is not None:
            return known
        reached = Reached(place.state, row[ex.MOVE], row[ex.IMAGE])
        child = self.meet(who, reached, row[ex.LEFT], place.ply + 1)
        child.estimate, child.replies = row[ex.ESTIMATE], row[ex.REPLIES]
        if row[ex.OUTCOME] != ONGOING:
            child.tighten(row[ex.OUTCOME], row[ex.OUTCOME])
        return child
