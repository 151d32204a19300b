"""How many of a table's positions can be reached from the game's start."""

from typing import Any

import numpy as np

from yomikiri import rules as contract
from yomikiri.games.game import Game
from yomikiri.search import reaching
from yomikiri.search.codes import BLOCK, LATER
from yomikiri.tables.build import Builder, Watch


def find_reachable(
    game: Game, *, wins_taken: bool = False, threads: int = 1, watch: Watch | None = None
) -> Any:
    """A byte for each number of all classes, not zero if it can be reached from the game's start.

    The start itself is among them; positions in which the game is over are only if wins are taken;
    see search/reaching.py for what that means.
    """
    builder = Builder(game, threads=threads, watch=watch)
    seen = np.zeros(int(builder.bases[-1]), np.int8)
    blocks = len(seen) // BLOCK + len(builder.classes) + 1
    marks, later = np.zeros(blocks, np.int8), np.zeros(blocks, np.int8)
    group, number = map(int, contract.index(builder.rules, game.start))
    base = int(builder.bases[group])
    seen[base + number] = reaching.TO_DO
    later[int(reaching.mark_of(base, group, number))] = 1
    builder.control[LATER] = 1
    rounds = 0
    while builder.control[LATER]:
        builder.control[LATER] = 0
        rounds += 1
        marks, later = later, marks
        later[:] = 0
        for group in reversed(range(len(builder.classes))):
            args = seen, marks, later, int(wins_taken)
            builder.sweep(group, rounds, reaching.reach, *args, backwards=True)
    return seen
