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

    __slots__ = ("free", "is_open", "moves", "parents", "prove", "refute")

    def __init__(self, prove: float, refute: float) -> None:
        self.prove, self.refute = prove, refute
        self.is_open = False  # its moves are looked at
        self.free = True  # there is something to choose in it
        self.parents: list[Place] = []
        self.moves: list[tuple[Place, Numbers]] = []  # where its moves lead, if it is open


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
        if place not in self.numbers:
            numbers = self.numbers[place] = Numbers(*self.begin(place))
            numbers.free = self.verdict(place) is None
            if numbers.free and place in self.under_way:
                self.suppose(numbers)
        return self.numbers[place]

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
        while self.answer is None and self.numbers[self.root].free:
            place = self.root
            while self.numbers[place].is_open:
                place = self.best(place)
            if self.is_task(place):
                self.begun(place)
                return place
            self.open(place)
        return None

    def best(self, place: Place) -> Place:
        """Where the cheapest proof, or refutation, seems to be."""
        ours = place.mover == self.root.mover
        best, least = None, math.inf
        for child, numbers in self.numbers[place].moves:
            cost = numbers.prove if ours else numbers.refute
            if numbers.free and cost < least:
                best, least = child, cost
        assert best is not None, "nothing to choose where something is free: a bug"
        return best

    def open(self, place: Place) -> None:
        """Look at the moves of a place."""
        numbers = self.numbers[place]
        numbers.is_open = True
        for child in self.graph.children(place):
            below = self.meet(child)
            below.parents.append(place)
            numbers.moves.append((child, below))
        self.update([place])

    def begun(self, place: Place) -> None:
        """A task is under way, and not to be chosen again."""
        self.under_way.add(place)
        if place in self.numbers:
            self.suppose(self.numbers[place])
            self.update(self.numbers[place].parents)

    def suppose(self, numbers: Numbers) -> None:
        """Take a task that is under way for decided, the way that seems likely."""
        likely = numbers.prove < numbers.refute
        numbers.prove, numbers.refute = DECIDED[likely]
        numbers.free = False

    def done(self, place: Place) -> None:
        """A task has ended: the place has new bounds, or is no task any more."""
        self.under_way.discard(place)
        if place in self.numbers:
            numbers = self.numbers[place]
            numbers.prove, numbers.refute = self.begin(place)
            numbers.free = self.verdict(place) is None
            self.update(numbers.parents)
            self.forget(place)

    def update(self, places: list[Place]) -> None:
        """Put the numbers of places, and of all above them, together again."""
        queue = list(dict.fromkeys(places))
        waiting = set(queue)
        while queue:
            if len(queue) > 1:  # the deepest first: then each is put together once
                queue.sort(key=lambda place: place.ply)
            place = queue.pop()
            waiting.discard(place)
            if place in self.numbers and self.put_together(place):
                for parent in self.numbers[place].parents:
                    if parent not in waiting:
                        waiting.add(parent)
                        queue.append(parent)

    def put_together(self, place: Place) -> bool:
        """The numbers of an open place from those of its moves; whether they have changed."""
        numbers = self.numbers[place]
        if not numbers.is_open:
            return False
        before = numbers.prove, numbers.refute, numbers.free
        place.gather()
        if self.verdict(place) is not None:
            numbers.prove, numbers.refute = self.begin(place)
            numbers.free = False
            self.decided.append(place)
            self.release(place)
            return True  # though it may have been supposed before
        ours = place.mover == self.root.mover
        least, total, free = math.inf, 0.0, False
        for _, child in numbers.moves:  # a loop, for this is done for every place above a task
            mine, theirs = child.prove, child.refute
            if not ours:
                mine, theirs = theirs, mine
            if mine < least:
                least = mine
            total += theirs
            free = free or child.free
        numbers.prove, numbers.refute = (least, total) if ours else (total, least)
        numbers.free = free and least > 0 and total > 0
        return before != (numbers.prove, numbers.refute, numbers.free)

    def release(self, place: Place) -> None:
        """Let go of what is below a place that is decided, so that memory does not fill up."""
        if self.numbers[place].is_open:
            numbers = self.numbers[place]
            numbers.is_open = False
            for child, below in numbers.moves:
                below.parents.remove(place)
                self.forget(child)
            numbers.moves.clear()
        place.children = None

    def forget(self, place: Place) -> None:
        """Drop a place that nothing leads to, unless somebody works on it."""
        if place is not self.root and place in self.numbers and place not in self.under_way:
            if not self.numbers[place].parents:
                self.release(place)
                del self.numbers[place]
                self.graph.forget(place)

    def count_open(self) -> int:
        """How many tasks are known and not decided."""
        leaves = (place for place, numbers in self.numbers.items() if not numbers.is_open)
        return sum(self.is_task(one) for one in leaves if self.verdict(one) is None)
