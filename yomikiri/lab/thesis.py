"""The experiments of the thesis on king and pawn against king, and what they cost its players.

The thesis's program never notices a repetition; by its text the third one draws.  Both ways are
played.  Each game is also compared with the table of distances to promotion: half points and plies
that each side gave away.
"""

from typing import NamedTuple

from yomikiri.games import load
from yomikiri.lab.games import Pairing, derived, play_game
from yomikiri.play.tree import Tree
from yomikiri.players import make_player
from yomikiri.tables.lines import judge_line
from yomikiri.tables.table import Table as Solved

GAME = "ending:KPK,end=thesis"
MOST_MOVES = 100  # the thesis's own limit


class Row(NamedTuple):
    """One experiment."""

    white: str
    black: str
    wins: int  # promotions
    draws: int
    undecided: int  # after MOST_MOVES moves
    lengths: list[int]  # of the wins, in moves of White
    points_lost: tuple[int, int]  # half points given away by White, by Black
    plies_lost: tuple[int, int]


def endless_game(white: str, black: str, number: int, seed: int) -> list[int]:
    """The moves of a game in which repetitions do not count."""
    game = load(GAME)
    sides = [
        make_player(text, game, derived(f"{seed} {number} {side}"))
        for side, text in enumerate((white, black))
    ]
    tree = Tree(game)
    while game.outcome(tree.state) is None and tree.node.ply < 2 * MOST_MOVES:
        tree.play(sides[tree.turn].choose(tree.state, tree.history).move)
    return tree.moves


def text_game(white: str, black: str, number: int, seed: int) -> list[int]:
    """The moves of a game by the thesis's text: the third repetition draws."""
    record = play_game(Pairing(GAME, (white, black), 2 * number, seed, 0))
    assert record is not None
    game = load(GAME)
    return game.read_moves(game.start, " ".join(record["moves"]))


def experiment(
    white: str,
    black: str,
    *,
    games: int,
    seed: int,
    repetition: bool,
    solved: Solved | None,
    first: int = 0,
) -> Row:
    """Play one pair of players many times, the first always as White; `first`: the first game."""
    game = load(GAME)
    wins = draws = 0
    lengths: list[int] = []
    points, plies = [0, 0], [0, 0]
    for number in range(first, first + games):
        play = text_game if repetition else endless_game
        moves = play(white, black, number, seed)
        final = game.replay(game.start, moves)
        value = game.outcome(final)
        if value is not None and value != 0:
            wins += 1
            lengths.append((len(moves) + 1) // 2)
        elif value == 0 or repetition:
            draws += 1
        if solved is not None:
            for ply, step in enumerate(judge_line(solved, game.start, moves)):
                points[ply % 2] += step.points_lost
                plies[ply % 2] += step.plies_lost
    return Row(
        white,
        black,
        wins,
        draws,
        games - wins - draws,
        sorted(lengths),
        (points[0], points[1]),
        (plies[0], plies[1]),
    )
