"""Why a game is over, and its result."""

from typing import Any, NamedTuple

from yomikiri.words import Message

RULES, REPETITION, LIMIT = "rules", "repetition", "limit"  # what the moves lead to
RESIGNED, TIME, FORFEIT = "resigned", "time", "forfeit"  # gave up, took too long, did not move
LOST = (RESIGNED, TIME, FORFEIT)  # by what a player did
ADJUDICATED = "adjudicated"  # decided by somebody else
WINNERS = {1: "first", 0: "draw", -1: "second"}


def sign(value: float) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


class End(NamedTuple):
    """The end of a game."""

    reason: str  # one of those above
    value: int  # the result as the first player sees it; only its sign counts where a player lost
    why: Message | None = None  # what a player did instead of moving

    @property
    def winner(self) -> str:
        """`first`, `second` or `draw`."""
        return WINNERS[sign(self.value)]

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {"reason": self.reason, "value": self.value, "winner": self.winner}


def lost_by(side: int, reason: str, why: Message | None = None) -> End:
    """The end of a game that a side lost otherwise than by the moves."""
    return End(reason, 1 if side else -1, why)
