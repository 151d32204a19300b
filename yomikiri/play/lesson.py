"""`make_lesson`: a game's rules in words, and tasks with positions in which they can be done.

Positions come from random games by the rules, always the same ones; a move is right if the rules
say that it does what the task wants.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from yomikiri.games.game import Game, State
from yomikiri.games.lesson import Task
from yomikiri.rules import CHANCE
from yomikiri.words import Message, in_both

GAMES, PLIES = 120, 60  # random games that are looked through, and how far


class Step(NamedTuple):
    """A task on the board."""

    text: Message
    state: State
    moves: list[int]  # that do it


class Lesson(NamedTuple):
    """What is taught about a game."""

    game: Game
    goal: Message
    rules: Sequence[Message]
    steps: Sequence[Step]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `rules`."""
        game = self.game
        return {
            "game": str(game),
            "rules_hash": game.rules_hash,
            "titles": dict(game.titles),
            "goal": in_both(self.goal),
            "rules": [in_both(text) for text in self.rules],
            "steps": [
                {
                    "text": in_both(step.text),
                    "position": game.show(step.state),
                    "moves": [game.move_name(step.state, move) for move in step.moves],
                }
                for step in self.steps
            ],
        }


@lru_cache(maxsize=64)
def make_lesson(game: Game) -> Lesson:
    """The lesson of a game; tasks for which no position is found are left out."""
    guide = game.guide()
    found: dict[int, Step] = {}
    for number in range(GAMES):
        if len(found) == len(guide.tasks):
            break
        look_through(game, guide.tasks, found, random.Random(f"{game} {number}"))
    steps = [found[place] for place in sorted(found)]
    return Lesson(game, guide.goal, guide.rules, steps)


def look_through(
    game: Game, tasks: Sequence[Task], found: dict[int, Step], chance: random.Random
) -> None:
    """Find positions for the tasks that have none yet, in one random game."""
    state = game.start
    for _ in range(PLIES):
        moves = game.legal_moves(state)
        if not moves:
            return
        if game.mover(state) != CHANCE:
            for place, task in enumerate(tasks):
                if place not in found:
                    good = [move for move in moves if task.does(state, move)]
                    if 0 < len(good) < max(2, len(moves)):
                        found[place] = Step(task.text, state, good)
        state = game.play(state, chance.choice(moves))
