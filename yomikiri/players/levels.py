"""Ten levels of play for every game, from a beginner's to the strongest there is.

A weak player looks a few plies ahead and overlooks moves: each legal move with a certain
probability, but never all of them.  What it does see it judges soundly, so it errs as people do, by
missing something, and never plays an illegal or a pointless move.  The table says how much; it
knows no game.  `python -m yomikiri.lab.levels GAME` measures what it gives.
"""

from typing import NamedTuple

from yomikiri.games.game import Game, State
from yomikiri.players.choosing import look_ahead, read_out
from yomikiri.players.player import Choice, Player
from yomikiri.players.searching import as_choice
from yomikiri.rules import remaining
from yomikiri.search.team import Limit


class Level(NamedTuple):
    """How a level plays."""

    depth: int  # plies it looks ahead
    overlooks: float  # probability of not seeing a move
    endgame: int  # reads the game out when this much remains
    nodes: int  # positions that it may visit for one move, and as many to read out


LEVELS = (
    Level(1, 0.75, 2, 100_000),
    Level(1, 0.65, 4, 100_000),
    Level(1, 0.52, 5, 100_000),
    Level(1, 0.3, 7, 100_000),
    Level(2, 0.35, 8, 100_000),
    Level(2, 0.14, 9, 100_000),
    Level(3, 0.08, 11, 100_000),
    Level(4, 0.02, 13, 200_000),
    Level(6, 0.0, 15, 400_000),
    Level(20, 0.0, 20, 500_000),
)
READ_OUT_SHARE = 10  # times as many positions for a read-out, which visits them faster


class LevelPlayer(Player):
    """Plays at a level."""

    def __init__(self, name: str, game: Game, seed: int, level: Level) -> None:
        super().__init__(name, game, seed)
        self.level = level

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        game, level = self.game, self.level
        chance = self.chance(state, before)
        chance.shuffle(moves)  # so that ties are broken at random
        if remaining(game.rules, state) <= level.endgame and not game.has_chance:
            limit = Limit(nodes=READ_OUT_SHARE * level.nodes)
            found = read_out(game, state, moves, limit=limit, announce=self.announce)
            if found is not None:
                return as_choice(found)
        seen = [move for move in moves if chance.random() >= level.overlooks] or moves[:1]
        if len(seen) == 1:
            return Choice(seen[0], line=(seen[0],))
        limit = Limit(nodes=level.nodes)
        found = look_ahead(
            game, state, seen, depth=level.depth, limit=limit, before=before, announce=self.announce
        )
        return as_choice(found)
