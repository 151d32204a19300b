"""What players gave away in a game, by a table of all positions where there is one."""

from collections.abc import Sequence
from typing import NamedTuple

from yomikiri.games import by_metric
from yomikiri.games.game import Game, State
from yomikiri.rules import FIRST
from yomikiri.tables.lines import judge_line
from yomikiri.tables.table import Table, find_table


class Losses(NamedTuple):
    """Of the first and of the second player."""

    half_points: tuple[int, int]  # 2 from a win to a loss
    plies: tuple[int, int]  # later wins and earlier losses, while the result stayed the same
    metric: str  # what plies are counted to


def solved_table(game: Game, start: State | None = None) -> Table | None:
    """The table of a game, or one of another metric; where results are scores it says too little.

    Also none if it does not know the position that a game starts from, if one is named.
    """
    if game.has_score:
        return None
    others = (by_metric(game, name) for name in game.metrics if name != game.metric)
    found = (find_table(each, state=start) for each in (game, *others))
    return next((table for table in found if table is not None), None)


def table_ahead(game: Game, opening: State) -> Table | None:
    """The table that may come to know a game that is played from here; none if it knows it already.

    Then it would end the game before anybody has moved, and nothing would be measured.
    """
    return solved_table(game) if solved_table(game, opening) is None else None


def count_losses(table: Table, start: State, moves: Sequence[int], result: int) -> Losses:
    """Go through a game that ended with `result` (1, 0 or -1, as the first player sees it).

    A player who lets a repetition or a limit end a won game, or resigns one that is not lost, has
    given away what the last position was worth: half points always add up.
    """
    game = table.game
    points, plies = [0, 0], [0, 0]
    for step in judge_line(table, start, moves):
        side = game.mover(step.state)
        points[side] += step.points_lost
        plies[side] += step.plies_lost
    final = game.replay(start, moves)
    left = table.probe(final).wdl * (1 if game.mover(final) == FIRST else -1) - result
    points[left < 0] += abs(left)
    return Losses((points[0], points[1]), (plies[0], plies[1]), table.game.metric)
