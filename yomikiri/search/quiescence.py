"""Quiescence: tempting moves are read out beyond the depth of look_ahead.py."""

from yomikiri.jit import kernel
from yomikiri.rules import (
    CHECK,
    evaluate,
    legal_moves,
    mark,
    mover,
    order,
    outcome,
    pays,
    play,
    tempting_moves,
)
from yomikiri.search.alpha_beta import (
    IDEAS,
    LEAVES,
    MOST_MOVES,
    MOST_NODES,
    NEVER,
    NODES,
    RANKS,
    RELIED,
    STACK,
    STOP,
    bring_forward,
    worth,
)
from yomikiri.search.ideas import BEYOND, CHECKS_BEYOND, EXCHANGES, GAIN
from yomikiri.search.table import INFINITE


@kernel
def quiesce(rules, space, state, alpha, beta, left, ply, top):
    """An estimate of `state` for its mover once tempting moves are played out, if they pay."""
    control, scratch = space.control, space.scratch
    control[space.counters + NODES] += 1
    control[space.counters + RELIED] = NEVER
    if control[space.counters + NODES] > control[MOST_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return alpha
    all_moves = left > BEYOND - CHECKS_BEYOND and mark(rules, state) & CHECK != 0
    if all_moves:
        number = legal_moves(rules, state, scratch[top:])
    else:
        number = tempting_moves(rules, state, scratch[top:])
    if number == (0 if all_moves else -1):
        control[space.counters + LEAVES] += 1
        return worth(space, outcome(rules, state), ply)
    best = -INFINITE
    if not all_moves:
        best = evaluate(rules, state, space.weights)
        if best >= beta or left == 0 or number == 0 or top + number + MOST_MOVES >= STACK:
            control[space.counters + LEAVES] += 1
            return best
    me = mover(rules, state)
    choosy = not all_moves and control[IDEAS] & EXCHANGES != 0
    least = max(0, alpha - best - GAIN)
    kept = top
    for index in range(top, top + number):
        move = scratch[index]
        if not choosy or pays(rules, state, move, least):
            scratch[kept] = move
            scratch[RANKS + kept] = order(rules, state, move, play(rules, state, move))
            kept += 1
    for index in range(top, kept):
        bring_forward(scratch, index, kept)
        child = play(rules, state, scratch[index])
        bottom = max(alpha, best)
        if mover(rules, child) == me:
            value = quiesce(rules, space, child, bottom, beta, left - 1, ply + 1, kept)
        else:
            value = -quiesce(rules, space, child, -beta, -bottom, left - 1, ply + 1, kept)
        if control[STOP] != 0:
            return alpha
        best = max(best, value)
        if best >= beta:
            break
    return best
