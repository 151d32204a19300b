"""Every legal move of a position in a game with dice: the mean of what may follow.

Nothing can be read out there, so values are means over all throws, from -1 (lost whatever is
thrown) to 1 (won), with estimates where the look-ahead ends.
"""

import time
from collections.abc import Callable
from typing import Any

from yomikiri.games.game import Game
from yomikiri.rules import CHANCE
from yomikiri.running import INTERRUPT, Limits
from yomikiri.search.values import WON
from yomikiri.search.workspace import LOOK_AHEAD
from yomikiri.solve.analysis_answer import Analysis, MoveValue, proved
from yomikiri.solve.answer import Interrupted
from yomikiri.think.deepening import longest
from yomikiri.think.dice import Expectation, expectations
from yomikiri.think.warming import warm_up

DIGITS = 4  # of a mean, that are shown


def analyze_means(
    game: Game,
    state: Any,
    *,
    limits: Limits,
    watch: Callable[[Analysis], None] | None = None,
    poll: Callable[[], None] | None = None,
) -> Analysis:
    """The moves by a look-ahead one ply deeper each round; where dice are thrown, the throws.

    The values of throws are as the first player sees them.
    """
    started = time.perf_counter()
    outcome = game.outcome(state)
    found = Analysis(game, state, [], outcome, outcome is not None, 0, 0, 0.0, 1)
    if outcome is not None:
        return found
    warm_up(game, LOOK_AHEAD)
    deepest = longest(game, state, limits.depth)
    try:
        for round_ in expectations(
            game, state, limits=limits, deepest=deepest, weights=game.weights, poll=poll
        ):
            seconds = time.perf_counter() - started
            found = found._replace(nodes=found.nodes + round_.nodes, seconds=seconds)
            if not round_.is_complete and found.moves:
                return found._replace(stopped="seconds" if limits.nodes is None else "nodes")
            found = renewed(found, round_)
            if watch is not None:
                watch(found)
    except KeyboardInterrupt:
        raise Interrupted(found._replace(stopped=INTERRUPT)) from None
    return found


def renewed(found: Analysis, report: Expectation) -> Analysis:
    """The analysis with what a deeper search found."""
    game, state = found.game, found.position
    moves = [judged(game, move, value) for move, value in report.moves]
    if game.mover(state) != CHANCE:
        moves.sort(key=lambda entry: entry.rank, reverse=True)
    exact = all(entry.exact for entry in moves) or abs(report.value) == game.greatest
    value = round(report.value, DIGITS)
    return found._replace(moves=moves, value=value, exact=exact, depth=report.depth)


def judged(game: Game, move: int, mean: float) -> MoveValue:
    """A mean; the greatest possible is not an estimate, for estimates count for less."""
    if abs(mean) == game.greatest:
        return proved(move, round(mean), [move])
    return MoveValue(move, round(mean, DIGITS), False, [move], None, round(mean * WON))
