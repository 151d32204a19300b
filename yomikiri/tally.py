"""Counted results: games won, drawn and lost, their score, and its confidence interval.

A win counts 1, a draw 1/2.  The interval is Wilson's, which also holds for few games and for scores
near 0 or 1; counting a draw as half a win makes it a little too wide, never too narrow.
"""

import math
from typing import NamedTuple

CONFIDENCE = 1.959964  # standard deviations on either side that hold 95 % of a normal distribution


class Tally(NamedTuple):
    """Results as one player sees them, of games or of playouts."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The share of the points; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    @property
    def rate(self) -> float:
        """The same, and 0 without games."""
        return self.score or 0.0

    @property
    def lost(self) -> int:
        """Half points: a loss is two of them, a draw one."""
        return self.draws + 2 * self.losses

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the score."""
        return wilson(self.wins + self.draws / 2, self.games)

    def add(self, sign: int) -> "Tally":
        """One more game: won (1), drawn (0) or lost (-1)."""
        return Tally(self.wins + (sign > 0), self.draws + (sign == 0), self.losses + (sign < 0))

    def plus(self, other: "Tally") -> "Tally":
        """The games of both."""
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a proportion, `points` out of `games`.

    >>> [round(bound, 3) for bound in wilson(75, 100)]
    [0.657, 0.825]
    """
    if games == 0:
        return 0.0, 1.0
    z = CONFIDENCE
    share = points / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z / (1 + z * z / games)
    spread *= math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - spread), min(1.0, middle + spread)
