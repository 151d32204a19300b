"""Looking ahead in games with captures: alpha-beta with the techniques of chess programs.

For players, in games that answer `tempts`; the others look ahead by alpha_beta.py.  Most of what
is added to it is pruning.  A position whose estimate is far outside the window is not searched; a
move that is quiet and late in the order, or loses material, is skipped near the horizon and
reduced elsewhere (if it turns out well, it is searched again in full).  So the depth is that of
lines in which both sides play moves that look good.  margins.py has the numbers.

A value beyond every estimate is still a fact: nothing is skipped where a side is to be mated, only
searched less deeply.
"""

from yomikiri.bits import plain
from yomikiri.jit import kernel
from yomikiri.rules import (
    CHECK,
    MOST_ESTIMATE,
    NO_MOVE,
    is_proof,
    key,
    legal_moves,
    mark,
    may_repeat,
    mover,
    pays,
    play,
    skip,
    tempts,
)
from yomikiri.search.known import keep, known_bounds, repeated, tightened
from yomikiri.search.margins import (
    BEYOND,
    FURTHEST,
    PASS_LESS,
    PASS_MARGIN,
    RAZOR_MARGIN,
    SHALLOW,
    TRUST_DEPTH,
    TRUST_MARGIN,
)
from yomikiri.search.quiescence import quiesce
from yomikiri.search.ranking import note_cut, past_of, put_first, rank_moves
from yomikiri.search.skipping import is_skipped, judge, late_reduction, reduction
from yomikiri.search.table import INFINITE, recall
from yomikiri.search.values import end_value
from yomikiri.search.workspace import (
    ALONE,
    CUTS,
    LATER,
    LINE,
    MARKS,
    NEVER,
    PASSES,
    RELIED,
    STATIC,
    STOP,
    bring_forward,
    claim,
    enter,
    has_room,
    leave,
)


@kernel
def look(rules, space, state, alpha, beta, depth):
    """An estimate of `state` for its mover, fail-soft, `depth` plies deep: the root of `search`."""
    ply, no, yes = plain(0), plain(0), plain(1)
    arrive(space.scratch, ply, space.scratch[LINE], mark(rules, state), no, yes)
    return search(rules, space, state, alpha, beta, depth, ply, plain(0))


@kernel
def search(rules, space, state, alpha, beta, depth, ply, top):
    """The same for a position `ply` plies from the root; see alpha_beta.search, and `arrive`."""
    control, scratch = space.control, space.scratch
    no, yes = plain(0), plain(1)
    marks, is_cut = scratch[MARKS + ply], scratch[CUTS + ply] != 0
    in_check = marks & CHECK != 0
    if in_check and ply < FURTHEST:
        depth += 1
    if depth <= 0:
        return quiesce(rules, space, state, alpha, beta, plain(BEYOND), ply, top)
    if not enter(space):
        return alpha
    first, second = key(rules, state)
    me = mover(rules, state)
    if may_repeat(rules):
        value = repeated(rules, space, state, first, second, marks, me, ply)
        if value != NEVER:
            return value
    known, hash_move = recall(space.table, first, second)
    lower, upper = known_bounds(space, known, depth, ply)
    alpha, beta = max(alpha, lower), min(beta, upper)
    if alpha >= beta:
        return lower if lower >= beta else upper

    number = legal_moves(rules, state, scratch[top:])
    if number == 0:
        return end_value(rules, space, state, ply)
    free = top + number
    if not has_room(control, ply, free):
        return alpha
    if hash_move == NO_MOVE and depth > SHALLOW:
        depth -= 1  # without a move from the table less deeply: next time there is one
    wide = beta > alpha + 1

    # Pruning by the estimate.
    static, improving = -INFINITE, 0
    scratch[STATIC + ply] = -INFINITE
    judged = not in_check and not wide and not is_proof(beta)
    if judged:
        static, improving = judge(rules, space, state, known, ply)
        may_pass = scratch[PASSES + ply] != 0
        if depth == 1 and static + RAZOR_MARGIN <= alpha:
            return quiesce(rules, space, state, alpha, beta, plain(BEYOND), ply, top)
        if may_pass and depth <= TRUST_DEPTH:
            if static - TRUST_MARGIN * (depth - improving) >= beta:
                return static
        if may_pass and depth >= SHALLOW and static >= beta:
            passed = skip(rules, state)
            if mover(rules, passed) != me:
                arrive(scratch, ply + 1, no, no, no, no)
                less = PASS_LESS + depth // 4 + min((static - beta) // PASS_MARGIN, 3)
                value = -search(rules, space, passed, -beta, -alpha, depth - less, ply + 1, free)
                if control[STOP] != 0:
                    return alpha
                if value >= beta:
                    return beta

    # The move from the table often gives a cutoff, so the others are ranked only after it.
    unranked = put_first(scratch, hash_move, top, free)
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
        is_quiet = not tempts(rules, state, move)
        child_marks = mark(rules, child)
        checks = child_marks & CHECK != 0
        is_late = done > 0 and is_quiet and not in_check and not checks
        less = late_reduction(depth, done, improving, wide) if is_late else 0
        if judged and done > 0 and not checks and best >= -MOST_ESTIMATE:
            after, ahead = depth - 1 - less, static - alpha
            if is_skipped(rules, state, move, is_quiet, done, depth, after, ahead, improving):
                done += 1
                continue
        place = claim(rules, space, child, index, done == 0) if sharing else ALONE
        if place == LATER:
            continue
        if is_late:
            past = past_of(scratch, me, move, scratch[LINE + ply])
            less = reduction(rules, state, move, depth, less, past, is_cut, wide)
        # A check that loses the piece is not worth its extension.
        extra = 1 if checks and not pays(rules, state, move, no) else 0
        same = mover(rules, child) == me
        bottom = max(alpha, best)
        ceiling = beta if done == 0 else bottom + 1
        while True:  # reduced, then in full, then with the whole window
            to_cut = yes if ceiling == bottom + 1 and (less > 0 or not is_cut) else no
            arrive(scratch, ply + 1, move + 1, child_marks, to_cut, yes)
            deeper = depth - 1 - less - extra
            if same:
                value = search(rules, space, child, bottom, ceiling, deeper, ply + 1, free)
            else:
                value = -search(rules, space, child, -ceiling, -bottom, deeper, ply + 1, free)
            relied = min(relied, control[space.counters + RELIED])
            if control[STOP] != 0 or value <= bottom:
                break
            if less > 0:
                less = 0
            elif value >= ceiling and ceiling < beta:
                ceiling = beta
            else:
                break
        if not leave(space, place):
            return alpha
        if value > best:
            best, best_move = value, move
            if best >= beta:
                if is_quiet:
                    note_cut(rules, scratch, state, me, depth, ply, top, index)
                break
        done += 1

    lower, upper = tightened(lower, upper, alpha, beta, best)
    control[space.counters + RELIED] = relied if relied < ply else NEVER
    if relied < ply and is_proof(best):
        # A certain end that relies on a position further up holds on this path only.
        lower, upper = -INFINITE, INFINITE
    keep(space, first, second, lower, upper, depth, best_move, depth, ply)
    return best


@kernel
def arrive(scratch, ply, move, marks, is_cut, may_pass):
    """Note what the search of the position at a ply must know besides the window.

    The move that led there, plus 1 (0: a null move); its `mark`; whether a cutoff is expected
    there; and whether a null move is allowed.
    """
    scratch[LINE + ply], scratch[MARKS + ply] = move, marks
    scratch[CUTS + ply], scratch[PASSES + ply] = is_cut, may_pass


@kernel
def best_of(rules, space, state, moves, repeated, found, alpha, beta, depth):
    """A round at the root: which of `moves` is best, `depth` plies deep; moves[found[0]].

    found[1] is its value.  `repeated` has the values of moves that repeat a position of the game
    so far, NEVER for the others.  When the search is stopped `found` says what is known.
    Without moves found[1] is an estimate of `state`: so there is one kernel to compile, not two.
    """
    control, scratch = space.control, space.scratch
    if moves.size == 0:
        found[1] = look(rules, space, state, alpha, beta, depth)
        return
    me = mover(rules, state)
    best = alpha
    for done in range(moves.size):
        move = moves[done]
        value = repeated[done]
        if value == NEVER:
            child = play(rules, state, move)
            same = mover(rules, child) == me
            scratch[LINE] = move + 1
            ceiling = beta if done == 0 else best + 1
            while True:
                if same:
                    value = look(rules, space, child, best, ceiling, depth - 1)
                else:
                    value = -look(rules, space, child, -ceiling, -best, depth - 1)
                if control[STOP] != 0:
                    return
                if value < ceiling or ceiling == beta:
                    break
                ceiling = beta
        if done == 0 or value > best:
            best = value
            found[0], found[1] = done, value
