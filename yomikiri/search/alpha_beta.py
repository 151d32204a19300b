"""Alpha-beta: principal variation search with a transposition table, for games without chance.

One kernel serves three purposes.  READ_OUT reads every line to the end of the game: its bounds are
facts.  LOOK_AHEAD stops after `depth` plies and asks the game for an estimate: for players.
COUNT_AT stops when as little as `horizon` of the game remains and takes the score as it stands.

Several threads search one position over one table.  They differ in what they find there, and a
thread defers the moves that another is searching (ABDADA, as simplified by Tom Kerrigan); the
result is the same, only sooner.
"""

from yomikiri.bits import plain
from yomikiri.jit import kernel
from yomikiri.rules import (
    DRAW,
    NO_MOVE,
    UNLIMITED,
    finish,
    key,
    last,
    legal_moves,
    mark,
    may_repeat,
    mirror,
    mirror_move,
    mover,
    order,
    outcome,
    play,
    remaining,
    standing,
    symmetries,
)
from yomikiri.search.known import child_bound, keep, known_bounds, repeated, tightened
from yomikiri.search.table import INFINITE, recall
from yomikiri.search.values import WON, end_value, estimate, worth
from yomikiri.search.workspace import (
    ALONE,
    COUNT_AT,
    ESTIMATES,
    LATER,
    LEAVES,
    LOOK_AHEAD,
    MOST_HISTORY,
    NEVER,
    NODES,
    OWN_WORD,
    RANKS,
    READ_OUT,
    RELIED,
    bring_forward,
    claim,
    enter,
    has_room,
    history_of,
    leave,
)

SYMMETRIC_PLIES = 6  # from the root: up to there mirror images share an entry of the table
CAREFUL = 3  # children are looked up in the table if this much remains beyond `last`
# READ_OUT ranks moves by looking ahead if BY_ESTIMATE remains, at most MOST_GLANCE plies.  Ten
# positions of nip:6x8 with 24 empty cells: 57 million nodes instead of 297 million.
BY_ESTIMATE, MOST_GLANCE = 13, 5
ESTIMATE_BITS = 12  # an estimate times 2 ** ESTIMATE_BITS is added to `order`


@kernel
def search(rules, space, state, alpha, beta, depth, ply, top):
    """A bound on the value v of `state` for its mover, fail-soft.

    result <= alpha means v <= result, result >= beta means v >= result, anything between is v.
    Meaningless once control[STOP] is set.  The moves of this ply are on the stack from `top` on.
    """
    control, scratch = space.control, space.scratch
    if not enter(space):
        return alpha
    left = remaining(rules, state)
    if space.mode == READ_OUT and left <= last(rules):
        value, nodes, leaves = finish(rules, state, alpha, beta)
        control[space.counters + NODES] += nodes
        control[space.counters + LEAVES] += leaves
        return value
    number = legal_moves(rules, state, scratch[top:])
    if number == 0:
        return end_value(rules, space, state, ply)
    if space.mode == COUNT_AT and left <= space.horizon:
        control[space.counters + LEAVES] += 1
        return worth(space, standing(rules, state), ply)
    first, second = key(rules, state)
    me = mover(rules, state)
    if may_repeat(rules):
        value = repeated(rules, space, state, first, second, mark(rules, state), me, ply)
        if value != NEVER:
            return value
    if space.mode == LOOK_AHEAD and depth <= 0:
        control[space.counters + LEAVES] += 1
        return estimate(rules, state, space.weights)
    free = top + number
    if not has_room(control, ply, free):
        return alpha

    first, second, image = image_of(rules, state, first, second, ply)
    needed = depth if space.mode == LOOK_AHEAD else UNLIMITED
    known, hash_move = recall(space.table, first, second)
    lower, upper = known_bounds(space, known, needed, ply)
    alpha, beta = max(alpha, lower), min(beta, upper)
    if alpha >= beta:
        return lower if lower >= beta else upper

    careful = left > last(rules) + CAREFUL
    if number > 1:
        deliberate = control[ESTIMATES] != 0 and left >= BY_ESTIMATE
        enough = needed - 1 if space.mode == LOOK_AHEAD else UNLIMITED
        for index in range(top, free):
            move = scratch[index]
            child = play(rules, state, move)
            if careful:  # a child that is known well enough gives a cutoff here
                bound = child_bound(rules, space, child, me, enough, ply)
                if bound >= beta:
                    return bound
            rank = order(rules, state, move, child)
            if deliberate:  # a good order saves more here than it costs
                plies = min((left - BY_ESTIMATE) // 2, MOST_GLANCE)
                value = glance(rules, space, child, plain(-INFINITE), plain(INFINITE), plies, free)
                rank += (value if mover(rules, child) == me else -value) << ESTIMATE_BITS
            else:
                rank += scratch[history_of(me, move)]
            if hash_move != NO_MOVE and mirror_move(rules, move, image) == hash_move:
                rank = NEVER
            scratch[RANKS + index] = rank

    best, best_move, relied = -INFINITE, NO_MOVE, NEVER
    sharing = space.threads > 1 and careful
    done = 0
    while done < number:
        index = top + done
        if number > 1:
            bring_forward(scratch, index, free)
        move = scratch[index]
        child = play(rules, state, move)
        place = claim(rules, space, child, index, done == 0) if sharing else ALONE
        if place == LATER:
            continue
        same = mover(rules, child) == me
        bottom = max(alpha, best)
        ceiling = beta if done == 0 else bottom + 1
        while True:  # first whether it is better, then by how much
            if same:
                value = search(rules, space, child, bottom, ceiling, depth - 1, ply + 1, free)
            else:
                value = -search(rules, space, child, -ceiling, -bottom, depth - 1, ply + 1, free)
            relied = min(relied, control[space.counters + RELIED])
            if value < ceiling or ceiling >= beta:
                break
            ceiling = beta
        if not leave(space, place):
            return alpha
        if value > best:
            best, best_move = value, move
            if best >= beta:
                past = history_of(me, move)
                scratch[past] = min(scratch[past] + left, MOST_HISTORY)
                break
        done += 1

    lower, upper = tightened(lower, upper, alpha, beta, best)
    control[space.counters + RELIED] = relied if relied < ply else NEVER
    if may_repeat(rules) and relied < ply:
        # A draw that rests on a position further up holds on this path only; a win does not,
        # unless a repetition may itself be won.
        always = control[OWN_WORD] == 0
        lower = lower if always and lower > DRAW else -INFINITE
        upper = upper if always and upper < DRAW else INFINITE
    best_move = mirror_move(rules, best_move, image)
    keep(space, first, second, lower, upper, needed, best_move, left, ply)
    return best


@kernel
def image_of(rules, state, first, second, ply):
    """The key under which the table knows a position, and which of its mirror images that is.

    Near the root the smallest of their keys; further down it costs more than it saves.
    """
    image = 0
    if ply <= SYMMETRIC_PLIES:
        for number in range(1, symmetries(rules)):
            other_first, other_second = key(rules, mirror(rules, state, number))
            if other_first < first or (other_first == first and other_second < second):
                first, second, image = other_first, other_second, number
    return first, second, image


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
