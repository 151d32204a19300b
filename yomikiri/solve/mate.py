"""The goal `mate`: whether the player to move wins by checks alone, and how soon."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.rules import FIRST
from yomikiri.running import INTERRUPT, Limits, Stopped
from yomikiri.search.mate import MOST_PLIES
from yomikiri.solve.answer import MATE, Answer, Interrupted, Progress
from yomikiri.solve.certificate import write_to_the_ends
from yomikiri.think.mate import Prover, find_mate, has_checks


def solve_mate(
    game: Game,
    state: Any,
    *,
    megabytes: float,
    limits: Limits,
    watch: Callable[[Progress], None] | None = None,
    certificate: Path | None = None,
) -> Answer:
    """The shortest mate.  If there is none the value is None: who wins was not asked.

    A mate leaves a `certificate`, if a file for it is named.
    """
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
        best_moves=[game.move(state, move) for move in found.best_moves],
        line=game.line_text(state, found.line),
        nodes=found.nodes,
        seconds=found.seconds,
        threads=1,
        stopped=found.stopped or ("depth" if open_ended else ""),
        distance=found.plies,
    )
    if found.stopped == INTERRUPT:
        raise Interrupted(answer)
    if certificate is None or value is None or found.plies is None:
        return answer
    prover, most = Prover(game.rules, state, limits, megabytes, tell, None), found.plies
    try:
        written = write_to_the_ends(
            certificate, game, state, value, lambda state: [prover.soonest(state, most)]
        )
    except Stopped as end:
        return answer._replace(stopped=end.reason)
    except KeyboardInterrupt:
        raise Interrupted(answer._replace(stopped=INTERRUPT)) from None
    return answer._replace(certificate=written)
