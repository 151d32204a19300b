"""Good inputs spoilt: texts, bytes and JSON, by a random generator that is given."""

import json
import random
import re
from collections.abc import Sequence
from copy import deepcopy
from itertools import islice
from typing import Any

SIGNS = "abcxXo.-_/ ,:=+*#@!?'\"()[]{}<>\\|~^%$&;0123456789\t\n\r"
ODD = (
    "\0", "\x7f", "\x1b[2J", "\ufeff", "\u200b", "\u202e", "\u2028", "\xa0", "\u3000",
    "٣", "²", "½", "Ⅷ", "３", "ｘ", "×", "é", "ß", "İ", "歩", "▲", "☗", "👍🏽", "\ud800", "\udcff",
)  # fmt: skip
NUMBERS = (
    "0", "-0", "-1", "1", "2", "00", "+1", "1.5", "1e9", "1e309", "nan", "inf", "-inf", "0x10",
    "1_0",
    "63", "64", "65", "127", "128", "255", "256", "32767", "32768", "65536", "2147483648",
    "9223372036854775807", "9223372036854775808", "18446744073709551616", "9" * 40, "9" * 5000,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 0.5, -0.0, 1e308, float("nan"), float("inf"), 1 << 31, 1 << 63,
    -(1 << 63), 10**30, "", " ", "x", "0", "\0", "\ud800", "null",
    "x" * 10_000, [], {}, [[]], [None],
    {"": ""}, [1, "a", None], {"en": 1},
)  # fmt: skip
PIECES = 300_000  # of a text: one of 100 MB takes longer to make and to read than an answer may
SOME = (1, 1, 1, 2, 3, 6)  # changes of one input
SHUFFLED = 1000  # characters whose words are shuffled
LONG = 20_000  # characters, or bytes, that a mutated input has at most


def spoil_text(chance: random.Random, text: str, others: Sequence[str] = ()) -> str:
    """The text with a few changes; parts may come from other good ones."""
    for _ in range(chance.choice(SOME)):
        text = change_text(chance, text, others)[:LONG]
    return text


def change_text(chance: random.Random, text: str, others: Sequence[str]) -> str:
    """One change."""
    at, end = span(chance, len(text))
    match chance.randrange(13):
        case 0:
            return text[:at] + text[end:]
        case 1:
            return text[:end] + text[at:]
        case 2:
            return text[:at] + chance.choice(SIGNS) + text[at:]
        case 3:
            return text[:at] + chance.choice(SIGNS) + text[at + 1 :]
        case 4:
            return text[:at] + chance.choice(ODD) + text[chance.choice((at, at + 1)) :]
        case 5:
            return text[:at] + text[at:end].swapcase() + text[end:]
        case 6 if others:
            other = chance.choice(others)
            return text[:at] + other[chance.randrange(len(other) + 1) :]
        case 7:
            return change_number(chance, text)
        case 8:
            return text[:at] + text[at:end] * chance.choice((2, 3, 50, 3000)) + text[end:]
        case 9:
            return text[:at]
        case 10:
            words = re.split(r"(\W)", text[:SHUFFLED])
            chance.shuffle(words)
            return "".join(words) + text[SHUFFLED:]
        case 11 if text:
            near = chance.choice(text)
            return text[:at] + near + text[at + 1 :]
        case _:
            return text[end:] + text[at:end] + text[:at]


def change_number(chance: random.Random, text: str) -> str:
    """One of its numbers made an odd one."""
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text + chance.choice(NUMBERS)
    place = chance.choice(found)
    return text[: place.start()] + chance.choice(NUMBERS) + text[place.end() :]


def span(chance: random.Random, length: int) -> tuple[int, int]:
    """A part of something, mostly a small one."""
    at = chance.randrange(length + 1)
    return at, min(length, at + chance.choice((0, 1, 1, 2, 3, 8, 64, length)))


def spoil_bytes(chance: random.Random, content: bytes) -> bytes:
    """A file with a few changes: bits, lost and added parts, its end cut off."""
    for _ in range(chance.choice(SOME)):
        at, end = span(chance, len(content))
        match chance.randrange(6):
            case 0 | 1 if content:
                at = min(at, len(content) - 1)
                flipped = content[at] ^ (1 << chance.randrange(8))
                content = content[:at] + bytes([flipped]) + content[at + 1 :]
            case 2:
                content = content[:at] + content[end:]
            case 3:
                content = content[:at] + chance.randbytes(chance.choice((1, 2, 8))) + content[end:]
            case 4:
                content = content[:at]
            case _:
                filler = chance.choice((b"\0", b"\xff", b"\n", b"{", b"9"))
                content = content[:at] + filler * (end - at + 1) + content[end:]
    return content


def spoil_value(chance: random.Random, value: Any) -> Any:
    """A JSON value with a few changes in its fields, which is copied."""
    value = json.loads(json.dumps(value))
    for _ in range(chance.choice(SOME)):
        value = change_value(chance, value)
    return value


def change_value(chance: random.Random, value: Any) -> Any:
    """One change, here or further inside."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        match chance.randrange(8):
            case 0:
                del value[key]
            case 1:
                value[key + chance.choice(("", "x", "s"))] = copied(chance.choice(VALUES))
            case 2:
                value[key] = copied(value[chance.choice(list(value))])
            case _:
                value[key] = change_value(chance, value[key])
        return value
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        match chance.randrange(8):
            case 0:
                del value[at]
            case 1:
                value.insert(at, copied(value[at]))
            case 2:
                value *= chance.choice((2, 100)) if len(value) < 1000 else 1
            case _:
                value[at] = change_value(chance, copied(value[at]))
        return value
    if isinstance(value, str) and chance.random() < 0.6:
        return spoil_text(chance, value)
    if isinstance(value, int) and not isinstance(value, bool) and chance.random() < 0.4:
        return value + chance.choice((-1, 1, 7, -1000, 1 << 32))
    if chance.random() < 0.02:
        return nested(chance.choice((50, 3000)))
    return copied(chance.choice(VALUES))


def copied(value: Any) -> Any:
    """A value of its own: what stands in two places would be changed in both."""
    try:
        return deepcopy(value)
    except RecursionError:
        return value


def nested(depth: int) -> Any:
    """Lists in lists."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def as_json(value: Any) -> str:
    """The text of a value, or its beginning, also of one nested too deeply for the writer."""
    try:
        return "".join(islice(json.JSONEncoder().iterencode(value), PIECES))
    except (RecursionError, ValueError):
        return "[" * 100_000
