"""The mistakes of the theses' programs by name: each can be made alone (`--mistakes NAME,...`)."""

from collections.abc import Iterable

from yomikiri.errors import InputError, suggest
from yomikiri.words import Message, message

ON, OFF, BOTH = "on", "off", "both"
FIRST_MOVES = tuple(f"first-moves={number}" for number in range(1, 5))
# What each does is said in words/thesis.toml, under `switch`.
SWITCHES: dict[str, tuple[str, ...]] = {
    "000": ("repetition", "noise-both", "pawn-free", "king-near", "last-equal"),
    "001": ("zone", "check", "board", "values", "final"),
    "002": ("rolls",),
    "003": (
        *("last-stone", "placer", "kept-pass"),
        *("short-lines", "thorough", "empties"),
        *FIRST_MOVES,
    ),
    "004": ("takeda",),
}


def about(name: str) -> Message:
    """What a mistake is."""
    stem, _, number = name.partition("=")
    return message(f"thesis.switch.{stem}", n=number)


def read_mistakes(text: str, theses: Iterable[str]) -> tuple[str, tuple[str, ...] | None]:
    """Which columns are made, and with which mistakes; None: with those of each program.

    Raises InputError for a name that none of the theses has, and for two numbers of one switch.
    """
    word = text.strip().lower()
    if word in (ON, OFF, BOTH):
        return word, None
    known = [name for thesis in SWITCHES if thesis in theses for name in SWITCHES[thesis]]
    asked = [name.strip() for name in word.split(",")]
    for name in asked:
        if name not in known:
            hint = suggest(name, [ON, OFF, BOTH, *known])
            raise InputError("thesis.mistakes", got=text, known=known, hint=hint)
    if len(set(asked).intersection(FIRST_MOVES)) > 1:
        raise InputError("thesis.first_moves", got=text)
    return BOTH, tuple(name for name in known if name in asked)


def backed(name: str, switches: Iterable[str], **fields: object) -> Message:
    """Why a value differs: because of these mistakes."""
    return message(f"thesis.why.{name}", switches=list(switches), **fields)
