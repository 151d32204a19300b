"""Known results of games in Japanese: what is claimed, by whom, and what was found of it."""

import re
from collections.abc import Iterable

# A pattern and what it becomes, in this order; they may follow each other in a sentence.
CLAIMS = (
    (r"^claimed: ", "主張: "),
    (r"^guessed: ", "予想: "),
    (r"wrong: white does; see (\S+)(?=\))", r"誤り。白の勝ち。\1 を見よ"),
    (r"White, to move, wins (\S+) of (\S+) numbers", r"白番では \2 通りのうち \1 通りで白が勝つ"),
    (r"a promotion takes at most (\d+) plies", r"昇格まで最長 \1 手"),
    (r"from the start White promotes on his (\d+)th move", r"初期局面から白は \1 手目に昇格する"),
    (r"^mate within (\d+) plies$", r"\1 手以内に詰む"),
    (r"the rook is won within (\d+) moves", r"\1 手以内にルークを取れる"),
    (r"the knight is won within (\d+) moves", r"\1 手以内にナイトを取れる"),
    (r"the bishop is won within (\d+) moves", r"\1 手以内にビショップを取れる"),
    (r"peai wins (\d+) of (\d+) games against itself", r"peai どうしで白が \2 局中 \1 勝"),
    (r"peai wins all games against perm", "peai は perm に全勝"),
    (r" \(not by its rules: see (\S+)\)", r"（論文の規則では成り立たない。\1）"),
    (r"black wins", "黒の勝ち"),
    (r"white wins", "白の勝ち"),
    (r"the first player wins", "先手の勝ち"),
    (r"the second player wins", "後手の勝ち"),
    (r" in (\d+) (plies|actions)", r"（\1手）"),
    (r"^a draw$", "引き分け"),
    (
        r"wrong: the program that found it has three mistakes; see (\S+)(?=\))",
        r"誤り。求めたプログラムに三つの誤りがある。\1 を見よ",
    ),
    (
        r"not to be relied on: the program that found it has three mistakes; see (\S+)(?=\))",
        r"当てにならない。求めたプログラムに三つの誤りがある。\1 を見よ",
    ),
    (r"\(right: (\S+) is worth as much\)", r"（正しい。\1 も同じ値）"),
    (r"\(right\)", "（正しい）"),
    (
        r"([0-9-]+) is best; with empties=winner (\S+) is as good as any, (\d+)",
        r"最善は \1。empties=winner なら \2 も \3 で最善",
    ),
    (r"the winner is right; the count was not checked", "勝者は正しい。石数は未確認"),
    (r"so printed; the count is right, ", "原文のまま。石数は正しく、"),
    (r"so printed; ", "原文のまま。"),
    (r"not checked", "未確認"),
    (r"^found by a table of all positions$", "全局面の表による"),
    (r"^found by trying every game$", "すべての対局を調べた"),
    (r", table (\d+)$", r"、表 \1"),
    (r"graduation thesis, Kindai University", "近畿大学卒業論文"),
)


def in_japanese(text: str) -> str:
    """A known result or its source in Japanese, as far as there are words for it."""
    return replaced(text, CLAIMS)


def replaced(text: str, patterns: Iterable[tuple[str, str]]) -> str:
    """The text with each pattern replaced, one after the other."""
    for pattern, words in patterns:
        text = re.sub(pattern, words, text)
    return text
