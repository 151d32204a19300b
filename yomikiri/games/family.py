"""A family of games as data, and how a game string `name[:variant][,switch=value...]` is read."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import UnknownGame, suggest
from yomikiri.games.claim import Claim
from yomikiri.games.game import Choice, Game
from yomikiri.rules import guess_weights
from yomikiri.words import Message, message, quoted

GUESS_UNIT = 460.0  # of estimates by random games: 73 of 100 are won at 0.46 times their greatest


def no_other(text: str) -> str | None:
    """For switches all of whose values are listed."""
    return None


class Switch(NamedTuple):
    """Something that can be chosen about a game."""

    name: str
    values: tuple[str, ...]  # the default first
    is_rule: bool = True  # False: it only chooses the start, and is not in the rules hash
    only: tuple[str, ...] = ()  # the variants that have it; none: all
    is_late: bool = False  # came after 0.1: its default is not in the rules hash, which stays
    read: Callable[[str], str | None] = no_other  # a value that is not listed, normalised
    form: str = ""  # what such a value looks like

    def __str__(self) -> str:
        return f"{self.name}={'|'.join([*self.values, *filter(None, [self.form])])}"


def no_variant(text: str) -> str:
    """For families of one game."""
    raise UnknownGame("game.no_variant", got=text)


def no_label(variant: str) -> Message | None:
    """For families whose variants have their words in the catalogue, or none."""
    return None


def no_game(text: str) -> str | None:
    """For families whose positions do not show which game they belong to."""
    return None


def no_check(choice: Choice) -> None:
    """For families in which everything goes together."""


class Family(NamedTuple):
    """All games of one name."""

    game: type[Game]
    descriptions: Mapping[str, str]  # language -> one line
    variants: tuple[str, ...] = ()  # the default first, then the usual ones; none: only one game
    switches: tuple[Switch, ...] = ()
    read_variant: Callable[[str], str] = no_variant  # normalised; raises UnknownGame
    others: Mapping[str, str] = {}  # language -> which other variants there are
    variant_label: Callable[[str], Message | None] = no_label  # what a variant is called
    of_position: Callable[[str], str | None] = no_game  # the game that a position alone names
    of_files: bool = False  # its variants are files that somebody wrote
    check: Callable[[Choice], None] = no_check  # raises UnknownGame for what does not go together

    @property
    def name(self) -> str:
        """Such as `nip`."""
        return self.game.family

    @property
    def titles(self) -> Mapping[str, str]:
        """Language -> the name as people know it."""
        return self.game.titles

    @property
    def known(self) -> Sequence[Claim]:
        """What was stated about its games."""
        return self.game.known

    def claim_dict(self, claim: Claim) -> dict[str, Any]:
        """A claim as JSON, with what we found."""
        return claim.to_dict(self.game.players, self.game.found)

    def build(self, choice: Choice) -> Game:
        """The game, its tables made; a few tenths of a second."""
        self.check(choice)
        game = self.game(choice)
        if game.guesses:
            game.weights, game.chance_unit = guess_weights(game.greatest), GUESS_UNIT
        return game

    def possible(self, choice: Choice) -> dict[str, list[str]]:
        """Each switch and its values that go together with the variant and the switches before."""
        options = {switch.name: switch.values[0] for switch in self.switches}
        found = {}
        for switch in self.switches:
            name = switch.name
            tried = {value: {**options, name: value} for value in switch.values}
            found[name] = [value for value in tried if self.allows(choice, tried[value])]
            chosen = choice.options[name]
            options[name] = chosen if chosen in found[name] else switch.values[0]
        return found

    def allows(self, choice: Choice, options: Mapping[str, str]) -> bool:
        """Whether the variant of a choice can be played with these switches."""
        try:
            self.check(choice._replace(options=dict(options)))
        except UnknownGame:
            return False
        return True


def read_choice(text: str, families: Mapping[str, Family]) -> tuple[Family, Choice]:
    """The family and what was chosen in it; raises UnknownGame."""
    head, *words = text.split(",")
    name, colon, variant = (part.strip() for part in head.partition(":"))
    listed = list(families)
    if not name:
        raise UnknownGame("game.empty", got=text, names=listed)
    if name.lower() not in families:
        hint = suggest(name[:40], families) or message("game.there_are", names=listed)
        file = name.lower().removesuffix(".py")[:40] + ".py"
        if re.fullmatch(r"[a-z]\w*\.py", file) and Path(file).is_file():
            hint = message("game.in_file", file=file)
        raise UnknownGame("game.unknown", name=name, hint=hint)
    family = families[name.lower()]
    if colon:
        variant = read_variant(family, variant)
    elif family.variants:
        variant = family.variants[0]
    options = read_switches(family, words)
    shown = [
        f"{s.name}={options[s.name]}" for s in family.switches if options[s.name] != s.values[0]
    ]
    spec = ",".join([f"{family.name}:{variant}" if variant else family.name, *shown])
    rules = {
        s.name: options[s.name]
        for s in family.switches
        if s.is_rule and not (s.is_late and options[s.name] == s.values[0])
    }
    return family, Choice(spec, variant, options, {"variant": variant, **rules})


def read_variant(family: Family, text: str) -> str:
    """The variant in its normal form."""
    if not family.variants:
        raise UnknownGame("game.no_variants", game=family.name, got=text)
    if not text:
        some = list(family.variants[:4])
        raise UnknownGame("game.variant_missing", game=family.name, some=some)
    return family.read_variant(text)


def read_switches(family: Family, words: Sequence[str]) -> dict[str, str]:
    """Every switch of the family and its value."""
    chosen: dict[str, str] = {}
    known = {switch.name: switch for switch in family.switches}
    listed = list(map(str, family.switches)) or message("game.no_switches")
    for word in words:
        name, equals, value = (part.strip().lower() for part in word.partition("="))
        if not equals:
            raise UnknownGame("game.switch_form", got=word, game=family.name, switches=listed)
        if name not in known:
            raise UnknownGame("game.switch_unknown", game=family.name, name=name, switches=listed)
        value = value if value in known[name].values else known[name].read(value) or value
        if value not in known[name].values and known[name].read(value) is None:
            raise UnknownGame(
                "game.switch_value", name=name, value=quoted(value)[1:-1], switch=known[name]
            )
        if name in chosen:
            raise UnknownGame("game.switch_twice", name=name, got=",".join(words))
        chosen[name] = value
    return {name: chosen.get(name, switch.values[0]) for name, switch in known.items()}


def read_size(text: str, game: str) -> tuple[int, int]:
    """Rows and columns of a variant such as `6x8`."""
    match = re.fullmatch(r"([0-9]{1,3})[x×]([0-9]{1,3})", text.lower())
    if not match:
        raise UnknownGame("game.size", game=game, got=f"{game}:{text}")
    return int(match[1]), int(match[2])
