"""Games of chess as PGN, written and read."""

import re
from collections import deque
from collections.abc import Iterator, Sequence

from yomikiri.errors import InputError
from yomikiri.games.end import sign
from yomikiri.games.game import Game
from yomikiri.play.formats.lines import begin
from yomikiri.play.tree import Node, Tree

WIDTH = 80  # columns of a line of moves
RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
UNFINISHED = "*"
ENDS = (*RESULTS.values(), UNFINISHED)
TAG = re.compile(r'^\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$')
TOKENS = re.compile(  # a comma may stand between moves, as books print them
    r"\{(?P<note>[^}]*+)\}?|;(?P<rest>[^\n]*)|(?P<skip>\$[0-9]+|^%[^\n]*)"
    r"|(?P<space>\s++)|[()]|[^\s(){};,]+",
    re.MULTILINE,
)
MOST_DROPPED = 100  # variations
NUMBER = re.compile(r"^[0-9]+\.+")


def write(tree: Tree) -> str:
    """The game from its start; its result is `*` if it is not over where it stands."""
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
    words = [*movetext(tree.node.path()[1:], game.mover(start)), result]
    return "\n".join([*head, "", *folded(words), ""])


def movetext(line: Sequence[Node], first: int) -> Iterator[str]:
    """The words of a line of moves: numbers, moves, notes, and variations in brackets.

    `first` is 1 if Black begins.
    """
    waiting: list[Node | str] = [*reversed(line)]
    is_plain = False  # the word before is a move, so Black's needs no number
    heads: set[int] = set()  # the first moves of variations
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            is_plain = False
            yield node
            continue
        ply = node.ply - 1 + first
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif not is_plain:
            yield f"{ply // 2 + 1}..."
        yield node.name
        is_plain = not node.note
        yield from f"{{{node.note.replace('}', ')')}}}".split() if node.note else ()
        for other in reversed(node.others() if node.id not in heads else []):
            heads.add(other.id)
            waiting += [")", *reversed(other.line()), "("]


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


def split(text: str) -> list[str]:
    """The games of a text, each with its tags."""
    games: list[list[str]] = [[]]
    is_moves = False  # whether the last line that was not empty is one of moves
    for line in text.lstrip("\ufeff").splitlines():
        if is_moves and TAG.match(line):
            games.append([])
        if line.strip():
            is_moves = not TAG.match(line)
        games[-1].append(line)
    return ["\n".join(lines) for lines in games if any(map(str.strip, lines))]


def read(text: str, game: Game) -> Tree:
    """The first game of a text; raises InputError."""
    lines = deque(text.lstrip("\ufeff").splitlines())
    tags: dict[str, str] = {}
    while lines and (not lines[0].strip() or (tag := TAG.match(lines[0]))):
        if lines.popleft().strip() and tag:
            tags.setdefault(tag[1], re.sub(r"\\(.)", r"\1", tag[2]))
    if lines and lines[0].startswith("["):
        raise InputError("format.pgn_tag", line=lines[0])
    tree = begin(game, game.parse(tags["FEN"]) if "FEN" in tags else game.start)
    tree.players = (tags.get("White", ""), tags.get("Black", ""))
    read_moves(tree, "\n".join(lines))
    return tree


def read_moves(tree: Tree, text: str) -> None:
    """Play the moves of a text with their notes and variations, to the result or another game.

    A variation that cannot be read is dropped from there on; with many of them it is no game.
    """
    below: list[Node] = []  # where the lines around this one stand
    lost = 0  # brackets open since a variation could not be read
    dropped = 0
    for token in TOKENS.finditer(text):
        word = NUMBER.sub("", token[0])
        if token["space"] is not None:
            if token[0].count("\n") > 1 and text.startswith("[", token.end()):
                break  # an empty line, and the tags of another game
        elif token["note"] is not None and token[0][-1] != "}":
            raise InputError("format.pgn_note", line=token[0])
        elif token["note"] is not None or token["rest"] is not None:
            note = " ".join((token["note"] or token["rest"] or "").split())
            if tree.node is not tree.root and not lost:
                tree.node.note = " ".join(filter(None, (tree.node.note, note)))
        elif word == "(":
            lost += bool(lost)
            below.append(tree.node)
            tree.node = tree.node.parent or tree.node
        elif word == ")":
            lost -= bool(lost)
            tree.node = below.pop() if below else tree.node
        elif word in ENDS:
            break
        elif not lost and word.strip(".") and token["skip"] is None:
            try:
                tree.read(word)
            except InputError:
                dropped += 1
                if not below or dropped > MOST_DROPPED:
                    raise
                lost = 1
    tree.node = below[0] if below else tree.node
