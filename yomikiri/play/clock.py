"""The clocks of a game, and how much of the time that is left a move should take."""

from typing import NamedTuple

MARGIN = 0.03  # seconds between the end of a search and the end of its time
MOVES_LEFT = 30  # how many more moves a game is expected to last
LEAST = 0.001


class Share(NamedTuple):
    """How long a move may take, in seconds."""

    usual: float
    longest: float  # where something depends on it


def share_of(
    left: float, *, extra: float = 0.0, increment: float = 0.0, moves: int = MOVES_LEFT
) -> Share:
    """The share of a move in the seconds left; `extra` is there anew for every move."""
    usual = max(LEAST, min(left / moves + 0.9 * extra + 0.8 * increment, left + extra) - MARGIN)
    return Share(usual, max(usual, left / 2 + extra - MARGIN))


class Clock:
    """Two clocks: seconds for the whole game, and some more after every move."""

    def __init__(self, seconds: float, increment: float = 0.0) -> None:
        self.left, self.increment = [seconds, seconds], increment

    def share(self, side: int) -> float:
        """How long the next move of a side should take."""
        return share_of(self.left[side], increment=self.increment).usual

    def spend(self, side: int, seconds: float) -> bool:
        """Whether the side had that much time for its move."""
        self.left[side] -= seconds
        if self.left[side] < 0:
            return False
        self.left[side] += self.increment
        return True
