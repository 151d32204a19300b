"""The compiled rules of Nip and Othello: mobility, turning over, the rim, the end of the game.

A straight run is turned over by arithmetic on its ray (as in Edax): adding 1 at the near end of a
ray carries through the enemy stones to the first other cell; if that has an own stone, the run is
bracketed.  Downward the highest cell without an enemy is found instead.  The rim is first
brought into its own order by table; there it is a ray that starts anywhere on a ring.
"""

from typing import NamedTuple

import numpy as np

from yomikiri.bits import add, bit, count, highest, lowest, rest, shift_down, shift_up
from yomikiri.games.reversi.board import Layout, Words, byte_table
from yomikiri.jit import kernel
from yomikiri.rules import ONGOING, rule

PASS = 64
NONE = -1
NO_SCORE = -128
LAST = 7


class ReversiRules(NamedTuple):
    """A board and its switches."""

    cells: int  # all cells
    stride: int  # from a cell to its neighbour across, or 0 where that varies
    inner: int  # cells that a run along the board or diagonal can turn over
    doublings: int  # a run has at most 2 + 2 * doublings stones
    ring: int  # length of the rim, 0 if there is none
    lap: int  # 1 if a stone can bracket the whole rest of the rim by itself
    empties_count: int  # 1 if the winner gets the empty cells
    maps: int  # symmetries of the board
    tables: Words  # [...] all tables one after the other: passing an array is expensive


# Where each table begins.
RAYS = 0  # [64, 8] cells seen from each cell, 4 directions upward, 4 downward
RING_AT = RAYS + 64 * 8  # [64] place on the rim, or NONE
RING_OF = RING_AT + 64  # [8, 256] a byte of the board, in the rim's order
BOARD_OF = RING_OF + 8 * 256  # [4, 256] a byte of the rim, as cells
REGIONS = BOARD_OF + 4 * 256  # [64] the quarter around each cell
QUARTERS = REGIONS + 64  # [4] the quarters
NEAR = QUARTERS + 4  # [64] neighbours
TARGETS = NEAR + 64  # [8, 65] each cell, and the pass, under each symmetry
IMAGES = TARGETS + 8 * 65  # [maps, 8, 256] a byte of the board under each symmetry


def make_rules(layout: Layout, *, lap: bool, rim: bool, empties_count: bool) -> ReversiRules:
    """The tables of a board with its switches."""
    ring = layout.ring() if rim else []
    maps = layout.maps()
    ring_at = np.full(64, NONE)
    ring_at[ring] = range(len(ring))
    targets = np.full((8, 65), PASS)
    for number, images in enumerate(maps):
        targets[number, list(images)] = list(images.values())
    tables = (
        layout.rays(),
        ring_at,
        byte_table({cell: place for place, cell in enumerate(ring)}, 8),
        byte_table(dict(enumerate(ring)), 4),
        layout.regions(),
        layout.quarters(),
        layout.near(),
        targets,
        *(byte_table(images, 8) for images in maps),
    )
    return ReversiRules(
        cells=layout.cells,
        stride=layout.stride,
        inner=layout.inner,
        doublings=max(0, (max(layout.board[:2]) - 3) // 2),
        ring=len(ring),
        lap=int(lap),
        empties_count=int(empties_count),
        maps=len(maps),
        tables=np.concatenate([table.ravel() for table in tables]),
    )


class Reversi(NamedTuple):
    """A position, seen by the player to move."""

    own: int  # stones of the player to move
    other: int  # stones of the opponent
    turn: int  # 0 black, who moves first, 1 white


@rule
def mover(rules: ReversiRules, state):
    """Black is the first player."""
    return state.turn


@rule
def key(rules: ReversiRules, state):
    """The colour to move does not matter: stones have no colour but own and other."""
    return state.own, state.other


@rule
def legal_moves(rules: ReversiRules, state, out):
    """The cells from which a run is bracketed; a pass if only the opponent has one."""
    moves = mobility(rules, state.own, state.other)
    number = 0
    while moves != 0:
        out[number] = lowest(moves)
        number += 1
        moves = rest(moves)
    if number == 0 and mobility(rules, state.other, state.own) != 0:
        out[0] = PASS
        number = 1
    return number


@rule
def play(rules: ReversiRules, state, move):
    """Put a stone, turn over what it brackets."""
    if move == PASS:
        return Reversi(state.other, state.own, 1 - state.turn)
    turned = flips(rules, state.own, state.other, move)
    return Reversi(state.other ^ turned, state.own | turned | bit(move), 1 - state.turn)


@rule
def outcome(rules: ReversiRules, state):
    """The difference of stones once neither side can move."""
    if mobility(rules, state.own, state.other) != 0 or mobility(rules, state.other, state.own) != 0:
        return ONGOING
    return score(rules, state.own, state.other)


@rule
def standing(rules: ReversiRules, state):
    """The difference of stones now."""
    return count(state.own) - count(state.other)


@rule
def remaining(rules: ReversiRules, state):
    """The empty cells."""
    return count(rules.cells ^ state.own ^ state.other)


@rule
def order(rules: ReversiRules, state, move, child):
    """Fastest first: leave the opponent few moves; then regions with an odd number of empties."""
    if move == PASS:
        return 0
    region = rules.tables[REGIONS + move] & ~(state.own | state.other)
    parity = count(region) & 1
    return (parity * 3 - 4 * count(mobility(rules, child.own, child.other))) << 17


@rule
def last(rules: ReversiRules):
    """The last few empty cells are read out without a table."""
    return LAST


@rule
def finish(rules: ReversiRules, state, alpha, beta):
    """Read out the last empty cells."""
    return read_out(rules, state.own, state.other, alpha, beta)


@rule
def symmetries(rules: ReversiRules):
    """Eight on a square, four on a rectangle."""
    return rules.maps


@rule
def mirror(rules: ReversiRules, state, number):
    """Byte by byte through a table."""
    own, other = 0, 0
    for byte in range(8):
        row = IMAGES + 256 * (number * 8 + byte)
        own |= rules.tables[row + (shift_down(state.own, 8 * byte) & 255)]
        other |= rules.tables[row + (shift_down(state.other, 8 * byte) & 255)]
    return Reversi(own, other, state.turn)


@rule
def mirror_move(rules: ReversiRules, move, number):
    """A pass stays a pass."""
    return rules.tables[TARGETS + 65 * number + move]


@kernel
def score(rules, own, other):
    """The result of a finished game for the owner of `own`."""
    difference = count(own) - count(other)
    if rules.empties_count != 0:
        empty = count(rules.cells ^ own ^ other)
        if difference > 0:
            difference += empty
        elif difference < 0:
            difference -= empty
    return difference


@kernel
def mobility(rules, own, other):
    """The empty cells from which a run of `other` is bracketed."""
    empty = rules.cells ^ own ^ other
    if rules.stride == 0:
        return mobility_by_cell(rules, own, other, empty)
    inner, across = other & rules.inner, rules.stride
    moves = (
        ends_of_runs(own, inner, 1, rules.doublings)
        | ends_of_runs(own, other, across, 2)
        | ends_of_runs(own, inner, across + 1, 2)
        | ends_of_runs(own, inner, across - 1, 2)
    )
    if rules.ring != 0:
        moves |= rim_mobility(rules, own, other)
    return moves & empty


@kernel
def ends_of_runs(own, enemy, step, doublings):
    """The cells just beyond a run of enemies that starts next to an own stone, `step` up or down.

    Each doubling lengthens the runs found by two; the first two stones are found singly.
    """
    up = shift_up(own, step) & enemy
    down = shift_down(own, step) & enemy
    up |= shift_up(up, step) & enemy
    down |= shift_down(down, step) & enemy
    pairs_up = enemy & shift_up(enemy, step)
    pairs_down = shift_down(pairs_up, step)
    for _ in range(doublings):
        up |= shift_up(up, 2 * step) & pairs_up
        down |= shift_down(down, 2 * step) & pairs_down
    return shift_up(up, step) | shift_down(down, step)


@kernel
def mobility_by_cell(rules, own, other, empty):
    """The same for boards whose neighbours differ by no fixed number: try every cell."""
    moves = 0
    while empty != 0:
        cell = lowest(empty)
        empty = rest(empty)
        if flips(rules, own, other, cell) != 0:
            moves |= bit(cell)
    return moves


@kernel
def rim_order(rules, cells):
    """The rim's part of a set of cells, in the rim's order."""
    rim = 0
    for byte in range(8):
        rim |= rules.tables[RING_OF + 256 * byte + (shift_down(cells, 8 * byte) & 255)]
    return rim


@kernel
def board_order(rules, rim):
    """The cells of a set of places on the rim."""
    cells = 0
    for byte in range(4):
        cells |= rules.tables[BOARD_OF + 256 * byte + (shift_down(rim, 8 * byte) & 255)]
    return cells


@kernel
def rim_mobility(rules, own, other):
    """The cells (empty or not) from which a run is bracketed along the rim."""
    length = rules.ring
    whole = bit(length) - 1
    mine, enemy = rim_order(rules, own), rim_order(rules, other)
    if mine == 0:
        # Only the stone just placed could close a run, after a full lap.
        vacant = whole ^ enemy
        return board_order(rules, vacant) if rules.lap != 0 and count(vacant) == 1 else 0
    # Twice round, so that runs across the seam are whole.
    mine_twice, enemy_twice = mine | shift_up(mine, length), enemy | shift_up(enemy, length)
    # Upward: a carry that starts next to an own stone runs through the enemies behind it.
    start = shift_up(mine_twice, 1) & enemy_twice
    up = add(enemy_twice, start) & ~enemy_twice
    # Downward there is no carry: double the runs instead.
    down = shift_down(mine_twice, 1) & enemy_twice
    reach, step = enemy_twice, 1
    while step < length:
        down |= shift_down(down, step) & reach
        reach &= shift_down(reach, step)
        step *= 2
    down = shift_down(down, 1) & ~enemy_twice
    both = up | down
    return board_order(rules, (both | shift_down(both, length)) & whole)


@kernel
def flips(rules, own, other, cell):
    """The enemy stones that a stone on `cell` turns over."""
    turned = 0
    for k in range(4):
        ray = rules.tables[RAYS + 8 * cell + k]
        near_end = ray & -ray
        closing = add(other | ~ray, near_end) & own & ray
        turned |= add(closing, -near_end if closing != 0 else 0) & ray
    for k in range(4, 8):
        ray = rules.tables[RAYS + 8 * cell + k]
        first_other = bit(highest(ray & ~other | 1))
        closing = first_other & own & ray
        turned |= (-2 * closing) & ray
    if rules.ring != 0 and rules.tables[RING_AT + cell] != NONE:
        turned |= rim_flips(rules, own, other, rules.tables[RING_AT + cell])
    return turned


@kernel
def rim_flips(rules, own, other, place):
    """The enemy stones bracketed along the rim by a stone on its `place`."""
    length = rules.ring
    whole = bit(length) - 1
    mine, enemy = rim_order(rules, own), rim_order(rules, other)
    # Turn the ring so that the new stone is at 0 and the others at 1 to length - 1.
    mine = (shift_down(mine, place) | shift_up(mine, length - place)) & whole
    enemy = (shift_down(enemy, place) | shift_up(enemy, length - place)) & whole
    others = whole ^ 1
    turned = 0
    upward = add(enemy | ~others, 2) & others & mine
    if upward != 0:
        turned = upward - 2
    if others & ~enemy != 0:
        closing = bit(highest(others & ~enemy)) & mine
        turned |= (-2 * closing) & others
    elif rules.lap != 0:
        turned = others
    if turned == 0:
        return 0
    turned = (shift_up(turned, place) | shift_down(turned, length - place)) & whole
    return board_order(rules, turned)


@kernel
def read_out(rules, own, other, alpha, beta):
    """Fail-soft value for the owner of `own`, positions visited below, ends among them.

    Cells of regions with an odd number of empty cells are tried first: the last move in a region
    is worth having.
    """
    empty = rules.cells ^ own ^ other
    odd = 0
    for quarter in range(4):
        region = rules.tables[QUARTERS + quarter] & empty
        if count(region) & 1 != 0:
            odd |= region
    nodes, leaves = 0, 0
    for sign in (1, -1):  # if there is no move, pass
        best = NO_SCORE
        for group in (odd, empty ^ odd):
            cells = group
            while cells != 0:
                cell = lowest(cells)
                cells = rest(cells)
                if rules.tables[NEAR + cell] & other == 0:
                    continue
                turned = flips(rules, own, other, cell)
                if turned == 0:
                    continue
                value, below, ends = read_out(
                    rules, other ^ turned, own | turned | bit(cell), -beta, -max(alpha, best)
                )
                nodes += below + 1
                leaves += ends
                if -value > best:
                    best = -value
                    if best >= beta:
                        return sign * best, nodes, leaves
        if best != NO_SCORE:
            return sign * best, nodes, leaves
        nodes += 1
        own, other = other, own
        alpha, beta = -beta, -alpha
    return score(rules, own, other), nodes - 1, 1
