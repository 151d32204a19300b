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

from yomikiri.jit import brief, kernel
from yomikiri.rules import (
    CHANCE,
    FIRST,
    ONGOING,
    SECOND,
    legal_moves,
    may_repeat,
    mover,
    order,
    outcome,
    play,
)
from yomikiri.search.leaf import as_first, chance_by_net, look, odds, roll
from yomikiri.search.playout import choose
from yomikiri.search.trail import remember
from yomikiri.search.tree_space import (
    BY_NET,
    CHILD,
    DEEPEST,
    LOWER,
    MOVE,
    NODE,
    NUMBER,
    PLAYOUTS,
    PROMISE,
    PROMISED,
    STOP,
    TOTAL,
    UNSEEN,
    UPPER,
    USED,
    VISITS,
    WHOLE,
)


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


@brief
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
