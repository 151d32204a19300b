"""Moves of Nip and Othello taken back: which stone may have been the last, and what it turned over.

A stone turned over, in each direction, some of the run of its colour that begins beside it; the
stone that closed the run is behind them.  So a run of r stones leaves r choices, 0 to r - 1 turned
over, and the directions are independent.  What is no move after all (a stone that closed one run
and was turned over in another) is for the caller to find by playing it.
"""

from yomikiri.bits import bit, count, highest, lowest, rest, shift_down, shift_up
from yomikiri.games.reversi.lines import board_order, flips, mobility, rim_order
from yomikiri.games.reversi.state import NONE, PASS, RAYS, RING_AT, Reversi, ReversiRules
from yomikiri.jit import kernel
from yomikiri.rules import rule


@rule
def retractable(rules: ReversiRules, start, state, out):
    """Stones of the player who has just moved, without which the others could still be laid."""
    first = start.own | start.other
    stones = state.own | state.other
    cells = state.other & ~first
    number = 0
    while cells != 0:
        cell = lowest(cells)
        cells = rest(cells)
        # The last stone leaves no run bracketed, but by a stone that was turned over on the rim.
        is_inside = rules.ring == 0 or rules.tables[RING_AT + cell] == NONE
        if is_inside and flips(rules, state.other, state.own, cell) != 0:
            continue
        ways = choices(rules, state.other, cell) - 1
        if ways > 0 and can_be_laid(rules, first, stones ^ bit(cell)):
            out[2 * number] = cell
            out[2 * number + 1] = ways
            number += 1
    if mobility(rules, state.other, state.own) == 0 and mobility(rules, state.own, state.other):
        out[2 * number] = PASS
        out[2 * number + 1] = 1
        number += 1
    return number


@rule
def retract(rules: ReversiRules, state, move, way):
    """The stone taken away, and one of the sets turned back that it may have turned over."""
    if move == PASS:
        return Reversi(state.other, state.own, 1 - state.turn)
    mine, choice, turned = state.other, way + 1, 0  # choice 0 turns nothing over
    for k in range(8):
        ray = line(rules, move, k)
        length = max(1, run(ray, mine, k))
        turned |= nearest(ray, choice % length, k)
        choice //= length
    if rules.ring != 0 and rules.tables[RING_AT + move] != NONE:
        place = rules.tables[RING_AT + move]
        around = turn_ring(rules, rim_order(rules, mine), place)
        up = rim_runs(rules, around)[0]
        some_up, some_down = choice % max(1, up), choice // max(1, up)
        if up == rules.ring - 1 and some_up + some_down >= up:
            # Nothing is left to close the runs but, after a full lap, the stone itself.
            if rules.lap == 0 or some_up != up - 1 or some_down != up - 1:
                return state
            some_up, some_down = up, 0
        back = bit(some_up + 1) - 2 | bit(rules.ring) - bit(rules.ring - some_down)
        turned |= board_order(rules, turn_ring(rules, back, rules.ring - place))
    return Reversi(mine ^ turned ^ bit(move), state.own | turned, 1 - state.turn)


@kernel
def choices(rules, mine, cell):
    """In how many ways stones may have been turned over from `cell`, none included."""
    number = 1
    for k in range(8):
        number *= max(1, run(line(rules, cell, k), mine, k))
    if rules.ring != 0 and rules.tables[RING_AT + cell] != NONE:
        around = turn_ring(rules, rim_order(rules, mine), rules.tables[RING_AT + cell])
        up, down = rim_runs(rules, around)
        number *= max(1, up) * max(1, down)
    return number


@kernel
def line(rules, cell, k):
    """The ray from a cell in direction k; none along the rim, which is looked at as a whole."""
    ray = rules.tables[RAYS + 8 * cell + k]
    if ray == 0 or rules.ring == 0 or rules.tables[RING_AT + cell] == NONE:
        return ray
    beside = rules.tables[RING_AT + (lowest(ray) if k < 4 else highest(ray))]
    if beside == NONE:
        return ray
    apart = abs(beside - rules.tables[RING_AT + cell])
    return 0 if apart == 1 or apart == rules.ring - 1 else ray


@kernel
def run(ray, mine, k):
    """How many stones of `mine` follow one another from the near end of a ray."""
    if ray == 0:
        return 0
    gap = ray & ~mine
    if gap == 0:
        return count(ray)
    return count(ray & (bit(lowest(gap)) - 1 if k < 4 else -2 * bit(highest(gap))))


@kernel
def nearest(ray, number, k):
    """The first cells of a ray."""
    cells = 0
    for _ in range(number):
        cell = lowest(ray) if k < 4 else highest(ray)
        cells |= bit(cell)
        ray ^= bit(cell)
    return cells


@kernel
def turn_ring(rules, rim, place):
    """A set on the rim, in its order, as seen from `place`."""
    turned = shift_down(rim, place) | shift_up(rim, rules.ring - place)
    return turned & (bit(rules.ring) - 1)


@kernel
def rim_runs(rules, around):
    """How many stones of a set follow one another on the rim after its place 0, up and down."""
    gaps = ~around & (bit(rules.ring) - 2)
    if gaps == 0:
        return rules.ring - 1, rules.ring - 1
    return lowest(gaps) - 1, rules.ring - 1 - highest(gaps)


@kernel
def can_be_laid(rules, laid, stones):
    """Whether `stones` can be laid one by one, each in a line with two that lie there."""
    if rules.stride == 0:
        return True  # not known
    while laid != stones:
        inner, across = laid & rules.inner, rules.stride
        more = (
            thirds(laid, inner, 1)
            | thirds(laid, laid, across)
            | thirds(laid, inner, across + 1)
            | thirds(laid, inner, across - 1)
        )
        if rules.ring != 0:
            more |= rim_thirds(rules, laid)
        more &= stones & ~laid
        if more == 0:
            return False
        laid |= more
    return True


@kernel
def thirds(laid, middle, step):
    """The cells that are in a line with two stones, the nearer one in `middle`."""
    up = shift_up(middle & shift_up(laid, step), step)
    return up | shift_down(middle & shift_down(laid, step), step)


@kernel
def rim_thirds(rules, laid):
    """The same along the rim."""
    rim = rim_order(rules, laid)
    pairs = rim & turn_ring(rules, rim, 1)  # this place and the next one up
    return board_order(rules, turn_ring(rules, pairs, 1) | turn_ring(rules, pairs, rules.ring - 2))
