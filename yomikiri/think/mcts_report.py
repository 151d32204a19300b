"""What the trees of Monte Carlo tree search say: visits, rates, and what is proved."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from yomikiri.rules import CHANCE, SECOND, list_moves, mover, play
from yomikiri.search.tree_space import (
    CHILD,
    DEEPEST,
    LOWER,
    MOVE,
    NODE,
    NUMBER,
    PLAYOUTS,
    PLIES,
    TOTAL,
    UPPER,
    VISITS,
    WHOLE,
    TreeWorkspace,
)
from yomikiri.think.thought import Valued
from yomikiri.think.values import as_estimate


class Branch(NamedTuple):
    """A move at the root, as its mover sees it."""

    move: int
    visits: int
    rate: float  # of points won, a draw half of one
    lower: int  # the result is at least this,
    upper: int  # and at most this: -1, 0 or 1

    def valued(self, line: Sequence[int], *, is_provable: bool) -> Valued:
        """The move with its value, and the numbers by which it is chosen."""
        is_exact = self.lower == self.upper and is_provable
        value = self.lower if is_exact else as_estimate(self.rate)
        numbers = {"visits": self.visits, "rate": round(self.rate, 4)}
        return Valued(self.move, value, is_exact, line, numbers)


class Report(NamedTuple):
    """What the trees say."""

    best: int
    branches: tuple[Branch, ...]  # in the game's order of moves
    value: int | None  # the proved result for the mover: -1, 0 or 1
    rate: float  # of the best move
    line: tuple[int, ...]  # the most visited moves of the first tree, the best one first
    playouts: int
    plies: int  # moves in them


def report(rules: Any, state: Any, trees: Sequence[TreeWorkspace], moves: Sequence[int]) -> Report:
    """The roots of all trees added up, as far as they are about these moves, none: all."""
    sign = -1 if mover(rules, state) == SECOND else 1
    roots = [children_of(tree, 0) for tree in trees]
    full = [root for root in roots if len(root)] or roots
    branches = []
    for same in zip(*full, strict=True):
        visits = sum(int(child[VISITS]) for child in same)
        total = sign * sum(int(child[TOTAL]) for child in same)
        bounds = max(int(child[LOWER]) for child in same), min(int(child[UPPER]) for child in same)
        lower, upper = bounds if sign == 1 else (-bounds[1], -bounds[0])
        rate = (1 + (total / (visits * WHOLE) if visits else 0.0)) / 2
        rate = (1 + lower) / 2 if lower == upper else rate
        branches.append(Branch(int(same[0][MOVE]), visits, rate, lower, upper))
    order = list_moves(rules, state)
    branches.sort(key=lambda branch: order.index(branch.move))
    branches = [branch for branch in branches if branch.move in (moves or order)]
    best = favourite(branches)
    lower, upper = max(b.lower for b in branches), max(b.upper for b in branches)
    if mover(rules, state) == CHANCE:
        lower, upper = (int(trees[0].nodes[word]) for word in (LOWER, UPPER))
    line = expected_line(rules, state, trees[0], best.move)
    counted = [sum(int(tree.control[word]) for tree in trees) for word in (PLAYOUTS, PLIES)]
    value = lower if lower == upper else None
    return Report(best.move, tuple(branches), value, best.rate, line, counted[0], counted[1])


def favourite(branches: Sequence[Branch]) -> Branch:
    """The most visited move that can be better than what is certain, or what is certain.

    A certain draw is taken if the most visited move has less than even chances.
    """
    certain = max(branch.lower for branch in branches)
    hopeful = [branch for branch in branches if branch.upper > certain]
    if hopeful:
        best = max(hopeful, key=lambda branch: (branch.visits, branch.rate))
        if certain < 0 or best.rate >= 0.5:
            return best
    known = [branch for branch in branches if branch.lower == certain]
    return max(known, key=lambda branch: (branch.visits, branch.rate))


def children_of(tree: TreeWorkspace, node: int) -> Any:
    """[number, NODE] the children of a node."""
    first, number = int(tree.nodes[node + CHILD]), max(0, int(tree.nodes[node + NUMBER]))
    return tree.nodes[first : first + number * NODE].reshape(number, NODE)


def expected_line(rules: Any, state: Any, tree: TreeWorkspace, best: int) -> tuple[int, ...]:
    """The best move, and after it the most visited ones."""
    line, node = [best], 0
    while len(line) < DEEPEST:
        number = max(0, int(tree.nodes[node + NUMBER]))
        first = int(tree.nodes[node + CHILD])
        places = [first + NODE * index for index in range(number)]
        here = [place for place in places if tree.nodes[place + MOVE] == line[-1]]
        if not here:
            break
        node = here[0]
        state = play(rules, state, line[-1])
        below = children_of(tree, node)
        if not len(below) or mover(rules, state) == CHANCE or not below[:, VISITS].any():
            break
        line.append(int(below[np.argmax(below[:, VISITS])][MOVE]))
    return tuple(line)
