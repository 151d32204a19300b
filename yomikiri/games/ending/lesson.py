"""How chess endings are taught."""

from random import Random
from typing import Any

from yomikiri.errors import NotationError
from yomikiri.games.ending.drawing import FIGURINES
from yomikiri.games.ending.fen import Board
from yomikiri.games.ending.page import MEN
from yomikiri.games.lesson import (
    Guide,
    Place,
    Rule,
    Sign,
    Task,
    alarm,
    checks,
    chooses,
    draws,
    hems,
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
        Rule(
            message("teach.chess.moves"),
            lambda state, move: not mates(state, move),
            typed=message("teach.chess.typed_moves"),
        ),
        Rule(message("teach.chess.take"), takes(game) if can_take else None),
        Rule(message("teach.chess.mate"), mates),
        Rule(message("teach.chess.draw"), draws(game)),
    ]
    has_pawns = any("P" in str(material) for material in game.asked)
    if has_pawns:
        promotion = Rule(message("teach.chess.promotion"), chooses(game, "="))
        passant = Rule(message("teach.chess.passant"))
        both = any("P" in m.strong and "P" in m.weak for m in game.asked)
        rules[3:3] = [promotion, passant] if both else [promotion]
    if game.thesis:
        rules.append(Rule(message("teach.chess.thesis")))
    tasks = [
        Task(message("teach.chess.checks"), checks(game)),
        Task(message("teach.chess.promotes"), chooses(game, "="))
        if has_pawns
        else Task(message("teach.chess.hems"), hems(game)),
        Task(message("teach.chess.wins"), mates),
    ]
    if can_take:
        tasks.insert(1, Task(message("teach.chess.takes"), takes(game)))
    goal = "teach.chess.goal_thesis" if game.thesis else "teach.chess.goal"
    return Guide(message(goal), rules, tasks, legend_of(game), in_a_corner(game))


def in_a_corner(game: Any) -> Place:
    """Men by lot, the weaker king in a corner and the other near it: there kings are mated."""

    def place(chance: Random) -> Any:
        strong, weak = chance.choice(game.asked)
        file, rank = chance.choice((0, 7)), chance.choice((0, 7))
        steps = (abs(file - chance.choice((1, 2))), abs(rank - chance.choice((0, 1, 2))))
        squares = [steps[0] + 8 * steps[1], file + 8 * rank]
        letters = ["K", "k", *strong[1:], *weak[1:].lower()]
        for letter in letters[2:]:
            first, last = (8, 56) if letter in "Pp" else (0, 64)  # no pawns on the outer ranks
            squares.append(chance.randrange(first, last))
        men = dict(zip(squares, letters, strict=True))
        if len(men) < len(letters):
            return None
        try:
            return game.parse(game.show(game.state_of(Board(men, 0, 0))))
        except NotationError:  # the king that is not to move stands in check
            return None

    return place


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
