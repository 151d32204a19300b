"""Games as KIF, the format of most Japanese shogi programs.

A start other than the usual one is given as SFEN behind 開始局面, which only this program writes.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import cast

from yomikiri.games.game import Game
from yomikiri.games.shogi import notation
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.games.shogi.state import PROMOTES, Shogi, kind_at
from yomikiri.play.end import RESIGNED
from yomikiri.play.formats.lines import begin, play, read_position, unexpected
from yomikiri.play.tree import Tree
from yomikiri.words import message

HEAD = "手数----指手---------消費時間--"
HANDICAP, START = "手合割", "開始局面"
NAMES = ("先手", "後手")
RESIGNATION = "投了"
ENDS = [
    RESIGNATION,
    "中断",
    "千日手",
    "詰み",
    "切れ負け",
    "反則勝ち",
    "反則負け",
    "入玉勝ち",
    "持将棋",
    "不詰",
    "封じ手",
]
FIELD = re.compile(r"([^：:\s]+)[：:](.*)")
MOVE = re.compile(r"\s*([0-9]+)\s+(.+?)\s*(?:\(\s*[0-9]+:[0-9]+\s*/?.*\))?\+?\s*")
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
    state, last = tree.root.state, None
    for number, move in enumerate(tree.moves, 1):
        lines.append(f"{number:4} {move_text(game, state, move, last)}")
        state, last = game.play(state, move), move
    if tree.end is not None and tree.end.reason == RESIGNED:
        lines.append(f"{tree.node.ply + 1:4} {RESIGNATION}")
    return "\n".join(lines) + "\n"


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
    """The game of a text; raises BadRecord."""
    players = ["", ""]
    tree, end, has_moves = begin(game), "", False
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if not content or content[0] in "#*&" or content == HEAD or content.startswith("手数--"):
            continue
        if end:
            if content.startswith("まで") or content.startswith("変化"):
                break
            raise unexpected(number, message("format.nothing_after", what=end), content)
        if match := MOVE.fullmatch(content):
            has_moves = True
            word = unicodedata.normalize("NFKC", named(match[2], tree)).replace(" ", "")
            if word in ENDS:
                end = word
            else:
                play(tree, word, number)
        elif content.startswith("まで"):
            break
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
    if end == RESIGNATION and tree.end is None:
        tree.give(tree.turn, RESIGNED)
    return tree
