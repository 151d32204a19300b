"""The table of all positions as the teacher: exact results, and the share of wrong moves.

With it, what a position is worth is not how its game ended but what the table says; and a new net
is kept if it errs less often against perfect play than the best before it.
"""

import math
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.lab.errors import Errors, measure_errors
from yomikiri.lab.series import check_ended
from yomikiri.learn.self_play import Record, play_chunk
from yomikiri.tables.table import Table, find_table

SELF_PLAY, TABLE = TEACHERS = ("self-play", "table")
EXACT = "exact"  # the results of a record's positions, as their movers see them
GAMES = 200  # of each evaluation against perfect play
NODES = 100  # a move: more would hide the errors of an evaluation
SURE = 1.64  # deviations: one chance in twenty that an equal net is kept


class Compared(NamedTuple):
    """The errors of the best evaluation so far and of a new one, against perfect play."""

    before: Errors
    after: Errors

    @property
    def is_better(self) -> bool:
        """Whether the new one errs less often, and not by chance."""
        moves = self.before.chances, self.after.chances
        if not all(moves):
            return False
        share = (self.before.errors + self.after.errors) / sum(moves)
        deviation = math.sqrt(share * (1 - share) * sum(1 / each for each in moves))
        return self.before.share - self.after.share > SURE * deviation

    def to_dict(self) -> dict[str, Any]:
        """A part of a line of rounds.jsonl."""
        return {
            name: {**errors._asdict(), "share": errors.share}
            for name, errors in self._asdict().items()
        }


def required_table(game: Game) -> Table:
    """The table of a game; raises InputError if it was not built."""
    table = find_table(game)
    if table is None:
        raise InputError("table.missing", game=game, command=f"yomikiri table build {game}")
    return table


def judge(table: Table, record: Record) -> Record:
    """A game with the exact result of each of its positions."""
    game = table.game
    state, results = game.replay(game.start, record["opening"]), []
    for move in record["moves"]:
        results.append(table.probe(state).wdl)
        state = game.play(state, move)
    return {**record, EXACT: results}


def judged_chunk(
    spec: str, weights: Any, nodes: int, seed: int, numbers: range, stray: int
) -> list[Record]:
    """Some games and their exact results: a piece of work."""
    table = required_table(load(spec))
    records = play_chunk(spec, weights, nodes, seed, numbers, stray)
    return [judge(table, record) for record in records]


def compare(
    game: Game, before: str, after: str, *, seed: int, jobs: int, cluster: str, out: Path
) -> Compared:
    """Let two evaluations play against perfect play; Ctrl-C is raised, what was played is kept."""
    players = [f"alphabeta:nodes={NODES},eval={each}" for each in (before, after)]
    result = measure_errors(
        game, players, games=GAMES, seed=seed, jobs=jobs, cluster=cluster, out=out
    )
    check_ended(result.stopped)
    return Compared(*result.rows())
