"""The signature: how many nodes a fixed list of small searches visits, as one number.

It changes exactly when rules or searches do other work than before, so it shows whether a change
that should alter neither does so.  One thread and no limit of time make it the same everywhere.
Where nodes would not tell (random games, tables) what was found is counted with them.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.running import Limits
from yomikiri.search.codes import HOLE
from yomikiri.search.perft import perft
from yomikiri.search.table import INFINITE
from yomikiri.search.workspace import COUNT_AT, LOOK_AHEAD, READ_OUT
from yomikiri.solve import solve
from yomikiri.tables.build import Builder
from yomikiri.think import dice as expectimax
from yomikiri.think import mcts, monte_carlo
from yomikiri.think.mate import find_mate
from yomikiri.think.team import Team

RECORD = Path(__file__).parent / "signature.txt"
MEGABYTES = 1.0
MEMORY = "16MiB"
SEED = 1
SHARES = 1000  # parts of a point, in which means are counted

# Positions of minishogi: in the middle of a game, and with a mate in five.
MIDDLE = "2sgk/3rp/5/P2S1/K1G2 w Bbr 8"
MATED = "2r1k/2bs1/1+s1G1/PR3/3KP b Bg 1"

Search = Callable[[Game, Any], int]  # the nodes of a search of a position


def leaves(depth: int) -> Search:
    """The sequences of `depth` plies."""

    def count(game: Game, state: Any) -> int:
        return perft(game.rules, state, depth, finished_count=game.finished_count)

    return count


def alpha_beta(mode: int, depth: int = 255) -> Search:
    """Alpha-beta with an open window; `depth` is the horizon in COUNT_AT."""

    def count(game: Game, state: Any) -> int:
        horizon = depth if mode == COUNT_AT else 0
        team = Team(
            game.rules, mode=mode, horizon=horizon, weights=game.weights, megabytes=MEGABYTES
        )
        team.search(state, -INFINITE, INFINITE, depth)
        return team.nodes

    return count


def solver(goal: str) -> Search:
    """Everything that answers a question: proof numbers, best moves, the line."""

    def count(game: Game, state: Any) -> int:
        return solve(game, goal=goal, position=state, memory=MEMORY, tables=False).nodes

    return count


def mate(game: Game, state: Any) -> int:
    """Mate by checks, and the line to it."""
    return find_mate(game.rules, state, megabytes=MEGABYTES).nodes


def tree(playouts: int) -> Search:
    """Monte Carlo tree search: the moves of its playouts, and how often each branch was taken."""

    def count(game: Game, state: Any) -> int:
        limits, weights = Limits(nodes=playouts), game.weights
        found = mcts.search(
            game.rules, state, limits=limits, seed=SEED, weights=weights, megabytes=16
        )
        return found.plies + sum(n * branch.visits for n, branch in enumerate(found.branches))

    return count


def flat(game: Game, state: Any) -> int:
    """Flat Monte Carlo in two stages: the moves of its playouts, and what came of them."""
    numbers = monte_carlo.Numbers(10, 10, 4, 20)
    moves = game.legal_moves(state)
    found = monte_carlo.search(
        game.rules, state, moves, numbers, seed=SEED, capture=0.5, prune=True, weights=game.weights
    )
    return found.plies + sum(
        sum(tally.wins for tally in trial[1:3] if tally) for trial in found.trials
    )


def dice(depth: int) -> Search:
    """Expectimax; a throw is a ply."""

    def count(game: Game, state: Any) -> int:
        found = expectimax.search(game.rules, state, depth=depth, weights=game.weights, unit=1e5)
        return found.nodes + sum(round(abs(value) * SHARES) for _, value in found.moves)

    return count


def table(game: Game, state: Any) -> int:
    """Tables of all classes: the sum of all distances."""
    builder = Builder(game)
    for group in range(len(game.table_classes())):
        builder.build(group)
    codes = builder.store[builder.store != HOLE]
    return int(np.abs(codes.astype(np.int64)).sum())


# Game, the position where a search begins (nothing: the start), its name, the search.
SEARCHES: tuple[tuple[str, str, str, Search], ...] = (
    ("tictactoe", "", "perft 9", leaves(9)),
    ("connect4:6x7", "", "perft 6", leaves(6)),
    ("othello:8x8", "", "perft 7", leaves(7)),
    ("nip:6x6", "", "perft 7", leaves(7)),
    ("minishogi", "", "perft 4", leaves(4)),
    ("janken", "", "perft 4", leaves(4)),
    ("ending:KRK", "", "perft 4", leaves(4)),
    ("tictactoe", "", "read out", alpha_beta(READ_OUT)),
    ("connect4:4x4", "", "read out", alpha_beta(READ_OUT)),
    ("nip:4x6,rim=lap", "", "read out", alpha_beta(READ_OUT)),
    ("connect4:6x7", "", "look ahead 8", alpha_beta(LOOK_AHEAD, 8)),
    ("othello:8x8", "", "look ahead 10", alpha_beta(LOOK_AHEAD, 10)),
    # With quiescence and the ranking of moves, in games with captures.
    ("minishogi", "", "look ahead 10", alpha_beta(LOOK_AHEAD, 10)),
    ("minishogi", MIDDLE, "look ahead 8, later", alpha_beta(LOOK_AHEAD, 8)),
    ("dobutsu", "", "look ahead 12", alpha_beta(LOOK_AHEAD, 12)),
    ("janken", "", "look ahead 6", alpha_beta(LOOK_AHEAD, 6)),
    ("ending:KRK", "", "look ahead 10", alpha_beta(LOOK_AHEAD, 10)),
    ("nip:6x6", "", "count at 16", alpha_beta(COUNT_AT, 16)),
    ("tictactoe", "", "score", solver("score")),
    ("connect4:4x5", "", "win", solver("win")),
    ("othello:4x4", "", "score", solver("score")),
    ("othello:4x6", "", "win", solver("win")),
    ("nip:4x6", "", "score", solver("score")),
    ("nip:4x8", "", "win", solver("win")),
    ("nip:4x6", "", "stages=8,8", solver("stages=8,8")),
    ("nip:4x6", "", "stages=8,8,wide", solver("stages=8,8,wide")),
    ("minishogi", MATED, "mate", mate),
    ("connect4:6x7", "", "tree 1000", tree(1000)),
    ("minishogi", MIDDLE, "tree 300", tree(300)),
    ("minishogi", MIDDLE, "monte", flat),
    ("janken:full,pieces=2,dice=on", "", "dice 3", dice(3)),
    ("ending:KRK", "", "table", table),
    ("janken,pieces=1", "", "table", table),
)
SMALL = ("tictactoe", "othello:4x4")  # games whose searches take a moment even uncompiled


def count_nodes(only: tuple[str, ...] | None = None) -> dict[str, int]:
    """The nodes of each search on the list, or of those of some games."""
    nodes: dict[str, int] = {}
    for spec, position, name, search in SEARCHES:
        if only is None or spec in only:
            game = load(spec)
            nodes[f"{spec} {name}"] = search(game, game.position(position).state)
    return nodes


def as_text(nodes: dict[str, int]) -> str:
    """A line for each search, then the signature."""
    lines = [f"{number:>10} {name}" for name, number in nodes.items()]
    return "\n".join([*lines, headline(nodes), ""])


def headline(nodes: dict[str, int]) -> str:
    """The line that ends a commit message."""
    return f"Bench: {sum(nodes.values())}"


def changes(nodes: dict[str, int]) -> list[str]:
    """One line for each search that visits other nodes than were recorded."""
    recorded = read_record()
    return [
        f"{name}: {recorded.get(name, 'nothing')} recorded, now {nodes.get(name, 'nothing')}"
        for name in dict.fromkeys([*recorded, *nodes])
        if recorded.get(name) != nodes.get(name)
    ]


def read_record() -> dict[str, int]:
    """The nodes that were recorded."""
    lines = RECORD.read_text("utf-8").splitlines() if RECORD.exists() else []
    pairs = [line.strip().split(" ", 1) for line in lines if not line.startswith("Bench:")]
    return {name: int(number) for number, name in pairs}
