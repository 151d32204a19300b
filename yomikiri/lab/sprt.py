"""A stopping rule: the sequential probability ratio test of two differences in strength.

Counts are of pairs of games on the same opening, by the points that a player scored in them (0,
1/2, 1, 3/2, 2: pentanomial), or of single games lost, drawn and won (trinomial).  The likelihood
ratio is the generalised one: of the likeliest distributions under either hypothesis.

M. Van den Bergh: Comparing the approximations for the generalized log likelihood ratio of a
multinomial distribution; Comments on normalized Elo (https://www.cantate.be/Fishtest/).
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError, plain_number
from yomikiri.lab.frames import data_frame, html_table
from yomikiri.lab.plots import bars
from yomikiri.lab.statistics import ELO, elo
from yomikiri.tally import CONFIDENCE

ACCEPTED, REJECTED, OPEN = "accepted", "rejected", "open"
MISSING = 1e-3  # counted for what has not happened yet, as fishtest and fastchess do
ROUNDS = 10  # of the fixed point that gives the likeliest distribution of a normalised Elo
STEPS = 100  # of a root; a few are enough
PENTANOMIAL, TRINOMIAL = 5, 3
MOST_ELO = 1000.0
MOST_GAMES = 10**15

Array = np.ndarray[Any, np.dtype[np.float64]]


class Sprt(NamedTuple):
    """What is tested: whether a player is stronger by `elo1` rather than by `elo0`."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05  # the chance to accept elo1 where elo0 is true
    beta: float = 0.05  # the chance to reject it where it is true
    normalized: bool = False  # Elo in units of the standard deviation of a game

    @property
    def lower(self) -> float:
        """The log likelihood ratio at which elo1 is rejected."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """That at which it is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def state(self, llr: float) -> str:
        """What a log likelihood ratio says."""
        return ACCEPTED if llr >= self.upper else REJECTED if llr <= self.lower else OPEN

    def checked(self) -> "Sprt":
        """The same; raises InputError if it is no test."""
        for name in ("elo0", "elo1"):
            if not abs(value := getattr(self, name)) <= MOST_ELO:
                raise InputError(
                    "number.range", name=name, least=-MOST_ELO, most=MOST_ELO, got=value
                )
        for name in ("alpha", "beta"):
            if not 0 < (value := getattr(self, name)) < 0.5:
                raise InputError("lab.sprt_error", name=name, got=value)
        if self.elo0 >= self.elo1:
            raise InputError("lab.sprt_order", elo0=self.elo0, elo1=self.elo1)
        return self


class Verdict(NamedTuple):
    """What counts say about a test; it prints, draws itself, turns into JSON and a frame."""

    test: Sprt
    counts: tuple[int, ...]
    llr: float
    state: str
    score: float | None
    elo: float | None  # in the units of the test
    elo_error: float | None  # half the width of its 95 % interval
    normalized_elo: float | None
    normalized_error: float | None

    def differences(self) -> list[tuple[str, float, float]]:
        """The difference in strength with its interval, in the units of the test first."""
        both = [("elo", self.elo, self.elo_error)] if not self.test.normalized else []
        both.append(("normalized", self.normalized_elo, self.normalized_error))
        return [(unit, a, b) for unit, a, b in both if a is not None and b is not None]

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(self.counts) * (2 if len(self.counts) == PENTANOMIAL else 1)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `sprt`."""
        return {
            "games": self.games,
            "llr": self.llr,
            "lower": self.test.lower,
            "upper": self.test.upper,
            "state": self.state,
            "score": self.score,
            "elo": self.elo,
            "elo_error": self.elo_error,
            "normalized_elo": self.normalized_elo,
            "normalized_elo_error": self.normalized_error,
            **self.test._asdict(),
        }

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        test = self.test
        lines = [f"LLR {self.llr:.2f} ({test.lower:.2f} to {test.upper:.2f})  {self.state}"]
        units = {"elo": "Elo", "normalized": "normalized Elo"}
        for unit, value, error in self.differences():
            lines.append(f"{units[unit]} {value:.1f} ± {error:.1f} (95 %)")
        return "\n".join(lines)

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row."""
        return data_frame([self.to_dict()])

    def _repr_html_(self) -> str:
        return html_table([self.to_dict()])

    def _repr_svg_(self) -> str:
        """The difference with its interval, beside the two that are compared."""
        test = self.test
        names, values, errors = ["elo0", "elo1"], [test.elo0, test.elo1], [0.0, 0.0]
        if self.elo is not None and self.elo_error is not None:
            names, values, errors = ["", *names], [self.elo, *values], [self.elo_error, *errors]
        title = f"{'normalized ' * test.normalized}Elo, {self.state}: LLR {self.llr:.2f}"
        return bars(names, values, errors, label=f"{title} ({test.lower:.2f} to {test.upper:.2f})")


def judge(test: Sprt, counts: Sequence[int]) -> Verdict:
    """What these counts say, of pairs (five numbers) or of games lost, drawn and won (three)."""
    check_counts(counts)
    llr = float(log_ratio(test, np.array(counts, float))) if sum(counts) else 0.0
    score, spread = score_of(counts)
    plain = from_score(score, spread, elo)
    scaled: tuple[float | None, float | None] = (None, None)
    if score is not None and (variance := variance_of(counts)) > 0:
        unit = math.sqrt(variance * games_each(counts))  # of a game
        scaled = from_score(score, spread, lambda bound: (bound - 0.5) / unit * 2 * ELO)
    return Verdict(
        test,
        tuple(counts),
        llr,
        test.state(llr),
        score,
        *(scaled if test.normalized else plain),
        *scaled,
    )


def check_counts(counts: Sequence[int]) -> None:
    """Raise InputError unless these are counts of pairs or of games."""
    if len(counts) not in (PENTANOMIAL, TRINOMIAL):
        raise InputError("lab.sprt_counts", got=len(counts))
    for count in counts:
        if not 0 <= count <= MOST_GAMES:
            raise InputError("number.whole_range", name="N", least=0, most=MOST_GAMES, got=count)


def games_each(counts: Sequence[int]) -> int:
    """How many games one of the things counted has."""
    return 2 if len(counts) == PENTANOMIAL else 1


def variance_of(counts: Sequence[int]) -> float:
    """The variance of the score of a pair, or of a game."""
    share = np.array(counts, float) / max(1, sum(counts))
    points = np.linspace(0, 1, len(counts))
    return float(share @ (points - share @ points) ** 2)


def score_of(counts: Sequence[int]) -> tuple[float | None, float]:
    """The share of the points, and half the width of its 95 % interval."""
    if not (total := sum(counts)):
        return None, 0.0
    score = float(np.array(counts, float) @ np.linspace(0, 1, len(counts))) / total
    return score, CONFIDENCE * math.sqrt(variance_of(counts) / total)


def from_score(score: float | None, spread: float, scale: Any) -> tuple[float | None, float | None]:
    """A score and half the width of its interval on another scale; None where it has no bound."""
    if score is None or (middle := scale(score)) is None:
        return None, None
    lower, upper = scale(score - spread), scale(score + spread)
    return middle, None if lower is None or upper is None else (upper - lower) / 2


# The likelihood ratio, of many counts at once: an array whose last axis has five or three numbers.


def log_ratio(test: Sprt, counts: Array) -> Array:
    """The generalised log likelihood ratio of elo1 to elo0."""
    counts = np.where(counts == 0, MISSING, counts)
    total = counts.sum(-1)
    share = counts / total[..., None]
    logs = [likeliest(test, share, difference) for difference in (test.elo0, test.elo1)]
    return np.asarray(total * ((logs[1] - logs[0]) * share).sum(-1))


def likeliest(test: Sprt, share: Array, difference: float) -> Array:
    """The logarithms of the likeliest distribution with this difference in Elo."""
    points = np.linspace(0, 1, share.shape[-1])
    if not test.normalized:
        shift = np.broadcast_to(points - 1 / (1 + math.exp(-difference / ELO)), share.shape)
        return np.log(share) - np.log1p(root(share, shift)[..., None] * shift)
    target = difference / (2 * ELO) * math.sqrt(2 if share.shape[-1] == PENTANOMIAL else 1)
    found = np.full_like(share, 1 / share.shape[-1])
    for _ in range(ROUNDS):
        mean = (found * points).sum(-1, keepdims=True)
        sigma = np.sqrt((found * (points - mean) ** 2).sum(-1, keepdims=True))
        shift = points - 0.5 - target * sigma * (1 + ((points - mean) / sigma) ** 2) / 2
        before, found = found, share / (1 + root(share, shift)[..., None] * shift)
        if np.abs(found - before).max() < 1e-9:
            break
    return np.log(found)


def root(share: Array, shift: Array) -> Array:
    """Where the sum of share * shift / (1 + x * shift) is 0: Newton's steps between bounds.

    The sum falls from +inf to -inf between the bounds, where no denominator is negative.
    """
    lower, upper = -1 / shift.max(-1), -1 / shift.min(-1)
    x = np.zeros(lower.shape)
    for _ in range(STEPS):
        terms = shift / (1 + x[..., None] * shift)
        value = (share * terms).sum(-1)
        lower, upper = np.where(value > 0, x, lower), np.where(value > 0, upper, x)
        step = x + value / (share * terms**2).sum(-1)
        inside = (step > lower) & (step < upper)
        nearer = np.where(inside, step, (lower + upper) / 2)
        moved = np.abs(nearer - x).max()
        x = nearer
        if moved < 1e-10:
            break
    return x


# The test as text, and the pairs of a match.


def read_test(text: str) -> Sprt:
    """The test written as `elo0=0,elo1=10,alpha=0.05,beta=0.05[,normalized]`; raises InputError."""
    test, seen = Sprt(), set[str]()
    for word in filter(None, (part.strip().lower() for part in text.split(","))):
        name, equals, value = (part.strip() for part in word.partition("="))
        if name == "normalized" and not equals:
            test = test._replace(normalized=True)
            continue
        try:
            if name not in Sprt._fields[:4] or name in seen:
                raise ValueError
            seen.add(name)
            changed: dict[str, Any] = {name: plain_number(float, value)}
            test = test._replace(**changed)
        except ValueError:
            raise InputError("lab.sprt_text", got=text) from None
    return test.checked()


def count_pairs(points: Sequence[int]) -> tuple[int, ...]:
    """The pairs of a match by their points, from results (1, 0, -1) in the order of the games."""
    counts = [0] * PENTANOMIAL
    for first, second in zip(points[::2], points[1::2]):
        counts[first + second + 2] += 1
    return tuple(counts)
