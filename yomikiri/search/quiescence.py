"""Quiescence: tempting moves are searched beyond the depth of look_ahead.py."""

from yomikiri.jit import kernel
from yomikiri.rules import (
    CHECK,
    MOST_MOVES,
    legal_moves,
    mark,
    mover,
    order,
    pays,
    play,
    tempting_moves,
)
from yomikiri.search.margins import BEYOND, CHECKS_BEYOND, GAIN
from yomikiri.search.table import INFINITE
from yomikiri.search.values import end_value, estimate
from yomikiri.search.workspace import LEAVES, RANKS, STACK, STOP, bring_forward, enter


@kernel
def quiesce(rules, space, state, alpha, beta, left, ply, top):
    """An estimate of `state` for its mover once tempting moves are played out, if they pay."""
    control, scratch = space.control, space.scratch
    if not enter(space):
        return alpha
    all_moves = left > BEYOND - CHECKS_BEYOND and mark(rules, state) & CHECK != 0
    if all_moves:
        number = legal_moves(rules, state, scratch[top:])
    else:
        number = tempting_moves(rules, state, scratch[top:])
    if number == (0 if all_moves else -1):
        return end_value(rules, space, state, ply)
    best = -INFINITE
    if not all_moves:
        best = estimate(rules, state, space.weights)
        if best >= beta or left == 0 or number == 0 or top + number + MOST_MOVES >= STACK:
            control[space.counters + LEAVES] += 1
            return best
    me = mover(rules, state)
    least = max(0, alpha - best - GAIN)
    kept = top
    for index in range(top, top + number):
        move = scratch[index]
        if all_moves or pays(rules, state, move, least):
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
