"""The tree that Monte Carlo tree search grows: its nodes, and how one more playout is added.

A node is eight words of one array.  From the root down, each player takes the move with the
greatest upper confidence bound (UCT); a position met for the second time gets its moves as
children; from there a random game is played, and its result is added to every node on the way.
With a net there are no random games: a position gets its moves as children when it is first met,
the net says what each is worth, the best of that is the result, and moves are chosen by their means
and by the odds that the net gives them (PUCT, as in AlphaGo Zero, but the priors are by values).
Each node also has a lower and an upper bound on who wins, which are facts: games that are over set
them, and they are carried up as far as they change something.

Every value is as the first player sees it.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.jit import kernel
from yomikiri.rules import (
    CHANCE,
    FIRST,
    NO_MOVE,
    ONGOING,
    SECOND,
    key,
    legal_moves,
    may_repeat,
    mover,
    order,
    outcome,
    play,
)
from yomikiri.search.playout import choose, choose_tempted
from yomikiri.search.trail import earlier, remember, repetition_value
from yomikiri.search.values import estimate

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


@kernel
def grow(rules, space, root, playouts):
    """Add `playouts` to the tree; fewer if the root is decided, but one even if stopped."""
    nodes, path, control = space.nodes, space.path, space.control
    for _ in range(playouts):
        if nodes[LOWER] == nodes[UPPER] or (control[STOP] != 0 and nodes[NUMBER] != UNSEEN):
            break
        state, node, depth, result = root, 0, 0, 0
        while True:
            path[depth, 0], path[depth, 1] = node, mover(rules, state)
            if nodes[node + LOWER] == nodes[node + UPPER]:
                result = nodes[node + LOWER] * WHOLE
                break
            if nodes[node + NUMBER] == UNSEEN:
                number = legal_moves(rules, state, space.moves)
                worth = look(rules, space, state, number, depth)
                if worth != ONGOING:
                    nodes[node + LOWER] = nodes[node + UPPER] = worth
                    nodes[node + NUMBER] = 0
                    result = worth * WHOLE
                    break
                fits = control[USED] + number * NODE <= nodes.size and depth < DEEPEST - 1
                by_net = space.style.estimates == BY_NET
                if not fits or (depth > 0 and nodes[node + VISITS] == 0 and not by_net):
                    result = roll(rules, space, state, number)
                    break
                expand(rules, space, state, node, number)
                if nodes[node + LOWER] == nodes[node + UPPER]:
                    result = nodes[node + LOWER] * WHOLE
                    break
                if by_net:
                    result = promise(rules, space, state, node)
                    break
            if may_repeat(rules):
                remember(rules, space.trail, state, space.before + depth)
            if path[depth, 1] == CHANCE:
                number = legal_moves(rules, state, space.moves)
                index = choose(rules, state, number, space.generator, space.moves)
                node = nodes[node + CHILD] + NODE * index
            else:
                node = select(space, node, path[depth, 1])
            state = play(rules, state, nodes[node + MOVE])
            depth += 1
        back_up(space, depth, result)
        control[PLAYOUTS] += 1


@kernel
def look(rules, space, state, number, depth):
    """Who wins, as the first player sees it, if the game is over here; else ONGOING."""
    who = mover(rules, state)
    if number == 0:
        return as_first(who, outcome(rules, state))
    if may_repeat(rules) and depth > 0:
        place = space.before + depth
        first, second = key(rules, state)
        again = earlier(space.trail, first, second, place)
        if again != NO_MOVE:
            return as_first(who, repetition_value(rules, space.trail, state, again, place))
    return ONGOING


@kernel
def as_first(who, result):
    """The sign of a result as the first player sees it."""
    won = 1 if result > 0 else (-1 if result < 0 else 0)
    return -won if who == SECOND else won


@kernel
def expand(rules, space, state, node, number):
    """Give a node its children, the most promising first; games that end at once are noted."""
    nodes, moves, ranks, control = space.nodes, space.moves, space.ranks, space.control
    who = mover(rules, state)
    first = control[USED]
    control[USED] += number * NODE
    for index in range(number):
        move = moves[index]
        child = play(rules, state, move)
        place = index
        if who != CHANCE:
            rank = order(rules, state, move, child)
            while place > 0 and ranks[place - 1] < rank:
                ranks[place] = ranks[place - 1]
                place -= 1
            ranks[place] = rank
            for later in range(index, place, -1):
                copy_node(nodes, first + NODE * (later - 1), first + NODE * later)
        open_node(nodes, first + NODE * place, move)
        result = outcome(rules, child)
        if result != ONGOING:
            worth = as_first(mover(rules, child), result)
            nodes[first + NODE * place + LOWER] = worth
            nodes[first + NODE * place + UPPER] = worth
    nodes[node + CHILD] = first
    nodes[node + NUMBER] = number
    tighten(nodes, node, who)


@kernel
def open_node(nodes, node, move):
    """A new node, of which nothing is known."""
    nodes[node + MOVE], nodes[node + CHILD], nodes[node + NUMBER] = move, 0, UNSEEN
    nodes[node + VISITS], nodes[node + TOTAL] = 0, 0
    nodes[node + LOWER], nodes[node + UPPER], nodes[node + PROMISE] = -1, 1, 0


@kernel
def promise(rules, space, state, node):
    """What a net makes of the children of a node, and of the node: the best of that.

    Each child keeps its value, as the mover here sees it, and its share of all odds: its prior.
    """
    nodes = space.nodes
    who = mover(rules, state)
    sign = -1 if who == SECOND else 1
    first, number = nodes[node + CHILD], nodes[node + NUMBER]
    best = -2 * WHOLE
    for index in range(number):
        place = first + NODE * index
        value = sign * nodes[place + LOWER] * WHOLE
        if nodes[place + LOWER] != nodes[place + UPPER]:
            value = sign * chance_by_net(rules, space, play(rules, state, nodes[place + MOVE]))
        nodes[place + PROMISE] = value
        best = max(best, value)
    total = 0.0
    for index in range(number):
        total += odds(nodes[first + NODE * index + PROMISE])
    for index in range(number):
        place = first + NODE * index
        value = nodes[place + PROMISE]
        prior = 1 + int((WHOLE - 1) * odds(value) / total)
        nodes[place + PROMISE] = (value + WHOLE) * PROMISED + prior
    return sign * best


@kernel
def odds(value):
    """The odds of winning by a value from -WHOLE to WHOLE."""
    return (WHOLE + value + 1.0) / (WHOLE - value + 1.0)


@kernel
def chance_by_net(rules, space, state):
    """What a net makes of a position as the first player sees it, from -WHOLE to WHOLE."""
    value = WHOLE * math.tanh(estimate(rules, state, space.weights) / (2.0 * space.unit))
    return int(-value) if mover(rules, state) == SECOND else int(value)


@kernel
def copy_node(nodes, source, target):
    """Move a node to the next place."""
    for word in range(NODE):
        nodes[target + word] = nodes[source + word]


@kernel
def select(space, node, who):
    """The child with the greatest upper confidence bound for its mover; decided ones are skipped.

    So are those that cannot be better than what is certain.
    """
    nodes, style = space.nodes, space.style
    sign = -1 if who == SECOND else 1
    certain = nodes[node + LOWER] if sign == 1 else -nodes[node + UPPER]
    known = math.log(nodes[node + VISITS] + 1.0)
    wide = math.sqrt(nodes[node + VISITS] + 1.0)
    best, best_bound = nodes[node + CHILD], -1.0
    for index in range(nodes[node + NUMBER]):
        child = nodes[node + CHILD] + NODE * index
        hope = nodes[child + UPPER] if sign == 1 else -nodes[child + LOWER]
        if nodes[child + LOWER] == nodes[child + UPPER] or hope <= certain:
            continue
        visits = nodes[child + VISITS]
        if style.estimates == BY_NET:
            value = float(nodes[child + PROMISE] // PROMISED - WHOLE)
            if visits > 0:
                value = sign * nodes[child + TOTAL] / visits
            prior = (nodes[child + PROMISE] & PROMISED - 1) / WHOLE
            bound = 0.5 + 0.5 * value / WHOLE + style.explore * prior * wide / (1 + visits)
        elif visits == 0:
            bound = 1000.0 - index
        else:
            bound = 0.5 + 0.5 * sign * nodes[child + TOTAL] / (visits * WHOLE)
            bound += style.explore * math.sqrt(known / visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@kernel
def roll(rules, space, start, number):
    """The result of a random game from `start`, whose `number` moves are in the buffer."""
    style, moves = space.style, space.moves
    state, played = start, 0
    while number > 0 and played < style.plies:
        index = choose_tempted(rules, state, number, style.capture, space.generator, moves)
        state = play(rules, state, moves[index])
        played += 1
        number = legal_moves(rules, state, moves)
    space.control[PLIES] += played
    who = mover(rules, state)
    if number == 0:
        return WHOLE * as_first(who, outcome(rules, state))
    if style.estimates == NOTHING:
        return 0
    if style.estimates == BY_NET:
        return chance_by_net(rules, space, state)
    guess = estimate(rules, state, space.weights)
    share = WHOLE * guess / (space.unit + abs(guess))
    return int(-share) if who == SECOND else int(share)


@kernel
def back_up(space, depth, result):
    """Add a result to all nodes of the path, and carry facts up as far as they change something."""
    nodes, path = space.nodes, space.path
    is_new = True
    for ply in range(depth, -1, -1):
        node = path[ply, 0]
        nodes[node + VISITS] += 1
        nodes[node + TOTAL] += result
        if ply < depth and is_new:
            is_new = tighten(nodes, node, path[ply, 1])


@kernel
def tighten(nodes, node, who):
    """Bounds from those of the children; whether they have changed."""
    lower, upper = (-1, -1) if who == FIRST else (1, 1)
    if who == CHANCE:
        lower, upper = 1, -1
    for index in range(nodes[node + NUMBER]):
        child = nodes[node + CHILD] + NODE * index
        if who == FIRST:
            lower = max(lower, nodes[child + LOWER])
            upper = max(upper, nodes[child + UPPER])
        elif who == SECOND:
            lower = min(lower, nodes[child + LOWER])
            upper = min(upper, nodes[child + UPPER])
        else:
            lower = min(lower, nodes[child + LOWER])
            upper = max(upper, nodes[child + UPPER])
    is_new = lower != nodes[node + LOWER] or upper != nodes[node + UPPER]
    nodes[node + LOWER], nodes[node + UPPER] = lower, upper
    return is_new
