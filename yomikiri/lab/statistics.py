"""What a score says about the strength of two players: Elo.  No input or output here."""

import math

from yomikiri.tally import Tally

ELO = 400 / math.log(10)


def elo(score: float) -> float | None:
    """The difference in strength that gives this score; None where it has no bound.

    >>> round(elo(0.75))
    191
    """
    return None if not 0 < score < 1 else ELO * math.log(score / (1 - score))


def elo_error(tally: Tally) -> float | None:
    """Half the width of the 95 % interval of the difference in strength."""
    if tally.score is None or elo(tally.score) is None:
        return None
    lower, upper = (elo(bound) for bound in tally.interval)
    return None if lower is None or upper is None else (upper - lower) / 2
