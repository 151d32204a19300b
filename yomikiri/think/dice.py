"""Looking ahead in games with dice: means over all throws, one ply deeper each round."""

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.rules import (
    CHANCE,
    MOST_ESTIMATE,
    MOST_MOVES,
    SECOND,
    legal_moves,
    move_buffer,
    mover,
)
from yomikiri.running import NODES as NODES_REASON
from yomikiri.running import Runner, Stopped
from yomikiri.search.expectimax import (
    CONTROL,
    MOST_NODES,
    NODES,
    STOP,
    DiceWorkspace,
    expect,
)
from yomikiri.search.trail import STEP
from yomikiri.think.deepening import deepen, longest
from yomikiri.think.team import UNBOUNDED
from yomikiri.think.thought import Task, Thought, Valued

UNIT = (MOST_ESTIMATE + 1) / 2  # the estimate that counts as much as a won game in a mean
GUESS = 0.99  # the share of a won game that no estimate exceeds


class Expectation(NamedTuple):
    """What a search found, as the mover of the position sees it (the first player, if chance)."""

    value: float  # of the best move (known), or the mean of all throws; NaN if nothing is known
    moves: tuple[tuple[int, float], ...]  # each legal move with its value, in the game's order
    depth: int
    nodes: int
    is_complete: bool  # False if a limit ended the search: then only the moves listed are known


NOTHING = Expectation(math.nan, (), 0, 0, False)


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


class Means:
    """The mean results of all moves, searched deeper and deeper."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.control = np.zeros(CONTROL, np.int64)
        self.runner = Runner(task.limits, handle=task.handle)
        control = self.control  # `self` would keep all this until garbage is collected
        self.runner.handle.count = lambda: int(control[NODES])
        self.nodes = 0
        self.found = NOTHING  # by the deepest search that was finished, or the first
        self.stopped = ""

    def study(self) -> None:
        """Search as deep as the limits allow."""
        task = self.task
        self.stopped = deepen(self.look, longest(task.game, task.state, task.limits.depth))

    def look(self, depth: int) -> bool:
        """One round; whether another would find nothing new.  Raises Stopped."""
        game, state, _, limits, *_ = self.task
        look = partial(
            search,
            game.rules,
            state,
            depth=depth,
            nodes=limits.nodes and limits.nodes - self.nodes,
            weights=self.task.weights,
            unit=UNIT,
            bound=GUESS * game.greatest,
            control=self.control,
        )
        found = self.runner.run([look], partial(self.control.__setitem__, STOP, 1))[0]
        self.nodes += found.nodes
        if found.is_complete or not self.found.moves:
            self.found = found
            self.tell()
        # The soonest certain win is found at the least depth.
        if found.is_complete and found.value >= game.greatest:
            return True
        if not found.is_complete or self.nodes == limits.nodes:
            raise Stopped(self.runner.reason or NODES_REASON)
        return False

    def tell(self) -> None:
        """Report to whoever wants to know."""
        if self.task.report is not None:
            self.task.report(self.answer())

    def answer(self) -> Thought:
        """The move with the best mean, and all means; where dice are thrown, the mean of those."""
        game, state, _, _, moves, *_ = self.task
        means = dict(self.found.moves)
        best = max(moves, key=lambda move: means.get(move, -math.inf))
        is_thrown = game.mover(state) == CHANCE
        return Thought(
            best,
            self.found.value if is_thrown else means.get(best, 0.0),
            depth=self.found.depth,
            nodes=self.nodes,
            seconds=self.runner.seconds,
            line=(best,),
            equal=(best,),
            stopped=self.stopped,
            # The greatest mean is no estimate, for estimates count for less.
            moves=tuple(
                Valued(move, mean, abs(mean) == game.greatest, (move,))
                for move, mean in self.found.moves
                if move in moves
            ),
        )
