"""Who can sit at the board, in plain words."""

from typing import Any

from yomikiri.games.game import plies
from yomikiri.players.levels import LEVELS
from yomikiri.web.limits import HUMAN

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


def seats() -> list[dict[str, Any]]:
    """Every seat: the player's text, its name and the detail behind it."""
    listed = [seat(HUMAN, ("A person", "人"), ("plays here", "この画面で打つ"))]
    for number, (names, level) in enumerate(zip(LEVEL_NAMES, LEVELS, strict=True)):
        detail = (
            f"level:{number}: looks {plies(level.depth)} ahead, overlooks"
            f" {level.overlooks:.0%} of the moves, reads out the last {level.endgame}",
            f"level:{number}: {level.depth}手先まで読み、手の{level.overlooks:.0%}を見落とし、"
            f"残り{level.endgame}手から読み切る",
        )
        listed.append(seat(f"level:{number}", names, detail))
    listed.append(
        seat(
            "perfect",
            ("Perfect", "完全"),
            (
                "perfect: never gives away what it has, where the game can be read out",
                "perfect: 読み切れるゲームで最善手だけを打つ",
            ),
        )
    )
    simple = (
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
    return listed + [seat(*row) for row in simple]


def seat(text: str, names: tuple[str, str], detail: tuple[str, str]) -> dict[str, Any]:
    """One of them."""
    return {
        "player": text,
        "names": dict(zip(("en", "ja"), names, strict=True)),
        "detail": dict(zip(("en", "ja"), detail, strict=True)),
    }
