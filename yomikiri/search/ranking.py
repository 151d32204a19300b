"""Which moves look_ahead.py tries first, and what it learns from those that end a search."""

from yomikiri.bits import mix, shift_down
from yomikiri.jit import kernel
from yomikiri.rules import key, mover, order, pays, play, tempts
from yomikiri.search.alpha_beta import (
    FOLLOW,
    FOLLOW_BITS,
    IDEAS,
    KILLERS,
    LINE,
    MOST_HISTORY,
    RANKS,
    from_here,
    history_of,
)
from yomikiri.search.ideas import (
    BLAME,
    FOLLOWS,
    KILLER_RANK,
    KILLERS_EARLY,
    LOGS,
    LOOK_UP,
    LOSING_LAST,
    LOSING_RANK,
    ONE_PLY,
    SHALLOW,
)
from yomikiri.search.table import INFINITE, UNKNOWN, depth_of, lower_of, probe, upper_of

BONUS, MOST_BONUS = 32, 1 << 13  # for the square of a depth, at most


@kernel
def rank_moves(rules, space, state, me, depth, ply, beta, top, free):
    """Say how promising the moves on the stack are; a bound of one that is known to be enough."""
    scratch, ideas = space.scratch, space.control[IDEAS]
    killers = KILLERS + 2 * ply
    for index in range(top, free):
        move = scratch[index]
        child = play(rules, state, move)
        if depth >= SHALLOW and ideas & LOOK_UP != 0:
            child_first, child_second = key(rules, child)
            entry = probe(space.table, child_first, child_second)
            if entry != UNKNOWN and depth_of(entry) >= depth - 1:
                bound = lower_of(entry) if mover(rules, child) == me else -upper_of(entry)
                bound = from_here(space, bound, ply + 1)
                if bound >= beta:
                    return bound
        rank = order(rules, state, move, child)
        if tempts(rules, state, move):
            if ideas & LOSING_LAST != 0 and not pays(rules, state, move, 0 * ply):
                rank -= LOSING_RANK
        else:
            rank += past_of(scratch, me, move, scratch[LINE + ply])
            if ideas & KILLERS_EARLY != 0:
                if move == scratch[killers] - 1 or move == scratch[killers + 1] - 1:
                    rank += KILLER_RANK
        scratch[RANKS + index] = rank
    return -INFINITE


@kernel
def past_of(scratch, me, move, previous):
    """The history of a move, also after the move before it; 0 is no move."""
    past = scratch[history_of(me, move)]
    if previous != 0:
        past += scratch[follow_of(previous, move)]
    return past


@kernel
def follow_of(previous, move):
    """Where the history of a move after another one is kept."""
    return FOLLOW + shift_down(mix(previous << 14 | move, -7046029254386353131), 64 - FOLLOW_BITS)


@kernel
def reduction(depth, done):
    """Plies less for a quiet move after so many others."""
    plies = (LOGS[min(depth, 255)] * LOGS[min(done + 1, 255)] + ONE_PLY // 2) // ONE_PLY
    return 4 * plies // 5


@kernel
def note_cut(rules, space, state, me, depth, ply, top, last):
    """Remember the quiet move at `last`, which ended a search; those before it lose history."""
    scratch, ideas = space.scratch, space.control[IDEAS]
    move, previous = scratch[last], scratch[LINE + ply]
    killers = KILLERS + 2 * ply
    if scratch[killers] != move + 1:
        scratch[killers + 1] = scratch[killers]
        scratch[killers] = move + 1
    bonus = min(BONUS * depth * depth, MOST_BONUS)
    for index in range(top, last + 1):
        move = scratch[index]
        change = bonus if index == last else -bonus
        if index == last or (ideas & BLAME != 0 and not tempts(rules, state, move)):
            learn(scratch, history_of(me, move), change)
            if ideas & FOLLOWS != 0 and previous != 0:
                learn(scratch, follow_of(previous, move), change)


@kernel
def learn(scratch, place, change):
    """Add to a history, the less the nearer it is to its bounds."""
    old = scratch[place]
    change -= old * abs(change) // MOST_HISTORY
    scratch[place] = max(-MOST_HISTORY, min(MOST_HISTORY, old + change))
