"""Kernels of Nip and Othello: runs that are bracketed along lines and the rim, and turned over.

A straight run is turned over by arithmetic on its ray (as in Edax): adding 1 at the near end of a
ray carries through the enemy stones to the first other cell; if that has an own stone, the run is
bracketed.  Downward the highest cell without an enemy is found instead.  The rim is first
brought into its own order by table; there it is a ray that starts anywhere on a ring.
"""

from yomikiri.bits import add, bit, count, highest, lowest, rest, shift_down, shift_up
from yomikiri.games.reversi.state import BOARD_OF, NONE, RAYS, RING_AT, RING_OF
from yomikiri.jit import kernel


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
