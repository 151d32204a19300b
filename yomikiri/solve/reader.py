"""The moves of a position as people read them."""

from collections.abc import Sequence
from typing import Any

from yomikiri.games.game import Game, Move
from yomikiri.rules import mirror, mirror_move, symmetries


def as_read(game: Game, state: Any, moves: Sequence[int]) -> list[int]:
    """The moves as people read the board."""
    return game.as_read(moves)


def moves_read(game: Game, state: Any, moves: Sequence[int]) -> list[Move]:
    """The same as text."""
    return [game.move(state, move) for move in as_read(game, state, moves)]


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
