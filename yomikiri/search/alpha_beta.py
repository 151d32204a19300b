"""Alpha-beta: principal variation search with a transposition table, for games without chance.

One kernel serves three ends.  READ_OUT reads every line to the end of the game: its bounds are
facts.  LOOK_AHEAD stops after `depth` plies and asks the game for an estimate: for players.
COUNT_AT stops when as little as `horizon` of the game remains and takes the score as it stands.

Several threads work on one position over one table.  They differ in what they find there, and a
thread leaves for later the moves that another is just searching (ABDADA, as simplified by Tom
Kerrigan); the result is the same, only sooner.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import mix
from yomikiri.jit import kernel
from yomikiri.rules import (
    DRAW,
    NO_MOVE,
    UNLIMITED,
    evaluate,
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
    repetition,
    standing,
    symmetries,
)
from yomikiri.search.table import (
    INFINITE,
    MOVE,
    UNKNOWN,
    depth_of,
    lower_of,
    move_of,
    pack,
    probe,
    store,
    upper_of,
)

READ_OUT, LOOK_AHEAD, COUNT_AT = 0, 1, 2

# The shared words of `control`; the counters of thread t follow at COUNTERS * (t + 1).
STOP, TOO_DEEP, MOST_NODES = 0, 1, 2
IDEAS = 3  # of look_ahead.py
OWN_WORD = 4  # 1: the game has its own word on repetitions, they are not all draws
ESTIMATES = 5  # 1: READ_OUT ranks moves by estimates where much of the game remains
COUNTERS = 8  # one cache line a thread
NODES, LEAVES, RELIED = 0, 1, 2

# The regions of `scratch`.
MOST_PLIES = 512
MOST_MOVES = 256
STACK = 1 << 14  # moves on the stack
RANKS = STACK
HISTORY = RANKS + STACK
HISTORY_SIZE = 1 << 12  # for each player
PATH = HISTORY + 2 * HISTORY_SIZE  # [MOST_PLIES, 4] key, mark, mover
BUSY_SIZE = 1 << 12
KILLERS = PATH + 4 * MOST_PLIES  # [MOST_PLIES, 2] of look_ahead.py
LINE = KILLERS + 2 * MOST_PLIES  # [MOST_PLIES + 1] the moves that led to each ply, plus 1
FOLLOW_BITS = 14
FOLLOW = LINE + MOST_PLIES + 1  # [1 << FOLLOW_BITS] history of pairs of moves
STATIC = FOLLOW + (1 << FOLLOW_BITS)  # [MOST_PLIES] estimates of the positions on the path
SCRATCH = STATIC + MOST_PLIES

WON = 400_000  # a certain win is worth this much more than any estimate
SYMMETRIC_PLIES = 6  # from the root, positions that are mirror images share an entry
CAREFUL = 3  # remaining beyond `last` from which looking into the table for children pays
BY_ESTIMATE = 13  # remaining from which READ_OUT ranks moves by looking ahead
MOST_GLANCE = 5  # plies of that
ESTIMATE_BITS = 12  # an estimate times this power of two goes with `order`
NEVER = 1 << 40
DEFERRED = -NEVER
MOST_HISTORY = 1 << 16


Words = NDArray[np.int64]


class Workspace(NamedTuple):
    """What one thread works with."""

    mode: int
    horizon: int  # of COUNT_AT
    signs: int  # 1: only the sign of a score counts
    threads: int
    counters: int  # where this thread's counters are in `control`
    table: Words  # shared
    busy: Words  # [BUSY_SIZE] shared: positions that some thread is searching
    control: Words  # shared
    scratch: Words  # this thread's own: moves, ranks, history, path
    weights: Words  # of the evaluation


def aged(scratch: Words) -> Words:
    """What a search remembers of moves, for a search of a position two plies on."""
    scratch[HISTORY:PATH] //= 2
    scratch[FOLLOW:STATIC] //= 2
    scratch[KILLERS : LINE - 4] = scratch[KILLERS + 4 : LINE]
    return scratch


@kernel
def worth(space, result, ply):
    """The value of a finished game: in LOOK_AHEAD beyond every estimate, and soon is better."""
    sign = 1 if result > 0 else (-1 if result < 0 else 0)
    if space.mode == LOOK_AHEAD:
        return sign * (WON - ply) + 1000 * result
    return sign if space.signs != 0 else result


@kernel
def from_here(space, value, plies):
    """A certain win or loss of LOOK_AHEAD as seen `plies` earlier; table entries know no root."""
    if space.mode != LOOK_AHEAD or abs(value) == INFINITE or abs(value) < WON // 2:
        return value
    return value - plies if value > 0 else value + plies


@kernel
def search(rules, space, state, alpha, beta, depth, ply, top):
    """A bound on the value v of `state` for its mover, fail-soft.

    result <= alpha means v <= result, result >= beta means v >= result, anything between is v.
    Worthless once control[STOP] is set.  The moves of this ply lie on the stack from `top` on.
    """
    control, scratch = space.control, space.scratch
    control[space.counters + NODES] += 1
    if may_repeat(rules):
        control[space.counters + RELIED] = NEVER
    if control[space.counters + NODES] > control[MOST_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return alpha
    left = remaining(rules, state)
    if space.mode == READ_OUT and left <= last(rules):
        value, nodes, leaves = finish(rules, state, alpha, beta)
        control[space.counters + NODES] += nodes
        control[space.counters + LEAVES] += leaves
        return value
    number = legal_moves(rules, state, scratch[top:])
    if number == 0:
        control[space.counters + LEAVES] += 1
        return worth(space, outcome(rules, state), ply)
    if space.mode == COUNT_AT and left <= space.horizon:
        control[space.counters + LEAVES] += 1
        return worth(space, standing(rules, state), ply)
    first, second = key(rules, state)
    if may_repeat(rules):
        again = earlier(rules, space, first, second, ply)
        if again != NO_MOVE:
            control[space.counters + RELIED] = again
            return worth(space, repetition_value(rules, space, state, again, ply), ply)
        remember(rules, space, state, first, second, ply)
    if space.mode == LOOK_AHEAD and depth <= 0:
        control[space.counters + LEAVES] += 1
        return evaluate(rules, state, space.weights)
    if ply >= MOST_PLIES - 1 or top + number + MOST_MOVES >= STACK:
        control[TOO_DEEP] = 1
        control[STOP] = 1
        return alpha

    # What the table knows, under the smallest of the mirror images near the root.
    image = 0
    if ply <= SYMMETRIC_PLIES:
        for number_of_map in range(1, symmetries(rules)):
            other_first, other_second = key(rules, mirror(rules, state, number_of_map))
            if other_first < first or (other_first == first and other_second < second):
                first, second, image = other_first, other_second, number_of_map
    needed = depth if space.mode == LOOK_AHEAD else UNLIMITED
    known = probe(space.table, first, second)
    hash_move = NO_MOVE
    lower, upper = -INFINITE, INFINITE
    if known != UNKNOWN:
        hash_move = move_of(known)
        if depth_of(known) >= needed:
            lower = from_here(space, lower_of(known), ply)
            upper = from_here(space, upper_of(known), ply)
            alpha, beta = max(alpha, lower), min(beta, upper)
            if alpha >= beta:
                return lower if lower >= beta else upper

    me = mover(rules, state)
    careful = left > last(rules) + CAREFUL
    deliberate = control[ESTIMATES] != 0 and left >= BY_ESTIMATE
    if number > 1:
        enough = needed - 1 if space.mode == LOOK_AHEAD else UNLIMITED
        for index in range(top, top + number):
            move = scratch[index]
            child = play(rules, state, move)
            if careful:  # a child that is known well enough ends the search here
                child_first, child_second = key(rules, child)
                entry = probe(space.table, child_first, child_second)
                if entry != UNKNOWN and depth_of(entry) >= enough:
                    bound = lower_of(entry) if mover(rules, child) == me else -upper_of(entry)
                    bound = from_here(space, bound, ply + 1)
                    if bound >= beta:
                        return bound
            rank = order(rules, state, move, child)
            if deliberate:  # a good order saves so much here that it may be dear
                plies = min((left - BY_ESTIMATE) // 2, MOST_GLANCE)
                worst = -INFINITE + 0 * top  # a literal would crash a recursive kernel from cache
                value = glance(rules, space, child, worst, -worst, plies, top + number)
                rank += (value if mover(rules, child) == me else -value) << ESTIMATE_BITS
            else:
                rank += scratch[history_of(me, move)]
            if hash_move != NO_MOVE and mirror_move(rules, move, image) & MOVE == hash_move:
                rank = NEVER
            scratch[RANKS + index] = rank

    best, best_move, relied = -INFINITE, NO_MOVE, NEVER
    sharing = space.threads > 1 and careful
    done = 0
    while done < number:
        index = top + done
        if number > 1:
            bring_forward(scratch, index, top + number)
        move = scratch[index]
        child = play(rules, state, move)
        place, tag = 0, 0
        if sharing:
            child_first, child_second = key(rules, child)
            tag = mix(child_first, -7046029254386353131) ^ child_second | 1
            place = tag >> 8 & BUSY_SIZE - 1
            if done > 0 and scratch[RANKS + index] != DEFERRED and space.busy[place] == tag:
                scratch[RANKS + index] = DEFERRED
                continue
            space.busy[place] = tag
        same = mover(rules, child) == me
        bottom = max(alpha, best)
        ceiling = beta if done == 0 else bottom + 1
        deeper, below, free = depth - 1, ply + 1, top + number
        if same:
            value = search(rules, space, child, bottom, ceiling, deeper, below, free)
        else:
            value = -search(rules, space, child, -ceiling, -bottom, deeper, below, free)
        if may_repeat(rules):
            relied = min(relied, control[space.counters + RELIED])
        if value >= ceiling and ceiling < beta:
            if same:
                value = search(rules, space, child, bottom, beta, deeper, below, free)
            else:
                value = -search(rules, space, child, -beta, -bottom, deeper, below, free)
            if may_repeat(rules):
                relied = min(relied, control[space.counters + RELIED])
        if sharing:
            space.busy[place] = 0
        if control[STOP] != 0:
            return alpha
        if value > best:
            best, best_move = value, move
            if best >= beta:
                place = history_of(me, move)
                scratch[place] = min(scratch[place] + left, MOST_HISTORY)
                break
        done += 1

    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    if may_repeat(rules):
        control[space.counters + RELIED] = relied if relied < ply else NEVER
        if relied < ply:
            # A draw that rests on a position further up holds on this path only; a win does not,
            # unless a repetition may itself be won.
            always = control[OWN_WORD] == 0
            lower = lower if always and lower > DRAW else -INFINITE
            upper = upper if always and upper < DRAW else INFINITE
    lower, upper = from_here(space, lower, -ply), from_here(space, upper, -ply)
    data = pack(lower, upper, mirror_move(rules, best_move, image), needed)
    store(space.table, first, second, data, left)
    return best


@kernel
def glance(rules, space, state, alpha, beta, depth, top):
    """An estimate of `state` for its mover by looking `depth` plies ahead, without the table."""
    space.control[space.counters + NODES] += 1
    if depth <= 0:
        return evaluate(rules, state, space.weights)
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


@kernel
def history_of(me, move):
    """Where the history of a move is kept: how often it ended the search of a position."""
    return HISTORY + (me * HISTORY_SIZE + move) % (2 * HISTORY_SIZE)


@kernel
def bring_forward(scratch, index, end):
    """Exchange the move at `index` with the best one from there to `end`."""
    best, greatest = index, scratch[RANKS + index]
    for other in range(index + 1, end):
        rank = scratch[RANKS + other]
        best = other if rank > greatest else best  # without a jump
        greatest = max(greatest, rank)
    if best != index:
        move, rank = scratch[best], scratch[RANKS + best]
        scratch[best], scratch[RANKS + best] = scratch[index], scratch[RANKS + index]
        scratch[index], scratch[RANKS + index] = move, rank


@kernel
def remember(rules, space, state, first, second, ply):
    """Put a position on the path."""
    place = PATH + 4 * ply
    space.scratch[place] = first
    space.scratch[place + 1] = second
    space.scratch[place + 2] = mark(rules, state)
    space.scratch[place + 3] = mover(rules, state)


@kernel
def earlier(rules, space, first, second, ply):
    """The ply at which the same position stands on the path, or NO_MOVE."""
    for before in range(ply - 1, -1, -1):
        place = PATH + 4 * before
        if space.scratch[place] == first and space.scratch[place + 1] == second:
            return before
    return NO_MOVE


@kernel
def repetition_value(rules, space, state, again, ply):
    """What the game says of a position that stood on the path at `again`."""
    own_marks, other_marks = -1, -1
    me = mover(rules, state)
    for before in range(again, ply):
        place = PATH + 4 * before
        if space.scratch[place + 3] == me:
            own_marks &= space.scratch[place + 2]
        else:
            other_marks &= space.scratch[place + 2]
    return repetition(rules, state, own_marks, other_marks)
