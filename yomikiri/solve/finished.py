"""What a finished solve rests on: the tasks and facts of its store, for whoever proves it."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.solve.facts import Fact, Solve, Task
from yomikiri.solve.stores import read_store


class Finished(NamedTuple):
    """A solve that is done.

    Every position above the tasks that the proof needs has a fact, and so has every task.  Of
    mirror images a position is the one with the smallest key, as `Graph.place` finds it.
    """

    game: Game
    solve: Solve
    tasks: list[Task]  # decided, in the order in which they ended
    facts: Mapping[str, Fact]  # by position; bounds as its mover sees them


def finished(path: Path, position: str, goal: str) -> Finished:
    """The solve of a store that asked for `goal` of this position; raises InputError."""
    with read_store(path) as store:
        solve = store.solve(position, goal)
        if solve is None or solve.answer is None:
            raise InputError("store.unfinished", file=str(path), goal=goal)
        game = load(store.about()["game"])
        if game.rules_hash != store.about()["rules_hash"]:
            raise InputError("store.rules", file=str(path), game=game, was=str(game))
        tasks = [task for task, _ in store.all_tasks() if task.reached is not None]
        return Finished(game, solve, tasks, {fact.position: fact for fact in store.all_facts()})
