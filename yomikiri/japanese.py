"""Errors in Japanese, for the terminal and the page; everything else says them in English only.

The patterns stand in japanese.txt.  What has no translation stays English.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from yomikiri.errors import shortened
from yomikiri.words import Message, say

TABLE = Path(__file__).with_name("japanese.txt")

# Within a message that has become Japanese.
PLAYERS = (("sente", "先手"), ("gote", "後手"), ("white", "白"), ("black", "黒"))
WORDS = (
    *((rf"(?i)(?<![\w'])({name}) (?=[のに])", word) for name, word in PLAYERS),
    (r"(?<=\S) or (?=\S)", " か "),
    (r"（none）", "（なし）"),
)


@cache
def patterns() -> list[tuple[str, str]]:
    """Each pattern and what it becomes, in their order."""
    lines = TABLE.read_text("utf-8").splitlines()
    rows = [line for line in lines if line and not line.startswith("#")]
    return [(english, words.strip()) for english, words in zip(rows[::2], rows[1::2], strict=True)]


def error(said: object) -> str:
    """An error in Japanese, as far as there are words for it."""
    told = getattr(said, "message", said)
    if isinstance(told, Message) and told.name:
        return shortened(say(told, "ja"))
    text = str(said)
    if line := re.match(r"line (\d+): ", text):
        return f"{line[1]} 行目: {error(text[line.end() :])}"
    said = replaced(text, patterns())
    return said if said == text else replaced(said, WORDS)


def replaced(text: str, pairs: Iterable[tuple[str, str]]) -> str:
    """The text with each pattern replaced, one after the other."""
    for pattern, words in pairs:
        text = re.sub(pattern, words, text)
    return text
