"""The estimate of a Nip or Othello position, for players: a few counts, each times its weight.

Every count is a difference, own less other.  What a count is worth changes as the board fills, so
each has a weight for five stages of the game, from the empty board to the full one; between two
stages the estimate is a mean of both.  A weight of 100 is one stone at the end of the game.

All data is in one array: the weights, [STAGES, FEATURES], and after them the sets of cells that
the counts are about, which depend on the board.  Only the weights can be fitted.
"""

import numpy as np

from yomikiri.bits import bit, count, lowest, shift_down, shift_up, to_bits
from yomikiri.games.reversi.board import Layout, Place, Words
from yomikiri.games.reversi.lines import mobility, rim_order
from yomikiri.games.reversi.state import NEAR, ReversiRules
from yomikiri.jit import DISABLED, kernel
from yomikiri.rules import rule

STAGES = 5
NAMES = (
    "tempo",  # being to move
    "parity",  # being to move with an odd number of empty cells: the last move is ours
    "stones",
    "mobility",  # legal moves
    "frontier",  # empty cells next to enemy stones that could be turned over: moves to come
    "corner",
    "x cell",  # diagonally next to an empty corner: it gives the corner away
    "c cell",  # next to an empty corner along the edge
    "rim",  # the outermost cells: in Othello the edges, in Nip the ring
    "second row",  # the cells next to those
    "anchored",  # on an edge, connected to an own corner: never turned over again
    "exposed",  # on Nip's ring next to an empty cell of it
)
FEATURES = len(NAMES)
(
    TEMPO,
    PARITY,
    STONES,
    MOBILITY,
    FRONTIER,
    CORNER,
    X_CELL,
    C_CELL,
    RIM,
    SECOND_ROW,
    ANCHORED,
    EXPOSED,
) = range(FEATURES)

# Where the sets of cells begin, one word each.
SETS = STAGES * FEATURES
(
    CORNERS,
    X_CELLS,
    C_CELLS,
    LONG_EDGES,  # the two along which cells are numbered
    SHORT_EDGES,
    RIM_CELLS,
    SECOND_CELLS,
    BETWEEN,  # [4] cells with a neighbour on both sides in each direction: they can be turned over
) = range(SETS, SETS + 8)
ALL_WORDS = SETS + 11

# One row for each feature: its weight when 0, 1/4, 1/2, 3/4 and all of the board is filled.  Fitted
# backwards by least squares on 8x8 boards: the last two columns to positions that were read out,
# the others to values found by looking six plies ahead with the columns to their right.
NIP = (
    (224, 224, 217, 147, 609),  # tempo
    (437, 437, 558, 622, 741),  # parity
    (-43, -43, -35, 9, 32),  # stones
    (44, 44, 69, 399, 340),  # mobility
    (42, 42, 112, -46, -65),  # frontier
    (0, 0, 0, 0, 0),  # corner
    (0, 0, 0, 0, 0),  # x cell
    (0, 0, 0, 0, 0),  # c cell
    (222, 222, 141, 67, 35),  # rim
    (-103, -103, -12, -23, 57),  # second row
    (0, 0, 0, 0, 0),  # anchored
    (-21, -21, -5, -37, 75),  # exposed
)
OTHELLO = (
    (377, 377, 357, 196, 205),  # tempo
    (0, 0, 71, 185, 213),  # parity
    (-30, -30, -26, -6, 40),  # stones
    (29, 29, 50, 249, 282),  # mobility
    (23, 23, 47, -35, -11),  # frontier
    (1168, 1168, 931, 418, -19),  # corner
    (-1024, -1024, -621, -266, -56),  # x cell
    (-696, -696, -533, -283, -35),  # c cell
    (-6, -6, 32, -8, -33),  # rim
    (-86, -86, -59, -13, 50),  # second row
    (245, 245, 150, 136, 97),  # anchored
    (0, 0, 0, 0, 0),  # exposed
)


def make_weights(layout: Layout) -> Words:
    """The weights for a board and its sets of cells."""
    values = np.array(NIP if layout.board.is_nip else OTHELLO, np.int64).T
    words = np.concatenate([values.ravel(), cell_sets(layout)])
    # Without the compiler NumPy's integers would get into sums of sets, and overflow there.
    return words.tolist() if DISABLED else words


def cell_sets(layout: Layout) -> Words:
    """[11] the sets of cells of a board, in the order of their names."""
    right, bottom = layout.board.width - 1, layout.board.height - 1
    places = set(layout.number)
    nip = layout.board.is_nip

    def from_edges(place: Place) -> Place:
        x, y = place
        return layout.turn((min(x, right - x), min(y, bottom - y)))

    def beyond(place: Place, step: Place, times: int) -> Place:
        across, down = layout.turn(step)
        return place[0] + times * across, place[1] + times * down

    edges = {p for p in places if 0 in from_edges(p)}
    rim = set(layout.board.rim()) if nip else edges
    steps = [(1, 0), (0, 1), (1, 1), (-1, 1)]
    around = [(sign * x, sign * y) for x, y in steps for sign in (1, -1)]
    sets = (
        *(
            [p for p in places if not nip and from_edges(p) in distances]
            for distances in ([(0, 0)], [(1, 1)], [(0, 1), (1, 0)])
        ),
        [p for p in places if from_edges(p)[1] == 0],
        [p for p in places if from_edges(p)[0] == 0],
        rim,
        [p for p in places - rim if any(beyond(p, step, 1) in rim for step in around)],
        *([p for p in places if {beyond(p, s, 1), beyond(p, s, -1)} <= places] for s in steps),
    )
    return np.array([to_bits(layout.number[p] for p in cells) for cells in sets], np.int64)


@rule
def evaluate(rules: ReversiRules, state, weights):
    """The weighted counts, between the two nearest stages."""
    counts = features(rules, state, weights)
    cells = count(rules.cells)
    filled = (STAGES - 1) * count(state.own | state.other)
    stage = min(filled // cells, STAGES - 2)
    later = filled - stage * cells
    row = stage * FEATURES
    estimate = 0
    for feature in range(FEATURES):
        weight = (
            weights[row + feature] * (cells - later) + weights[row + FEATURES + feature] * later
        )
        estimate += weight * counts[feature]
    return estimate // cells


@kernel
def features(rules, state, weights):
    """[FEATURES] the counts, in the order of their names."""
    own, other = state.own, state.other
    empty = rules.cells ^ own ^ other
    corners = weights[CORNERS]
    near_x, near_c, own_anchored, other_anchored = 0, 0, 0, 0
    if corners & empty != 0:
        # A step beyond the end of a row leads into the next one, where there is no such cell.
        open_corners = corners & empty
        near_x = beside(open_corners, rules.stride - 1) | beside(open_corners, rules.stride + 1)
        near_x &= weights[X_CELLS]
        near_c = beside(open_corners, 1) & weights[LONG_EDGES]
        near_c |= beside(open_corners, rules.stride) & weights[SHORT_EDGES]
        near_c &= weights[C_CELLS]
    if corners & ~empty != 0:
        own_anchored = anchored(own, weights, rules.stride)
        other_anchored = anchored(other, weights, rules.stride)
    exposed = 0
    if rules.ring != 0:
        exposed = exposure(rules, own, empty) - exposure(rules, other, empty)
    return (
        1,
        count(empty) & 1,
        count(own) - count(other),
        count(mobility(rules, own, other)) - count(mobility(rules, other, own)),
        count(frontier(rules, other, empty, weights)) - count(frontier(rules, own, empty, weights)),
        less(own, other, corners),
        less(own, other, near_x),
        less(own, other, near_c),
        less(own, other, weights[RIM_CELLS]),
        less(own, other, weights[SECOND_CELLS]),
        own_anchored - other_anchored,
        exposed,
    )


@kernel
def less(own, other, cells):
    """How many more stones the owner of `own` has on these cells."""
    return count(own & cells) - count(other & cells)


@kernel
def beside(cells, step):
    """The cells one step up or down; the caller handles those across the edge."""
    return shift_up(cells, step) | shift_down(cells, step)


@kernel
def frontier(rules, stones, empty, weights):
    """The empty cells next to a stone that can be turned over in that direction."""
    across = rules.stride
    if across == 0:
        found = 0
        while empty != 0:
            cell = lowest(empty)
            empty &= empty - 1
            if rules.tables[NEAR + cell] & stones != 0:
                found |= bit(cell)
        return found
    return empty & (
        beside(stones & weights[BETWEEN], 1)
        | beside(stones & weights[BETWEEN + 1], across)
        | beside(stones & weights[BETWEEN + 2], across + 1)
        | beside(stones & weights[BETWEEN + 3], across - 1)
    )


@kernel
def anchored(stones, weights, stride):
    """How many stones stand on an edge in an unbroken row from a corner of the same colour."""
    long, short = stones & weights[LONG_EDGES], stones & weights[SHORT_EDGES]
    found, before = stones & weights[CORNERS], 0
    while found != before:
        before = found
        found |= beside(found, 1) & long | beside(found, stride) & short
    return count(found)


@kernel
def exposure(rules, stones, empty):
    """How many stones on Nip's ring are next to an empty cell of it."""
    ring, gaps = rim_order(rules, stones), rim_order(rules, empty)
    last = rules.ring - 1
    around = shift_up(gaps, 1) | shift_down(gaps, 1) | shift_down(gaps, last) | shift_up(gaps, last)
    return count(ring & around)
