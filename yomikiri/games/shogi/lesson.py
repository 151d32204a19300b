"""How the games of the shogi family are taught, from their variants as data."""

from collections.abc import Collection
from typing import Any

from yomikiri.games.lesson import (
    Does,
    Guide,
    Rule,
    Sign,
    Task,
    alarm,
    chooses,
    drops,
    returns,
    saves,
    sides,
    takes,
    wins,
)
from yomikiri.games.shogi.page import ENGLISH, PROMOTE, look_name
from yomikiri.games.shogi.variant import (
    COMPASS,
    FIRST_LOSES,
    MUST,
    NEVER,
    SAFE,
    Piece,
    Variant,
    Vector,
)
from yomikiri.words import Message, message

PROMOTED = "promoted"  # in a name that needs no more words

# Directions that have a word together come before those that they are made of.
GROUPS = {
    "all": tuple(COMPASS),
    "slanting": ("ne", "se", "sw", "nw"),
    "n": ("n",),
    "ne-nw": ("ne", "nw"),
    "e-w": ("e", "w"),
    "s": ("s",),
    "se-sw": ("se", "sw"),
    **{name: (name,) for name in ("ne", "nw", "e", "w", "se", "sw")},
}


def names(variant: Variant, sign: str) -> dict[str, str]:
    """What a piece is called in both languages."""
    name = variant.pieces[sign].name
    return {"en": ENGLISH.get(name, sign), "ja": name}


def guide_of(game: Any) -> Guide:
    """The guide of a game of the family."""
    variant: Variant = game.variant
    goal = message("teach.shogi.goal" if variant.strict else "teach.shogi.take", royal=royal(game))
    tasks = [Task(message("teach.shogi.takes"), takes(game))]
    if variant.drops:
        tasks.append(Task(message("teach.shogi.drops"), drops(game)))
    if can_promote(variant):
        tasks.append(Task(message("teach.shogi.promotes"), chooses(game, PROMOTE)))
    else:
        tasks.append(Task(message("teach.shogi.saves"), saves(game)))
    tasks.append(Task(message("teach.shogi.wins"), wins(game)))
    return Guide(goal, [*rules_of(game), *ends_of(game)], tasks, legend_of(variant))


def royal(game: Any) -> dict[str, str]:
    """What the piece is called that must not be lost."""
    return names(game.variant, game.variant.royal)


def can_promote(variant: Variant) -> bool:
    """Whether any piece has another side."""
    return any(sign.startswith(PROMOTE) for sign in variant.pieces)


def rules_of(game: Any) -> list[Rule]:
    """How pieces move, are taken, put and promoted."""
    variant: Variant = game.variant
    is_taken = takes(game)
    rules = [
        Rule(message("teach.shogi.sides", **sides(game))),
        Rule(
            message("teach.shogi.steps"),
            lambda state, move: not is_taken(state, move),
            typed=message("teach.shogi.typed_steps"),
        ),
        Rule(message("teach.shogi.capture"), is_taken),
    ]
    if variant.drops:
        rules.append(Rule(message("teach.shogi.drop"), drops(game)))
        for sign in variant.one_a_file:
            said = message("teach.shogi.nifu", pawn=names(variant, sign))
            rules.append(Rule(said, beside_another(game, sign)))
        if not variant.dead_drops:
            rules.append(Rule(message("teach.shogi.dead")))
        for sign in variant.no_mating_drop:
            rules.append(Rule(message("teach.shogi.mating", pawn=names(variant, sign))))
    else:
        rules.append(Rule(message("teach.shogi.gone"), is_taken))
    if can_promote(variant):
        name = "must" if variant.promotion == MUST else "promote"
        far = message("teach.shogi.far_ranks", n=variant.zone)
        if variant.zone == 1:
            far = message("teach.shogi.far")
        rules.append(Rule(message(f"teach.shogi.{name}", far=far), chooses(game, PROMOTE)))
    return rules


def ends_of(game: Any) -> list[Rule]:
    """How a game ends."""
    variant: Variant = game.variant
    rules = []
    if variant.tries != NEVER:
        safe = message("teach.shogi.safe") if variant.tries == SAFE else ""
        said = message("teach.shogi.tries", royal=royal(game), safe=safe)
        rules.append(Rule(said, tries(game, royal=variant.royal)))
    name = "strict" if variant.strict else "free"
    rules.append(Rule(message(f"teach.shogi.{name}", royal=royal(game)), wins(game)))
    kind = "first_loses" if variant.repetition == FIRST_LOSES else "draw"
    said = message(
        "teach.shogi.repetition",
        n=variant.occurrences,
        result=message(f"teach.shogi.repetition.{kind}"),
        checks=message("teach.shogi.repetition.checks") if variant.perpetual else "",
    )
    return [*rules, Rule(said, line=returns(game))]


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
    """Every piece by its name, how it moves, and what promotes to what."""
    signs = []
    for sign, piece in variant.pieces.items():
        plain = sign.removeprefix(PROMOTE)
        fields: dict[str, Any] = {"name": names(variant, sign), "ways": ways_of(piece)}
        text = message("teach.shogi.piece", **fields)
        if sign == variant.royal:
            text = message("teach.shogi.royal", **fields)
        elif sign != plain and PROMOTED not in fields["name"]["en"]:
            text = message("teach.shogi.promoted", plain=names(variant, plain), **fields)
        signs.append(Sign(text, look=look_name(0, sign), written=(piece.kanji, sign)))
    return [*signs, alarm(message("teach.shogi.alarm", royal=names(variant, variant.royal)))]


def ways_of(piece: Piece) -> Message:
    """How a piece moves, in words."""
    step, slide = (
        message(f"teach.shogi.{name}", ways=directions(ways)) if ways else None
        for name, ways in (("step", piece.steps), ("slide", piece.slides))
    )
    if step and slide:
        return message("teach.shogi.step_slide", steps=step, slides=slide)
    return step or slide or message("teach.shogi.still")


def directions(ways: Collection[Vector]) -> list[Message]:
    """Directions in as few words as there are."""
    found = {name for name, way in COMPASS.items() if way in ways}
    said = []
    for name, group in GROUPS.items():
        if found.issuperset(group):
            found -= set(group)
            said.append(message(f"teach.shogi.way.{name}"))
    return said
