"""The moves of a position as a player values them."""

import math

from yomikiri.games.game import Game, State
from yomikiri.players.player import Player, Reason
from yomikiri.search.table import INFINITE
from yomikiri.search.values import WON
from yomikiri.solve.analysis_answer import MoveValue, estimated, proved


def values_by(player: Player, state: State) -> tuple[dict[int, MoveValue], int]:
    """The values of the moves by a player's own search, and the nodes it visited."""
    explanation = player.explain(state)
    found = {}
    for reason in explanation.reasons:
        chosen = reason.move == explanation.choice.move
        entry = by_player(player.game, reason)
        found[reason.move] = entry._replace(numbers=reason.numbers, chosen=chosen)
    return found, explanation.choice.nodes


def by_player(game: Game, reason: Reason) -> MoveValue:
    """What a player thinks of a move; one that was not searched comes last."""
    line = list(reason.line)
    if reason.value is None:
        return MoveValue(reason.move, math.nan, False, line, None, -INFINITE)
    if game.has_chance:
        value = reason.value
        return MoveValue(reason.move, round(value, 4), False, line, None, round(value * WON))
    judge = proved if reason.exact else estimated
    return judge(reason.move, round(reason.value), line)
