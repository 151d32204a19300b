"""How many positions of a class are won, lost and drawn, and the longest games among them."""

from typing import Any, NamedTuple

import numpy as np

from yomikiri.search.codes import HOLE

Codes = Any  # an array of int16, as tables/files.py describes it


class Counts(NamedTuple):
    """What is in a class, for the player to move."""

    wins: int
    losses: int
    draws: int
    longest_win: int | None  # in plies
    longest_loss: int | None

    @property
    def positions(self) -> int:
        """How many there are."""
        return self.wins + self.losses + self.draws

    def plus(self, other: "Counts") -> "Counts":
        """Both together."""
        longest = [
            max((n for n in pair if n is not None), default=None)
            for pair in zip(self[3:], other[3:], strict=True)
        ]
        counted = [mine + theirs for mine, theirs in zip(self[:3], other[:3], strict=True)]
        return Counts(counted[0], counted[1], counted[2], longest[0], longest[1])


def count_codes(codes: Codes) -> Counts:
    """Count the values of a class; part by part, because the class may be large."""
    wins = losses = draws = 0
    longest_win = longest_loss = 0
    for start in range(0, len(codes), 1 << 24):
        part = codes[start : start + (1 << 24)]
        draws += int(np.count_nonzero(part == 0))
        positive = int(np.count_nonzero(part > 0))
        wins += positive
        losses += len(part) - positive - int(np.count_nonzero(part == 0))
        losses -= int(np.count_nonzero(part == HOLE))
        longest_win = max(longest_win, int(part.max(initial=0)))
        longest_loss = min(longest_loss, int(part[part != HOLE].min(initial=0)))
    return Counts(
        wins,
        losses,
        draws,
        longest_win - 1 if longest_win else None,
        -longest_loss - 1 if longest_loss else None,
    )
