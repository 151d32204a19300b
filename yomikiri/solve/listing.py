"""Stores of long solves in short: what was asked, how far it is, whether somebody works on it."""

from typing import Any

from yomikiri.solve.facts import Store
from yomikiri.solve.forecast import Expected
from yomikiri.solve.rows import Solve
from yomikiri.solve.stores import is_busy

FINISHED, RUNNING, STOPPED = "finished", "running", "stopped"


def in_short(store: Store, solve: Solve) -> dict[str, Any]:
    """A solve as JSON."""
    about = store.about()
    tasks, facts, _ = store.count()
    low, high = Expected(solve.forecast, solve.spread).interval(solve.nodes)
    finished = solve.answer is not None
    speed = solve.nodes / solve.seconds if solve.seconds else 0.0
    return {
        "file": str(store.path),
        "game": about["game"],
        "rules_hash": about["rules_hash"],
        "position": solve.position,
        "goal": solve.goal,
        "state": FINISHED if finished else RUNNING if is_busy(store.path) else STOPPED,
        "lower": solve.lower,
        "upper": solve.upper,
        "tasks": tasks,
        "facts": facts,
        "nodes": solve.nodes,
        "seconds": round(solve.seconds, 3),
        "nodes_per_second": round(speed),
        "nodes_left": None if finished else [round(low), round(high)],
        "begun": solve.begun,
        "changed": solve.changed,
    }
