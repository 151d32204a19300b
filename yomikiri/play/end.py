"""Why a game is over, and its result."""

from typing import Any, NamedTuple

RULES, REPETITION, LIMIT = "rules", "repetition", "limit"  # what the moves lead to
RESIGNED, FORFEIT = "resigned", "forfeit"  # what a player does: gives up, or fails to move
WINNERS = {1: "first", 0: "draw", -1: "second"}


def sign(value: float) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


class End(NamedTuple):
    """The end of a game."""

    reason: str  # one of those above
    value: int  # the result as the first player sees it; only its sign counts where a player lost
    why: str = ""  # why a player failed to move

    @property
    def winner(self) -> str:
        """`first`, `second` or `draw`."""
        return WINNERS[sign(self.value)]

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {"reason": self.reason, "value": self.value, "winner": self.winner}


def lost_by(side: int, reason: str, why: str = "") -> End:
    """The end of a game that a side resigns or forfeits."""
    return End(reason, 1 if side else -1, why)
