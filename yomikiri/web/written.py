"""Moves as people write them, and estimates in a unit that people know, beside what was found.

Answers keep their moves as they are typed; what is shown stands beside them, in each language, and
only in games that people write otherwise (`Game.notation`).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from yomikiri.games.game import Game, State
from yomikiri.play.judging import chance_of
from yomikiri.play.tree import Node, Tree
from yomikiri.words import LANGUAGES

Names = Mapping[str, str]


@lru_cache(maxsize=20_000)
def notation(game: Game, state: State, move: int, last: int | None) -> Names:
    """A move in each language; a game is shown again after each of its moves."""
    return game.notation(state, move, last)


def written_move(game: Game, state: State, name: str, last: int | None) -> Names | None:
    """A move in each language; None: as it is typed."""
    if not game.has_notation:
        return None
    return notation(game, state, game.read_move(state, name), last)


def written_line(
    game: Game, state: State, line: Sequence[str], last: int | None
) -> dict[str, list[str]] | None:
    """A line in each language."""
    if not game.has_notation:
        return None
    texts: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for name in line:
        move = game.read_move(state, name)
        for language, text in notation(game, state, move, last).items():
            texts[language].append(text)
        state, last = game.play(state, move), move
    return texts


def written_node(node: Node) -> Names | None:
    """The move of a game's tree."""
    if node.parent is None or node.move is None or not node.game.has_notation:
        return None
    return notation(node.game, node.parent.state, node.move, node.parent.move)


def with_words(found: dict[str, Any], spot: Tree) -> dict[str, Any]:
    """What an analysis or a solve found, with its moves as people write them."""
    game, state, last = spot.game, spot.state, spot.node.move
    if not game.has_notation:
        return found
    if "moves" in found:
        moves = [
            {**entry, "written": written_line(game, state, entry["line"], last)}
            for entry in found["moves"]
        ]
        return {**found, "moves": moves}
    best = [written_move(game, state, move, last) for move in found.get("best_moves", ())]
    texts = {language: [move[language] for move in best if move] for language in LANGUAGES}
    return {**found, "best_written": texts}


def with_solution(found: dict[str, Any], game: Game, state: State) -> dict[str, Any]:
    """An exercise with its moves, and its line, as people write them."""
    if not game.has_notation:
        return found
    moves = [
        {**entry, "written": written_line(game, state, [entry["move"]], None)}
        for entry in found["moves"]
    ]
    return {**found, "moves": moves, "written": written_line(game, state, found["line"], None)}


def with_chances(found: dict[str, Any], game: Game) -> dict[str, Any]:
    """An analysis in which every value has its chance to win, as the mover sees it."""
    return {
        **found,
        "chance": chance(game, found["value"], found["exact"]),
        "moves": [
            {**entry, "chance": chance(game, entry["value"], entry["exact"])}
            for entry in found["moves"]
        ],
    }


def chance(game: Game, value: float | None, exact: bool) -> float | None:
    """The chance to win, a draw being half; None if nothing was found."""
    return None if value is None else round(chance_of(game, value, exact), 3)


def with_better(review: dict[str, Any], tree: Tree) -> dict[str, Any]:
    """A review with its moves, and those that were better, as people write them."""
    if not tree.game.has_notation:
        return review
    nodes = {node.ply: node for node in [*tree.node.path(), *tree.node.line()]}
    moves = []
    for judged in review["moves"]:
        node = nodes[judged["ply"]]
        assert node.parent is not None
        best = [
            written_move(tree.game, node.parent.state, name, node.parent.move)
            for name in judged["best_moves"]
        ]
        texts = {language: [move[language] for move in best if move] for language in LANGUAGES}
        moves.append({**judged, "written": written_node(node), "best_written": texts})
    return {**review, "moves": moves}
