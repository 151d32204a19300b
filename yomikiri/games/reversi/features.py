"""What a net sees of Nip and Othello: patterns, and how far the game is.

After the patterns (patterns.py) come three more features: how many cells are empty, and how many
moves each of the two has.
"""

import numpy as np

from yomikiri.bits import count
from yomikiri.games.reversi.board import Layout, Words
from yomikiri.games.reversi.lines import mobility
from yomikiri.games.reversi.patterns import make_patterns
from yomikiri.games.reversi.state import FEATURES, ReversiRules
from yomikiri.jit import kernel
from yomikiri.lanes import MOST_READINGS, MOST_ROWS, READINGS, read_rows
from yomikiri.rules import rule

PATTERNS = FEATURES  # how many there are
PATTERN_ROWS = PATTERNS + 1  # how many features they have
BEGINS = PATTERNS + 2  # [MOST_READINGS] where the rows of a pattern's readings begin
SUMS = BEGINS + MOST_READINGS  # [8, 256, words] and after it the rows of all readings, 16 bits each

MOST_MOVES = 24  # more are as many


def feature_tables(layout: Layout) -> Words:
    """The tables of a board, from FEATURES on."""
    patterns = make_patterns(layout.board)
    begins = np.zeros(MOST_READINGS, np.int64)
    begins[: patterns.number] = patterns.begins + READINGS * (SUMS + patterns.sums.size)
    head = np.array([patterns.number, patterns.rows])
    assert patterns.rows < 1 << 16  # 55,971 on 7x9, where they are most
    rows = np.zeros(-(-patterns.row_of.size // READINGS) * READINGS, np.uint16)
    rows[: patterns.row_of.size] = patterns.row_of
    return np.concatenate([head, begins, patterns.sums.ravel(), rows.view(np.int64)])


@rule
def feature_rows(rules: ReversiRules):
    """Those of the patterns, of the empty cells, and of the moves of both."""
    return rules.tables[PATTERN_ROWS] + count(rules.cells) + 1 + 2 * (MOST_MOVES + 1)


@rule
def most_features(rules: ReversiRules):
    """One for each pattern, and three."""
    return rules.tables[PATTERNS] + 3


@rule
def features(rules: ReversiRules, state, view, out):
    """Always as many."""
    own, other = state.own, state.other
    if view != 0:
        own, other = other, own
    read_rows(rules.tables, BEGINS, SUMS, rules.tables[PATTERNS], own, other, out, 0)
    mine, theirs = moves_of(rules, own, other), moves_of(rules, other, own)
    return add_counts(rules, state, mine, theirs, out, 0)


@rule
def both_features(rules: ReversiRules, state, out):
    """The same for both views: the board is read once, and moves are counted once."""
    own, other = state.own, state.other
    read_rows(rules.tables, BEGINS, SUMS, rules.tables[PATTERNS], own, other, out, MOST_ROWS)
    mine, theirs = moves_of(rules, own, other), moves_of(rules, other, own)
    number = add_counts(rules, state, mine, theirs, out, 0)
    add_counts(rules, state, theirs, mine, out, MOST_ROWS)
    return number, number


@kernel
def moves_of(rules, own, other):
    """How many moves the owner of `own` has, or would have."""
    return min(MOST_MOVES, count(mobility(rules, own, other)))


@kernel
def add_counts(rules, state, mine, theirs, out, first):
    """Write what comes after the patterns of a view, which begin at `first`; how many in all."""
    patterns, row = rules.tables[PATTERNS], rules.tables[PATTERN_ROWS]
    place = first + patterns
    out[place] = row + count(rules.cells ^ state.own ^ state.other)
    row += count(rules.cells) + 1
    out[place + 1] = row + mine
    out[place + 2] = row + MOST_MOVES + 1 + theirs
    return patterns + 3
