"""What Monte Carlo tree search works with: the words of a node, and one thread's tree."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# The words of a node: one cache line.
MOVE, CHILD, NUMBER, VISITS, TOTAL, LOWER, UPPER, PROMISE = range(8)
NODE = 8
UNSEEN = -1  # NUMBER, before the moves were counted
WHOLE = 1 << 12  # the result of a won game
PROMISED = 1 << 20  # PROMISE is a value times this, and a prior

# What judges a leaf: nothing (a draw), the estimate after a random game, or a net without one.
NOTHING, ESTIMATE, BY_NET = 0, 1, 2

# The words of `control`.
STOP, USED, PLAYOUTS, PLIES, CONTROL = 0, 1, 2, 3, 4

DEEPEST = 256  # plies from the root to a leaf

Words = NDArray[np.int64]


class Style(NamedTuple):
    """How the tree is grown and its leaves are judged."""

    explore: float = 0.45  # exploration constant: weight of what is unknown against what is known
    capture: float = 0.0  # probability of preferring tempting moves in playouts
    plies: int = 1000  # of a playout, at most
    estimates: int = NOTHING  # what judges a playout that was cut off


class TreeWorkspace(NamedTuple):
    """One thread's tree, and what it works with."""

    style: Style
    unit: float  # the estimate that is halfway to certain; of a net, what multiplies odds by e
    before: int  # positions of the game before the root, on the trail
    nodes: Words  # [capacity * NODE]; the root is the first
    path: Words  # [DEEPEST, 2] nodes from the root to the leaf, and their movers
    trail: Words  # [(before + DEEPEST) * STEP]
    moves: Words  # of one position
    ranks: Words  # [MOST_MOVES]
    weights: Words  # of the estimate
    generator: Words  # [1]
    control: Words  # [CONTROL]
