"""The goal `mate`: whether the player to move wins by checks alone, and how soon."""

from collections.abc import Callable
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.rules import FIRST
from yomikiri.running import INTERRUPT, Limits
from yomikiri.search.mate import MOST_PLIES
from yomikiri.solve.answer import MATE, Answer, Interrupted, Progress
from yomikiri.think.mate import find_mate, has_checks


def solve_mate(
    game: Game,
    state: Any,
    *,
    megabytes: float,
    limits: Limits,
    watch: Callable[[Progress], None] | None = None,
) -> Answer:
    """The shortest mate.  If there is none the value is None: who wins was not asked."""
    if game.has_chance or not has_checks(game.rules):
        raise InputError("solve.no_checks", game=game)

    def tell(plies: int, nodes: int, seconds: float) -> None:
        if watch is not None:
            watch(Progress(plies, 0, -1, 1, nodes, seconds))

    found = find_mate(game.rules, state, limits=limits, megabytes=megabytes, watch=tell)
    value = None
    if found.plies is not None:
        value = 1 if game.mover(state) == FIRST else -1
    open_ended = value is None and found.searched <= MOST_PLIES
    answer = Answer(
        game=game,
        position=state,
        goal=MATE,
        value=value,
        lower=-1 if value is None else value,
        upper=1 if value is None else value,
        best_moves=found.best_moves,
        line=found.line,
        nodes=found.nodes,
        seconds=found.seconds,
        threads=1,
        stopped=found.stopped or ("depth" if open_ended else ""),
        distance=found.plies,
    )
    if found.stopped == INTERRUPT:
        raise Interrupted(answer)
    return answer
