"""`analyze`: every legal move with its value, also as a player sees them."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Unpack

from yomikiri.errors import TEXT, check_optional
from yomikiri.games.game import Game, Position, State
from yomikiri.players import make_player
from yomikiri.players.player import Player
from yomikiri.running import INTERRUPT
from yomikiri.solve import Analysis, AnalysisOptions, Interrupted
from yomikiri.solve import analyze as search_moves
from yomikiri.solve.analysis_answer import gathered, shown
from yomikiri.solve.options import read_game


def analyze(
    game: Game | Position | str,
    *,
    player: str | None = None,
    **options: Unpack[AnalysisOptions],
) -> Analysis:
    """Every legal move with its value as the mover sees it, exact where it could be read out.

    Without a limit it takes at most a few seconds.  `depth` looks that many plies ahead instead of
    reading to the end.  With a `player` the values are those by which it chooses, with its own
    limits; without either a table of all positions answers, where one was built and `tables` is
    not False.  `poll` is called now and then; by raising KeyboardInterrupt it ends the search.
    That, and Ctrl-C, raises Interrupted, whose `answer` is what is known.

    >>> print([move.value for move in analyze("tictactoe", moves="b2 a2").moves])
    [1, 1, 1, 1, 1, 1, 0]
    """
    check_optional(TEXT, player=player)
    by = None if player is None else partial(values_by, make_player(player, read_game(game)))
    return search_moves(game, by=by, **options)


def values_by(player: Player, state: State, history: Sequence[State]) -> Analysis:
    """The moves with the values by which a player chooses."""
    player.prepare()  # compiling does not count
    started = time.perf_counter()
    answer = partial(gathered, player.game, state, player=player.name)
    try:
        choice, reasons = player.explain(state, history)
    except KeyboardInterrupt:
        seconds = time.perf_counter() - started
        raise Interrupted(answer((), nodes=0, seconds=seconds, stopped=INTERRUPT)) from None
    seconds = time.perf_counter() - started
    entries = [shown(player.game, state, reason) for reason in reasons]
    marked = [entry._replace(chosen=entry.move.number == choice.move) for entry in entries]
    return answer(marked, nodes=choice.nodes, seconds=seconds)
