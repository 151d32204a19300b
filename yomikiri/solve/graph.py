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
    """A position: bounds as its own mover sees them, and the positions after its moves."""

    __slots__ = (
        "children", "estimate", "is_split", "left", "lower", "mover", "ply", "replies", "state",
        "text", "upper", "who",
    )  # fmt: skip

    def __init__(self, who: "Identity", state: Any, text: str, left: int, ply: int) -> None:
        self.who, self.state, self.text, self.left, self.ply = who, state, text, left, ply
        self.mover = who.mover
        self.lower, self.upper = 0, 0
        self.estimate, self.replies = 0, 1
        self.is_split = False  # it was too large for a task
        self.children: list[Place] | None = None  # each once; None: not looked at

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
        bounds = [child.bounds_for(self.mover) for child in self.children or ()]
        if not bounds:
            return False
        return self.tighten(max(low for low, _ in bounds), max(high for _, high in bounds))


class Identity(NamedTuple):
    """What tells positions apart: the smallest key of the mirror images, and whose turn it is."""

    first: int
    second: int
    mover: int


class Graph:
    """All positions that were met."""

    def __init__(self, game: Game, known: Callable[[str], Bounds | None]) -> None:
        self.game, self.known = game, known
        self.places: dict[Identity, Place] = {}
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
            place = self.meet(who, state, int(image), 0)
            if (result := self.game.outcome(state)) is not None:
                place.tighten(result, result)
        return self.places[who]

    def meet(self, who: Identity, state: Any, image: int, ply: int) -> Place:
        """A place that is new."""
        game = self.game
        state = mirror(game.rules, state, image)
        place = Place(who, state, game.show(state), int(remaining(game.rules, state)), ply)
        if place.left == UNLIMITED:  # then the distance from the root has to do
            place.left = UNLIMITED - min(ply, UNLIMITED - 1)
        place.lower, place.upper = -game.greatest, game.greatest
        if (known := self.known(place.text)) is not None:
            place.tighten(*known)
        self.places[who] = place
        return place

    def forget(self, place: Place) -> None:
        """Drop a place that nothing leads to any more; what is known about it is in the store."""
        self.places.pop(place.who, None)

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
        return [self.child(place, [int(word) for word in row]) for row in self.rows[:number]]

    def child(self, place: Place, row: list[int]) -> Place:
        """The place after a move, from what the kernel says about it."""
        who = Identity(row[ex.FIRST_KEY], row[ex.SECOND_KEY], row[ex.MOVER])
        if who in self.places:
            return self.places[who]
        state = self.game.play(place.state, row[ex.MOVE])
        child = self.meet(who, state, row[ex.IMAGE], place.ply + 1)
        child.estimate, child.replies = row[ex.ESTIMATE], row[ex.REPLIES]
        if row[ex.OUTCOME] != ONGOING:
            child.tighten(row[ex.OUTCOME], row[ex.OUTCOME])
        return child
