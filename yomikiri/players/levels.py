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
    Level(1, 0.80, 0, 10_000),
    Level(1, 0.60, 0, 10_000),
    Level(1, 0.40, 0, 10_000),
    Level(2, 0.30, 2, 20_000),
    Level(2, 0.15, 4, 20_000),
    Level(3, 0.10, 6, 50_000),
    Level(4, 0.05, 8, 100_000),
    Level(5, 0.0, 10, 200_000),
    Level(7, 0.0, 13, 500_000),
    Level(20, 0.0, 18, 2_000_000),
)


class LevelPlayer(Player):
    """Plays at a level."""

    def __init__(self, name: str, game: Game, seed: int, level: Level) -> None:
        super().__init__(name, game, seed)
        self.level = level

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        game, level = self.game, self.level
        chance = self.chance(state, before)
        chance.shuffle(moves)  # so that ties are broken at random
        seen = [move for move in moves if chance.random() >= level.overlooks] or moves[:1]
        complete = len(seen) == len(moves)
        if len(seen) == 1:
            return Choice(seen[0], line=(seen[0],))
        limit = Limit(nodes=level.nodes)
        if remaining(game.rules, state) <= level.endgame and not game.has_chance:
            found = read_out(game, state, seen, limit=limit, announce=self.announce)
            if found is not None:
                return as_choice(found, complete=complete)
        found = look_ahead(
            game, state, seen, depth=level.depth, limit=limit, before=before, announce=self.announce
        )
        return as_choice(found, complete=complete)
