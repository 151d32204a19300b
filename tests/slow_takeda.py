"""The search of the thesis on janken shogi once more, slow and obvious: dice in a list, by number.

Written from the text and the listing of Y. Takeda's thesis (2023), with nothing of the package.
"""

from typing import NamedTuple

STEPS = {"u": (0, -1), "r": (1, 0), "d": (0, 1), "l": (-1, 0)}
WAYS = {1: "urdl", -1: "dlur"}  # towards the goal first
BEATS = {"gc", "cp", "pg"}
WORTH = (0, 10, 15, 18, 20)
GOALS = {1: (6, 1), -1: (1, 6)}
LARGE = 1 << 31


class Die(NamedTuple):
    """A die: where it is, None if it was taken, and its top, front and side."""

    at: tuple[int, int] | None
    lie: str


class SlowTakeda:
    """A position: the dice of the first player, then those of the second, by number."""

    def __init__(self, dice: list[Die], turn: int) -> None:
        self.dice, self.turn = dice, turn
        self.half = len(dice) // 2

    def owned(self, turn: int) -> range:
        """The dice of a player, from 0."""
        return range(self.half) if turn == 1 else range(self.half, 2 * self.half)

    def has_arrived(self, turn: int) -> bool:
        """Whether a player has a die on the goal."""
        return any(self.dice[n].at == GOALS[turn] for n in self.owned(turn))

    def after(self, number: int, way: str) -> "SlowTakeda | None":
        """The position after a move of a die; None if it cannot move so."""
        at, lie = self.dice[number]
        assert at is not None
        to = (at[0] + STEPS[way][0], at[1] + STEPS[way][1])
        if not (1 <= to[0] <= 6 and 1 <= to[1] <= 6):
            return None
        dice = list(self.dice)
        there = [n for n, die in enumerate(dice) if die.at == to]
        if not there:
            rolled = lie[1] + lie[0] + lie[2] if way in "ud" else lie[2] + lie[1] + lie[0]
            dice[number] = Die(to, rolled)
        else:
            [enemy] = there
            if enemy in self.owned(self.turn) or lie[0] + dice[enemy].lie[0] not in BEATS:
                return None
            dice[number], dice[enemy] = Die(to, lie), Die(None, dice[enemy].lie)
        return SlowTakeda(dice, -self.turn)

    def children(self) -> "list[SlowTakeda]":
        """The positions after every move, dice by their number."""
        if self.has_arrived(self.turn):
            return []
        found = [
            self.after(number, way)
            for number in self.owned(self.turn)
            if self.dice[number].at is not None
            for way in WAYS[self.turn]
        ]
        return [child for child in found if child is not None]

    def estimate(self, goal: int, dice: int, move: int) -> int:
        """Steps to the goals, dice and moves, as the first player sees them."""
        value = 0
        for turn in (1, -1):
            places = [self.dice[n].at for n in self.owned(turn)]
            alive = [place for place in places if place is not None]
            x, y = GOALS[turn]
            value += turn * goal * sum(10 - abs(x - a) - abs(y - b) for a, b in alive)
            value += turn * goal * 50 * alive.count((x, y))
            value += turn * dice * WORTH[len(alive)]
            value += turn * move * len(SlowTakeda(self.dice, turn).children())
        return value

    def search(
        self, weights: tuple[int, int, int], depth: int, last: int, low: int, high: int
    ) -> int:
        """Alpha-beta, as it is printed."""
        if depth == last or self.has_arrived(self.turn):
            return self.estimate(*weights)
        if depth == 0 and self.turn == 1:
            low = self.estimate(*weights)
        elif depth == 0:
            high = self.estimate(*weights)
        for child in self.children():
            value = child.search(weights, depth + 1, last, low, high)
            if self.turn == 1:
                value -= depth + 1
                if value >= high:
                    return value
                low = max(low, value)
            else:
                if value <= low:
                    return value
                high = min(high, value)
        return low if self.turn == 1 else high

    def value(self, weights: tuple[int, int, int], plies: int = 4) -> int:
        """What the player thinks of the position after its move."""
        return self.search(weights, 0, plies - 1, -LARGE, LARGE)
