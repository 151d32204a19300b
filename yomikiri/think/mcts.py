"""Monte Carlo tree search: random games, more of them where they go well, kept as a tree.

UCT (Kocsis and Szepesvári 2006): from the root down, each player takes the move with the greatest
upper confidence bound; a position met for the second time gets its moves as children; from there a
random game is played, and its result is added to every position on the way.  The tree also knows
facts (MCTS-solver, Winands et al. 2008): each node has a lower and an upper bound on who wins.
Games that are over set them, and they are carried up, so a forced win is played with certainty.

Inside, every value is as the first player sees it.  Where dice are thrown the next throw is drawn
by its weight.  A node whose position is already on the path, or in the game before, is worth what
the game says about a repetition.  Several threads grow a tree each, and their roots are added up.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from yomikiri.bits import wrap
from yomikiri.rules import (
    CHANCE,
    MOST_MOVES,
    NO_MOVE,
    SECOND,
    evaluate,
    is_answered,
    legal_moves,
    may_repeat,
    move_buffer,
    mover,
    play,
)
from yomikiri.running import Handle, Limits, Runner, Stopped
from yomikiri.search.playout import STREAM, choose, draw
from yomikiri.search.trail import STEP, remember
from yomikiri.search.tree import (
    CHILD,
    CONTROL,
    DEEPEST,
    LOWER,
    MOVE,
    NODE,
    NUMBER,
    PLAYOUTS,
    PLIES,
    STOP,
    TOTAL,
    UPPER,
    USED,
    VISITS,
    WHOLE,
    Style,
    TreeWorkspace,
    Words,
    grow,
    open_node,
)
from yomikiri.think.team import UNBOUNDED

MEGABYTES = 256
ESTIMATED_PLIES = 4  # of playouts, where the game has an estimate


class Branch(NamedTuple):
    """A move at the root, as its mover sees it."""

    move: int
    visits: int
    rate: float  # of points won, a draw half of one
    lower: int  # the result is at least this,
    upper: int  # and at most this: -1, 0 or 1


class Report(NamedTuple):
    """What the trees say."""

    best: int
    branches: tuple[Branch, ...]  # in the game's order of moves
    value: int | None  # the proved result for the mover: -1, 0 or 1
    rate: float  # of the best move
    line: tuple[int, ...]  # the most visited moves of the first tree, the best one first
    playouts: int
    plies: int  # moves in them


def style_for(rules: Any, asked: Mapping[str, float]) -> Style:
    """The style for a game, as far as it was not asked for.

    Where the game has an estimate, playouts are cut short and judged by it.
    """
    usual = Style(estimates=int(is_answered(evaluate, rules)))
    plies = ESTIMATED_PLIES if usual.estimates else usual.plies
    return usual._replace(
        explore=asked.get("explore", usual.explore),
        capture=asked.get("capture", usual.capture),
        plies=int(asked.get("plies", plies)),
    )


def search(
    rules: Any,
    state: Any,
    *,
    limits: Limits,
    seed: int = 0,
    threads: int = 1,
    style: Style | None = None,
    before: Sequence[Any] = (),
    weights: Any = None,
    megabytes: float = MEGABYTES,
    handle: Handle | None = None,
) -> Report:
    """The best move after a number of playouts (`nodes`) or seconds; the game must not be over.

    Without a limit of time the same seed and number of threads give the same report.  `before` is
    the game up to this position.  Without weights, whole games are played.
    """
    if limits.nodes is None and limits.seconds is None:
        raise ValueError("expected a limit: nodes or seconds")
    if style is None:
        style = Style() if weights is None else style_for(rules, {})
    words = np.zeros(1, np.int64) if weights is None else weights
    past = tuple(before) if may_repeat(rules) else ()
    unit = estimate_unit(rules, state, words, seed) if style.estimates else 1.0
    share = UNBOUNDED if limits.nodes is None else -(-limits.nodes // threads)
    capacity = node_capacity(share, megabytes / threads)
    trees = [
        make_tree(rules, style, unit, past, words, capacity, seed + thread * STREAM)
        for thread in range(threads)
    ]
    grow(rules, trees[0], state, 0)  # compile, before the clock runs
    runner = Runner(limits, handle=handle)
    runner.handle.count = lambda: sum(int(tree.control[PLIES]) for tree in trees)
    jobs = [partial(grow, rules, tree, state, share) for tree in trees]
    try:
        runner.run(jobs, partial(halt, trees))
    except Stopped:  # before it began
        grow(rules, trees[0], state, 1)
    return report(rules, state, trees)


def node_capacity(playouts: int, megabytes: float) -> int:
    """As many nodes as there is memory for, or as can be needed."""
    return min((playouts + 2) * MOST_MOVES, max(MOST_MOVES, int(megabytes * 2**20 / (8 * NODE))))


def make_tree(
    rules: Any,
    style: Style,
    unit: float,
    past: tuple[Any, ...],
    weights: Words,
    capacity: int,
    seed: int,
) -> TreeWorkspace:
    """A tree with nothing but a root."""
    tree = TreeWorkspace(
        style,
        unit,
        len(past),
        np.zeros(capacity * NODE, np.int64),
        np.zeros((DEEPEST, 2), np.int64),
        np.zeros((len(past) + DEEPEST) * STEP, np.int64),
        move_buffer(),
        np.zeros(MOST_MOVES, np.int64),
        weights,
        np.array([wrap(seed)]),
        np.zeros(CONTROL, np.int64),
    )
    tree.generator[0] = draw(tree.generator)
    for place, earlier_state in enumerate(past):
        remember(rules, tree.trail, earlier_state, place)
    open_node(tree.nodes, 0, NO_MOVE)
    tree.control[USED] = NODE
    return tree


def estimate_unit(rules: Any, state: Any, weights: Words, seed: int) -> float:
    """The mean size of an estimate a few random plies from here."""
    sizes = []
    moves, generator = move_buffer(), np.array([wrap(seed)])
    for game in range(64):
        now = state
        for _ in range(game % 8 + 1):
            number = legal_moves(rules, now, moves)
            if number == 0:
                break
            now = play(rules, now, moves[choose(rules, now, number, generator, moves)])
        sizes.append(abs(int(evaluate(rules, now, weights))))
    return max(1.0, sum(sizes) / len(sizes))


def halt(trees: Sequence[TreeWorkspace]) -> None:
    """End the growth, after the playout that runs."""
    for tree in trees:
        tree.control[STOP] = 1


def report(rules: Any, state: Any, trees: Sequence[TreeWorkspace]) -> Report:
    """The roots of all trees added up."""
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
    legal = move_buffer()
    places = {int(m): i for i, m in enumerate(legal[: legal_moves(rules, state, legal)])}
    branches.sort(key=lambda branch: places[branch.move])
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
