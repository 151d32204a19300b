"""Which moves look_ahead.py tries first, and what it learns from those that give a cutoff."""

from yomikiri.bits import mix, plain, shift_down
from yomikiri.jit import kernel
from yomikiri.rules import NO_MOVE, order, pays, play, tempts
from yomikiri.search.known import child_bound
from yomikiri.search.margins import BONUS, KILLER_RANK, LOSING_RANK, MOST_BONUS, SHALLOW
from yomikiri.search.table import INFINITE
from yomikiri.search.workspace import (
    FOLLOW,
    FOLLOW_BITS,
    KILLERS,
    LINE,
    MOST_HISTORY,
    RANKS,
    history_of,
)


@kernel
def put_first(scratch, move, top, free):
    """Bring a move on the stack to its front; 1 if it is there, else 0."""
    if move != NO_MOVE:
        for index in range(top, free):
            if scratch[index] == move:
                scratch[index], scratch[top] = scratch[top], move
                return 1
    return 0


@kernel
def rank_moves(rules, space, state, me, depth, ply, beta, top, free):
    """Rank the moves on the stack; returns the bound of one that is known to give a cutoff."""
    scratch = space.scratch
    killers = KILLERS + 2 * ply
    for index in range(top, free):
        move = scratch[index]
        child = play(rules, state, move)
        if depth >= SHALLOW:
            bound = child_bound(rules, space, child, me, depth - 1, ply)
            if bound >= beta:
                return bound
        rank = order(rules, state, move, child)
        if tempts(rules, state, move):
            if not pays(rules, state, move, plain(0)):
                rank -= LOSING_RANK
        else:
            rank += past_of(scratch, me, move, scratch[LINE + ply])
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
def note_cut(rules, scratch, state, me, depth, ply, top, last):
    """Remember the quiet move at `last`, which gave a cutoff; those before it lose history."""
    move, previous = scratch[last], scratch[LINE + ply]
    killers = KILLERS + 2 * ply
    if scratch[killers] != move + 1:
        scratch[killers + 1] = scratch[killers]
        scratch[killers] = move + 1
    bonus = min(BONUS * depth * depth, MOST_BONUS)
    for index in range(top, last + 1):
        move = scratch[index]
        change = bonus if index == last else -bonus
        if index == last or not tempts(rules, state, move):
            learn(scratch, history_of(me, move), change)
            if previous != 0:
                learn(scratch, follow_of(previous, move), change)


@kernel
def learn(scratch, place, change):
    """Add to a history, the less the nearer it is to its limit."""
    old = scratch[place]
    change -= old * abs(change) // MOST_HISTORY
    scratch[place] = max(-MOST_HISTORY, min(MOST_HISTORY, old + change))
