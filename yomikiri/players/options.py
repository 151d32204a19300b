"""A player as text, `name[:key=value,...]`, taken apart and checked."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from yomikiri.errors import InputError, plain_number, suggest
from yomikiri.words import message


class UnknownPlayer(InputError):
    """No such player or option, or a value that it cannot have."""


class Number(NamedTuple):
    """What an option may be."""

    least: float
    most: float
    is_whole: bool = True

    def read(self, name: str, text: str) -> float:
        """The number written as `text`."""
        kind = "number.whole_range" if self.is_whole else "number.range"
        wanted = message(kind, name=name, least=self.least, most=self.most, got=text)
        try:
            value = plain_number(int if self.is_whole else float, text)
        except ValueError:
            raise UnknownPlayer(wanted) from None
        if not self.least <= value <= self.most:
            raise UnknownPlayer(wanted)
        return value


class Switch(NamedTuple):
    """An option that is on or off."""

    def read(self, name: str, text: str) -> float:
        """1 for on, 0 for off."""
        if text.lower() not in ("on", "off"):
            raise UnknownPlayer("player.on_or_off", name=name, got=text)
        return float(text.lower() == "on")


class OneOf(NamedTuple):
    """An option that is one of some words."""

    words: tuple[str, ...]

    def read(self, name: str, text: str) -> float:
        """Which of them it is, from 0."""
        if text.lower() not in self.words:
            near = suggest(text[:40], self.words)
            raise UnknownPlayer(
                "player.one_of", name=name, words=list(self.words), got=text, hint=near
            )
        return float(self.words.index(text.lower()))


class Wish(NamedTuple):
    """What a text asks for; `rest` is all after the colon, for players that read it themselves."""

    name: str
    rest: str
    words: tuple[str, ...]  # of the rest, those without `=`
    options: Mapping[str, str]  # of the rest, `key=value`

    def numbers(self, known: Mapping[str, Number | Switch | OneOf]) -> dict[str, float]:
        """The options as numbers; raises UnknownPlayer at a word or an option that is not known."""
        if self.words:
            listed = [f"{key}=NUMBER" for key in known] or message("player.no_options")
            raise UnknownPlayer("player.options", name=self.name, options=listed, got=self.words[0])
        for key in self.options:
            if key not in known:
                options = list(known) or message("player.none")
                near = suggest(key[:40], known) or message("player.it_has", options=options)
                raise UnknownPlayer("player.no_option", player=self.name, name=key, hint=near)
        return {key: known[key].read(f"{self.name}:{key}", v) for key, v in self.options.items()}


def read_numbers(wish: Wish, usage: str, kinds: Sequence[Number]) -> list[int]:
    """The words of a wish as whole numbers, as many as there are kinds; none at all is allowed."""
    if len(wish.words) not in (0, len(kinds)):
        raise UnknownPlayer("player.numbers", n=len(kinds), usage=usage, got=wish.rest)
    named = f"{wish.name}:{','.join(wish.words)}"
    return [int(kind.read(named[:40], word)) for kind, word in zip(kinds, wish.words)]


def read_wish(text: str) -> Wish:
    """The parts of a player's text.

    >>> read_wish("monte:10,8,time=3")
    Wish(name='monte', rest='10,8,time=3', words=('10', '8'), options={'time': '3'})
    """
    name, _, rest = (part.strip() for part in text.partition(":"))
    words, options = [], {}
    for part in rest.split(",") if rest else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            words.append(key)
        elif key.lower() in options:
            raise UnknownPlayer("player.option_twice", name=key, got=text)
        else:
            options[key.lower()] = value
    return Wish(name.lower(), rest, tuple(words), options)
