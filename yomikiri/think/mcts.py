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
from typing import Any

import numpy as np

from yomikiri.bits import wrap
from yomikiri.chance import STREAM, draw
from yomikiri.lanes import UNIT
from yomikiri.rules import (
    MOST_MOVES,
    NO_MOVE,
    ask_evaluate,
    evaluate,
    is_answered,
    legal_moves,
    may_repeat,
    move_buffer,
    play,
)
from yomikiri.running import Handle, Limits, Runner, Stopped
from yomikiri.search.playout import choose
from yomikiri.search.trail import STEP, remember
from yomikiri.search.tree import grow, open_node
from yomikiri.search.tree_space import (
    BY_NET,
    CONTROL,
    DEEPEST,
    ESTIMATE,
    NODE,
    NOTHING,
    PLIES,
    STOP,
    USED,
    Style,
    TreeWorkspace,
    Words,
)
from yomikiri.think.mcts_report import Report, report
from yomikiri.think.team import UNBOUNDED
from yomikiri.think.thought import Task, Thought
from yomikiri.think.values import as_estimate

MEGABYTES = 256.0
ESTIMATED_PLIES = 4  # of playouts, where the game has an estimate
NET_EXPLORE = 0.5  # the exploration constant with a net


def grow_trees(task: Task, *, seed: int = 0, style: Style | None = None) -> Thought:
    """The move that random games favour; a limit of nodes counts them, not their moves.

    The values of moves are estimates, or proved.
    """
    game, state, before, limits, moves, plan, _, handle = task
    found = search(
        game.rules,
        state,
        limits=limits,
        moves=moves,
        seed=seed,
        threads=plan.threads,
        style=style,
        before=before,
        weights=task.weights,
        megabytes=MEGABYTES if plan.megabytes is None else plan.megabytes,
        handle=handle,
    )
    # Who wins is proved, not by how much.
    is_exact = found.value is not None and not game.has_score
    return Thought(
        found.best,
        found.value if found.value is not None and is_exact else as_estimate(found.rate),
        is_exact,
        nodes=found.plies,
        line=found.line,
        equal=(found.best,),
        moves=tuple(
            branch.valued(
                found.line if branch.move == found.best else (branch.move,),
                is_provable=not game.has_score,
            )
            for branch in found.branches
        ),
    )


def style_for(rules: Any, asked: Mapping[str, float], *, by_net: bool = False) -> Style:
    """The style for a game, as far as it was not asked for.

    Where the game has an estimate, playouts are cut short and judged by it.  With a net there are
    none, unless their length was asked for.
    """
    usual = Style(estimates=ESTIMATE if is_answered(ask_evaluate, rules) else NOTHING)
    plies = ESTIMATED_PLIES if usual.estimates else usual.plies
    if by_net:
        is_rolled = asked.get("plies", 0) > 0
        usual = Style(NET_EXPLORE, estimates=ESTIMATE if is_rolled else BY_NET)
        plies = 0
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
    moves: Sequence[int] = (),
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
    the game up to this position; `moves` are the only ones to choose from, none: all.  Without
    weights, whole games are played.
    """
    if limits.nodes is None and limits.seconds is None:
        raise ValueError("expected a limit: nodes or seconds")
    if style is None:
        style = Style() if weights is None else style_for(rules, {})
    words = np.zeros(1, np.int64) if weights is None else weights
    past = tuple(before) if may_repeat(rules) else ()
    unit = 1.0
    if style.estimates == ESTIMATE:
        unit = estimate_unit(rules, state, words, seed)
    elif style.estimates == BY_NET:
        unit = max(1.0, float(words[UNIT]))
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
    return report(rules, state, trees, moves)


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
