"""`make_lesson`: a game's rules in words and on the board, and tasks to do there.

Positions come from random games by the rules, always the same ones: for each rule that a move can
show, and for each task.  A move is right if the rules say that it does what the task wants.
"""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from yomikiri.games.game import Game, State
from yomikiri.games.lesson import Guide, Place, Rule, Sign, Task
from yomikiri.rules import CHANCE
from yomikiri.words import Message, in_both

GAMES, PLIES = 120, 60  # random games that are looked through, and how far
APART = 20  # of them give one position each, so that tasks are not all from one game
PLACED = 2000  # positions that a game lays by lot, where random games do not do
SEATED = 100  # of them give tasks to the player who begins only, and a move to choose

Wanted = Mapping[tuple[str, int], Task | Rule]  # task or rule, and its place -> what is wanted
Spots = dict[tuple[str, int], tuple[State, list[list[int]]]]  # a position, and lines that do it


class Step(NamedTuple):
    """A task on the board."""

    text: Message
    state: State
    moves: list[int]  # that do it


class Told(NamedTuple):
    """A rule in words, and the moves that show it where some were found."""

    text: Message
    state: State | None = None
    moves: Sequence[int] = ()
    typed: Message | None = None

    @property
    def in_terminal(self) -> Message:
        """The words where moves are typed."""
        return self.typed or self.text


class Lesson(NamedTuple):
    """What is taught about a game."""

    game: Game
    goal: Message
    rules: Sequence[Told]
    steps: Sequence[Step]
    legend: Sequence[Sign]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `rules`."""
        game = self.game
        return {
            "game": str(game),
            "rules_hash": game.rules_hash,
            "titles": dict(game.titles),
            "goal": in_both(self.goal),
            "rules": [in_both(rule.in_terminal) for rule in self.rules],
            "examples": [
                {
                    "rule": number,
                    "position": game.show(rule.state),
                    "moves": list(game.line_text(rule.state, rule.moves)),
                }
                for number, rule in enumerate(self.rules)
                if rule.moves
            ],
            "legend": [
                {"text": in_both(sign.text), "written": sign.written[0]} for sign in self.legend
            ],
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
    wanted: dict[tuple[str, int], Task | Rule] = {}
    wanted |= {("task", place): task for place, task in enumerate(guide.tasks)}
    wanted |= {("rule", place): rule for place, rule in enumerate(guide.rules) if rule.is_shown}
    found = found_in(game, wanted)
    if guide.place is not None:
        missing = {name: one for name, one in wanted.items() if name not in found}
        found |= found_placed(game, missing, guide.place)
    return gathered(game, guide, found)


def found_in(game: Game, wanted: Wanted) -> Spots:
    """A position for each thing to be done in random games, each in a game of its own if it can."""
    found: Spots = {}
    for number in range(GAMES):
        missing = {name: one for name, one in wanted.items() if name not in found}
        if not missing:
            break
        chance = random.Random(f"{game} {number}")
        most = 1 if number < APART else len(missing)
        found |= look_through(game, missing, chance, most=most, is_seated=number < SEATED)
    return found


def found_placed(game: Game, wanted: Wanted, place: Place) -> Spots:
    """The same in positions that were laid by lot, for what no game came to."""
    found: Spots = {}
    chance = random.Random(f"{game} placed")
    for _ in range(PLACED):
        missing = {name: one for name, one in wanted.items() if name not in found}
        if not missing:
            break
        state = place(chance)
        if state is not None:
            found |= look_at(game, state, missing, most=1, is_seated=True)
    return found


def gathered(game: Game, guide: Guide, found: Spots) -> Lesson:
    """The lesson with the positions that were found."""
    steps = []
    for place, task in enumerate(guide.tasks):
        if ("task", place) in found:
            state, lines = found["task", place]
            steps.append(Step(task.text, state, [move for (move,) in lines]))
    rules = []
    for place, rule in enumerate(guide.rules):
        state, lines = found.get(("rule", place), (None, [[]]))
        rules.append(Told(rule.text, state, lines[0], rule.typed))
    return Lesson(game, guide.goal, rules, steps, guide.legend)


def look_through(
    game: Game, wanted: Wanted, chance: random.Random, *, most: int, is_seated: bool
) -> Spots:
    """Positions for at most so many of the things to be done, in one random game.

    Who learns sits in one seat: tasks are those of the player who begins.
    """
    state = game.start
    found: Spots = {}
    for _ in range(PLIES * (1 + game.has_chance)):  # half of them may be throws
        moves = game.legal_moves(state)
        if not moves:
            break
        missing = {name: one for name, one in wanted.items() if name not in found}
        found |= look_at(game, state, missing, most=most - len(found), is_seated=is_seated)
        state = game.play(state, chance.choice(moves))
    return found


def look_at(game: Game, state: State, wanted: Wanted, *, most: int, is_seated: bool) -> Spots:
    """What of it can be done in one position."""
    moves, mover = game.legal_moves(state), game.mover(state)
    is_other = is_seated and mover != first_mover(game)
    found: Spots = {}
    for name, one in wanted.items():
        fits = (mover == CHANCE) == (isinstance(one, Rule) and one.is_throw)
        fits &= not (is_other and isinstance(one, Task))
        if fits and len(found) < most:
            good = lines_of(one, state, moves)
            is_forced = isinstance(one, Task) and is_seated and len(moves) == 1
            is_easy = isinstance(one, Task) and one.is_easy
            if not is_forced and 0 < len(good) < max(2, len(moves)) + is_easy:
                found[name] = (state, good)
    return found


@lru_cache(maxsize=64)
def first_mover(game: Game) -> int:
    """The player who begins, where a die may be thrown before."""
    state = game.start
    while game.mover(state) == CHANCE:
        state = game.play(state, game.legal_moves(state)[0])
    return game.mover(state)


def lines_of(wanted: Task | Rule, state: State, moves: Sequence[int]) -> list[list[int]]:
    """What does it in a position: moves, or one line of them."""
    if isinstance(wanted, Rule) and wanted.line is not None:
        line = wanted.line(state)
        return [line] if line else []
    does = wanted.does
    assert does is not None
    return [[move] for move in moves if does(state, move)]
