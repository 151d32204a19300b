"""What the terminal says, in the language that was chosen; numbers and times as it shows them."""

import os
from typing import Any

from yomikiri.errors import InputError, Said, suggest
from yomikiri.games.claim import Claim, Known
from yomikiri.games.game import Final, Game
from yomikiri.words import LANGUAGES, message, say


def choose_language(asked: str | None = None) -> str:
    """The language asked for, or that of the environment."""
    if asked is not None:
        if asked not in LANGUAGES:
            near = suggest(asked, LANGUAGES)
            raise InputError("command.language", got=asked, hint=near)
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "ja" if value.startswith("ja") else "en"
    return "en"


class Words:
    """The sentences of one language."""

    def __init__(self, language: str | None = None) -> None:
        self.language = choose_language(language)

    def __call__(self, name: str, /, **fields: Any) -> str:
        """The sentence of this name in the catalogue."""
        return say(message(name, **fields), self.language)

    def fact(self, game: type[Game], claim: Claim) -> str:
        """A claim with what we found, and its source."""
        line = claim.line(game.players, claim.verdict(game.found), "ours")
        return f"{say(line, self.language)} [{say(claim.source, self.language)}]"

    def claim(self, game: Game, claim: Claim, found: Known) -> str:
        """A claim with what an answer at hand says about it."""
        return say(claim.line(game.players, claim.against(found), "answer"), self.language)

    def error(self, error: Said) -> str:
        """What was wrong."""
        return error.say(self.language)

    def player(self, game: Game, side: int) -> str:
        """Who moves first or second, as the game calls them."""
        return game.players[self.language][side]

    def count(self, final: Final | None) -> str:
        """The final count, to be put after the winner."""
        if final is None:
            return ""
        empty = self("result.empty", empty=final.empty) if final.empty else ""
        return self("result.count", first=final.first, second=final.second) + empty

    def result(self, game: Game, value: int, final: Final | None) -> str:
        """Who has won, and how; `value` as the first player sees it."""
        if value == 0:
            return self("result.draw", count=self.count(final))
        return self("result.wins", who=self.player(game, int(value < 0)), count=self.count(final))


def signed(value: float) -> str:
    """A value with its sign; a draw has none."""
    return f"{value:+}" if value else "0"


def short_number(number: float) -> str:
    """Such as 1.23 M."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return (
                f"{number / size:.3g} {unit}"
                if number < 1000 * size
                else f"{number / size:.0f} {unit}"
            )
    return f"{number:.0f}"


def duration(seconds: float) -> str:
    """Such as 0.12 s, 1 min 10 s or 133 h 5 min."""
    if seconds < 10:
        return f"{seconds:.2f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
