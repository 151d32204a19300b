"""The moves that prove a value, recorded by the searches that have just found it.

Below a position that was read out the tables still know most of what was proved, so the walk of a
certificate (docs/formats.md) asks them, and searches again only what they have lost.
"""

from typing import NamedTuple

from yomikiri.bits import plain, shift_down
from yomikiri.jit import kernel
from yomikiri.rules import (
    UNLIMITED,
    key,
    legal_moves,
    mirror,
    mirror_move,
    mover,
    play,
    remaining,
    symmetries,
)
from yomikiri.search.alpha_beta import search
from yomikiri.search.df_pn import FAR, prove
from yomikiri.search.frontier import FULL, LEAVES, STOP, enter
from yomikiri.search.known import child_bound
from yomikiri.search.proof_numbers import DECIDED, REFUTED, numbers_in, salted
from yomikiri.search.table import UNKNOWN, recall
from yomikiri.search.workspace import MOST_NODES, NODES, Words
from yomikiri.search.workspace import STOP as SEARCH_STOP

MOVES = LEAVES  # the word of `control` that counts the moves recorded
BYTES, CONTENTS = 8, 256  # of a set of cells
ORDER = BYTES * CONTENTS  # where the order of moves begins in a chart
MOST_CELLS = 64  # and after them the pass
NONE = -1
SIGN = -(1 << 63)  # turns the order of signed words into that of unsigned ones
FIRST_BUDGET = 1 << 8  # nodes spent on each move before more are spent on any
GROWTH = 16  # of the budget, each round


class Record(NamedTuple):
    """What a walk writes."""

    chart: Words  # cells as a certificate numbers them, a byte at a time; the order of moves
    control: Words  # as in frontier.py
    seen: Words  # the positions met
    out: Words  # the moves, each as its place among the legal ones


@kernel
def record(rules, space, proofs, notes, state, goal, proves, floor, top):
    """Follow a strategy from `state`, whose mover reaches `goal` if `proves`, else does not.

    Moves of the player who proves are written to `notes.out`; those of the other are all followed.
    `notes.control[STOP]` not 0: it was stopped, or there was no room.
    """
    control = notes.control
    if control[STOP] != 0 or remaining(rules, state) <= floor:
        return 0
    moves = space.scratch
    number = legal_moves(rules, state, moves[top:])
    if number == 0:
        return 0
    # The tables know the position as it was searched, so its image is only what it is called.
    image = canonical(rules, notes.chart, state)
    if not enter(rules, mirror(rules, state, image), control, notes.seen):
        return 0
    free = top + number
    arrange(rules, notes.chart, image, moves, top, free)
    first, last = top, free
    if proves != 0 and number > 1:
        first = proving(rules, space, proofs, control, state, goal, top, free)
        if control[STOP] != 0:
            return 0
        if control[MOVES] == notes.out.size:
            control[FULL], control[STOP] = 1, 1
            return 0
        last = first + 1
        notes.out[control[MOVES]] = first - top
        control[MOVES] += 1
    for index in range(first, last):
        child = play(rules, state, moves[index])
        record(rules, space, proofs, notes, child, 1 - goal, 1 - proves, floor, free)
    return 0


@kernel
def numbered(chart, stones):
    """A set of cells in the numbers of certificates."""
    found = 0
    for byte in range(BYTES):
        found |= chart[CONTENTS * byte + (stones & CONTENTS - 1)]
        stones = shift_down(stones, 8)
    return found


@kernel
def canonical(rules, chart, state):
    """Which mirror image is smallest by own stones, and then by the other's."""
    best = 0
    own, other = numbered(chart, state.own) ^ SIGN, numbered(chart, state.other) ^ SIGN
    for image in range(1, symmetries(rules)):
        turned = mirror(rules, state, image)
        mine = numbered(chart, turned.own) ^ SIGN
        if mine <= own:
            theirs = numbered(chart, turned.other) ^ SIGN
            if mine < own or theirs < other:
                best, own, other = image, mine, theirs
    return best


@kernel
def arrange(rules, chart, image, moves, top, free):
    """Put moves into the order of the cells of certificates, in a mirror image."""
    for index in range(top + 1, free):
        move = moves[index]
        rank = chart[ORDER + mirror_move(rules, move, image)]
        place = index
        while place > top and chart[ORDER + mirror_move(rules, moves[place - 1], image)] > rank:
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = move


@kernel
def proving(rules, space, proofs, control, state, goal, top, free):
    """Where on the stack the move is that is soonest proved to reach `goal`, for one does.

    Refuting a move that was never refuted before can take as long as the solve, so each gets a few
    nodes before any gets more.
    """
    moves = space.scratch
    depth, ply, no_limit, below = plain(UNLIMITED), plain(FAR), plain(DECIDED), 1 - goal
    budget, begin = FIRST_BUDGET, plain(0)
    while control[STOP] == 0:
        found = remembered(rules, space, proofs, state, goal, top, free)
        if found != NONE:
            return found
        allow(space, GROWTH * budget)
        prove(rules, space, proofs, state, goal, no_limit, no_limit, free, begin)
        found = remembered(rules, space, proofs, state, goal, top, free)
        if found != NONE:
            return found
        for index in range(top, free):
            child = play(rules, state, moves[index])
            allow(space, budget)
            if (
                prove(rules, space, proofs, child, below, no_limit, no_limit, free, begin)
                == REFUTED
            ):
                return index
            allow(space, budget)
            value = search(rules, space, child, below - 1, below, depth, ply, free)
            if space.control[SEARCH_STOP] == 0 and value < below:
                return index
        budget *= GROWTH
    return top


@kernel
def allow(space, budget):
    """Let a search visit so many nodes more."""
    space.control[SEARCH_STOP] = 0
    space.control[MOST_NODES] = space.control[space.counters + NODES] + budget


@kernel
def remembered(rules, space, proofs, state, goal, top, free):
    """Where a move is that the tables know to reach `goal`, with the fewest replies; or NONE."""
    moves, me = space.scratch, mover(rules, state)
    best, fewest = NONE, UNLIMITED
    for index in range(top, free):
        child = play(rules, state, moves[index])
        first, second = key(rules, child)
        known, question = recall(proofs, salted(first, 1 - goal), second)
        proved = known != UNKNOWN and question == 1 - goal and numbers_in(known)[1] == 0
        needed, ply = plain(UNLIMITED), plain(FAR)
        if proved or child_bound(rules, space, child, me, needed, ply) >= goal:
            replies = legal_moves(rules, child, moves[free:])
            if replies < fewest:
                best, fewest = index, replies
    return best
