"""How janken shogi is taught, each rule set with its switches."""

from typing import Any

from yomikiri.games.janken.dice import LIES, SIGNS
from yomikiri.games.janken.drawing import KANA, tint_area
from yomikiri.games.janken.drawing import goal as draw_goal
from yomikiri.games.janken.notation import layout_of
from yomikiri.games.janken.page import a_face
from yomikiri.games.janken.state import AT_ONCE, BY_ACTION, FULL, NEAR, SIMPLE, SLIDE, STAY
from yomikiri.games.lesson import (
    Does,
    Guide,
    Line,
    Rule,
    Sign,
    Task,
    returns,
    saves,
    sides,
    takes,
    wins,
)
from yomikiri.games.pictures import Picture
from yomikiri.words import message

ROCK = "g"
SIDES = (("( )", "( )"), ("[ ]", "[ ]"))  # around the top of a die, on boards of text


def guide_of(game: Any) -> Guide:
    """The guide of a rule set."""
    goal = "teach.janken.simple_goal" if game.kind == SIMPLE else "teach.janken.goal"
    if game.rules.stay:
        goal = "teach.janken.stay_goal"
    tasks = [Task(message("teach.janken.rolls"), shows_rock(game))]
    if game.kind != SIMPLE:
        tasks.append(Task(message("teach.janken.takes"), takes(game, is_last=True)))
    if game.kind == SIMPLE:
        tasks.append(Task(message("teach.janken.slides"), is_slide))
    elif not game.has_chance:
        tasks.append(Task(message("teach.janken.saves"), saves(game)))
    tasks.append(Task(message("teach.janken.wins"), wins(game)))
    return Guide(message(goal), rules_of(game), tasks, legend_of(game))


def rules_of(game: Any) -> list[Rule]:
    """The rules of a rule set in words, with what its switches change."""
    rules = game.rules
    beats = wins(game) if game.kind == SIMPLE else takes(game, is_last=True)
    said = [
        Rule(message("teach.janken.sides", **sides(game))),
        Rule(message("teach.janken.roll"), is_roll(game), typed=message("teach.janken.typed_roll")),
        Rule(message("teach.janken.beats"), beats),
    ]
    if rules.printed:
        said.append(Rule(message("teach.janken.printed"), is_roll(game)))
    if game.kind == SIMPLE:
        typed = message("teach.janken.typed_simple")
        said.append(Rule(message("teach.janken.simple"), is_slide, typed=typed))
        kinds = {AT_ONCE: "meet", BY_ACTION: "take"}
        said.append(Rule(message(f"teach.janken.{kinds.get(rules.meets, 'target')}"), wins(game)))
    else:
        said.append(Rule(message("teach.janken.take"), takes(game, is_last=True)))
        if game.has_chance:
            thrown = Rule(message("teach.janken.dice"), line=throw_of(game), is_throw=True)
            said.append(thrown)
        else:
            full = game.kind == FULL
            name = "full" if full else "single"
            said.append(Rule(message(f"teach.janken.{name}"), line=turn_of(game, 2 if full else 1)))
    if game.kind == FULL:
        if not rules.must_all:
            said.append(Rule(message("teach.janken.stop"), line=turn_of(game, 2, stops=True)))
        elif not game.has_chance:
            said.append(Rule(message("teach.janken.all")))
        area = message("teach.janken.area", n=int(game.choice.options["area"]))
        said.append(Rule(area, leaves_area(game)))
        if rules.funbari:
            name = "funbari_dice" if game.has_chance else "funbari"
            line = None if game.has_chance else turn_of(game, 3)
            said.append(Rule(message(f"teach.janken.{name}"), comes_back(game), line))
        if not rules.revisit:
            said.append(Rule(message("teach.janken.revisit"), line=turn_of(game, 3)))
    said.append(Rule(message("teach.repetition"), line=None if game.has_chance else returns(game)))
    return said


def legend_of(game: Any) -> list[Sign]:
    """What each face beats; goals and areas, where there are any."""
    shown = {face for kind in game.kinds for face in kind}
    signs = [
        Sign(message(f"teach.janken.face.{sign}"), "", a_face(0, sign), (KANA[sign], sign))
        for sign in SIGNS
        if sign in shown
    ]
    names = game.players
    for side in (0, 1):
        who = {language: names[language][side] for language in names}
        name = "teach.janken.dice_of" if game.pieces > 1 else "teach.janken.die_of"
        sign, face = Sign(message(name, who=who)), sorted(shown)[-1]
        signs.append(sign._replace(markup=a_face(side, face), written=SIDES[side]))
        if game.kind != SIMPLE:
            signs.append(Sign(message("teach.janken.goal_cell", who=who), markup=a_goal(side)))
        if game.kind == FULL:
            signs.append(Sign(message("teach.janken.area_cell", who=who), markup=an_area(side)))
    return signs


def a_goal(side: int) -> str:
    """A goal, alone."""
    picture = blank()
    draw_goal(picture, (0, 0), side)
    return "".join(picture.shapes)


def an_area(side: int) -> str:
    """A cell of an area, alone."""
    picture = blank()
    tint_area(picture, (-0.5, -0.5), side)
    return "".join(picture.shapes)


def blank() -> Picture:
    """A picture as large as a cell."""
    picture = Picture("", -0.5, -0.5, 0.5, 0.5)
    picture.shapes.clear()
    return picture


def is_roll(game: Any) -> Does:
    """Whether a die rolls to another cell, and takes nothing."""
    is_taken = takes(game, is_last=True)
    return lambda state, move: move < SLIDE and not is_taken(state, move)


def is_slide(state: Any, move: int) -> bool:
    """Whether a die moves without rolling."""
    return SLIDE <= move < 2 * SLIDE


def turn_of(game: Any, actions: int, *, stops: bool = False) -> Line:
    """A whole turn of so many actions, after which the game goes on; the last may be to stop."""

    def line(state: Any) -> list[int]:
        made: list[int] = []
        here = state
        while not state.trail and game.outcome(here) is None and game.mover(here) == state.turn:
            legal = [move for move in game.legal_moves(here) if move < SLIDE]
            if stops and made:
                legal = [STAY] if STAY in game.legal_moves(here) else []
            if not legal or len(made) == actions:
                return []
            made.append(legal[len(made) % len(legal)])
            here = game.play(here, made[-1])
        return made if len(made) == actions and game.outcome(here) is None else []

    return line


def throw_of(game: Any, actions: int = 2) -> Line:
    """A throw that allows so many actions, and these."""

    def line(state: Any) -> list[int]:
        thrown = next(
            (m for m in game.legal_moves(state) if game.play(state, m).left == actions), 0
        )
        acts = turn_of(game, actions)(game.play(state, thrown))
        return [thrown, *acts] if acts else []

    return line


def target_of(game: Any, move: int) -> int:
    """The cell to which a die rolls."""
    return int(game.rules.tables[NEAR + move])


def leaves_area(game: Any) -> Does:
    """Whether a die rolls out of its area."""
    area = game.rules.area
    return lambda _, move: bool(
        move < SLIDE and area >> (move >> 2) & 1 and not area >> target_of(game, move) & 1
    )


def comes_back(game: Any) -> Does:
    """Whether a die rolls into its area, as only the last one may."""
    area = game.rules.area
    return lambda _, move: bool(
        move < SLIDE and not area >> (move >> 2) & 1 and area >> target_of(game, move) & 1
    )


def shows_rock(game: Any) -> Does:
    """Whether a die rolls, and has rock on top then that it did not have."""

    def rocks(state: Any, side: int) -> int:
        return sum(LIES[lie][0] == ROCK for lie in layout_of(state).sides[side].values())

    def does(state: Any, move: int) -> bool:
        side, child = game.mover(state), game.play(state, move)
        return game.outcome(child) is None and rocks(child, side) > rocks(state, side)

    return does
