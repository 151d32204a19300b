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
from yomikiri.lanes import MOST_READINGS, read_rows
from yomikiri.rules import rule

PATTERNS = FEATURES  # how many there are
PATTERN_ROWS = PATTERNS + 1  # how many features they have
BEGINS = PATTERNS + 2  # [MOST_READINGS] where the rows of a pattern's readings begin
SUMS = BEGINS + MOST_READINGS  # [8, 256, words] and after it the rows of all readings

MOST_MOVES = 24  # more are as many


def feature_tables(layout: Layout) -> Words:
    """The tables of a board, from FEATURES on."""
    patterns = make_patterns(layout.board)
    begins = np.zeros(MOST_READINGS, np.int64)
    begins[: patterns.number] = patterns.begins + SUMS + patterns.sums.size
    head = np.array([patterns.number, patterns.rows])
    return np.concatenate([head, begins, patterns.sums.ravel(), patterns.row_of])


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
    tables = rules.tables
    own, other = state.own, state.other
    if view != 0:
        own, other = other, own
    patterns = tables[PATTERNS]
    read_rows(tables, BEGINS, SUMS, patterns, own, other, out)
    row = tables[PATTERN_ROWS]
    out[patterns] = row + count(rules.cells ^ own ^ other)
    row += count(rules.cells) + 1
    out[patterns + 1] = row + min(MOST_MOVES, count(mobility(rules, own, other)))
    row += MOST_MOVES + 1
    out[patterns + 2] = row + min(MOST_MOVES, count(mobility(rules, other, own)))
    return patterns + 3
