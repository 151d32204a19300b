"""What a job does when somebody asks "why?": one step of a proof.

A proof is a tree: the prover's one move, then every defence, and so on to the end.  A step has the
prover's move in a position and all defences to it.  It is fed by a table, by what was found before,
by a certificate, or else by a search; a page opens steps as far as somebody wants to see them.
"""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from yomikiri.play.tree import Tree
from yomikiri.rules import CHANCE, FIRST, SECOND
from yomikiri.solve import analyze
from yomikiri.solve.listing import FINISHED
from yomikiri.solve.tabled import TABLE
from yomikiri.web.desk import Desk
from yomikiri.web.jobs import Job
from yomikiri.web.thinking import ANALYSIS, SOLVE, answered
from yomikiri.web.views import end_view
from yomikiri.web.written import written_move

SECONDS = 8.0  # for a move of the prover
SECONDS_AFTER = 2.0  # for the values of defences: what they are worth at most is known without
SIDES = {FIRST: "first", SECOND: "second"}
KEPT, CERTIFICATE, SEARCH = "kept", "certificate", "search"

Json = dict[str, Any]


class Known(NamedTuple):
    """What is known about a position, as its mover sees it."""

    value: int
    best: str  # a move that gets it; empty where only the value is known
    source: str
    distance: int | None = None
    is_bound: bool = False  # the prover gets this or more
    entries: Sequence[Json] = ()  # every move with its value, where that is known


def explain(job: Job, desk: Desk, spot: Tree, prover: int | None) -> Json:
    """The step from the position at which a game stands; `value` is None if nothing is proved.

    Without a prover it is who wins, or whose turn it is in a draw.
    """
    game, mover = spot.game, spot.turn
    step: Json = dict.fromkeys(("prover", "value", "bound", "distance", "source"))
    step |= {"answer": [], "position": game.show(spot.state), "end": end_of(spot), "defences": []}
    if spot.end is not None:
        return step
    known = next(sources(job, desk, spot, prover, SECONDS), None)
    if known is None:
        return step
    if prover is None:
        prover = mover if known.value >= 0 else 1 - mover
    value = known.value if mover == prover else -known.value
    step |= {"prover": SIDES[prover], "value": value, "bound": known.is_bound}
    step |= {"distance": known.distance, "source": known.source}
    tree = Tree(game, spot.root.state, spot.moves)
    while tree.end is None and tree.turn == prover:  # some games give a player several moves
        if known is None:
            return step | {"value": None}
        if not known.best:
            break
        written = written_move(game, tree.state, known.best, tree.node.move)
        step["answer"].append({"move": known.best, "written": written})
        tree.play(game.read_move(tree.state, known.best))
        seconds = SECONDS if tree.turn == prover else SECONDS_AFTER
        known = None if tree.end else next(sources(job, desk, tree, prover, seconds), None)
    entries = known.entries if known is not None else ()
    defences = [] if tree.end else list(every_defence(tree, entries, value))
    return step | {"position": game.show(tree.state), "end": end_of(tree), "defences": defences}


def end_of(tree: Tree) -> Json | None:
    """How the game has ended where it stands."""
    return None if tree.end is None else end_view(tree, tree.end)


def every_defence(tree: Tree, entries: Sequence[Json], value: int) -> Iterator[Json]:
    """Every move of the other player; what nobody valued is worth `-value` to them, at most."""
    game, state = tree.game, tree.state
    found = {entry["move"]: entry for entry in entries}
    names = list(found) or [game.move_name(state, move) for move in game.legal_moves(state)]
    for name in names:
        after = Tree(game, tree.root.state, [*tree.moves, game.read_move(state, name)])
        entry = found.get(name, {"value": -value, "distance": None})
        yield {
            "move": name,
            "written": written_move(game, state, name, tree.node.move),
            "value": entry["value"],
            "bound": name not in found,
            "distance": entry["distance"],
            "position": game.show(after.state),
            "end": end_of(after),
        }


def sources(
    job: Job, desk: Desk, tree: Tree, prover: int | None, seconds: float
) -> Iterator[Known]:
    """What is known about a position, from those who know it without thinking first."""
    game, state = tree.game, tree.state
    if tree.turn == CHANCE:
        return
    kept = desk.store.answer(game.rules_hash, ANALYSIS, game.show(state))
    if kept is not None and not game.returning(state, tree.history):
        yield from analysed(json.loads(kept), KEPT)
    for answer in kept_solves(desk, tree):
        value = answer["value"] if tree.turn == FIRST else -answer["value"]
        is_bound = game.has_score and answer["goal"] != "score"
        if answer["best_moves"]:
            yield Known(value, answer["best_moves"][0], KEPT, answer["distance"], is_bound)
    yield from certified(desk, tree, prover)
    yield from analysed(analysis_of(job, desk, tree, seconds), SEARCH)


def analysed(found: Json, source: str) -> Iterator[Known]:
    """What an analysis says, if that is proved; all defences have values if all are exact."""
    if not found["exact"] or found["value"] is None or not found["moves"]:
        return
    best = found["moves"][0]
    whole = all(entry["exact"] for entry in found["moves"])
    told = TABLE if found["source"] == TABLE else source
    entries = found["moves"] if whole else ()
    yield Known(found["value"], best["move"], told, best["distance"], entries=entries)


def analysis_of(job: Job, desk: Desk, tree: Tree, seconds: float) -> Json:
    """Every move with its value, by a table or a search; what is proved is kept."""
    game, position = tree.game, tree.node.position()
    find = partial(
        analyze,
        game,
        position=position,
        seconds=min(seconds, desk.limits.analysis_seconds),
        memory=desk.limits.analysis_memory,
        poll=job.check,
    )
    keeps = None if game.returning(tree.state, position.history) else desk.store
    return answered(keeps, game, ANALYSIS, tree.state, find)


def kept_solves(desk: Desk, tree: Tree) -> Iterator[Json]:
    """The solves of a position that were finished, in the page or as lasting ones."""
    game, position = tree.game, tree.game.show(tree.state)
    if game.returning(tree.state, tree.history):
        return
    for goal in ("score", "win"):
        kept = desk.store.answer(game.rules_hash, f"{SOLVE} {goal}", position)
        if kept is not None:
            yield json.loads(kept)
    for solve in desk.lasting.list():
        same = solve["game"] == str(game) and solve["position"] == position
        if same and solve["state"] == FINISHED and solve["rules_hash"] == game.rules_hash:
            answer = {"goal": solve["goal"], "value": solve["lower"], "distance": None}
            yield answer | {"best_moves": solve["answer"]["best_moves"]}


def certified(desk: Desk, tree: Tree, prover: int | None) -> Iterator[Known]:
    """What a certificate proves of a position."""
    game, path, is_bound = tree.game, [*tree.history, tree.state], True
    if prover is None:
        claim = desk.certificates.claim(game, path)
        if claim is None:
            return
        prover, need, is_bound = claim
        if prover != tree.turn:
            yield Known(-need, "", CERTIFICATE, is_bound=is_bound)
            return
    elif prover != tree.turn:
        return
    found = desk.certificates.choice(game, path, prover)
    if found is not None:
        move, need = found
        yield Known(need, game.move_name(tree.state, move), CERTIFICATE, is_bound=is_bound)
