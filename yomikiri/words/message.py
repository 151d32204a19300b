"""A message is a name and its fields; it becomes a sentence only when somebody reads it.

A text of the catalogue has places for its fields:

    {name}              the field as it is; a message or names in two languages: in the language
    {name!r}            what a person typed, in quotes, cut if it is long
    {name:,}            any format of Python; of a list `or`, `and` or `・`
    {name|ply|plies}    the one word if the field is 1, else the other
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from operator import index
from typing import Any

from yomikiri.words.catalogue import texts

LANGUAGES = ("en", "ja")
MOST_BITS = 1000  # of a number: Python refuses to write what is much longer in digits
LONGEST_QUOTE = 60  # characters of what was typed that a message repeats

PLACE = re.compile(r"\{(\w+)(!r)?(?::([^{}|]*))?(?:\|([^{}|]*)\|([^{}|]*))?\}")
NAME = re.compile(r"[a-z]+(\.[a-z0-9_-]+)+")  # what is not a name is a sentence

# How the last of a list is joined to the others, and the others to each other.
JOINTS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "en": {"": (", ", ", "), "or": (", ", " or "), "and": (", ", " and ")},
    "ja": {"": ("、", "、"), "or": ("、", " か "), "and": ("、", " と "), "・": ("・", "・")},
}


@dataclass(frozen=True)
class Message:
    """Something to be said; printed, it is its English sentence."""

    name: str  # in the catalogue, such as game.unknown; "": `own` has the words
    fields: Mapping[str, Any] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)  # language -> text

    def __str__(self) -> str:
        return say(self, "en")


def message(name: str, /, **fields: Any) -> Message:
    """A message of the catalogue."""
    return Message(name, plain(fields))


def both(english: str, japanese: str, /, **fields: Any) -> Message:
    """A message that brings its own words, for games outside the package."""
    return Message("", plain(fields), {"en": english, "ja": japanese})


def plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as values that can be sent to another process: messages, texts and numbers."""
    return {name: plain_value(value) for name, value in fields.items()}


def plain_value(value: Any) -> Any:
    """One of them; an error becomes its message, whatever else has no words becomes its text."""
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return hex(value)
    if isinstance(value, (str, int, float, Message)):
        return value
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(type(value), "__index__"):  # an integer of NumPy
        return index(value)
    if type(value) in (list, tuple):  # and not a subclass, which has its own words
        return [plain_value(item) for item in value]
    said = getattr(value, "message", None)
    return said if isinstance(said, Message) else str(value)


def say(thing: Any, language: str) -> str:
    """A message, an error that has one, or names in both languages, as a person reads it."""
    if not isinstance(thing, Message):
        return shown(plain_value(thing), "", language)
    text = (thing.own or texts(thing.name))[language]
    return PLACE.sub(lambda place: filled(place, thing.fields, language), text)


def in_both(thing: Any) -> dict[str, str]:
    """The same in every language, to choose from later."""
    return {language: say(thing, language) for language in LANGUAGES}


def packed(said: Message) -> dict[str, Any]:
    """A message as JSON: its name and fields; a message in them is its text in each language."""
    return {"name": said.name, "fields": {name: flat(value) for name, value in said.fields.items()}}


def flat(value: Any) -> Any:
    """A field as JSON."""
    if isinstance(value, list):
        return [flat(item) for item in value]
    return in_both(value) if isinstance(value, Message) else value


def kept(said: Message) -> dict[str, Any]:
    """The same for a file, with its texts for a reader whose catalogue lacks the name."""
    return packed(said) | {"texts": in_both(said)}


def read_message(kept: Any) -> Message:
    """The message of a file that anybody may have written; in older files it is a sentence."""
    match kept:
        case {"name": str(name), "fields": dict(fields)} if NAME.fullmatch(name):
            found = Message(name, fields)
            with suppress(LookupError, OSError, RecursionError, TypeError, ValueError):
                in_both(found)
                return found
    match kept:
        case {"texts": {"en": str(english), "ja": str(japanese)}}:
            return both("{texts}", "{texts}", texts={"en": english, "ja": japanese})
    return both("{text}", "{text}", text=str(kept))


def filled(place: re.Match[str], fields: Mapping[str, Any], language: str) -> str:
    """What a place in a text becomes."""
    name, is_quoted, form, one, more = place.groups()
    value = fields[name]
    if one is not None:
        return str(one if value in (1, "1") else more)
    return quoted(str(value)) if is_quoted else shown(value, form or "", language)


def shown(value: Any, form: str, language: str) -> str:
    """A field in a language."""
    if isinstance(value, Message):
        return say(value, language)
    if isinstance(value, Mapping):
        return str(value[language])
    if isinstance(value, list):
        items = [shown(item, "", language) for item in value]
        comma, last = JOINTS[language][form]
        return last.join([comma.join(items[:-1]), items[-1]]) if items[1:] else "".join(items)
    return format(value, form)


def quoted(text: str) -> str:
    """Bad input as an error message shows it."""
    return repr(text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "...")
