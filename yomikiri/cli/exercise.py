"""The command `exercise`: positions in which one move is right, proved."""

from typing import Annotated

import typer

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import interruptible
from yomikiri.cli.options import GameText, NoTables, whole
from yomikiri.cli.report import INDENT, indented
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.exercise import LEVELS, MATE, Exercise, in_format
from yomikiri.lab.exercise import exercise as make_exercise
from yomikiri.words import Message, message, say

TEXT, JSON = "text", "json"
MOST = 1000


@command
def exercise(
    game: GameText,
    *,
    kind: Annotated[str | None, typer.Option(metavar="KIND")] = None,
    seed: Annotated[int, typer.Option(parser=whole, metavar="N")] = 0,
    first: Annotated[int, typer.Option(parser=whole, metavar="N")] = 0,
    count: Annotated[int, typer.Option(parser=whole, metavar="N")] = 1,
    format: Annotated[str, typer.Option(metavar="text|json|epd|sfen")] = TEXT,
    no_tables: NoTables = False,
    screen: Screen,
) -> int:
    """Exercises of a game, proved by its table or read out."""
    chosen, words = load(game), screen.words
    if not 0 < count <= MOST or first < 0:
        raise InputError("number.whole_range", name="--count", least=1, most=MOST, got=count)
    as_json = screen.as_json or format == JSON
    found = []
    with interruptible(lambda: None):
        for number in range(first, first + count):
            one = make_exercise(chosen, kind=kind, seed=seed, number=number, tables=not no_tables)
            found.append(one)
            if not as_json and format != TEXT:
                screen.row(in_format(one, format))
            elif not as_json:
                screen.print(say(one.task, words.language), style="bold")
                screen.print(indented(chosen.draw(one.state, ascii=screen.ascii)))
                screen.print(INDENT + say(measure(one), words.language))
    if as_json:
        screen.document({"game": str(chosen), "exercises": [one.to_dict() for one in found]})
    elif format == TEXT:
        screen.print(words("exercise.answer", moves="; ".join(map(solution, found))))
    return 0


def solution(one: Exercise) -> str:
    """The move that is right; of a win in n all moves to its end."""
    return " ".join(one.line if one.kind == MATE else one.line[:1])


def measure(one: Exercise) -> Message:
    """How hard an exercise is."""
    by = message("exercise.found_by_none", level=LEVELS[-1])
    if one.level is not None:
        by = message("exercise.found_by", level=one.level)
    legal = len(one.game.legal_moves(one.state))
    return message("exercise.measure", stars=one.stars, legal=legal, found=by)
