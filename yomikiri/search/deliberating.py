"""How much thought the order of moves is worth when a game is read out.

Moves are ranked by `order` and history, which costs nothing, or by a glance: an estimate of each
after some plies.  On nip:6x8 glances save four nodes of five; in a game of forced lines they cost
hundreds of nodes where ten would do.  So the search counts, by nodes and not by time, what the
positions below it take and what glances take, and looks no further than a share of that; and how
often the first move gives a cutoff, with glances and without.
"""

from yomikiri.bits import mix, plain
from yomikiri.jit import kernel
from yomikiri.rules import legal_moves, mover, outcome, play
from yomikiri.search.table import INFINITE
from yomikiri.search.values import WON, estimate
from yomikiri.search.workspace import CUTOFFS, ESTIMATES, GLANCES, NODES, RANKS, SIZES

NO_GLANCE = -1
ESTIMATE_BITS = 12  # an estimate times 2 ** ESTIMATE_BITS is added to `order`
MOST_GLANCE = 5  # plies
SHARE = 64  # a glance at all moves may take one part in SHARE of the nodes below a position
GROWTH = 8  # nodes of a glance for those of one a ply shorter, before it was tried
TRIED = 64  # cutoffs of each kind before they are compared
OTHERWISE = 31  # one position in 32 is ranked the other way, to compare


@kernel
def affordable_plies(space, left):
    """How far a glance at the moves of a position may look with this much remaining; NO_GLANCE."""
    scratch = space.scratch
    searched = scratch[SIZES + 2 * left]
    if space.control[ESTIMATES] == 0 or searched == 0:
        return NO_GLANCE
    most = scratch[SIZES + 2 * left + 1] // (SHARE * searched)
    plies, cost = NO_GLANCE, 0
    while plies < MOST_GLANCE:
        times = scratch[GLANCES + 2 * plies + 2]
        cost = scratch[GLANCES + 2 * plies + 3] // times if times != 0 else max(8, cost * GROWTH)
        if cost > most:
            break
        plies += 1
    return plies


@kernel
def glances_here(space, first, second):
    """Whether a position with this key is ranked by a glance: whether that pays, or seldom not."""
    scratch = space.scratch
    without, by_first = scratch[CUTOFFS], scratch[CUTOFFS + 1]
    after, by_first_after = scratch[CUTOFFS + 2], scratch[CUTOFFS + 3]
    pays = without < TRIED or after < TRIED or by_first_after * without >= by_first * after
    exception = mix(first ^ second, -7046029254386353131) >> 40 & OTHERWISE == 0
    return pays != exception


@kernel
def rank_by_glance(rules, space, state, top, free, plies):
    """Add to the rank of each move, from `top` to `free` on the stack, what a glance says of it."""
    scratch, counted = space.scratch, space.counters + NODES
    began = space.control[counted]
    me = mover(rules, state)
    for index in range(top, free):
        child = play(rules, state, scratch[index])
        value = glance(rules, space, child, plain(-INFINITE), plain(INFINITE), plies, free)
        value = value if mover(rules, child) == me else -value
        scratch[RANKS + index] += value << ESTIMATE_BITS
    scratch[GLANCES + 2 * plies] += 1
    scratch[GLANCES + 2 * plies + 1] += space.control[counted] - began


@kernel
def note_cutoff(space, glanced, is_first):
    """Count a cutoff."""
    place = CUTOFFS + (2 if glanced else 0)
    space.scratch[place] += 1
    space.scratch[place + 1] += 1 if is_first else 0


@kernel
def note_size(space, left, nodes):
    """Count a position that was searched, and the nodes that it took."""
    space.scratch[SIZES + 2 * left] += 1
    space.scratch[SIZES + 2 * left + 1] += nodes


@kernel
def glance(rules, space, state, alpha, beta, depth, top):
    """An estimate of `state` for its mover by looking `depth` plies ahead, without the table."""
    space.control[space.counters + NODES] += 1
    if depth <= 0:
        return estimate(rules, state, space.weights)
    moves = space.scratch
    number = legal_moves(rules, state, moves[top:])
    if number == 0:
        return WON * min(1, max(-1, outcome(rules, state)))
    me = mover(rules, state)
    best = -INFINITE
    for index in range(top, top + number):
        child = play(rules, state, moves[index])
        bottom = max(alpha, best)
        if mover(rules, child) == me:
            value = glance(rules, space, child, bottom, beta, depth - 1, top + number)
        else:
            value = -glance(rules, space, child, -beta, -bottom, depth - 1, top + number)
        best = max(best, value)
        if best >= beta:
            break
    return best
