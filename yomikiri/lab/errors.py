"""How often players err, judged by a table of all positions.

Each player plays `perfect`, from random openings with colours exchanged.  A move errs if the
position was worth more before it; only positions in which some legal move errs are counted.
"""

from typing import NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.lab.games import MOST_PLIES, derived, play_out
from yomikiri.lab.openings import random_moves
from yomikiri.play.tree import Tree
from yomikiri.players import make_player
from yomikiri.tables.table import Table as Solved
from yomikiri.tables.table import find_table

GAMES = 40
PLIES = 4  # of the opening, at random
PERFECT = "perfect"


class Errors(NamedTuple):
    """What a player gave away."""

    player: str
    games: int
    moves: int
    chances: int = 0  # moves in positions where it was possible to err
    errors: int = 0
    half_points: int = 0  # given away: one from a win to a draw, two from a win to a loss

    @property
    def share(self) -> float:
        """Errors per move that could have been one."""
        return self.errors / self.chances if self.chances else 0.0


def count_errors(
    game: Game, player: str, *, games: int = GAMES, seed: int = 0, plies: int = PLIES
) -> Errors:
    """Let a player play against `perfect`, and compare its moves with the table."""
    table = find_table(game)
    if table is None:
        raise InputError("table.missing", game=game, command=f"yomikiri table build {game}")
    found = Errors(player, games, 0)
    for number in range(games):
        sides = [
            make_player(text, game, derived(f"{seed} {number} {text}"))
            for text in ((player, PERFECT), (PERFECT, player))[number % 2]
        ]
        opening = random_moves(game, plies, f"{seed} {number // 2}", game.start)
        tree = Tree(game, moves=opening, seed=number, most_plies=MOST_PLIES)
        play_out(tree, sides)
        found = judged(table, tree, number % 2, plies, found)
    return found


def judged(table: Solved, played: Tree, side: int, plies: int, found: Errors) -> Errors:
    """The errors of one side of a game added to those found before."""
    for state, move in list(zip(played.history, played.moves, strict=True))[plies:]:
        if table.game.mover(state) != side:
            continue
        values = {entry.move: entry.wdl for entry in table.moves(state)}
        best = max(values.values())
        lost = best - values[move]
        found = found._replace(
            moves=found.moves + 1,
            chances=found.chances + (min(values.values()) < best),
            errors=found.errors + (lost > 0),
            half_points=found.half_points + lost,
        )
    return found
