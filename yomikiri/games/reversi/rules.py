"""The compiled rules of Nip and Othello: moves, the end of the game, the last moves read out."""

from yomikiri.bits import bit, count, lowest, rest, shift_down
from yomikiri.games.reversi.lines import flips, mobility
from yomikiri.games.reversi.state import (
    IMAGES,
    NEAR,
    PASS,
    QUARTERS,
    REGIONS,
    TARGETS,
    Reversi,
    ReversiRules,
)
from yomikiri.jit import kernel
from yomikiri.rules import ONGOING, rule

NO_SCORE = -128
LAST = 7


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
