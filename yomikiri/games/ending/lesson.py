"""How chess endings are taught."""

from typing import Any

from yomikiri.games.ending.drawing import FIGURINES
from yomikiri.games.ending.page import MEN
from yomikiri.games.lesson import (
    Guide,
    Rule,
    Sign,
    Task,
    alarm,
    checks,
    chooses,
    draws,
    sides,
    takes,
    wins,
)
from yomikiri.words import message


def guide_of(game: Any) -> Guide:
    """The guide of an ending."""
    mates, can_take = wins(game), any(min(map(len, m)) > 1 for m in game.asked)
    rules = [
        Rule(message("teach.chess.turns", **sides(game))),
        Rule(message("teach.chess.moves"), lambda state, move: not mates(state, move)),
        Rule(message("teach.chess.take"), takes(game) if can_take else None),
        Rule(message("teach.chess.mate"), mates),
        Rule(message("teach.chess.draw"), draws(game)),
    ]
    if any("P" in str(material) for material in game.asked):
        promotion = Rule(message("teach.chess.promotion"), chooses(game, "="))
        passant = Rule(message("teach.chess.passant"))
        both = any("P" in m.strong and "P" in m.weak for m in game.asked)
        rules[3:3] = [promotion, passant] if both else [promotion]
    if game.thesis:
        rules.append(Rule(message("teach.chess.thesis")))
    tasks = [
        Task(message("teach.chess.checks"), checks(game)),
        Task(message("teach.chess.promotes"), chooses(game, "=")),
        Task(message("teach.chess.wins"), mates),
    ]
    if can_take:
        tasks.insert(1, Task(message("teach.chess.takes"), takes(game)))
    goal = "teach.chess.goal_thesis" if game.thesis else "teach.chess.goal"
    return Guide(message(goal), rules, tasks, legend_of(game))


def legend_of(game: Any) -> list[Sign]:
    """How each man moves that can come up in this ending."""
    letters = {letter for material in game.asked for letter in str(material)}
    letters |= set("QRBN") if "P" in letters else set()
    signs = [
        Sign(message(f"teach.chess.man.{man.lower()}"), look=man, written=(FIGURINES[man], man))
        for man in MEN
        if man in letters
    ]
    return [*signs, alarm(message("teach.chess.alarm"))]
