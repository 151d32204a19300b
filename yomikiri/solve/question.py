"""A yes-or-no question about a position, answered best first by proof numbers above the tasks.

Each place has two numbers: what it may cost to prove that the value is reached, and to refute it.
They begin with the game's own estimate, and are put together from the moves as proof numbers are:
the cheapest move of the side that wants to prove it, the sum over all moves of the other side.
What is being worked on counts as decided the way that seems likely, so that several workers get the
tasks that are most needed if those under way come out as expected.
"""

import math
from collections.abc import Callable

from yomikiri.solve.graph import Graph, Place

DECIDED = {True: (0.0, math.inf), False: (math.inf, 0.0)}  # to prove, to refute
SURE = 8.0  # an estimate is worth at most a factor of e ** SURE


class Numbers:
    """What a place may cost, for one question."""

    __slots__ = ("free", "is_open", "moves", "ours", "parents", "place", "prove", "refute")

    def __init__(self, place: Place, ours: bool, prove: float, refute: float) -> None:
        self.place, self.ours = place, ours  # whether the root's mover moves there
        self.prove, self.refute = prove, refute
        self.free = prove > 0 and refute > 0  # there is something to choose in it
        self.is_open = False  # its moves are looked at
        self.parents: list[Numbers] = []
        self.moves: list[Numbers] = []  # where its moves lead, if it is open


class Question:
    """Whether the mover of a position reaches `goal`."""

    def __init__(
        self, graph: Graph, root: Place, goal: int, is_task: Callable[[Place], bool]
    ) -> None:
        self.graph, self.root, self.goal, self.is_task = graph, root, goal, is_task
        self.numbers: dict[Place, Numbers] = {}
        self.under_way: set[Place] = set()
        self.decided: list[Place] = []  # what follows from tasks, to be kept
        self.meet(root)

    def goal_of(self, place: Place) -> int:
        """What the place's own mover must reach, or the question is decided there."""
        return self.goal if place.mover == self.root.mover else 1 - self.goal

    def verdict(self, place: Place) -> bool | None:
        """Whether the root's mover reaches the goal there; None: not known."""
        lower, upper = place.bounds_for(self.root.mover)
        if self.goal <= lower:
            return True
        return False if self.goal > upper else None

    @property
    def answer(self) -> bool | None:
        """Whether the goal is reached; None: not known yet."""
        return self.verdict(self.root)

    def meet(self, place: Place) -> Numbers:
        """The numbers of a place, begun with an estimate if it is new."""
        if (known := self.numbers.get(place)) is not None:
            return known
        ours = place.mover == self.root.mover
        numbers = self.numbers[place] = Numbers(place, ours, *self.begin(place))
        if numbers.free and place in self.under_way:
            self.suppose(numbers)
        return numbers

    def begin(self, place: Place) -> tuple[float, float]:
        """What it may cost to prove and to refute, before anything was tried."""
        verdict = self.verdict(place)
        if verdict is not None:
            return DECIDED[verdict]
        ours = place.mover == self.root.mover
        if self.graph.estimates:
            sure = max(-SURE, min(SURE, place.estimate / self.graph.unit))
            mine, theirs = math.exp(-sure), math.exp(sure)
        else:
            mine, theirs = 1.0, float(max(1, place.replies))
        return (mine, theirs) if ours else (theirs, mine)

    def choose(self) -> Place | None:
        """The task that is needed most; None: nothing is left but what is under way."""
        root = self.numbers[self.root]
        while self.answer is None and root.free:
            numbers = root
            while numbers.is_open:
                numbers = self.best(numbers)
            if self.is_task(numbers.place):
                self.begun(numbers.place)
                return numbers.place
            self.open(numbers)
        return None

    def best(self, numbers: Numbers) -> Numbers:
        """Where the cheapest proof, or refutation, seems to be."""
        best, least, ours = None, math.inf, numbers.ours
        for child in numbers.moves:
            if child.free:
                cost = child.prove if ours else child.refute
                if cost < least:
                    best, least = child, cost
        assert best is not None, "nothing to choose where something is free: a bug"
        return best

    def open(self, numbers: Numbers) -> None:
        """Look at the moves of a place."""
        numbers.is_open = True
        for child in self.graph.children(numbers.place):
            below = self.meet(child)
            below.parents.append(numbers)
            numbers.moves.append(below)
        self.update([numbers], news=True)

    def begun(self, place: Place) -> None:
        """A task is under way, and not to be chosen again."""
        self.under_way.add(place)
        if (numbers := self.numbers.get(place)) is not None:
            self.suppose(numbers)
            self.update(numbers.parents, news=False)

    def suppose(self, numbers: Numbers) -> None:
        """Take a task that is under way for decided, the way that seems likely."""
        likely = numbers.prove < numbers.refute
        numbers.prove, numbers.refute = DECIDED[likely]
        numbers.free = False

    def done(self, place: Place) -> bool:
        """A task has ended: the place has new bounds, or is no task any more.

        Whether it came out as was supposed.
        """
        self.under_way.discard(place)
        if (numbers := self.numbers.get(place)) is None:
            return True
        supposed = numbers.prove, numbers.refute
        numbers.prove, numbers.refute = self.begin(place)
        numbers.free = numbers.prove > 0 and numbers.refute > 0
        self.update(numbers.parents, news=True)
        self.forget(numbers)
        return supposed == (numbers.prove, numbers.refute)

    def update(self, places: list[Numbers], *, news: bool) -> None:
        """Put the numbers of places, and of all above them, together again.

        `news`: the bounds of something below them have changed, too.
        """
        waiting = dict.fromkeys(places, news)
        while waiting:
            numbers = next(iter(waiting))
            if len(waiting) > 1:  # the deepest first: then each is put together once
                numbers = max(waiting, key=lambda one: one.place.ply)
            news = waiting.pop(numbers)
            if numbers.is_open:
                before = numbers.prove, numbers.refute, numbers.free
                news = news and self.gather(numbers)
                if numbers.is_open:  # it is not decided
                    self.put_together(numbers)
                if news or before != (numbers.prove, numbers.refute, numbers.free):
                    for parent in numbers.parents:
                        waiting[parent] = waiting.get(parent, False) or news

    def gather(self, numbers: Numbers) -> bool:
        """Take in new bounds from below, which may decide a place; whether they are news."""
        place = numbers.place
        if not place.gather():
            return False
        if self.verdict(place) is not None:
            numbers.prove, numbers.refute = self.begin(place)
            numbers.free = False
            self.decided.append(place)
            self.release(numbers)
        return True

    def put_together(self, numbers: Numbers) -> None:
        """The numbers of an open place from those of its moves."""
        least, total, free, ours = math.inf, 0.0, False, numbers.ours
        for child in numbers.moves:  # a loop, for this is done for every place above a task
            mine, theirs = child.prove, child.refute
            if not ours:
                mine, theirs = theirs, mine
            if mine < least:
                least = mine
            total += theirs
            free = free or child.free
        numbers.prove, numbers.refute = (least, total) if ours else (total, least)
        numbers.free = free and least > 0 and total > 0

    def release(self, numbers: Numbers) -> None:
        """Let go of what is below a place that is decided, so that memory does not fill up."""
        if numbers.is_open:
            numbers.is_open = False
            for below in numbers.moves:
                below.parents.remove(numbers)
                self.forget(below)
            numbers.moves.clear()
        numbers.place.children = None

    def forget(self, numbers: Numbers) -> None:
        """Drop a place that nothing leads to, unless somebody works on it."""
        place = numbers.place
        if place is self.root or numbers.parents or place in self.under_way:
            return
        if self.numbers.pop(place, None) is not None:
            self.release(numbers)
            self.graph.forget(place)

    def count_open(self) -> int:
        """How many tasks are known and not decided."""
        leaves = (place for place, numbers in self.numbers.items() if not numbers.is_open)
        return sum(self.is_task(one) for one in leaves if self.verdict(one) is None)
