"""Alpha-beta: principal variation search with a transposition table, for games without chance.

One kernel serves three purposes.  READ_OUT reads every line to the end of the game: its bounds are
facts.  LOOK_AHEAD stops after `depth` plies and asks the game for an estimate: for players.
COUNT_AT stops when as little as `horizon` of the game remains and takes the score as it stands.

Several threads search one position over one table.  They differ in what they find there, and a
thread defers the moves that another is searching (ABDADA, as simplified by Tom Kerrigan); the
result is the same, only sooner.
"""

from yomikiri.jit import kernel
from yomikiri.rules import (
    DRAW,
    NO_MOVE,
    UNLIMITED,
    contenders,
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
    play,
    remaining,
    standing,
    symmetries,
)
from yomikiri.search.deliberating import (
    NO_GLANCE,
    affordable_plies,
    glances_here,
    note_cutoff,
    note_size,
    rank_by_glance,
)
from yomikiri.search.known import (
    child_bound,
    keep,
    known_bounds,
    moved,
    name_of,
    repeated,
    settled_in,
    tightened,
)
from yomikiri.search.table import INFINITE, recall
from yomikiri.search.values import end_value, estimate, worth
from yomikiri.search.workspace import (
    ALONE,
    COUNT_AT,
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


@kernel
def search(rules, space, state, alpha, beta, depth, ply, top):
    """A bound on the value v of `state` for its mover, fail-soft.

    result <= alpha means v <= result, result >= beta means v >= result, anything between is v.
    Meaningless once control[STOP] is set.  The moves of this ply are on the stack from `top` on.
    """
    control, scratch = space.control, space.scratch
    if not enter(space):
        return alpha
    began = control[space.counters + NODES]
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
    if space.mode == READ_OUT:
        number, lower, upper = contenders(rules, state, scratch[top:], number)
        if lower >= beta or upper <= alpha or lower == upper:
            control[space.counters + LEAVES] += 1
            return upper if upper <= alpha else lower
    me = mover(rules, state)
    if may_repeat(rules):
        first, second = key(rules, state)
        value = repeated(rules, space, state, first, second, mark(rules, state), me, ply)
        if value != NEVER:
            return value
    if space.mode == LOOK_AHEAD and depth <= 0:
        control[space.counters + LEAVES] += 1
        return estimate(rules, state, space.weights)
    free = top + number
    if not has_room(control, ply, free):
        return alpha

    first, second, image = image_of(rules, space, state, ply)
    settled = settled_in(rules, space, state)
    needed = depth if space.mode == LOOK_AHEAD else UNLIMITED
    known, hash_move = recall(space.table, first, second)
    lower, upper = known_bounds(space, known, needed, ply)
    lower, upper = moved(lower, settled), moved(upper, settled)
    alpha, beta = max(alpha, lower), min(beta, upper)
    if alpha >= beta:
        return lower if lower >= beta else upper

    careful = left > last(rules) + CAREFUL
    plies = NO_GLANCE
    glanced = False
    if number > 1:
        enough = needed - 1 if space.mode == LOOK_AHEAD else UNLIMITED
        for index in range(top, free):
            move = scratch[index]
            child = play(rules, state, move)
            if careful:  # a child that is known well enough gives a cutoff here
                bound = child_bound(rules, space, child, me, enough, ply)
                if bound >= beta:
                    return bound
            rank = order(rules, state, move, child) + scratch[history_of(me, move)]
            if hash_move != NO_MOVE and mirror_move(rules, move, image) == hash_move:
                rank = NEVER
            scratch[RANKS + index] = rank
        plies = affordable_plies(space, left)
        if plies != NO_GLANCE and glances_here(space, first, second):
            glanced = True
            rank_by_glance(rules, space, state, top, free, plies)

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
                if plies != NO_GLANCE and hash_move == NO_MOVE:
                    note_cutoff(space, glanced, done == 0)
                break
        done += 1

    if number > 1:
        note_size(space, left, control[space.counters + NODES] - began)
    lower, upper = tightened(lower, upper, alpha, beta, best)
    control[space.counters + RELIED] = relied if relied < ply else NEVER
    if may_repeat(rules) and relied < ply:
        # A draw that rests on a position further up holds on this path only; a win does not,
        # unless a repetition may itself be won.
        always = control[OWN_WORD] == 0
        lower = lower if always and lower > DRAW else -INFINITE
        upper = upper if always and upper < DRAW else INFINITE
    best_move = mirror_move(rules, best_move, image)
    lower, upper = moved(lower, -settled), moved(upper, -settled)
    keep(space, first, second, lower, upper, needed, best_move, left, ply)
    return best


@kernel
def image_of(rules, space, state, ply):
    """The key under which the table knows a position, and which of its mirror images that is.

    Near the root the smallest of their keys; further down it costs more than it saves.
    """
    first, second = name_of(rules, space, state)
    image = 0
    if ply <= SYMMETRIC_PLIES:
        for number in range(1, symmetries(rules)):
            other_first, other_second = name_of(rules, space, mirror(rules, state, number))
            if other_first < first or (other_first == first and other_second < second):
                first, second, image = other_first, other_second, number
    return first, second, image
