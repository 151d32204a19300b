"""Looking ahead in games with dice: means over all throws, one ply deeper each round."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.games.game import Game, State
from yomikiri.rules import (
    CHANCE,
    MOST_ESTIMATE,
    MOST_MOVES,
    SECOND,
    legal_moves,
    move_buffer,
    mover,
)
from yomikiri.running import Handle, Limits, Runner, Stopped
from yomikiri.search.expectimax import (
    CONTROL,
    MOST_NODES,
    NODES,
    STOP,
    DiceWorkspace,
    expect,
)
from yomikiri.search.trail import STEP
from yomikiri.think.team import UNBOUNDED

UNIT = (MOST_ESTIMATE + 1) / 2  # the estimate that counts as much as a won game in a mean
GUESS = 0.99  # the share of a won game that no estimate exceeds


class Expectation(NamedTuple):
    """What a search found, as the mover of the position sees it (the first player, if chance)."""

    value: float  # of the best move (known), or the mean of all throws; NaN if nothing is known
    moves: tuple[tuple[int, float], ...]  # each legal move with its value, in the game's order
    depth: int
    nodes: int
    is_complete: bool  # False if a limit ended the search: then only the moves listed are known


def search(
    rules: Any,
    state: Any,
    *,
    depth: int,
    nodes: int | None = None,
    weights: NDArray[np.int64] | None = None,
    unit: float = 1.0,
    bound: float = math.inf,
    control: NDArray[np.int64] | None = None,
) -> Expectation:
    """The value of `state` and of each of its moves, `depth` plies deep; a throw is a ply.

    `unit` is how much of the game's estimate counts as one point of its outcome; it is cut off at
    `bound` points, so that a won game can be worth more.  Whoever holds `control` sees the
    nodes grow and ends the search with control[STOP] = 1.
    """
    if depth < 1:
        raise ValueError(f"expected a depth of at least 1 ply, got {depth}")
    if nodes is not None and nodes < 1:
        raise ValueError(f"expected at least 1 node, got {nodes}")
    if not unit > 0:
        raise ValueError(f"expected a unit greater than 0, got {unit}")
    space = DiceWorkspace(
        control=np.zeros(CONTROL, np.int64) if control is None else control,
        moves=move_buffer(depth + 1),
        trail=np.zeros((depth + 1) * STEP, np.int64),
        weights=np.zeros(1, np.int64) if weights is None else weights,
        unit=np.array([unit, bound]),
        values=np.full(MOST_MOVES, np.nan),
    )
    space.control[NODES] = 0
    space.control[MOST_NODES] = UNBOUNDED if nodes is None else nodes
    value = float(expect(rules, space, state, depth, 0, 0))
    is_complete = bool(space.control[STOP] == 0)
    number = legal_moves(rules, state, space.moves)
    found = zip(space.moves[:number].tolist(), space.values[:number].tolist())
    sign = -1.0 if mover(rules, state) == SECOND else 1.0
    # Adding 0.0 makes a plain zero of a negative one.
    moves = tuple((move, sign * worth + 0.0) for move, worth in found if not math.isnan(worth))
    if is_complete:
        value = sign * value + 0.0
    elif moves and mover(rules, state) != CHANCE:
        value = max(worth for _, worth in moves)
    else:
        value = math.nan
    return Expectation(value, moves, depth, int(space.control[NODES]), is_complete)


def expectations(
    game: Game,
    state: State,
    *,
    limits: Limits,
    deepest: int,
    weights: Any,
    handle: Handle | None = None,
    poll: Callable[[], None] | None = None,
) -> Iterator[Expectation]:
    """What a search with dice finds, one ply deeper each time; a limit may cut off the last."""
    control = np.zeros(CONTROL, np.int64)
    runner = Runner(limits, handle=handle, poll=poll)
    runner.handle.count = lambda: int(control[NODES])
    left = limits.nodes
    for plies in range(1, deepest + 1):
        look = partial(
            search,
            game.rules,
            state,
            depth=plies,
            nodes=left,
            weights=weights,
            unit=UNIT,
            bound=GUESS * game.greatest,
            control=control,
        )
        try:
            report = runner.run([look], partial(control.__setitem__, STOP, 1))[0]
        except Stopped:
            return
        yield report
        if left is not None:
            left -= report.nodes
        # The soonest certain win is found at the least depth.
        if not report.is_complete or left == 0 or report.value >= game.greatest:
            return
