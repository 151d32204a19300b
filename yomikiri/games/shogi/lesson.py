"""How the games of the shogi family are taught, from their variants as data."""

from typing import Any

from yomikiri.games.lesson import (
    Does,
    Guide,
    Rule,
    Sign,
    Task,
    chooses,
    drops,
    returns,
    saves,
    takes,
    wins,
)
from yomikiri.games.shogi.page import ENGLISH, PROMOTE, look_name
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
    is_taken, is_won, promotes = takes(game), wins(game), chooses(game, PROMOTE)
    rules = [
        Rule(message("teach.shogi.steps"), lambda state, move: not is_taken(state, move)),
        Rule(message("teach.shogi.capture"), is_taken),
    ]
    if variant.drops:
        rules.append(Rule(message("teach.shogi.drop"), drops(game)))
    else:
        rules.append(Rule(message("teach.shogi.gone"), is_taken))
    can_promote = any(sign.startswith(PROMOTE) for sign in variant.pieces)
    if can_promote:
        must = variant.promotion == MUST
        said = message("teach.shogi.must" if must else "teach.shogi.promote", n=variant.zone)
        rules.append(Rule(said, promotes))
    if variant.one_a_file:
        pawn = names(variant, variant.one_a_file[0])
        said = message("teach.shogi.nifu", pawn=pawn)
        rules.append(Rule(said, beside_another(game, variant.one_a_file[0])))
    if variant.tries != NEVER:
        safe = message("teach.shogi.safe") if variant.tries == SAFE else ""
        said = message("teach.shogi.tries", royal=royal, safe=safe)
        rules.append(Rule(said, tries(game, royal=variant.royal)))
    if variant.strict:
        rules.append(Rule(message("teach.shogi.strict"), is_won))
    kind = "first_loses" if variant.repetition == FIRST_LOSES else "draw"
    result = message(f"teach.shogi.repetition.{kind}")
    said = message("teach.shogi.repetition", n=variant.occurrences, result=result)
    rules.append(Rule(said, line=returns(game)))
    tasks = [Task(message("teach.shogi.takes"), is_taken)]
    if variant.drops:
        tasks.append(Task(message("teach.shogi.drops"), drops(game)))
    if can_promote:
        tasks.append(Task(message("teach.shogi.promotes"), promotes))
    else:
        tasks.append(Task(message("teach.shogi.saves"), saves(game)))
    tasks.append(Task(message("teach.shogi.wins"), is_won))
    return Guide(goal, rules, tasks, legend_of(variant))


def beside_another(game: Any, sign: str) -> Does:
    """Whether a pawn is dropped on a file without one, while another file has one and room."""
    is_drop, hands = drops(game), game.page_scene.stacks

    def looks(state: Any) -> dict[str, str]:
        return {piece.place: piece.look for piece in game.pieces_on(state)}

    def does(state: Any, move: int) -> bool:
        if not is_drop(state, move):
            return False
        look, before = look_name(game.mover(state), sign), looks(state)
        _, target = game.touches(state, move).path[:2]
        files = [place[0] for place, each in before.items() if each == look and place not in hands]
        return bool(files) and looks(game.play(state, move)).get(target) == look

    return does


def tries(game: Any, royal: str) -> Does:
    """Whether a move wins by bringing the royal piece to its place, not by taking the other's."""
    is_won = wins(game)

    def royals(state: Any) -> int:
        return sum(piece.look[1:] == royal for piece in game.pieces_on(state))

    def does(state: Any, move: int) -> bool:
        return is_won(state, move) and royals(game.play(state, move)) == 2

    return does


def legend_of(variant: Variant) -> list[Sign]:
    """Every piece by its name, and what promotes to what."""
    signs = []
    for sign in variant.pieces:
        plain = sign.removeprefix(PROMOTE)
        name = names(variant, sign)
        text = message("teach.shogi.piece", name=name)
        if sign == variant.royal:
            text = message("teach.shogi.royal", name=name)
        elif sign != plain:
            text = message("teach.shogi.promoted", name=name, plain=names(variant, plain))
        signs.append(Sign(text, look=look_name(0, sign)))
    return signs
