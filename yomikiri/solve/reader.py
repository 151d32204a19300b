"""The moves of a position as people read them, and the memory that a search of it can use."""

from collections.abc import Sequence
from typing import Any

from yomikiri.games.game import Game
from yomikiri.rules import mirror, mirror_move, symmetries
from yomikiri.running import Limits
from yomikiri.search.table import fitting

MEGABYTES_PER_SECOND = 64
MEGABYTES_PER_NODE = 64 / (1 << 20)  # two slots


def as_read(game: Game, state: Any, moves: Sequence[int]) -> list[int]:
    """The moves as people read the board."""
    return game.as_read(moves)


def mirror_classes(game: Game, state: Any) -> dict[int, list[int]]:
    """The legal moves, each with those that are its mirror images by a map that keeps `state`."""
    rules = game.rules
    keeping = [k for k in range(symmetries(rules)) if mirror(rules, state, k) == state]
    classes: dict[int, list[int]] = {}
    placed: set[int] = set()
    for move in as_read(game, state, game.legal_moves(state)):
        if move not in placed:
            classes[move] = sorted({int(mirror_move(rules, move, k)) for k in keeping})
            placed.update(classes[move])
    return classes


def table_size(left: int, megabytes: float, limits: Limits) -> float:
    """As many megabytes as a search with `left` of the game to come can use within the limits.

    The system clears memory when it is first touched, which takes longer than a short search.
    """
    size = fitting(megabytes, left)
    if limits.seconds is not None:
        size = min(size, MEGABYTES_PER_SECOND * limits.seconds)
    if limits.nodes is not None:
        size = min(size, MEGABYTES_PER_NODE * limits.nodes)
    return size
