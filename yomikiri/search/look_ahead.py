"""Looking ahead in games with captures: alpha-beta with the habits of chess and shogi programs.

For players, in games that answer `tempts`; the others look ahead by alpha_beta.py.  What is added
to it is in ideas.py, one line each.  Most of it is about not looking: a position that an estimate
shows to be far beyond the window is left, a move that is quiet and late in the order, or loses
material, is left out near the horizon and looked at less deep elsewhere (if it turns out well,
again in full).  So the depth is that of lines in which both sides play moves that look good.

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
    outcome,
    pays,
    play,
    skip,
    tempts,
)
from yomikiri.search.alpha_beta import (
    BUSY_SIZE,
    DEFERRED,
    IDEAS,
    LEAVES,
    LINE,
    MOST_MOVES,
    MOST_NODES,
    MOST_PLIES,
    NEVER,
    NODES,
    PATH,
    RANKS,
    RELIED,
    STACK,
    STATIC,
    STOP,
    TOO_DEEP,
    WON,
    bring_forward,
    earlier,
    from_here,
    repetition_value,
    worth,
)
from yomikiri.search.ideas import (
    BEYOND,
    CUT,
    EXTENSIONS,
    FEW,
    FEWER,
    FURTHEST,
    FUTILE,
    FUTILE_DEPTH,
    FUTILE_PLY,
    FUTILITY,
    GOOD_HISTORY,
    LOSING_DEPTH,
    LOSING_LESS,
    LOSING_OUT,
    LOSS_PLY,
    LOSS_SQUARED,
    NEW_LESS,
    NULL_MOVE,
    PASS_LESS,
    PASS_MARGIN,
    QUIESCENCE,
    RAZOR,
    RAZOR_MARGIN,
    REDUCTIONS,
    SHALLOW,
    TRUST,
    TRUST_DEPTH,
    TRUST_MARGIN,
)
from yomikiri.search.quiescence import quiesce
from yomikiri.search.ranking import note_cut, past_of, rank_moves, reduction
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


@kernel
def search(rules, space, state, alpha, beta, depth, ply, top, may_pass, marks):
    """An estimate of `state` for its mover, fail-soft, `depth` plies deep; see alpha_beta.search.

    `may_pass` is 0 after a turn that passed, CUT is added where a move is expected to be good
    enough; `marks` is what `mark` says of the position.
    """
    control, scratch = space.control, space.scratch
    ideas = control[IDEAS]
    is_cut = may_pass & CUT != 0
    may_pass &= 1
    in_check = marks & CHECK != 0
    if in_check and ideas & EXTENSIONS != 0 and ply < FURTHEST:
        depth += 1
    if depth <= 0:
        beyond = BEYOND if ideas & QUIESCENCE != 0 else 0
        return quiesce(rules, space, state, alpha, beta, beyond + 0 * ply, ply, top)
    control[space.counters + NODES] += 1
    control[space.counters + RELIED] = NEVER
    if control[space.counters + NODES] > control[MOST_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return alpha
    first, second = key(rules, state)
    me = mover(rules, state)
    if may_repeat(rules):
        again = earlier(rules, space, first, second, ply)
        if again != NO_MOVE:
            control[space.counters + RELIED] = again
            return worth(space, repetition_value(rules, space, state, again, ply), ply)
        place = PATH + 4 * ply
        scratch[place], scratch[place + 1] = first, second
        scratch[place + 2], scratch[place + 3] = marks, me
    known = probe(space.table, first, second)
    hash_move = NO_MOVE
    lower, upper = -INFINITE, INFINITE
    if known != UNKNOWN:
        hash_move = move_of(known)
        if depth_of(known) >= depth:
            lower = from_here(space, lower_of(known), ply)
            upper = from_here(space, upper_of(known), ply)
            alpha, beta = max(alpha, lower), min(beta, upper)
            if alpha >= beta:
                return lower if lower >= beta else upper

    number = legal_moves(rules, state, scratch[top:])
    if number == 0:
        control[space.counters + LEAVES] += 1
        return worth(space, outcome(rules, state), ply)
    free = top + number
    if ply >= MOST_PLIES - 1 or free + MOST_MOVES >= STACK:
        control[TOO_DEEP] = 1
        control[STOP] = 1
        return alpha
    wide = beta > alpha + 1
    if ideas & NEW_LESS != 0 and hash_move == NO_MOVE and depth > SHALLOW:
        depth -= 1
    static = -INFINITE
    scratch[STATIC + ply] = -INFINITE
    improving = 0
    if not in_check and not wide and abs(beta) < WON // 2:
        static = evaluate(rules, state, space.weights)
        scratch[STATIC + ply] = static
        improving = 1
        if ply >= 2:
            improving = 1 if static > scratch[STATIC + ply - 2] else 0
        if known != UNKNOWN:  # the table may know better
            static = max(static, min(lower_of(known), WON // 2))
            static = min(static, max(upper_of(known), -WON // 2))
        if ideas & RAZOR != 0 and depth == 1 and static + RAZOR_MARGIN <= alpha:
            return quiesce(rules, space, state, alpha, beta, BEYOND + 0 * ply, ply, top)
        if ideas & TRUST != 0 and depth <= TRUST_DEPTH and may_pass != 0:
            if static - TRUST_MARGIN * (depth - improving) >= beta:
                return static
    if ideas & NULL_MOVE != 0 and may_pass != 0 and not wide and not in_check and depth >= SHALLOW:
        passed = skip(rules, state)
        if mover(rules, passed) != me and abs(beta) < WON // 2:
            if static >= beta:
                less = depth - PASS_LESS - depth // 4 - min((static - beta) // PASS_MARGIN, 3)
                scratch[LINE + ply + 1] = 0
                value = -search(
                    rules, space, passed, -beta, -alpha, less, ply + 1, free, 0 * ply, 0 * ply
                )
                if control[STOP] != 0:
                    return alpha
                if value >= beta:
                    return beta

    unranked = 0
    if hash_move != NO_MOVE:  # it often ends the search, so the others are put in order later
        for index in range(top, free):
            if scratch[index] & MOVE == hash_move:
                scratch[index], scratch[top] = scratch[top], scratch[index]
                unranked = 1
    best, best_move, relied = -INFINITE, NO_MOVE, NEVER
    sharing = space.threads > 1 and depth >= SHALLOW
    done = 0
    while done < number:
        index = top + done
        if done == unranked:
            unranked = NO_MOVE
            bound = rank_moves(rules, space, state, me, depth, ply, beta, index, free)
            if bound >= beta:
                return bound
        if unranked == NO_MOVE:
            bring_forward(scratch, index, free)
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
        is_quiet = not tempts(rules, state, move)
        child_marks = mark(rules, child) + 0 * ply  # a literal would crash a recursive kernel
        checks = child_marks & CHECK != 0
        plain = is_quiet and not in_check and not checks and done > 0
        less = 0
        if plain and depth > 1:
            less = reduction(depth, done)
            less += 1 - improving if less > 1 and not wide else 0
        if static != -INFINITE and done > 0 and not checks and best > -WON // 2:
            deep = depth - 1 - less if is_quiet else depth
            ahead = static - alpha
            if is_left_out(rules, state, move, ideas, ahead, done, deep, depth, improving):
                done += 1
                continue
        if plain and depth >= SHALLOW and ideas & REDUCTIONS != 0:
            less += 1 if is_cut else 0
            less -= past_of(scratch, me, move, scratch[LINE + ply]) // GOOD_HISTORY
            less -= 1 if wide else 0
            if ideas & LOSING_LESS != 0 and not pays(rules, state, move, 0 * ply):
                less += 1
            less = max(0, min(less, depth - 2))
        else:
            less = 0
        extra = 0
        if checks and ideas & LOSING_LESS != 0 and not pays(rules, state, move, 0 * ply):
            extra = 1
        scratch[LINE + ply + 1] = move + 1
        value = bottom + 1
        ceiling = beta if done == 0 else bottom + 1
        while True:  # reduced, then in full, then with the whole window
            deeper, go_on = depth - 1 - less - extra, 1 + 0 * ply
            if ceiling == bottom + 1 and (less > 0 or not is_cut):
                go_on += CUT
            if same:
                value = search(
                    rules, space, child, bottom, ceiling, deeper, ply + 1, free, go_on, child_marks
                )
            else:
                value = -search(
                    rules,
                    space,
                    child,
                    -ceiling,
                    -bottom,
                    deeper,
                    ply + 1,
                    free,
                    go_on,
                    child_marks,
                )
            relied = min(relied, control[space.counters + RELIED])
            if control[STOP] != 0 or value <= bottom:
                break
            if less > 0:
                less = 0
            elif value >= ceiling and ceiling < beta:
                ceiling = beta
            else:
                break
        if sharing:
            space.busy[place] = 0
        if control[STOP] != 0:
            return alpha
        if value > best:
            best, best_move = value, move
            if best >= beta:
                if is_quiet:
                    note_cut(rules, space, state, me, depth, ply, top, index)
                break
        done += 1

    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    control[space.counters + RELIED] = relied if relied < ply else NEVER
    if relied < ply and abs(best) >= WON // 2:
        # A certain end that rests on a position further up holds on this path only.
        lower, upper = -INFINITE, INFINITE
    lower, upper = from_here(space, lower, -ply), from_here(space, upper, -ply)
    store(space.table, first, second, pack(lower, upper, best_move, depth), depth)
    return best


@kernel
def is_left_out(rules, state, move, ideas, ahead, done, deep, depth, improving):
    """Whether a move that gives no check is not worth a look; `deep` is how far that would go.

    `ahead` is how far the estimate is above the window's lower end.
    """
    if tempts(rules, state, move):
        if ideas & LOSING_OUT == 0 or depth >= LOSING_DEPTH:
            return False
        return not pays(rules, state, move, -LOSS_PLY * depth)
    if ideas & FEWER != 0 and done >= (FEW + depth * depth) * (1 + improving) // 2:
        return True
    deep = max(0, deep)
    if ideas & FUTILITY != 0 and deep < FUTILE_DEPTH and ahead + FUTILE + FUTILE_PLY * deep <= 0:
        return True
    if ideas & LOSING_OUT == 0 or deep >= LOSING_DEPTH:
        return False
    return not pays(rules, state, move, -LOSS_SQUARED * deep * deep)


@kernel
def best_of(rules, space, state, moves, repeated, found, depth, most):
    """A round at the root: which of `moves` is best, `depth` plies deep; moves[found[0]].

    found[1] is its value.  `repeated` has the values of moves that bring back a position of the
    game so far, NEVER for the others.  When the search is stopped `found` says what is known.
    """
    control, scratch = space.control, space.scratch
    me = mover(rules, state)
    best = -most
    for done in range(moves.size):
        move = moves[done]
        value = repeated[done]
        if value == NEVER:
            child = play(rules, state, move)
            marks = mark(rules, child) + 0 * depth
            same = mover(rules, child) == me
            scratch[LINE] = move + 1
            ceiling = most if done == 0 else best + 1
            while True:
                deeper, ply, go_on = depth - 1, 0 * depth, 1 + 0 * depth
                if same:
                    value = search(
                        rules, space, child, best, ceiling, deeper, ply, ply, go_on, marks
                    )
                else:
                    value = -search(
                        rules, space, child, -ceiling, -best, deeper, ply, ply, go_on, marks
                    )
                if control[STOP] != 0:
                    return
                if value <= best:
                    break
                if value < ceiling or ceiling == most:
                    break
                ceiling = most
        if done == 0 or value > best:
            best = value
            found[0], found[1] = done, value
