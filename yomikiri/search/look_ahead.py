"""Looking ahead in games with captures: alpha-beta with the habits of chess and shogi programs.

For players, in games that answer `tempts`; the others look ahead by alpha_beta.py.  What is added
to it: tempting moves are read out beyond the depth (quiescence), checks (the bit CHECK of `mark`)
are looked at a ply deeper, quiet moves late in the order a ply or two less (if they turn out well,
again in full), a position that is good enough even if the turn passes (`skip`) is left, and quiet
moves that cut off elsewhere come early (killers, history), those that did not come late.  A ply or
two before the horizon an estimate far beyond the window is believed, and quiet moves are left out
where it is far below, or late in the order.  A position of which the table knows no move is looked
at a ply less.

A value beyond every estimate is still a fact: nothing is left out where a side is to be mated, only
looked at less deep.
"""

from yomikiri.bits import mix
from yomikiri.jit import kernel
from yomikiri.rules import (
    CHECK,
    NO_MOVE,
    evaluate,
    key,
    legal_moves,
    mark,
    may_repeat,
    mover,
    order,
    outcome,
    play,
    skip,
    tempts,
)
from yomikiri.search.alpha_beta import (
    BUSY_SIZE,
    DEFERRED,
    IDEAS,
    KILLERS,
    LEAVES,
    MOST_HISTORY,
    MOST_MOVES,
    MOST_NODES,
    MOST_PLIES,
    NEVER,
    NODES,
    RANKS,
    RELIED,
    STACK,
    STOP,
    TOO_DEEP,
    WON,
    bring_forward,
    earlier,
    from_here,
    history_of,
    remember,
    repetition_value,
    worth,
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

# The ideas, as bits of control[IDEAS], so that each can be measured.
QUIESCENCE, EXTENSIONS, REDUCTIONS, NULL_MOVE, USUAL_KILLERS = 1, 2, 4, 8, 16
TRUST, FUTILITY, FEWER, MORE_REDUCTIONS, BLAME, NEW_LESS = 32, 64, 128, 256, 512, 1024
ALL_IDEAS = 2047

MARGIN = 250  # for each ply: what a quiet move may gain
KILLER_RANK = 1 << 17  # above every history, below what an `order` gives to captures
LATE = 3  # moves searched in full before others are reduced
VERY_LATE = 10
FEW = 4  # quiet moves that are searched at the horizon, and 6 more for each ply before it
SHALLOW = 3  # depth from which moves are reduced, turns passed, children looked up
BEYOND = 8  # plies of tempting moves read out beyond the depth
CHECKS_BEYOND = 2  # of these, plies in which checks are answered by every move
FURTHEST = MOST_PLIES // 2  # plies from the root, for extensions


@kernel
def search(rules, desk, state, alpha, beta, depth, ply, top, may_pass):
    """An estimate of `state` for its mover, fail-soft, `depth` plies deep; see alpha_beta.search.

    `may_pass` is 0 after a turn that passed.
    """
    control, scratch = desk.control, desk.scratch
    ideas = control[IDEAS]
    in_check = mark(rules, state) & CHECK != 0
    if in_check and ideas & EXTENSIONS != 0 and ply < FURTHEST:
        depth += 1
    if depth <= 0:
        beyond = BEYOND if ideas & QUIESCENCE != 0 else 0
        return quiesce(rules, desk, state, alpha, beta, beyond + 0 * ply, ply, top)
    control[desk.counters + NODES] += 1
    control[desk.counters + RELIED] = NEVER
    if control[desk.counters + NODES] > control[MOST_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return alpha
    number = legal_moves(rules, state, scratch[top:])
    if number == 0:
        control[desk.counters + LEAVES] += 1
        return worth(desk, outcome(rules, state), ply)
    first, second = key(rules, state)
    if may_repeat(rules):
        again = earlier(rules, desk, first, second, ply)
        if again != NO_MOVE:
            control[desk.counters + RELIED] = again
            return worth(desk, repetition_value(rules, desk, state, again, ply), ply)
        remember(rules, desk, state, first, second, ply)
    if ply >= MOST_PLIES - 1 or top + number + MOST_MOVES >= STACK:
        control[TOO_DEEP] = 1
        control[STOP] = 1
        return alpha

    known = probe(desk.table, first, second)
    hash_move = NO_MOVE
    lower, upper = -INFINITE, INFINITE
    if known != UNKNOWN:
        hash_move = move_of(known)
        if depth_of(known) >= depth:
            lower = from_here(desk, lower_of(known), ply)
            upper = from_here(desk, upper_of(known), ply)
            alpha, beta = max(alpha, lower), min(beta, upper)
            if alpha >= beta:
                return lower if lower >= beta else upper

    me = mover(rules, state)
    free = top + number
    wide = beta > alpha + 1
    if ideas & NEW_LESS != 0 and hash_move == NO_MOVE and depth > SHALLOW:
        depth -= 1
    static = -INFINITE
    if not in_check and not wide and abs(beta) < WON // 2:
        static = evaluate(rules, state, desk.weights)
        if ideas & TRUST != 0 and depth <= SHALLOW and may_pass != 0:
            if static - MARGIN * depth >= beta:
                return static
    if ideas & NULL_MOVE != 0 and may_pass != 0 and not wide and not in_check and depth >= SHALLOW:
        passed = skip(rules, state)
        if mover(rules, passed) != me and abs(beta) < WON // 2:
            if static >= beta:
                less = depth - 3 - depth // 4
                value = -search(rules, desk, passed, -beta, -alpha, less, ply + 1, free, 0 * ply)
                if control[STOP] != 0:
                    return alpha
                if value >= beta:
                    return beta

    for index in range(top, free):
        move = scratch[index]
        child = play(rules, state, move)
        if depth >= SHALLOW:  # a child that is known well enough ends the search here
            child_first, child_second = key(rules, child)
            entry = probe(desk.table, child_first, child_second)
            if entry != UNKNOWN and depth_of(entry) >= depth - 1:
                bound = lower_of(entry) if mover(rules, child) == me else -upper_of(entry)
                bound = from_here(desk, bound, ply + 1)
                if bound >= beta:
                    return bound
        rank = order(rules, state, move, child) + scratch[history_of(me, move)]
        if ideas & USUAL_KILLERS != 0:
            if move == scratch[KILLERS + 2 * ply] - 1 or move == scratch[KILLERS + 2 * ply + 1] - 1:
                rank += KILLER_RANK
        if hash_move != NO_MOVE and move & MOVE == hash_move:
            rank = NEVER
        scratch[RANKS + index] = rank

    best, best_move, relied = -INFINITE, NO_MOVE, NEVER
    sharing = desk.threads > 1 and depth >= SHALLOW
    done = 0
    while done < number:
        index = top + done
        bring_forward(scratch, index, free)
        move = scratch[index]
        child = play(rules, state, move)
        place, tag = 0, 0
        if sharing:
            child_first, child_second = key(rules, child)
            tag = mix(child_first, -7046029254386353131) ^ child_second | 1
            place = tag >> 8 & BUSY_SIZE - 1
            if done > 0 and scratch[RANKS + index] != DEFERRED and desk.busy[place] == tag:
                scratch[RANKS + index] = DEFERRED
                continue
            desk.busy[place] = tag
        same = mover(rules, child) == me
        bottom = max(alpha, best)
        is_quiet = not tempts(rules, state, move)
        less = 0
        if is_quiet and done >= LATE and static != -INFINITE and depth < SHALLOW:
            futile = ideas & FUTILITY != 0 and static + MARGIN * depth <= alpha
            futile |= ideas & FEWER != 0 and done >= FEW + 6 * depth
            if futile and best > -WON // 2 and mark(rules, child) & CHECK == 0:
                done += 1
                continue
        if ideas & REDUCTIONS != 0 and done >= LATE and depth >= SHALLOW and is_quiet:
            if not in_check and mark(rules, child) & CHECK == 0:
                less = 1 if done < VERY_LATE or wide else 2
                if ideas & MORE_REDUCTIONS != 0:
                    less += 1 if depth >= 5 and done >= 6 else 0
                    less += 1 if depth >= 7 and done >= 16 else 0
        value = bottom + 1
        ceiling = beta if done == 0 else bottom + 1
        while True:  # reduced, then in full, then with the whole window
            deeper, go_on = depth - 1 - less, 1 + 0 * ply
            if same:
                value = search(rules, desk, child, bottom, ceiling, deeper, ply + 1, free, go_on)
            else:
                value = -search(rules, desk, child, -ceiling, -bottom, deeper, ply + 1, free, go_on)
            relied = min(relied, control[desk.counters + RELIED])
            if control[STOP] != 0 or value <= bottom:
                break
            if less > 0:
                less = 0
            elif value >= ceiling and ceiling < beta:
                ceiling = beta
            else:
                break
        if sharing:
            desk.busy[place] = 0
        if control[STOP] != 0:
            return alpha
        if value > best:
            best, best_move = value, move
            if best >= beta:
                if is_quiet:
                    note_cut(scratch, me, move, depth, ply)
                    if ideas & BLAME != 0:
                        blame(rules, desk, state, me, depth, top, top + done)
                break
        done += 1

    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    control[desk.counters + RELIED] = relied if relied < ply else NEVER
    if relied < ply and abs(best) >= WON // 2:
        # A certain end that rests on a position further up holds on this path only.
        lower, upper = -INFINITE, INFINITE
    lower, upper = from_here(desk, lower, -ply), from_here(desk, upper, -ply)
    store(desk.table, first, second, pack(lower, upper, best_move, depth), depth)
    return best


@kernel
def note_cut(scratch, me, move, depth, ply):
    """Remember a quiet move that ended the search of a position."""
    place = history_of(me, move)
    scratch[place] = min(scratch[place] + depth * depth, MOST_HISTORY)
    place = KILLERS + 2 * ply
    if scratch[place] != move + 1:  # 0 is no move
        scratch[place + 1] = scratch[place]
        scratch[place] = move + 1


@kernel
def blame(rules, desk, state, me, depth, top, end):
    """Quiet moves that were tried before the one that ended the search lose history."""
    scratch = desk.scratch
    for index in range(top, end):
        if not tempts(rules, state, scratch[index]):
            place = history_of(me, scratch[index])
            scratch[place] = max(scratch[place] - depth * depth, -MOST_HISTORY)


@kernel
def quiesce(rules, desk, state, alpha, beta, left, ply, top):
    """An estimate of `state` for its mover once tempting moves are played out, if they pay."""
    control, scratch = desk.control, desk.scratch
    control[desk.counters + NODES] += 1
    control[desk.counters + RELIED] = NEVER
    if control[desk.counters + NODES] > control[MOST_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return alpha
    number = legal_moves(rules, state, scratch[top:])
    if number == 0:
        control[desk.counters + LEAVES] += 1
        return worth(desk, outcome(rules, state), ply)
    all_moves = left > BEYOND - CHECKS_BEYOND and mark(rules, state) & CHECK != 0
    best = -INFINITE
    if not all_moves:
        best = evaluate(rules, state, desk.weights)
        if best >= beta or left == 0 or top + number + MOST_MOVES >= STACK:
            control[desk.counters + LEAVES] += 1
            return best
    me = mover(rules, state)
    kept = top
    for index in range(top, top + number):
        move = scratch[index]
        if all_moves or tempts(rules, state, move):
            scratch[kept] = move
            scratch[RANKS + kept] = order(rules, state, move, play(rules, state, move))
            kept += 1
    for index in range(top, kept):
        bring_forward(scratch, index, kept)
        child = play(rules, state, scratch[index])
        bottom = max(alpha, best)
        if mover(rules, child) == me:
            value = quiesce(rules, desk, child, bottom, beta, left - 1, ply + 1, kept)
        else:
            value = -quiesce(rules, desk, child, -beta, -bottom, left - 1, ply + 1, kept)
        if control[STOP] != 0:
            return alpha
        best = max(best, value)
        if best >= beta:
            break
    return best
