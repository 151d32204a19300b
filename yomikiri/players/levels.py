"""Ten levels of play for every game, from a beginner's to the strongest there is.

A weak player looks a few plies ahead and overlooks moves: each legal move with a certain
probability, but never all of them.  What it does see it judges soundly, so it errs as people do, by
missing something, and never plays an illegal or a pointless move.  A table says how much: one for
all games, and one each for those in which its levels were too far apart or too close.
`yomikiri lab levels GAME` measures the distances.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from yomikiri.games.game import Game, State
from yomikiri.players.player import Choice, Player, as_choice
from yomikiri.players.valuing import READING, value_moves
from yomikiri.rules import remaining
from yomikiri.think import NO_LIMITS, USUAL, Limits, Plan, Valued, prepare, think


class Level(NamedTuple):
    """How a level plays."""

    depth: int  # plies it looks ahead
    overlooks: float  # probability of not seeing a move
    endgame: int  # reads the game out when this much remains
    nodes: int  # positions that it may visit for one move, and as many to read out


LEVELS = (
    Level(1, 0.8, 2, 100_000),
    Level(1, 0.65, 4, 100_000),
    Level(1, 0.52, 5, 100_000),
    Level(1, 0.3, 7, 100_000),
    Level(2, 0.3, 8, 100_000),
    Level(2, 0.14, 9, 100_000),
    Level(3, 0.08, 11, 100_000),
    Level(4, 0.02, 13, 200_000),
    Level(20, 0.0, 15, 6_000),
    Level(20, 0.0, 20, 500_000),
)
# A game of janken shogi is a race in which most moves are good: levels must overlook more to err.
# Dobutsu and anpanman are short: what is overlooked costs more than another ply gains, and strong
# players give little away, so that the steps to them are small.
# In a pawn ending only reading far ahead wins what is won: a few plies more, or moves overlooked,
# make little difference.
# In Othello reading more gains more: the upper levels lie closer to the top.
# Where a game has a net every ply counts for more than by weights: minishogi, gorogoro, janken
# shogi, Connect Four on 6x7, Othello on 8x8.
# Tic-tac-toe is short, too: levels differ in how early they read it out.
OTHERS: Mapping[str, tuple[Level, ...]] = {
    "tictactoe": (
        Level(1, 0.85, 1, 10_000),
        Level(1, 0.8, 2, 10_000),
        Level(1, 0.7, 3, 10_000),
        Level(1, 0.5, 3, 10_000),
        Level(1, 0.6, 4, 10_000),
        Level(1, 0.42, 4, 10_000),
        Level(1, 0.2, 4, 10_000),
        Level(1, 0.2, 5, 10_000),
        Level(1, 0.35, 6, 10_000),
        Level(20, 0.0, 9, 10_000),
    ),
    "connect4": (
        Level(1, 0.8, 2, 100_000),
        Level(1, 0.6, 4, 100_000),
        Level(1, 0.36, 5, 100_000),
        Level(1, 0.02, 7, 100_000),
        Level(2, 0.22, 8, 100_000),
        Level(2, 0.03, 9, 100_000),
        Level(4, 0.06, 11, 100_000),
        Level(6, 0.0, 12, 100_000),
        Level(10, 0.0, 15, 200_000),
        LEVELS[9],
    ),
    "connect4:6x7": (
        Level(1, 0.86, 2, 100_000),
        Level(1, 0.7, 3, 100_000),
        Level(1, 0.56, 4, 100_000),
        Level(1, 0.42, 5, 100_000),
        Level(1, 0.25, 6, 100_000),
        Level(2, 0.17, 7, 100_000),
        Level(2, 0.03, 8, 100_000),
        Level(4, 0.02, 10, 100_000),
        Level(7, 0.0, 12, 100_000),
        LEVELS[9],
    ),
    "othello": (
        *LEVELS[:6],
        Level(3, 0.02, 12, 100_000),
        Level(5, 0.03, 14, 200_000),
        Level(20, 0.0, 16, 30_000),
        LEVELS[9],
    ),
    "othello:8x8": (
        Level(1, 0.75, 2, 100_000),
        Level(1, 0.6, 4, 100_000),
        Level(1, 0.45, 5, 100_000),
        Level(1, 0.28, 7, 100_000),
        Level(2, 0.27, 8, 100_000),
        Level(2, 0.13, 9, 100_000),
        Level(3, 0.1, 10, 100_000),
        Level(4, 0.07, 12, 100_000),
        Level(6, 0.08, 14, 200_000),
        Level(20, 0.0, 18, 60_000),
    ),
    "gorogoro": (
        Level(1, 0.68, 2, 100_000),
        Level(1, 0.5, 4, 100_000),
        Level(1, 0.3, 5, 100_000),
        Level(2, 0.22, 7, 100_000),
        Level(3, 0.16, 8, 100_000),
        Level(4, 0.09, 9, 100_000),
        Level(20, 0.0, 11, 4_000),
        Level(20, 0.0, 13, 12_000),
        Level(20, 0.0, 15, 36_000),
        Level(20, 0.0, 20, 120_000),
    ),
    "dobutsu": (
        Level(1, 0.77, 0, 100_000),
        Level(1, 0.61, 0, 100_000),
        Level(1, 0.48, 0, 100_000),
        Level(1, 0.35, 0, 100_000),
        Level(1, 0.18, 0, 100_000),
        Level(2, 0.11, 0, 100_000),
        Level(4, 0.05, 0, 100_000),
        Level(6, 0.017, 0, 100_000),
        Level(20, 0.0, 0, 24_000),
        Level(20, 0.0, 0, 1_000_000),
    ),
    "anpanman": (
        Level(1, 0.96, 0, 100_000),
        Level(1, 0.8, 0, 100_000),
        Level(1, 0.63, 0, 100_000),
        Level(1, 0.4, 0, 100_000),
        Level(1, 0.08, 0, 100_000),
        Level(3, 0.1, 0, 100_000),
        Level(5, 0.02, 0, 100_000),
        Level(8, 0.0, 0, 100_000),
        Level(20, 0.0, 0, 30_000),
        Level(20, 0.0, 0, 500_000),
    ),
    "minishogi": (
        Level(1, 0.92, 2, 100_000),
        Level(1, 0.85, 3, 100_000),
        Level(1, 0.765, 4, 100_000),
        Level(1, 0.63, 5, 100_000),
        Level(1, 0.45, 6, 100_000),
        Level(2, 0.29, 7, 100_000),
        Level(3, 0.15, 9, 100_000),
        Level(5, 0.05, 11, 100_000),
        Level(20, 0.0, 15, 8_000),
        Level(20, 0.0, 20, 200_000),
    ),
    "ending:KPK": (
        Level(1, 0.5, 0, 100_000),
        Level(2, 0.4, 0, 100_000),
        Level(3, 0.3, 0, 100_000),
        Level(4, 0.1, 0, 100_000),
        Level(6, 0.06, 0, 100_000),
        Level(8, 0.03, 0, 100_000),
        Level(20, 0.0, 0, 2_500),
        Level(20, 0.0, 0, 8_000),
        Level(20, 0.0, 0, 25_000),
        Level(20, 0.0, 0, 60_000),
    ),
    "janken:single": (
        Level(1, 0.9, 0, 100_000),
        Level(1, 0.72, 0, 100_000),
        Level(2, 0.48, 0, 100_000),
        Level(2, 0.3, 0, 100_000),
        Level(3, 0.46, 0, 100_000),
        Level(3, 0.27, 0, 100_000),
        Level(3, 0.07, 0, 100_000),
        Level(4, 0.12, 0, 100_000),
        Level(6, 0.08, 0, 100_000),
        Level(20, 0.0, 0, 200_000),
    ),
    "janken:full": (
        Level(1, 0.8, 0, 100_000),
        Level(1, 0.64, 0, 100_000),
        Level(1, 0.38, 0, 100_000),
        Level(2, 0.36, 0, 100_000),
        Level(3, 0.28, 0, 100_000),
        Level(4, 0.18, 0, 100_000),
        Level(5, 0.16, 0, 100_000),
        Level(6, 0.09, 0, 100_000),
        Level(7, 0.02, 0, 100_000),
        Level(20, 0.0, 0, 200_000),
    ),
    "janken:simple": (
        Level(1, 0.9, 0, 100_000),
        Level(2, 0.75, 0, 100_000),
        Level(2, 0.65, 0, 100_000),
        Level(2, 0.55, 0, 100_000),
        Level(2, 0.4, 0, 100_000),
        Level(2, 0.2, 0, 100_000),
        Level(2, 0.05, 0, 100_000),
        Level(2, 0.0, 0, 100_000),
        Level(4, 0.0, 0, 100_000),
        Level(6, 0.0, 0, 100_000),
    ),
}
# Random games in the place of an evaluation take their time: fewer positions are visited.
GUESSING = (
    *LEVELS[:6],
    Level(2, 0.08, 11, 2_000),
    Level(3, 0.02, 13, 4_000),
    Level(20, 0.0, 15, 4_000),
    Level(20, 0.0, 20, 20_000),
)
READ_OUT_SHARE = 10  # times as many positions for a read-out, which visits them faster


def levels_of(game: Game) -> tuple[Level, ...]:
    """The table for a game: its variant's, its family's, or the one for all."""
    of_family = OTHERS.get(game.family, GUESSING if game.guesses else LEVELS)
    return OTHERS.get(f"{game.family}:{game.choice.variant}", of_family)


class LevelPlayer(Player):
    """Plays at a level."""

    def __init__(self, name: str, game: Game, seed: int, level: Level) -> None:
        super().__init__(name, game, seed)
        self.level = level
        self.limits = NO_LIMITS  # of the last choice
        self.seen: list[int] = []  # moves that were not overlooked then

    def prepare(self) -> None:
        prepare(self.game, Plan(endgame=self.level.endgame))

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        game, level = self.game, self.level
        chance = self.chance(state, before)
        chance.shuffle(moves)  # so that ties are broken at random
        if remaining(game.rules, state) <= level.endgame and not game.has_chance:
            self.limits = Limits(nodes=READ_OUT_SHARE * level.nodes)
            found = think(
                game, state, before, self.limits, plan=READING, moves=moves, handle=self.handle
            )
            if found.move is not None:
                self.thought, self.seen = found, moves
                return as_choice(found)
        seen = [move for move in moves if chance.random() >= level.overlooks] or moves[:1]
        self.thought, self.seen = None, seen
        if len(seen) == 1:
            return Choice(seen[0], line=(seen[0],))
        self.limits = Limits(nodes=level.nodes, depth=level.depth)
        self.thought = think(game, state, before, self.limits, moves=seen, handle=self.handle)
        return as_choice(self.thought)

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Valued]:
        """The values of the moves that it saw; the others were overlooked."""
        seen = [move for move in moves if move in self.seen]
        valued: Sequence[Valued] = ()
        if self.thought is not None:
            valued = value_moves(self.game, state, before, seen, self.thought, self.limits, USUAL)
        found = [entry._replace(numbers={"seen": 1}) for entry in valued]
        known = {entry.move for entry in found}
        others = (move for move in moves if move not in known)
        return found + [
            Valued(move, None, line=(move,), numbers={"seen": int(move in self.seen)})
            for move in others
        ]
