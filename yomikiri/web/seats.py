"""Who can sit at the board, in plain words."""

from typing import Any

from yomikiri.games.game import Game, plies
from yomikiri.play.tree import HUMAN
from yomikiri.players.levels import Level, levels_of
from yomikiri.rules import UNLIMITED, remaining

# What a level is called, from level:0 on.
LEVEL_NAMES = (
    ("First steps", "はじめて"),
    ("Beginner", "入門"),
    ("Easy", "やさしい"),
    ("Friendly", "気軽"),
    ("Steady", "ふつう"),
    ("Skilled", "手ごわい"),
    ("Strong", "強い"),
    ("Very strong", "とても強い"),
    ("Expert", "達人"),
    ("Strongest", "最強"),
)


PERFECT = (
    "perfect",
    ("Perfect", "完全"),
    (
        "perfect: never gives away what it has, where the game can be read out",
        "perfect: 読み切れるゲームで最善手だけを打つ",
    ),
)
SIMPLE = (
    (
        "mcts:seconds=1",
        ("Tries out", "試し打ち"),
        (
            "mcts:seconds=1: plays random games to their end for a second",
            "mcts:seconds=1: 一秒間、でたらめな対局を最後まで試す",
        ),
    ),
    ("greedy", ("Greedy", "欲ばり"), ("greedy: one ply ahead", "greedy: 一手先だけ")),
    (
        "random",
        ("At random", "でたらめ"),
        ("random: any legal move", "random: 打てる手を無作為に"),
    ),
)
# Players that know one game, by its name and variant.
SPECIAL = {
    "ending:KPK": (
        (
            "peai",
            ("Thesis: peai", "論文の peai"),
            ("peai: the player of the thesis on KPK", "peai: KPK の論文のプレイヤー"),
        ),
        (
            "perm",
            ("Thesis: perm", "論文の perm"),
            ("perm: its opponent in that thesis", "perm: 同じ論文の相手"),
        ),
    ),
    "janken:single": (
        (
            "takeda:eval=goal",
            ("Thesis: takeda", "論文の takeda"),
            (
                "takeda:eval=goal: the search of the thesis, faults included",
                "takeda:eval=goal: 論文の探索（誤りもそのまま）",
            ),
        ),
    ),
}

DEEP = 20  # plies from which it is the positions that end a level's look


def seats(game: Game) -> list[dict[str, Any]]:
    """Every seat at a game: the player's text, its name and the detail behind it."""
    listed = [seat(HUMAN, ("A person", "人"), ("plays here", "この画面で打つ"))]
    for number, (names, level) in enumerate(zip(LEVEL_NAMES, levels_of(game), strict=True)):
        listed.append(seat(f"level:{number}", names, level_detail(game, number, level)))
    own = SPECIAL.get(f"{game.family}:{game.choice.variant}", ())
    rest = (*(() if game.has_chance else (PERFECT,)), *own, *SIMPLE)
    return listed + [seat(*row) for row in rest]


def level_detail(game: Game, number: int, level: Level) -> tuple[str, str]:
    """How a level plays, in both languages."""
    english = [f"looks {plies(level.depth)} ahead"]
    japanese = [f"{level.depth}手先まで読む"]
    if level.depth >= DEEP:
        english = [f"looks ahead as far as {level.nodes:,} positions go"]
        japanese = [f"{level.nodes:,}局面の範囲で深く読む"]
    if level.overlooks:
        english.append(f"overlooks {level.overlooks:.0%} of the moves")
        japanese.append(f"手の{level.overlooks:.0%}を見落とす")
    ends = remaining(game.rules, game.start) < UNLIMITED  # else there is no telling what is last
    if level.endgame and ends and not game.has_chance:
        english.append(f"reads out the last {level.endgame}")
        japanese.append(f"残り{level.endgame}手から読み切る")
    return f"level:{number}: {', '.join(english)}", f"level:{number}: {'、'.join(japanese)}"


def seat(text: str, names: tuple[str, str], detail: tuple[str, str]) -> dict[str, Any]:
    """One of them."""
    return {
        "player": text,
        "names": dict(zip(("en", "ja"), names, strict=True)),
        "detail": dict(zip(("en", "ja"), detail, strict=True)),
    }
