"""What can be wrong with what a person typed; a message says what was expected and what came."""

import difflib
from collections.abc import Callable, Iterable

LONGEST = 600  # characters of a message, however long the input was


def shortened(text: str, most: int = LONGEST) -> str:
    """A text whose middle is left out where it is too long to be read."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


class InputError(ValueError):
    """Bad input; the command line prints its one line and exits with 2."""

    def __init__(self, message: object = "") -> None:
        super().__init__(shortened(str(message)))


class UnknownGame(InputError):
    """No such game, variant, switch or value."""


class NotationError(InputError):
    """The text is not a position or a move of this game."""


class IllegalMove(InputError):
    """Good notation, but the rules do not allow the move here."""


def plain_number(kind: Callable[[str], float], text: str) -> float:
    """The number of plain digits; raises ValueError for what only Python takes for a number."""
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return kind(text)


def suggest(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'nip'?` if one of the known words is near, else nothing."""
    near = difflib.get_close_matches(word.lower(), list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
