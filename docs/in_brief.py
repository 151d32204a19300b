"""Each algorithm in a few lines that note what they do, for the drawings of docs/algorithms.

The searches themselves are kernels and note nothing.
"""

import math
import random
from dataclasses import dataclass, field

from yomikiri import Position
from yomikiri.rules import CHECK, mark

INFINITE = 99


@dataclass
class Node:
    """A position of the tree, and what is written below it."""

    position: Position
    move: str = ""
    text: str = ""
    is_best: bool = False
    is_cut: bool = False
    children: list["Node"] = field(default_factory=list)


def alpha_beta(node: Node, alpha: int, beta: int) -> int:
    """The value for the player to move; what need not be looked at is marked."""
    position = node.position
    if position.outcome is not None:
        value = position.outcome  # as the player to move sees it
        node.text = f"{value:+d}" if value else "0"
        return value
    best = -INFINITE
    for move in position.moves:
        child = Node(position.play(move), str(move))
        node.children.append(child)
        if best >= beta:
            child.is_cut = True
            continue
        value = -alpha_beta(child, -beta, -max(alpha, best))
        if value > best:
            best = value
            for other in node.children:
                other.is_best = other is child
    node.text = f"{best:+d}" if best else "0"
    return best


def proof_numbers(node: Node, side: str) -> tuple[int, int]:
    """How many leaves must still be won to prove a win of `side`, and to disprove it."""
    position = node.position
    if position.outcome is not None:
        is_won = position.outcome * (1 if position.mover == side else -1) > 0
        found = (0, INFINITE) if is_won else (INFINITE, 0)
    elif not node.children:
        found = 1, 1
    else:
        pairs = [proof_numbers(child, side) for child in node.children]
        if position.mover == side:  # one good move is enough
            found = min(p for p, _ in pairs), sum(d for _, d in pairs)
        else:
            found = sum(p for p, _ in pairs), min(d for _, d in pairs)
    proof, disproof = (min(INFINITE, number) for number in found)
    node.text = f"{shown(proof)} / {shown(disproof)}"
    return proof, disproof


def shown(number: int) -> str:
    """A proof number."""
    return "∞" if number >= INFINITE else str(number)


def grow(root: Node, side: str, times: int) -> None:
    """Proof-number search: the leaf that proves most is grown, so many times."""
    for _ in range(times):
        proof_numbers(root, side)
        node = root
        while node.children:
            place = 0 if node.position.mover == side else 1
            node = min(node.children, key=lambda child: proof_numbers(child, side)[place])
        node.children = [Node(node.position.play(m), str(m)) for m in node.position.moves]
    proof_numbers(root, side)
    node = root
    while node.children:  # the way to the leaf that would be next
        place = 0 if node.position.mover == side else 1
        node = min(node.children, key=lambda child: proof_numbers(child, side)[place])
        node.is_best = True


def judge(node: Node) -> int:
    """The value for the player to move, by looking at everything."""
    position = node.position
    if position.outcome is not None:
        value = position.outcome
    else:
        node.children = [Node(position.play(move), str(move)) for move in position.moves]
        values = [-judge(child) for child in node.children]
        value = max(values)
        for child, each in zip(node.children, values, strict=True):
            child.is_best = each == value
    node.text = f"{value:+d}" if value else "0"
    return value


def distances(start: Position) -> dict[Position, int | None]:
    """Every position that can be reached, and in how many plies it is decided; None: a draw.

    As in a table, from the ends of games backwards: whoever can move to a lost position has won,
    whoever can only move to won ones has lost.  Odd numbers are won, even ones lost.
    """
    open_ones = {start: start}
    waiting = [start]
    for position in waiting:
        for child in map(position.play, position.moves):
            if child not in open_ones:
                open_ones[child] = child
                waiting.append(child)
    found: dict[Position, int | None] = {}
    for position in list(open_ones):
        if position.outcome is not None:
            found[open_ones.pop(position)] = 0 if position.outcome else None
    level = 0
    while any(number == level for number in found.values()):
        level += 1
        for position in list(open_ones):
            known = [found.get(position.play(move)) for move in position.moves]
            is_won = level % 2 == 1 and level - 1 in known
            is_lost = level % 2 == 0 and all(n is not None and n % 2 == 1 for n in known)
            if is_won or is_lost:
                found[open_ones.pop(position)] = level
    return found | dict.fromkeys(open_ones)


def random_game(position: Position, chance: random.Random) -> float:
    """The points of the player to move after moves at random: 1, 0.5 or 0."""
    if position.outcome is not None:
        return (position.outcome + 1) / 2
    return 1 - random_game(position.play(chance.choice(position.moves)), chance)


def flat(root: Node, games: int, chance: random.Random) -> None:
    """Flat Monte Carlo: as many random games after each move."""
    root.children = [Node(root.position.play(m), str(m)) for m in root.position.moves]
    points = {}
    for child in root.children:
        points[child.move] = sum(1 - random_game(child.position, chance) for _ in range(games))
        child.text = f"{points[child.move]:g} / {games}"
    max(root.children, key=lambda child: points[child.move]).is_best = True


@dataclass
class Visits:
    """What a tree of random games knows about a node: games, and points of who moved to it."""

    games: int = 0
    points: float = 0.0


def tree_search(root: Node, games: int, chance: random.Random) -> None:
    """Monte Carlo tree search: down by the upper confidence bound, a random game, and back up."""
    seen = {id(root): Visits()}
    for _ in range(games):
        way = [root]
        while way[-1].children:
            parent = seen[id(way[-1])].games
            way.append(max(way[-1].children, key=lambda node: bound(seen[id(node)], parent)))
        leaf = way[-1]
        if seen[id(leaf)].games and leaf.position.outcome is None:
            leaf.children = [Node(leaf.position.play(m), str(m)) for m in leaf.position.moves]
            seen |= {id(child): Visits() for child in leaf.children}
            way.append(leaf.children[0])
        points = 1 - random_game(way[-1].position, chance)
        for node in reversed(way):
            seen[id(node)].games += 1
            seen[id(node)].points += points
            points = 1 - points
    waiting = [root]
    for node in waiting:
        known = seen[id(node)]
        node.text = f"{known.points:g} / {known.games}"
        node.children = [child for child in node.children if seen[id(child)].games]
        waiting += node.children
    best = root
    while best.children:
        best = max(best.children, key=lambda node: seen[id(node)].games)
        best.is_best = True


def bound(known: Visits, parent: int) -> float:
    """The mean result, plus a margin for what was rarely tried."""
    if not known.games:
        return math.inf
    return known.points / known.games + 0.7 * math.sqrt(math.log(parent) / known.games)


def mates(node: Node, plies: int) -> bool:
    """Whether the player to move mates within so many plies, by checks alone."""
    rules = node.position.game.rules
    for move in node.position.moves:
        child = Node(node.position.play(move), str(move))
        is_over = child.position.outcome is not None  # no move is left: as good as a check
        if mark(rules, child.position.state) & CHECK or is_over:
            node.children.append(child)
            child.is_best = is_mated(child, plies - 1)
    found = any(child.is_best for child in node.children)
    node.text = "mate" if found else "no"
    return found


def is_mated(node: Node, plies: int) -> bool:
    """Whether every defence loses; after one that holds the others need not be looked at."""
    node.text = "mate"
    for move in node.position.moves:
        child = Node(node.position.play(move), str(move))
        if plies < 2 or not mates(child, plies - 1):
            node.text, node.children = "no", []
            return False
        child.is_best = True
        node.children.append(child)
    return True


def stages(root: Node, first: int) -> Node:
    """Reading in two stages: so many plies ahead by the stones as they stand, then to the end."""
    _, way = ahead(root, first)
    for node in way[1:]:
        node.is_best = True
    kept = way[-1]
    kept.text += " kept"
    last = kept
    while last.position.outcome is None:  # stage 2, of which only the best line is shown
        move = max(last.position.moves, key=lambda m: -read_out(last.position.play(m)))
        child = Node(last.position.play(move), str(move), is_best=True)
        last.children.append(child)
        last = child
    last.text = f"{stones(last.position):+d}"
    return kept


def ahead(node: Node, plies: int) -> tuple[int, list[Node]]:
    """The best way for the player to move as the stones stand after so many plies."""
    if not plies or node.position.outcome is not None:
        node.text = f"{stones(node.position):+d}"
        return stones(node.position) * (1 if node.position.mover == "first" else -1), [node]
    best, way = -INFINITE, [node]
    for move in node.position.moves:
        child = Node(node.position.play(move), str(move))
        node.children.append(child)
        value, line = ahead(child, plies - 1)
        if -value > best:
            best, way = -value, [node, *line]
    return best, way


def stones(position: Position) -> int:
    """Black's stones more than White's."""
    return position.text.split()[0].count("x") - position.text.split()[0].count("o")


def read_out(position: Position) -> int:
    """The value for the player to move, to the end."""
    if position.outcome is not None:
        return position.outcome
    return max(-read_out(position.play(move)) for move in position.moves)
