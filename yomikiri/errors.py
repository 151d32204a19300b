"""What can be wrong with what a person typed; a message says what was expected and given."""

import difflib
import errno
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from numbers import Integral, Real
from sys import float_info
from typing import Any

from yomikiri.words.message import NAME, Message, both, message, say

REASONS = {
    errno.ENOENT: "system.missing",
    errno.EACCES: "system.denied",
    errno.EPERM: "system.denied",
    errno.EISDIR: "system.is_folder",
    errno.ENODEV: "system.device",
    errno.ENOTDIR: "system.no_folder",
    errno.EEXIST: "system.exists",
    errno.ENOSPC: "system.full",
    errno.EROFS: "system.read_only",
    errno.ENAMETOOLONG: "system.long_name",
    errno.EADDRINUSE: "system.in_use",
}
DATABASE_REASONS = {  # of SQLite, whose module takes a while to load
    "SQLITE_FULL": "system.full",
    "SQLITE_READONLY": "system.database_read_only",
    "SQLITE_BUSY": "system.database_in_use",
    "SQLITE_CORRUPT": "system.damaged",
    "SQLITE_NOTADB": "system.damaged",
    "SQLITE_CANTOPEN": "system.cannot_open",
}
LONGEST = 600  # characters of a message, however long the input was
LONGEST_WORD = 100  # characters of what may be a name that was mistyped


def shortened(text: str, most: int = LONGEST) -> str:
    """The text, without its middle if it is too long to read."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def printable(text: str) -> str:
    """`text` without what would move the cursor or clear the screen."""
    return "".join(
        "?" if unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t" else sign
        for sign in text
    )


def one_line(text: str) -> str:
    """What is wrong as one line that can be printed, whatever was typed."""
    return text if text.isprintable() else " ".join(printable(text).splitlines())


class Said(Exception):
    """An error that people read, in their language.

    It is raised with the name of a message and its fields, or with `both("English", "日本語")`.
    """

    def __init__(self, said: object = "", /, **fields: Any) -> None:
        if not isinstance(said, Message):
            text = str(said)
            is_name = NAME.fullmatch(text)
            said = message(text, **fields) if is_name else both("{text}", "{text}", text=text)
        self.message = said
        super().__init__(said)

    def __str__(self) -> str:
        return self.say("en")

    def say(self, language: str) -> str:
        """What is wrong, in a language."""
        return one_line(shortened(say(self.message, language)))

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuilt, (type(self), self.message, self.__dict__)


def rebuilt(kind: type[Said], said: Message, kept: dict[str, Any]) -> Said:
    """An error that came from another process."""
    error = kind.__new__(kind, said)
    error.__dict__.update(kept)
    return error


class InputError(Said, ValueError):
    """Bad input; the command line prints its one line and exits with 2."""


class UnknownGame(InputError):
    """No such game, variant, switch or value."""


class NotationError(InputError):
    """The text is not a position or a move of this game."""


class IllegalMove(InputError):
    """Good notation, but the rules do not allow the move here."""


TEXT, NAME_OF_GAME, WHOLE, NUMBER, FLAG = "text", "name", "whole", "number", "flag"
FUNCTION, MOVES, GAME, FILE, POSITION = "function", "moves", "game", "file", "position"
POSITIONS, PLACE, PLACES, MARKS = "positions", "place", "places", "marks"
KINDS = {
    TEXT: str,
    NAME_OF_GAME: str,
    WHOLE: Integral,
    NUMBER: Real,
    FLAG: Integral,
    MARKS: Mapping,
}


def check_kind(kind: str, /, **given: Any) -> None:
    """Raise InputError for an argument of Python that is of another kind; its name is the key.

    True is no number here, though it is one to Python: kernels would be compiled for it.
    """
    for name, value in given.items():
        is_flag = isinstance(value, bool) and kind != FLAG
        no_float = kind == NUMBER and isinstance(value, int) and abs(value) > float_info.max
        fits = callable(value) if kind == FUNCTION else isinstance(value, KINDS[kind])
        if not fits or is_flag or no_float:
            raise wrong_kind(kind, name, value)


def check_optional(kind: str, /, **given: Any) -> None:
    """The same for arguments that may be None."""
    check_kind(kind, **{name: value for name, value in given.items() if value is not None})


def wrong_kind(kind: str, name: str, got: Any) -> InputError:
    """The error for an argument of another kind than expected."""
    wanted = message(f"argument.{kind}")
    try:
        text = repr(got)
    except Exception:  # a class of one's own, or a number of thousands of digits
        text = f"<{type(got).__name__}>"
    return InputError("argument.wrong", name=name, wanted=wanted, got=shortened(text, 60))


def plain_number(kind: Callable[[str], float], text: str) -> float:
    """The number in plain digits; raises ValueError for what only Python accepts as a number."""
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return kind(text)


def suggest(word: str, known: Iterable[str]) -> Message | str:
    """`; did you mean 'nip'?` if one of the known words is close, else nothing."""
    is_word = len(word) <= LONGEST_WORD
    near = difflib.get_close_matches(word.lower(), list(known), n=1) if is_word else []
    return message("hint.near", word=near[0]) if near else ""


def reason(error: Exception) -> Message | str:
    """Why the system or a database refused something."""
    if isinstance(error, OSError):
        name = REASONS.get(error.errno or 0)
        return message(name) if name else error.strerror or str(error)
    code = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
    return message(DATABASE_REASONS[code]) if code in DATABASE_REASONS else str(error)
