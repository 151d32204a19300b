"""Compiling kernels, or loading them, before a clock runs."""

from contextlib import suppress
from typing import Any

from yomikiri.games.game import Game
from yomikiri.running import Limits, Stopped
from yomikiri.search.workspace import COUNT_AT, LOOK_AHEAD
from yomikiri.think import dice
from yomikiri.think.deepening import Deepening
from yomikiri.think.team import Team
from yomikiri.think.thought import Task

warm: set[tuple[Any, int, bool]] = set()  # what was compiled in this process


def warm_up(game: Game, mode: int, threads: int = 1) -> None:
    """Compile a search, so that compiling does not count against a limit of time."""
    place = (type(game.rules), mode, threads > 1)
    if place not in warm:
        if game.has_chance:
            dice.search(game.rules, game.start, depth=1, nodes=1, weights=game.weights)
        else:
            search_a_node(game, mode, threads)
        warm.add(place)


def search_a_node(game: Game, mode: int, threads: int) -> None:
    """Run each kernel of a search for a moment."""
    team = Team(
        game.rules,
        mode=mode,
        signs=mode == COUNT_AT,
        weights=game.weights,
        threads=min(2, threads),
        megabytes=0,
        limits=Limits(nodes=1),
    )
    moves = game.legal_moves(game.start)
    if mode == LOOK_AHEAD and moves:
        Deepening(Task(game, game.start, moves=moves), team).run(1)
        return
    for alpha, beta in ((-1, 1), (0, 1)):  # yes-or-no questions may have a kernel of their own
        with suppress(Stopped):
            team.search(game.start, alpha, beta)
        team.runner.reason = ""
