"""How janken shogi is taught, each rule set with its switches."""

from typing import Any

from yomikiri.games.janken.dice import LIES
from yomikiri.games.janken.notation import layout_of
from yomikiri.games.janken.state import AT_ONCE, FULL, SIMPLE
from yomikiri.games.lesson import Does, Guide, Task, takes, wins
from yomikiri.words import message

ROCK = "g"


def guide_of(game: Any) -> Guide:
    """The guide of a rule set."""
    said = [message("teach.janken.roll"), message("teach.janken.beats")]
    if game.kind == SIMPLE:
        meets = game.rules.meets == AT_ONCE
        said.append(message("teach.janken.simple"))
        said.append(message("teach.janken.meet" if meets else "teach.janken.take"))
    else:
        said.append(message("teach.janken.take"))
        if game.has_chance:
            said.append(message("teach.janken.dice"))
        else:
            full = game.kind == FULL
            said.append(message("teach.janken.full" if full else "teach.janken.single"))
    if game.kind == FULL:
        said.append(message("teach.janken.area"))
        if game.rules.funbari and not game.has_chance:
            said.append(message("teach.janken.funbari"))
    said.append(message("teach.repetition"))
    goal = message("teach.janken.goal")
    if game.kind == SIMPLE:
        goal = message("teach.janken.simple_goal")
    tasks = [
        Task(message("teach.janken.rolls"), shows_rock(game)),
        Task(message("teach.janken.takes"), takes(game)),
        Task(message("teach.janken.wins"), wins(game)),
    ]
    return Guide(goal, said, tasks)


def shows_rock(game: Any) -> Does:
    """Whether a die rolls, and has rock on top then that it did not have."""

    def rocks(state: Any, side: int) -> int:
        return sum(LIES[lie][0] == ROCK for lie in layout_of(state).sides[side].values())

    def does(state: Any, move: int) -> bool:
        side, child = game.mover(state), game.play(state, move)
        return game.outcome(child) is None and rocks(child, side) > rocks(state, side)

    return does
