"""Games of chess as PGN, written and read."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State, quoted

WIDTH = 80  # columns of a line of moves
RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
UNFINISHED = "*"
ENDS = (*RESULTS.values(), UNFINISHED)
TAG = re.compile(r'^\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$')
NOTES = re.compile(r"\{[^}]*\}|;[^\n]*|\$[0-9]+|^%[^\n]*", re.MULTILINE)
NUMBER = re.compile(r"^[0-9]+\.+")


class PgnGame(NamedTuple):
    """The first game of a PGN text."""

    tags: Mapping[str, str]
    start: State
    moves: list[int]
    result: str


def write_pgn(
    game: Game,
    state: State,
    moves: Sequence[int],
    tags: Mapping[str, str] | None = None,
    value: int | None = None,
) -> str:
    """A game from `state` on; it is unfinished (`*`) if it is not over after its moves.

    `value` is the result as White sees it, where something else than the last position ended it.
    """
    final = game.replay(state, moves)
    if value is None:
        value = game.outcome(final)
        if value is not None and game.mover(final):
            value = -value
    result = UNFINISHED if value is None else RESULTS[(value > 0) - (value < 0)]
    known = {
        "Event": str(game),
        "Site": "?",
        "Date": "????.??.??",
        "Round": "-",
        "White": "?",
        "Black": "?",
        **(tags or {}),
        "Result": result,
        "SetUp": "1",
        "FEN": game.show(state),
    }
    head = [f'[{name} "{escaped(text)}"]' for name, text in known.items()]
    words: list[str] = []
    for number, name in enumerate(game.line_text(state, moves), start=game.mover(state)):
        if number % 2 == 0:
            words.append(f"{number // 2 + 1}.")
        elif not words:
            words.append(f"{number // 2 + 1}...")
        words.append(name)
    return "\n".join([*head, "", *folded([*words, result]), ""])


def escaped(text: str) -> str:
    """A tag's text."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def folded(words: Sequence[str]) -> list[str]:
    """Words in lines of at most WIDTH columns."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def read_pgn(game: Game, text: str) -> PgnGame:
    """The first game of a text, comments and variations left out; raises InputError."""
    lines = text.lstrip("\ufeff").splitlines()
    tags: dict[str, str] = {}
    while lines and (not lines[0].strip() or (tag := TAG.match(lines[0]))):
        if lines.pop(0).strip() and tag:
            tags.setdefault(tag[1], re.sub(r"\\(.)", r"\1", tag[2]))
    if lines and lines[0].startswith("["):
        raise InputError(f'expected a PGN tag such as [White "..."], got {quoted(lines[0])}')
    start = game.parse(tags["FEN"]) if "FEN" in tags else game.start
    state, moves, result = start, [], UNFINISHED
    for word in move_words("\n".join(lines)):
        if word in ENDS:
            result = word
            break
        moves.append(game.read_move(state, word))
        state = game.play(state, moves[-1])
    return PgnGame(tags, start, moves, result)


def move_words(text: str) -> list[str]:
    """The moves and the result of the main line; another game ends it."""
    text = re.split(r"\n\s*\n\s*\[", NOTES.sub(" ", text))[0]
    words, depth = [], 0
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        if word in "()":
            depth += 1 if word == "(" else -1
        elif depth == 0 and (move := NUMBER.sub("", word)).strip("."):
            words.append(move)
    return words
