"""How the games of the shogi family are taught, from their variants as data."""

from typing import Any

from yomikiri.games.lesson import Guide, Task, chooses, drops, takes, wins
from yomikiri.games.shogi.page import ENGLISH, PROMOTE
from yomikiri.games.shogi.variant import FIRST_LOSES, MUST, NEVER, SAFE, Variant
from yomikiri.words import message


def names(variant: Variant, sign: str) -> dict[str, str]:
    """What a piece is called in both languages."""
    name = variant.pieces[sign].name
    return {"en": ENGLISH.get(name, sign), "ja": name}


def guide_of(game: Any) -> Guide:
    """The guide of a game of the family."""
    variant: Variant = game.variant
    royal = names(variant, variant.royal)
    goal = message("teach.shogi.take", royal=royal)
    if variant.strict:
        goal = message("teach.shogi.goal")
    rules = [message("teach.shogi.steps"), message("teach.shogi.capture")]
    rules.append(message("teach.shogi.drop" if variant.drops else "teach.shogi.gone"))
    can_promote = any(sign.startswith(PROMOTE) for sign in variant.pieces)
    if can_promote:
        must = variant.promotion == MUST
        rules.append(message("teach.shogi.must" if must else "teach.shogi.promote", n=variant.zone))
    if variant.one_a_file:
        rules.append(message("teach.shogi.nifu", pawn=names(variant, variant.one_a_file[0])))
    if variant.tries != NEVER:
        safe = message("teach.shogi.safe") if variant.tries == SAFE else ""
        rules.append(message("teach.shogi.tries", royal=royal, safe=safe))
    if variant.strict:
        rules.append(message("teach.shogi.strict"))
    kind = "first_loses" if variant.repetition == FIRST_LOSES else "draw"
    result = message(f"teach.shogi.repetition.{kind}")
    rules.append(message("teach.shogi.repetition", n=variant.occurrences, result=result))
    tasks = [Task(message("teach.shogi.takes"), takes(game))]
    if variant.drops:
        tasks.append(Task(message("teach.shogi.drops"), drops(game)))
    if can_promote:
        tasks.append(Task(message("teach.shogi.promotes"), chooses(game, PROMOTE)))
    tasks.append(Task(message("teach.shogi.wins"), wins(game)))
    return Guide(goal, rules, tasks)
