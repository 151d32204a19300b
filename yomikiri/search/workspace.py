"""What the searches over a transposition table work with: one Workspace for each thread.

Alpha-beta, looking ahead and proof numbers share it.  `control` is read and set by Python while
they run; `scratch` is the thread's own memory, in regions.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import mix
from yomikiri.jit import kernel
from yomikiri.rules import MOST_MOVES, key
from yomikiri.search.trail import STEP

READ_OUT, LOOK_AHEAD, COUNT_AT = 0, 1, 2  # modes, see alpha_beta.py

# The shared words of `control`; the counters of thread t follow at COUNTERS * (t + 1).
STOP, TOO_DEEP, MOST_NODES = 0, 1, 2
OWN_WORD = 3  # 1: the game has its own rule of repetition, not all are draws
ESTIMATES = 4  # 1: READ_OUT ranks moves by estimates where much of the game remains
COUNTERS = 8  # one cache line per thread
NODES, LEAVES, RELIED = 0, 1, 2

# The regions of `scratch`.
MOST_PLIES = 512
STACK = 1 << 15  # legal moves of all plies of the current line
RANKS = STACK  # how promising each of these is
HISTORY = RANKS + STACK
HISTORY_SIZE = 1 << 12  # for each player
PATH = HISTORY + 2 * HISTORY_SIZE  # [MOST_PLIES, STEP] the positions of the line, see trail.py
# What look_ahead.py knows of each ply.
KILLERS = PATH + STEP * MOST_PLIES  # [MOST_PLIES, 2] the last moves that gave a cutoff there
LINE = KILLERS + 2 * MOST_PLIES  # [MOST_PLIES] the moves that led to each ply, plus 1
FOLLOW_BITS = 14
FOLLOW = LINE + MOST_PLIES  # [1 << FOLLOW_BITS] history of pairs of moves
STATIC = FOLLOW + (1 << FOLLOW_BITS)  # [MOST_PLIES] estimates of the positions of the line
MARKS = STATIC + MOST_PLIES  # [MOST_PLIES] what `mark` says of them
CUTS = MARKS + MOST_PLIES  # [MOST_PLIES] 1: a cutoff is expected there
PASSES = CUTS + MOST_PLIES  # [MOST_PLIES] 1: a null move is allowed there
# What reading out knows about its own order of moves, see deliberating.py.
SIZES = PASSES + MOST_PLIES  # [256, 2] by what remains: positions searched, nodes below them
GLANCES = SIZES + 512  # [8, 2] by plies: positions ranked by a glance, nodes of the glances
CUTOFFS = GLANCES + 16  # [2, 2] without and with glances: cutoffs, those by the first move
SCRATCH = CUTOFFS + 4

BUSY_SIZE = 1 << 12
MOST_HISTORY = 1 << 16
NEVER = 1 << 40  # beyond every ply and every rank
DEFERRED = -NEVER
LATER, ALONE = -1, -2  # places of moves that are deferred; that no other thread can search

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
    scratch: Words  # this thread's own
    weights: Words  # of the evaluation


def aged(scratch: Words) -> Words:
    """The move statistics of a search, aged for a search of a position two plies on."""
    scratch[HISTORY:PATH] //= 2
    scratch[FOLLOW:STATIC] //= 2
    scratch[KILLERS : LINE - 4] = scratch[KILLERS + 4 : LINE]
    return scratch


@kernel
def enter(space):
    """Count a position; whether the search continues."""
    control = space.control
    control[space.counters + NODES] += 1
    control[space.counters + RELIED] = NEVER
    if control[space.counters + NODES] > control[MOST_NODES]:
        control[STOP] = 1
    return control[STOP] == 0


@kernel
def has_room(control, ply, free):
    """Whether there is room for another ply, with moves from `free` on; if not, the search ends."""
    if ply < MOST_PLIES - 1 and free + MOST_MOVES < STACK:
        return True
    control[TOO_DEEP] = 1
    control[STOP] = 1
    return False


# The order of moves.


@kernel
def history_of(me, move):
    """Where the history of a move is: how often it gave a cutoff."""
    return HISTORY + (me * HISTORY_SIZE + move) % (2 * HISTORY_SIZE)


@kernel
def bring_forward(scratch, index, end):
    """Exchange the move at `index` with the best one from there to `end`."""
    best, greatest = index, scratch[RANKS + index]
    for other in range(index + 1, end):
        rank = scratch[RANKS + other]
        best = other if rank > greatest else best  # without a branch
        greatest = max(greatest, rank)
    if best != index:
        move, rank = scratch[best], scratch[RANKS + best]
        scratch[best], scratch[RANKS + best] = scratch[index], scratch[RANKS + index]
        scratch[index], scratch[RANKS + index] = move, rank


# Threads that share the work: each defers what another is searching.


@kernel
def claim(rules, space, child, index, is_first):
    """Where it is noted that this thread searches `child`, after the move at `index` on the stack.

    LATER if another thread does: then the move is deferred, but only once, and never the first.
    """
    first, second = key(rules, child)
    tag = mix(first, -7046029254386353131) ^ second | 1
    place = tag >> 8 & BUSY_SIZE - 1
    ranks, busy = space.scratch, space.busy
    if not is_first and ranks[RANKS + index] != DEFERRED and busy[place] == tag:
        ranks[RANKS + index] = DEFERRED
        return LATER
    busy[place] = tag
    return place


@kernel
def leave(space, place):
    """Note that this thread is done with a position; whether the search continues."""
    if place != ALONE:
        space.busy[place] = 0
    return space.control[STOP] == 0
