"""A game that is nothing but a random graph, to try retrograde analysis on every shape of game.

A position is a place.  Places have an owner, who moves there, and belong to classes; a move goes to
a place of the same class or of an earlier one, and may leave the mover on turn.
"""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from yomikiri.games.game import Game, TableClass
from yomikiri.rules import ONGOING, rule

FIELDS = (
    7  # of a place: owner, outcome, class, number, where its moves begin, and predecessors, end
)
OWNER, OUTCOME, GROUP, NUMBER, MOVES, BACK, END = range(FIELDS)


class GraphRules(NamedTuple):
    """The graph in one array: FIELDS for each place, then the ends of all moves."""

    table: Any
    starts: Any  # of the classes
    backwards: int  # whether `unplay` answers
    turns: int  # whether the turn passes with every move
    anew: int  # whether distances are counted anew in another class


class Graph(NamedTuple):
    """A position."""

    place: int


@rule
def legal_moves(rules: GraphRules, state, out):
    start = rules.table[state.place * FIELDS + MOVES]
    number = rules.table[state.place * FIELDS + BACK] - start
    for i in range(number):
        out[i] = start + i
    return number


@rule
def play(rules: GraphRules, state, move):
    return Graph(rules.table[move])


@rule
def outcome(rules: GraphRules, state):
    return rules.table[state.place * FIELDS + OUTCOME]


@rule
def mover(rules: GraphRules, state):
    return rules.table[state.place * FIELDS + OWNER]


@rule
def key(rules: GraphRules, state):
    return state.place, 0


@rule
def may_repeat(rules: GraphRules):
    return True


@rule
def index(rules: GraphRules, state):
    at = state.place * FIELDS
    return rules.table[at + GROUP], rules.table[at + NUMBER]


@rule
def unindex(rules: GraphRules, group, number):
    return Graph(rules.starts[group] + number)


@rule
def is_position(rules: GraphRules, state):
    return state.place % 7 != 3  # holes, to which no move leads


@rule
def leaves_class(rules: GraphRules, state, move):
    group = rules.table[state.place * FIELDS + GROUP]
    return rules.table[rules.table[move] * FIELDS + GROUP] != group


@rule
def resets(rules: GraphRules, state, move):
    return rules.anew != 0


@rule
def alternates(rules: GraphRules):
    return rules.turns != 0


@rule
def unplay(rules: GraphRules, state, out):
    if rules.backwards == 0:
        return -1
    at = state.place * FIELDS
    number = 0
    for i in range(rules.table[at + BACK], rules.table[at + END]):
        before = rules.table[i] * FIELDS
        if rules.table[before + GROUP] == rules.table[at + GROUP]:
            stays = rules.table[before + OWNER] == rules.table[at + OWNER]
            out[number] = 2 * rules.table[before + NUMBER] + stays
            number += 1
    return number


class GraphGame(Game):
    """Only what the builder of tables asks for."""

    family = "graph"
    spec = "graph"

    def __init__(self, rules: GraphRules, sizes: Sequence[int]) -> None:
        self.rules, self.start = rules, Graph(0)
        self.sizes = sizes

    def table_classes(self) -> Sequence[TableClass]:
        return [TableClass(str(n), size) for n, size in enumerate(self.sizes)]

    def parse(self, text: str) -> Graph:
        return Graph(int(text))

    def show(self, state: Graph) -> str:
        return str(state.place)

    def read_move(self, state: Graph, text: str) -> int:
        return int(text)

    def move_name(self, state: Graph, move: int) -> str:
        return str(move)

    def draw(self, state: Graph, **options: Any) -> str:
        return str(state.place)

    def svg(self, state: Graph, **options: Any) -> str:
        return ""


def random_graph(seed: int, sizes: Sequence[int], **switches: int) -> GraphGame:
    """A graph whose places have nought to four moves; those without are won, drawn or lost."""
    chance = random.Random(seed)
    places = sum(sizes)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    groups = [group for group, size in enumerate(sizes) for _ in range(size)]
    real = [place for place in range(places) if place % 7 != 3]
    upto = np.searchsorted(real, starts)  # real places before each class
    turns = switches.get("turns", 0)
    # Where the turn always passes, moves go between even and odd places.
    owner = [place % 2 if turns else chance.randrange(2) for place in range(places)]
    moves: list[list[int]] = [[] for _ in range(places)]
    for place in real:
        group = groups[place]
        low = upto[group] if chance.random() < 0.8 else 0
        for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 4))):
            target = real[chance.randrange(int(low), int(upto[group + 1]))]
            if not turns or (target - place) % 2:
                moves[place].append(target)
    back: list[list[int]] = [[] for _ in range(places)]
    for place, targets in enumerate(moves):
        for target in targets:
            back[target].append(place)
    fields, ends = np.zeros((places, FIELDS), np.int64), []
    at = places * FIELDS
    for place in range(places):
        result = ONGOING if moves[place] else chance.choice((-1, -1, 0, 1))
        number = place - int(starts[groups[place]])
        begin, middle = at, at + len(moves[place])
        at = middle + len(back[place])
        fields[place] = (owner[place], result, groups[place], number, begin, middle, at)
        ends += moves[place] + back[place]
    table = np.concatenate([fields.ravel(), np.array(ends, np.int64)]).astype(np.int64)
    rules = GraphRules(table, starts, switches.get("backwards", 1), turns, switches.get("anew", 0))
    return GraphGame(rules, sizes)
