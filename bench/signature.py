"""The signature: how many nodes a fixed list of small searches visits, as one number.

It changes exactly when rules or searches do other work than before, so a change that is meant to
alter neither is seen to do so.  One thread and no limit of time make it the same everywhere.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.search.alpha_beta import COUNT_AT, LOOK_AHEAD, READ_OUT
from yomikiri.search.perft import perft
from yomikiri.search.table import INFINITE
from yomikiri.solve import solve
from yomikiri.think.team import Team

RECORD = Path(__file__).parent / "signature.txt"
MEGABYTES = 1.0
MEMORY = "16MiB"

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
        return solve(game, goal=goal, position=state, memory=MEMORY).nodes

    return count


# Game, the name of the search from its start, the search.
SEARCHES: tuple[tuple[str, str, Search], ...] = (
    ("tictactoe", "perft 9", leaves(9)),
    ("connect4:6x7", "perft 6", leaves(6)),
    ("othello:8x8", "perft 7", leaves(7)),
    ("nip:6x6", "perft 7", leaves(7)),
    ("tictactoe", "read out", alpha_beta(READ_OUT)),
    ("connect4:4x4", "read out", alpha_beta(READ_OUT)),
    ("nip:4x6,rim=lap", "read out", alpha_beta(READ_OUT)),
    ("connect4:6x7", "look ahead 8", alpha_beta(LOOK_AHEAD, 8)),
    ("othello:8x8", "look ahead 10", alpha_beta(LOOK_AHEAD, 10)),
    ("nip:6x6", "count at 16", alpha_beta(COUNT_AT, 16)),
    ("tictactoe", "score", solver("score")),
    ("connect4:4x5", "win", solver("win")),
    ("othello:4x4", "score", solver("score")),
    ("othello:4x6", "win", solver("win")),
    ("nip:4x6", "score", solver("score")),
    ("nip:4x8", "win", solver("win")),
    ("nip:4x6", "stages=8,8", solver("stages=8,8")),
)
SMALL = ("tictactoe", "othello:4x4")  # games whose searches take a moment even uncompiled


def count_nodes(only: tuple[str, ...] | None = None) -> dict[str, int]:
    """The nodes of each search on the list, or of those of some games."""
    nodes: dict[str, int] = {}
    for spec, name, search in SEARCHES:
        if only is None or spec in only:
            game = load(spec)
            nodes[f"{spec} {name}"] = search(game, game.start)
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
