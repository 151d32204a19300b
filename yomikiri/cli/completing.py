"""What bash makes of the words of a command that is being typed, and what it wants back.

Bash takes `janken:s` for three words, and puts what it is told in the place of the last of them.
"""

import os
from collections.abc import Sequence

BREAKS = (":", "=")


def joined(words: Sequence[str], at: int) -> tuple[list[str], int, int]:
    """The words as they were typed, which of them is being typed, how much of it bash keeps."""
    found: list[str] = []
    place = kept = 0
    for number, word in enumerate(words):
        before = len(found[-1]) if found else 0
        if word and found and (word in BREAKS or found[-1].endswith(BREAKS)):
            found[-1] += word
        else:
            found.append(word)
            before = 0
        if number == at:
            place, kept = len(found) - 1, len(found[-1]) if word in BREAKS else before
    return found, place, kept


def undo_breaks() -> int:
    """Put the words that bash has broken together again; how much of the last one it keeps."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    if len(words) == 1:
        return 0
    found, place, kept = joined(words, int(os.environ.get("COMP_CWORD", "0")))
    os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = "\n".join(found), str(place)
    return kept
