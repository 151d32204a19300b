"""A toy game with everything an algorithm may meet: two moves in a row, endless play, chance.

A token lies on a numbered node.  Whoever is to move pushes it along an arrow; a node without arrows
ends the game, and its prize goes to the first player (the second pays it).  Three switches, each on
or off: `twice` lets the pusher move again after leaving certain nodes, `endless` allows arrows to
smaller numbers, so that the token can go round for ever (a draw), `chance` has a die, loaded, push
the token on certain nodes.  The track for reading by hand, arrows to smaller numbers in brackets:

    node     0    1          2      3          4          5          6   7   8
    arrows   1 2  3 5 8 (0)  4 (0)  4 5 7 (2)  6 7 8 (3)  6 7 8 (0)  -   -   -
    prize   -1   -2          1     -2          2          0          2   0  -2
             after 2 and 3 the pusher moves again, on 2 and 5 the die is thrown

Random graphs are other games by the same rules: hundreds of them for one compilation.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.jit import kernel
from yomikiri.rules import CHANCE, FIRST, ONGOING, QUESTIONS, UNLIMITED, rule

WIDTH = 4  # arrows from one node, at most
NONE = -1
PRIZE, AGAIN, DICE = WIDTH, WIDTH + 1, WIDTH + 2  # columns after the arrows
COLUMNS = WIDTH + 3


class ToyRules(NamedTuple):
    """A graph and its switches."""

    nodes: int
    twice: int  # 1: leaving some nodes, a player moves again
    endless: int  # 1: arrows to smaller numbers may be used
    chance: int  # 1: on some nodes a die is thrown
    table: NDArray[np.int64]  # [nodes, COLUMNS] arrows (or NONE), prize, again, dice


class Toy(NamedTuple):
    """A position."""

    node: int
    turn: int  # 0 the first player, 1 the second; chance throws for the one who moves then


class Node(NamedTuple):
    """One row of the table."""

    arrows: tuple[int, ...]
    prize: int
    again: int = 0
    dice: int = 0


START = Toy(0, 0)

TRACK = (
    Node((1, 2), -1),
    Node((3, 5, 8, 0), -2),
    Node((4, 0), 1, again=1, dice=1),
    Node((4, 5, 7, 2), -2, again=1),
    Node((6, 7, 8, 3), 2),
    Node((6, 7, 8, 0), 0, dice=1),
    Node((), 2),
    Node((), 0),
    Node((), -2),
)


def make_toy(graph: tuple[Node, ...], *, twice: int, endless: int, chance: int) -> ToyRules:
    """The rules of a graph with its switches."""
    table = np.full((len(graph), COLUMNS), NONE, np.int64)
    for row, node in zip(table, graph, strict=True):
        row[: len(node.arrows)] = node.arrows
        row[PRIZE:] = node.prize, node.again, node.dice
    return ToyRules(len(graph), twice, endless, chance, table)


def random_graph(seed: int, nodes: int) -> tuple[Node, ...]:
    """A graph whose last two nodes end the game; arrows go both ways, prizes from -2 to 2."""
    rng = random.Random(seed)
    graph = []
    for node in range(nodes - 2):
        onward = rng.randrange(node + 1, nodes)  # so that games without arrows back are long too
        others = [target for target in range(nodes) if target != onward]
        arrows = [onward, *rng.sample(others, rng.randrange(min(WIDTH, nodes)))]
        rng.shuffle(arrows)
        flags = int(rng.random() < 0.4), int(rng.random() < 0.5)
        graph.append(Node(tuple(arrows), rng.randint(-2, 2), *flags))
    return (*graph, Node((), rng.randint(0, 2)), Node((), rng.randint(-2, 0)))


def switches() -> Iterator[dict[str, int]]:
    """All eight combinations."""
    for number in range(8):
        yield {"twice": number & 1, "endless": number >> 1 & 1, "chance": number >> 2}


@kernel
def is_open(rules, node):
    """Whether an arrow leads on from here."""
    for column in range(WIDTH):
        target = rules.table[node, column]
        if target > node or (rules.endless != 0 and target != NONE):
            return True
    return False


@rule
def mover(rules: ToyRules, state):
    """The die, where there is one and the game is not over; else the player whose turn it is."""
    if rules.chance != 0 and rules.table[state.node, DICE] == 1 and is_open(rules, state.node):
        return CHANCE
    return state.turn


@rule
def key(rules: ToyRules, state):
    """The prizes are one player's, so the turn matters."""
    return state.node, state.turn


@rule
def legal_moves(rules: ToyRules, state, out):
    """A move is the node it leads to."""
    number = 0
    for column in range(WIDTH):
        target = rules.table[state.node, column]
        if target > state.node or (rules.endless != 0 and target != NONE):
            out[number] = target
            number += 1
    return number


@rule
def play(rules: ToyRules, state, move):
    """The turn passes, unless the node left says "again" or a die was thrown."""
    stays = mover(rules, state) == CHANCE
    if rules.twice != 0 and rules.table[state.node, AGAIN] == 1:
        stays = True
    return Toy(move, state.turn if stays else 1 - state.turn)


@rule
def outcome(rules: ToyRules, state):
    """The prize of a node without arrows."""
    if is_open(rules, state.node):
        return ONGOING
    return standing(rules, state)


@rule
def standing(rules: ToyRules, state):
    """The prize of this node."""
    prize = rules.table[state.node, PRIZE]
    return prize if state.turn == 0 or mover(rules, state) == CHANCE else -prize


@rule
def tempts(rules: ToyRules, state, move):
    """A push to a node whose prize goes to the pusher."""
    prize = rules.table[move, PRIZE]
    return prize > 0 if state.turn == 0 else prize < 0


@rule
def evaluate(rules: ToyRules, state, weights):
    """The prize of this node: no good estimate, but not always 0."""
    return standing(rules, state)


@rule
def remaining(rules: ToyRules, state):
    """Without arrows back, a push for each greater number."""
    return UNLIMITED if rules.endless != 0 else rules.nodes - 1 - state.node


@rule
def may_repeat(rules: ToyRules):
    """Only where arrows lead back."""
    return rules.endless != 0


@rule
def chances(rules: ToyRules, state, move):
    """A loaded die: weights from 1 to 4."""
    return 1 + (state.node + 3 * move) % 4


# The same game by a sterner rule.

FIRST_LOSES = -1  # what endless play is worth to the first player


class SternToyRules(ToyRules):
    """The toy, but a position that comes again is lost by the first player."""


for question in QUESTIONS.values():
    if ToyRules in question.answers:
        question.answers[SternToyRules] = question.answers[ToyRules]


@rule
def repetition(rules: SternToyRules, state, own_marks, other_marks):
    """As its mover sees it."""
    return FIRST_LOSES if mover(rules, state) == FIRST else -FIRST_LOSES
