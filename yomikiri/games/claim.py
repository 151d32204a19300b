"""Results that somebody stated, as data; whether one is right is derived from an answer.

What we found ourselves is data too, and a slow test solves it again (tests/test_claims.py).
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from yomikiri.words import Message, message

CLAIMED, GUESSED, FOUND = "claimed", "guessed", "found"  # found: by ourselves
AGREES, WINNER, COUNT, DIFFERS, SILENT = "agrees", "winner", "count", "differs", "silent"
HOLDS = {AGREES: True, COUNT: False, DIFFERS: False}  # None for what was not, or partly, checked

Players = Mapping[str, tuple[str, str]]  # language -> names of first and second


class Known(NamedTuple):
    """A result to compare claims with: of a solve, or a figure that no solve gives."""

    game: str  # normalised
    winner: str = ""  # first, second or draw
    value: int | None = None  # as the first player sees it, where there is a score
    distance: int | None = None  # in plies
    figure: str = ""
    number: int = 0  # the figure
    is_long: bool = False  # to find it again takes more than a few minutes
    final: tuple[int, int] | None = None  # what both have at the end of a line of best play

    def claim(self, source: "Message | str") -> "Claim":
        """The same as a statement of ours, to stand beside those of others."""
        return Claim(self.game, source, self.winner, self.final, self.distance, kind=FOUND)


class Claim(NamedTuple):
    """What somebody stated about a game."""

    game: str  # normalised, such as "nip:4x4"
    source: Message | str
    winner: str = ""  # first, second or draw
    final: tuple[int, int] | None = None  # what both have at the end
    distance: int | None = None  # in plies
    figure: str = ""  # what no solve gives, by its name in words/claim.toml
    number: int = 0  # the figure,
    of: int = 0  # and of how many
    kind: str = CLAIMED
    note: Message | str = ""  # what else to say about it, unless it is right

    def verdict(self, known: Iterable[Known]) -> str:
        """AGREES, DIFFERS, COUNT (right, but not the winner), WINNER (and no more), or SILENT."""
        for found in known:
            if (found.game, found.figure) == (self.game, self.figure):
                return self.against(found)
        return SILENT

    def against(self, found: Known) -> str:
        """What a result of the same game says about the claim."""
        if self.figure:
            return AGREES if self.number == found.number else DIFFERS
        if not found.winner:
            return SILENT
        value = None if self.final is None else self.final[0] - self.final[1]
        if self.winner != found.winner:
            return COUNT if value is not None and value == found.value else DIFFERS
        pairs = ((value, found.value), (self.distance, found.distance))
        compared = [(said, known) for said, known in pairs if said is not None]
        if any(known is None for _, known in compared):
            return WINNER
        return AGREES if all(said == known for said, known in compared) else DIFFERS

    def says(self, players: Players) -> Message:
        """The statement alone."""
        if self.figure:
            return message(f"claim.figure.{self.figure}", number=self.number, of=self.of)
        length = message("claim.plies", n=self.distance) if self.distance is not None else ""
        if self.winner == "draw":
            return message("claim.draw", length=length)
        side = ("first", "second").index(self.winner)
        who = {language: names[side] for language, names in players.items()}
        count = " {}-{}".format(*self.final) if self.final is not None else ""
        return message("claim.win", who=who, count=count, length=length)

    def line(self, players: Players, verdict: str, judge: str) -> Message:
        """The statement, and what `judge`, ours or an answer at hand, says about it."""
        what = self.says(players)
        if self.kind == FOUND and verdict == AGREES:
            return what
        note = "" if verdict == AGREES else self.note
        judged = message(f"claim.{judge}.{verdict}", note=note)
        return message(f"claim.{self.kind}", what=what, verdict=judged)

    def to_dict(self, players: Players, known: Iterable[Known]) -> dict[str, Any]:
        """As JSON, with what we found ourselves."""
        verdict = self.verdict(known)
        return {
            "game": self.game,
            "claim": str(self.line(players, verdict, "ours")),
            "source": str(self.source),
            "holds": HOLDS.get(verdict),
            "winner": self.winner or None,
            "final": None if self.final is None else list(self.final),
            "distance": self.distance,
        }
