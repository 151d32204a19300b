"""Games of chess as PGN, written and read."""

import re
from collections.abc import Sequence

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.play.end import sign
from yomikiri.play.formats.lines import begin
from yomikiri.play.tree import Tree

WIDTH = 80  # columns of a line of moves
RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
UNFINISHED = "*"
ENDS = (*RESULTS.values(), UNFINISHED)
TAG = re.compile(r'^\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$')
NOTES = re.compile(r"\{[^}]*\}|;[^\n]*|\$[0-9]+|^%[^\n]*", re.MULTILINE)
NUMBER = re.compile(r"^[0-9]+\.+")


def write(tree: Tree) -> str:
    """A game from its start on; it is unfinished (`*`) if it is not over where it stands."""
    game, start = tree.game, tree.root.state
    result = UNFINISHED if tree.end is None else RESULTS[sign(tree.end.value)]
    tags = {
        "Event": str(game),
        "Site": "?",
        "Date": "????.??.??",
        "Round": "-",
        "White": tree.players[0] or "?",
        "Black": tree.players[1] or "?",
        "Result": result,
        "SetUp": "1",
        "FEN": game.show(start),
    }
    head = [f'[{name} "{escaped(text)}"]' for name, text in tags.items()]
    words: list[str] = []
    for number, name in enumerate(tree.names, start=game.mover(start)):
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


def read(text: str, game: Game) -> Tree:
    """The first game of a text, comments and variations left out; raises InputError."""
    lines = text.lstrip("\ufeff").splitlines()
    tags: dict[str, str] = {}
    while lines and (not lines[0].strip() or (tag := TAG.match(lines[0]))):
        if lines.pop(0).strip() and tag:
            tags.setdefault(tag[1], re.sub(r"\\(.)", r"\1", tag[2]))
    if lines and lines[0].startswith("["):
        raise InputError("format.pgn_tag", line=lines[0])
    tree = begin(game, game.parse(tags["FEN"]) if "FEN" in tags else game.start)
    tree.players = (tags.get("White", ""), tags.get("Black", ""))
    for word in move_words("\n".join(lines)):
        if word in ENDS:
            break
        tree.read(word)
    return tree


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
