"""Plain words for variants, switches and results, in both languages.

A name that is not here is shown as it is, so that a new game needs none of this.
"""

import re
from collections.abc import Mapping
from typing import Any

from yomikiri.games.claim import Claim
from yomikiri.games.family import Family, Switch
from yomikiri.words import say

Names = Mapping[str, str]


def both(english: str, japanese: str) -> dict[str, str]:
    """In both languages."""
    return {"en": english, "ja": japanese}


YES, NO = both("yes", "あり"), both("no", "なし")

# Switch -> its label and those of its values; `family.switch` goes before `switch`.
SWITCHES: Mapping[str, tuple[Names, Mapping[str, Names]]] = {
    "rim": (
        both("Stones turn along the rim", "外周での挟み"),
        {
            "other": both("between two stones", "二つの石で挟む"),
            "lap": both("also once around from one stone", "一周して一つの石でも挟む"),
            "off": both("none", "なし"),
        },
    ),
    "empties": (
        both("Empty cells at the end", "終局時の空きマス"),
        {
            "nobody": both("count for nobody", "数えない"),
            "winner": both("go to the winner", "勝者"),
        },
    ),
    "othello.start": (
        both("First four stones", "最初の四石"),
        {
            "cross": both("crossed", "交差"),
            "parallel": both("parallel, columns", "平行（縦）"),
            "cross2": both("crossed, colours exchanged", "交差（黒白逆）"),
            "parallel2": both("parallel, rows", "平行（横）"),
        },
    ),
    "janken.start": (
        both("Where the dice begin", "初期配置"),
        {"home": both("at home", "自陣"), "middle": both("in the middle", "中央")},
    ),
    "pieces": (both("Dice a side", "駒の数"), {}),
    "faces": (
        both("Faces of the dice", "駒の面"),
        {
            "gcp": both("rock, scissors, paper", "グー・チョキ・パー"),
            "gcc": both("rock, scissors, scissors", "グー・チョキ・チョキ"),
            "ggc": both("rock, rock, scissors", "グー・グー・チョキ"),
            "cpp": both("scissors, paper, paper", "チョキ・パー・パー"),
            "ccp": both("scissors, scissors, paper", "チョキ・チョキ・パー"),
            "pgg": both("paper, rock, rock", "パー・グー・グー"),
            "ppg": both("paper, paper, rock", "パー・パー・グー"),
        },
    ),
    "capture": (
        both("When dice are taken", "取るとき"),
        {
            "meet": both("whenever they stand side by side", "隣り合えば比べる"),
            "action": both("by an action of one's own", "自分の行動で取る"),
        },
    ),
    "area": (both("Reach of the home area", "自陣の広さ"), {}),
    "must": (
        both("Actions that must be taken", "必ず行う行動"),
        {"all": both("all", "すべて"), "first": both("only the first", "最初の一つだけ")},
    ),
    "revisit": (
        both("The third action may go back", "三つめの行動で戻れる"),
        {"on": YES, "off": NO},
    ),
    "funbari": (
        both("The last die has three actions", "ふんばり（残り一駒なら三行動）"),
        {"on": YES, "off": NO},
    ),
    "goal": (
        both("At the goal", "ゴール"),
        {
            "pass": both("reaching it wins", "着けば勝ち"),
            "stay": both("ending the turn there wins", "手番の終わりにいれば勝ち"),
        },
    ),
    "dice": (
        both("A die says how many actions", "サイコロで行動数を決める"),
        {"on": YES, "off": NO},
    ),
    "repetition": (
        both("The same position again", "千日手"),
        {"uec": both("the first player loses", "先手の負け"), "draw": both("a draw", "引き分け")},
    ),
    "setup": (
        both("Setup", "初期配置"),
        {"rotated": both("rotated", "点対称"), "mirrored": both("mirrored", "線対称")},
    ),
    "try": (
        both("The leader on the far rank wins", "トライ"),
        {
            "now": both("at once", "着けば勝ち"),
            "safe": both("if it cannot be taken", "取られなければ勝ち"),
        },
    ),
    "end": (
        both("What ends the game", "終わり方"),
        {
            "chess": both("as in chess", "チェスの規則"),
            "thesis": both("promotion wins, as in the thesis", "昇格で勝ち（論文）"),
        },
    ),
    "metric": (
        both("Distances are counted to", "手数の数え方"),
        {
            "dtm": both("mate", "詰みまで"),
            "dtp": both("promotion", "昇格まで"),
            "dtz": both("a capture or a pawn's move", "駒取りかポーンの動きまで"),
            "dtc": both("a capture or promotion", "駒取りか昇格まで"),
        },
    ),
}

VARIANTS: Mapping[str, Names] = {
    "janken:single": both("One action a turn", "一手番一行動"),
    "janken:simple": both("Simple: one die each", "簡易版（一駒ずつ）"),
    "janken:full": both("Full: two actions a turn", "完全版（一手番二行動）"),
    "ending:all3": both("All endings of three men", "三駒の終盤すべて"),
    "ending:all4": both("All endings of four men", "四駒の終盤すべて"),
}
MEN = dict(
    zip(
        "KQRBNP",
        (
            both("king", "キング"),
            both("queen", "クイーン"),
            both("rook", "ルーク"),
            both("bishop", "ビショップ"),
            both("knight", "ナイト"),
            both("pawn", "ポーン"),
        ),
        strict=True,
    )
)


def switch_view(family: Family, switch: Switch) -> dict[str, Any]:
    """A switch with its words."""
    plain = both(switch.name, switch.name)
    own = SWITCHES.get(f"{family.name}.{switch.name}")
    label, values = own or SWITCHES.get(switch.name, (plain, {}))
    titles = {value: dict(values.get(value, both(value, value))) for value in switch.values}
    return {
        "name": switch.name,
        "values": list(switch.values),
        "titles": dict(label),
        "value_titles": titles,
        "only": list(switch.only),
    }


def variant_title(family: Family, variant: str) -> dict[str, str]:
    """What a variant is called."""
    if (found := VARIANTS.get(f"{family.name}:{variant}")) is not None:
        return dict(found)
    if family.name == "ending" and re.fullmatch("K[QRBNP]*K[QRBNP]*", variant):
        strong, weak = variant[1:].split("K")
        sides = [[MEN[letter] for letter in f"K{side}"] for side in (strong, weak)]
        english = " v ".join(" ".join(man["en"] for man in side) for side in sides)
        japanese = "対".join("".join(man["ja"] for man in side) for side in sides)
        return both(f"{variant}: {english}", f"{variant}：{japanese}")
    return both(variant.replace("x", "×"), variant.replace("x", "×"))


def game_title(family: Family, spec: str) -> dict[str, str]:
    """What a game of a family is called beside the family's name: variant and switches."""
    _, _, rest = spec.partition(":")
    variant, *words = (rest or spec.partition(",")[2]).split(",")
    parts = [variant_title(family, variant)] if rest else []
    for word in words if rest else [variant, *words]:
        name, _, value = word.partition("=")
        for switch in family.switches:
            if switch.name == name:
                view = switch_view(family, switch)
                titles = view["titles"], view["value_titles"][value]
                parts.append({key: f"{titles[0][key]} {titles[1][key]}" for key in titles[0]})
    return both(", ".join(part["en"] for part in parts), "・".join(part["ja"] for part in parts))


def claim_view(family: Family, claim: Claim) -> dict[str, Any]:
    """A known result as JSON, with what is stated alone in both languages."""
    what = claim.says(family.game.players)
    titles = game_title(family, claim.game)
    claims = both(say(what, "en"), say(what, "ja"))
    return {**family.claim_dict(claim), "titles": titles, "claims": claims}
