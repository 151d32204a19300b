"""Games as KIF, the format of most Japanese shogi programs.

A start other than the usual one is given as SFEN after 開始局面, which only this program writes.
"""

import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from typing import cast

from yomikiri.errors import InputError
from yomikiri.games.end import RESIGNED, TIME
from yomikiri.games.game import Game
from yomikiri.games.shogi import notation
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.games.shogi.state import PROMOTES, Shogi, kind_at
from yomikiri.play.formats.lines import begin, lost_as, play, read_position, unexpected
from yomikiri.play.tree import Node, Tree
from yomikiri.words import message

HEAD = "手数----指手---------消費時間--"
HANDICAP, START, VARIATION = "手合割", "開始局面", "変化"
NOTE = "*"
NAMES = ("先手", "後手")
LOST = {"投了": RESIGNED, "切れ負け": TIME}  # by the player to move
ENDS = [
    *LOST,
    "中断",
    "千日手",
    "詰み",
    "反則勝ち",
    "反則負け",
    "入玉勝ち",
    "持将棋",
    "不詰",
    "封じ手",
]
FIELD = re.compile(r"([^：:\s]+)[：:](.*)")
BRANCH = re.compile(VARIATION + r"[：:]\s*([0-9]{1,5})手.*")
# What a long line of anything could be read as in many ways is taken whole (++), or is short.
MOVE = re.compile(r"([0-9]++)\s++(\S.{0,98}?)\s*+(?:\(\s*+[0-9]++:[^()]*+\))?\+?")
EXAMPLE = "'1 ５三歩(54)'"


def recognises(lines: Sequence[str]) -> bool:
    """Whether a text looks like KIF."""
    heads = (HANDICAP, "手数", "先手：", "後手：", START)
    return any(line.startswith(heads) for line in lines)


def write(tree: Tree) -> str:
    """The game as text."""
    game = cast(ShogiGame, tree.game)
    lines = ["# Yomikiri", f"{HANDICAP}：{game.titles['ja']}"]
    if tree.root.state != game.start:
        lines.append(f"{START}：{game.show(tree.root.state)}")
    for name, player in zip(NAMES, tree.players, strict=True):
        lines.append(f"{name}：{player}")
    lines.append(HEAD)
    path = tree.node.path()[1:]
    lines += move_lines(game, path)
    if word := lost_as(tree, LOST):
        lines.append(f"{tree.node.ply + 1:4} {word}")
    waiting = [other for node in path for other in node.others()]
    while waiting:  # the latest first: each branches off from the line above it
        first, *rest = waiting.pop().line()
        lines += ["", f"{VARIATION}：{first.ply}手", *move_lines(game, [first, *rest])]
        waiting += [other for node in rest for other in node.others()]
    return "\n".join(lines) + "\n"


def move_lines(game: ShogiGame, nodes: Sequence[Node]) -> list[str]:
    """A line for each move, and below it its note."""
    lines = []
    for node in nodes:
        assert node.parent is not None and node.move is not None
        text = move_text(game, node.parent.state, node.move, node.parent.move)
        lines.append(f"{node.ply:4} {text}")
        lines += [f"{NOTE}{words}" for words in node.note.splitlines()]
    return lines


def move_text(game: ShogiGame, state: Shogi, move: int, last: int | None) -> str:
    """A move such as ５三歩(54), 同　銀成(42) or ３三歩打."""
    layout = game.layout
    target, source = notation.target_of(move), notation.source_of(move)
    if last is not None and notation.target_of(last) == target:
        place = f"{notation.SAME}　"
    else:
        place = cell_text(game, target)
    if source is None:
        return place + layout.variant.pieces[notation.dropped(layout, move)].name + "打"
    name = layout.variant.pieces[layout.kinds.signs[kind_at(state, source)]].name
    ending = "成" if move >> PROMOTES else ""
    return f"{place}{name}{ending}({notation.digits(layout, source)})"


def cell_text(game: ShogiGame, cell: int) -> str:
    """A cell such as ５三."""
    width = game.layout.width
    return chr(ord("０") + width - cell % width) + notation.RANKS[cell // width]


def named(word: str, tree: Tree) -> str:
    """A move with its cell in place of 同, which is that of the move before."""
    if not word.startswith(notation.SAME) or tree.node.move is None:
        return word
    cell = cell_text(cast(ShogiGame, tree.game), notation.target_of(tree.node.move))
    return cell + word[len(notation.SAME) :]


def read(text: str, game: Game) -> Tree:
    """The game of a text; raises BadRecord.  A variation that cannot be read ends it."""
    players = ["", ""]
    tree, end, has_moves = begin(game), "", False
    lines = list(enumerate(text.splitlines(), 1))
    main = next((n for n, (_, line) in enumerate(lines) if BRANCH.match(line.strip())), len(lines))
    for number, line in lines[:main]:
        content = line.strip()
        if content.startswith(NOTE):
            add_note(tree, content)
            continue
        if not content or content[0] in "#&" or content == HEAD or content.startswith("手数--"):
            continue
        if content.startswith("まで"):
            continue
        if end:
            raise unexpected(number, message("format.nothing_after", what=end), content)
        if match := MOVE.fullmatch(content):
            has_moves = True
            word = plain_word(match[2], tree)
            if word in ENDS:
                end = word
            else:
                play(tree, word, number)
        elif (match := FIELD.fullmatch(content)) and not has_moves:
            name, value = match[1], match[2].strip()
            if name in NAMES:
                players[NAMES.index(name)] = value
            elif name == START:
                tree = begin(game, read_position(game, value, number))
            elif name == HANDICAP and value != game.titles["ja"]:
                raise unexpected(number, f"{HANDICAP}：{game.titles['ja']}", content)
        else:
            raise unexpected(number, message("format.move", example=EXAMPLE), content)
    tree.players = (players[0], players[1])
    if end in LOST and tree.end is None:
        tree.give(tree.turn, LOST[end])
    last = tree.node
    with suppress(InputError):
        read_variations(tree, [line.strip() for _, line in lines[main:]])
    tree.node = last
    return tree


def read_variations(tree: Tree, lines: Sequence[str]) -> None:
    """Play the moves of variations; each branches off from the line read before it."""
    for content in lines:
        if match := BRANCH.match(content):
            path = tree.node.path()
            tree.node = path[min(max(int(match[1]) - 1, 0), len(path) - 1)]
        elif content.startswith(NOTE):
            add_note(tree, content)
        elif (match := MOVE.fullmatch(content)) and plain_word(match[2], tree) not in ENDS:
            tree.read(plain_word(match[2], tree))


def add_note(tree: Tree, content: str) -> None:
    """Add a note to the last move; notes before the first move are dropped."""
    if tree.node is not tree.root:
        tree.node.note = "\n".join(filter(None, (tree.node.note, content[len(NOTE) :].strip())))


def plain_word(text: str, tree: Tree) -> str:
    """A move or an end, in plain letters."""
    return unicodedata.normalize("NFKC", named(text, tree)).replace(" ", "")
