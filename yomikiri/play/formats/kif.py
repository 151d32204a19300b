"""Games as KIF, the format of most Japanese shogi programs.

A start other than the usual one is given as SFEN behind 開始局面, which only this program writes.
"""

import re
import unicodedata

from yomikiri.games.shogi import notation
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.games.shogi.state import PROMOTES, Shogi, kind_at
from yomikiri.play.formats.game_record import RESIGNED, GameRecord, Replay, read_start, unexpected

HEAD = "手数----指手---------消費時間--"
HANDICAP, START = "手合割", "開始局面"
NAMES = ("先手", "後手")
ENDS = [
    "投了",
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


def write(record: GameRecord) -> str:
    """The game as text."""
    game = record.game
    lines = ["# Yomikiri", f"{HANDICAP}：{game.titles['ja']}"]
    if record.start != game.start:
        lines.append(f"{START}：{game.show(record.start)}")
    for name, player in zip(NAMES, record.players, strict=True):
        lines.append(f"{name}：{player}")
    lines.append(HEAD)
    state, last = record.start, None
    for number, move in enumerate(record.moves, 1):
        lines.append(f"{number:4} {move_text(game, state, move, last)}")
        state, last = game.play(state, move), move
    if record.end == RESIGNED:
        lines.append(f"{len(record.moves) + 1:4} 投了")
    return "\n".join(lines) + "\n"


def move_text(game: ShogiGame, state: Shogi, move: int, last: int | None) -> str:
    """A move such as ５三歩(54), 同　銀成(42) or ３三歩打."""
    layout = game.layout
    target, source = notation.target_of(move), notation.source_of(move)
    if last is not None and notation.target_of(last) == target:
        place = "同　"
    else:
        place = chr(ord("０") + layout.width - target % layout.width)
        place += notation.RANKS[target // layout.width]
    if source is None:
        return place + layout.variant.pieces[notation.dropped(layout, move)].name + "打"
    name = layout.variant.pieces[layout.kinds.signs[kind_at(state, source)]].name
    ending = "成" if move >> PROMOTES else ""
    return f"{place}{name}{ending}({notation.digits(layout, source)})"


def read(text: str, game: ShogiGame) -> GameRecord:
    """The game of a text; raises BadRecord."""
    players = ["", ""]
    replay = Replay(game, game.start)
    start, end, has_moves = game.start, "", False
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if not content or content[0] in "#*&" or content == HEAD or content.startswith("手数--"):
            continue
        if end:
            if content.startswith("まで") or content.startswith("変化"):
                break
            raise unexpected(number, f"nothing after {end}", content)
        if match := MOVE.fullmatch(content):
            has_moves = True
            word = unicodedata.normalize("NFKC", match[2]).replace(" ", "")
            if word in ENDS:
                end = word
            else:
                replay.play(word, number)
        elif content.startswith("まで"):
            break
        elif (match := FIELD.fullmatch(content)) and not has_moves:
            name, value = match[1], match[2].strip()
            if name in NAMES:
                players[NAMES.index(name)] = value
            elif name == START:
                start = read_start(game, value, number)
                replay = Replay(game, start)
            elif name == HANDICAP and value != game.titles["ja"]:
                raise unexpected(number, f"{HANDICAP}：{game.titles['ja']}", content)
        else:
            raise unexpected(number, "a move such as '1 ５三歩(54)'", content)
    ending = RESIGNED if end == "投了" else ""
    return GameRecord(game, start, replay.moves, (players[0], players[1]), ending)
