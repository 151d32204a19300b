"""Retrograde analysis: the value and distance of every position, from the ends of games backwards.

Positions are numbered class by class; all classes of a game lie one after the other in `store`, and
a class is worked on when those that its moves may lead to are finished.  A cell holds a code:

    d + 1             the player to move wins in d plies, as quickly as he can
    -(d + 1)          he loses in d plies, as slowly as he can
    0                 a draw
    HOLE              not a position
    WAITING + d       he wins in d plies by leaving the class, or sooner: to be settled at d
    -(WAITING + d)    he loses in d plies: all moves are known to lose, one of them so late
    OPEN + n          not known; n moves within the class are not known to lose
    OPEN + SAFE + n   the same, and another move leaves the class for a draw

Positions settle level by level, a level being a distance.  Those that lost at a level make their
predecessors win at the next; those that won take one from their predecessors' count, and at nought
a predecessor has lost.  All that is done for a level is done in two phases, so that threads, which
share the store without locks, never write different things into one cell; see `sweep`.

A game without `unplay` is done by `sweep_forward`, which asks every open position again at every
level: simple and slow, and a check on the other.
"""

from typing import Any, NamedTuple

from yomikiri.bits import prefetch, take_one
from yomikiri.jit import kernel
from yomikiri.rules import (
    ONGOING,
    alternates,
    index,
    is_position,
    leaves_class,
    legal_moves,
    mover,
    outcome,
    play,
    resets,
    unindex,
    unplay,
)

HOLE = -32768
OPEN = 16384
SAFE = 4096
WAITING = 8192
MOST_LEVELS = WAITING - 2
NO_MOVES = -1  # the code of the best of no moves: worse than every code after a move
NEVER = 1 << 14  # beyond every level; marks are 16 bits wide

BLOCK = 1 << 8  # cells that are marked together
MOST_MOVES = 512  # of a position, forwards or backwards
RING = 64  # positions that wait while memory is asked for their cells
SCRATCH = MOST_MOVES + RING  # predecessors and the ring, of a thread

STOP, TAKEN, SWEPT, LATER = range(4)  # places in `control`
CONTROLS = 4


class TableWorkspace(NamedTuple):
    """What threads share while a class is worked on."""

    group: int
    size: int
    base: int  # where the class begins in the store
    store: Any  # int16: the codes of all classes
    bases: Any  # int64: where each class begins
    marks: Any  # int16: for each block of the class, three times: to do at even levels, at odd
    # levels, and when the first of those who wait is due
    control: Any  # int64: set by Python (STOP), counted down (TAKEN) and up (SWEPT), or set (LATER)


@kernel
def blocks_of(space):
    """How many blocks the class has."""
    return (space.size + BLOCK - 1) // BLOCK


@kernel
def end_code(result):
    """The code of a position in which the game is over."""
    return 1 if result > 0 else (-1 if result < 0 else 0)


@kernel
def seen_after(code):
    """A code one ply earlier, by the same player."""
    if code > 0:
        return code + 1
    return code - 1 if code < 0 else 0


@kernel
def code_of(rules, space, state):
    """The code of any position: by the rules if the game is over, else from the store."""
    result = outcome(rules, state)
    if result != ONGOING:
        return end_code(result)
    group, number = index(rules, state)
    return int(space.store[space.bases[group] + number])


@kernel
def after(rules, space, state, move):
    """The code that a move leads to, as the player who makes it sees it."""
    child = play(rules, state, move)
    code = code_of(rules, space, child)
    if code <= HOLE or code >= WAITING or code <= -WAITING:
        return OPEN  # nothing is known
    if mover(rules, child) != mover(rules, state):
        code = -code
    if resets(rules, state, move) and leaves_class(rules, state, move):
        return 2 if code > 0 else (-2 if code < 0 else 0)
    return seen_after(code)


@kernel
def better(code, best):
    """The better of two codes for the player to move: win soon, draw, lose late."""
    if code > 0 and best > 0:
        return min(code, best)
    if code < 0 and best < 0:
        return min(code, best)
    return max(code, best)


# The first pass: what is known of a position without its class.


@kernel
def assess(rules, space, number, moves):
    """The first code of a position."""
    state = unindex(rules, space.group, number)
    if not is_position(rules, state):
        return HOLE
    count = legal_moves(rules, state, moves)
    if count == 0:
        return end_code(outcome(rules, state))
    inside, best = 0, NO_MOVES
    for i in range(count):
        if leaves_class(rules, state, moves[i]):
            best = better(after(rules, space, state, moves[i]), best)
        else:
            inside += 1
    if best > 0:
        return WAITING + best - 1
    if best == 0:
        return OPEN + SAFE + inside
    return OPEN + inside if inside > 0 else -(WAITING - best - 1)


@kernel
def assess_all(rules, space, moves):
    """The first pass over the blocks that this thread takes; all are marked for level 0."""
    blocks = blocks_of(space)
    while space.control[STOP] == 0:
        block = blocks - take_one(space.control, TAKEN)
        if block >= blocks:
            return
        soonest = NEVER
        start = block * BLOCK
        for number in range(start, min(start + BLOCK, space.size)):
            code = assess(rules, space, number, moves)
            space.store[space.base + number] = code
            soonest = min(soonest, due(code))
        space.marks[2 * blocks + block] = soonest
        space.control[SWEPT] += 1


@kernel
def assess_some(rules, space, step, count, moves):
    """The first pass over a sample, to see how long the whole would take."""
    total = 0
    for i in range(count):
        total += assess(rules, space, i * step, moves)
    return total


@kernel
def knows_predecessors(rules, space, out):
    """Whether the game has moves backwards; asked of the first position there is."""
    for number in range(space.size):
        state = unindex(rules, space.group, number)
        if is_position(rules, state):
            return unplay(rules, state, out) >= 0
    return False


@kernel
def due(code):
    """The level at which a code settles."""
    if code == HOLE or code >= OPEN:
        return NEVER
    if code >= WAITING:
        return code - WAITING
    if code <= -WAITING:
        return -code - WAITING
    return 0 if code == 1 or code == -1 else NEVER


# The levels, backwards.


@kernel
def sweep(rules, space, level, marking, scratch, moves):
    """One phase of a level, on the blocks that this thread takes.

    In the first, `marking`, positions that settle at this level are given their code, and those
    with a move to a position that is good for their mover win at the next level.  In the second
    the counts of those with a move to a position that is bad for their mover go down.
    """
    blocks = blocks_of(space)
    own = level % 2 * blocks
    held = 0  # cells in the ring
    while space.control[STOP] == 0:
        block = blocks - take_one(space.control, TAKEN)
        if block >= blocks:
            break
        if space.marks[own + block] == 0 and space.marks[2 * blocks + block] > level:
            continue
        soonest = NEVER
        start = block * BLOCK
        for number in range(start, min(start + BLOCK, space.size)):
            code = int(space.store[space.base + number])
            if marking and (code >= WAITING or code <= -WAITING) and code < OPEN and code != HOLE:
                if abs(code) - WAITING > level:
                    soonest = min(soonest, abs(code) - WAITING)
                    continue
                code = level + 1 if code > 0 else -(level + 1)
                space.store[space.base + number] = code
            if code != level + 1 and code != -(level + 1):
                continue
            space.marks[own + block] = 1  # also for the second phase
            if alternates(rules) and (code < 0) != marking:
                continue
            state = unindex(rules, space.group, number)
            for i in range(unplay(rules, state, scratch)):
                good = (code > 0) == (scratch[i] % 2 == 1)
                if good != marking:
                    continue
                prefetch(space.store, space.base + scratch[i] // 2)
                scratch[MOST_MOVES + held] = scratch[i] // 2
                held += 1
                if held == RING:
                    settle(rules, space, level, marking, held, scratch, moves)
                    held = 0
        if marking:
            space.marks[2 * blocks + block] = soonest
        else:
            space.control[SWEPT] += 1
    settle(rules, space, level, marking, held, scratch, moves)


@kernel
def settle(rules, space, level, marking, held, scratch, moves):
    """A move of each position in the ring is known: to win by, if `marking`, else to lose by."""
    for i in range(MOST_MOVES, MOST_MOVES + held):
        number = scratch[i]
        cell = space.base + number
        code = int(space.store[cell])
        if marking:
            if code > OPEN or WAITING + level + 1 < code < OPEN:
                space.store[cell] = level + 2
                mark(space, number, level + 1)
        elif code > OPEN and take_one(space.store, cell) == OPEN + 1:
            space.store[cell] = lost(rules, space, level, number, moves)
            mark(space, number, level + 1)


@kernel
def mark(space, number, level):
    """The block of a position has something to do at a level."""
    space.marks[level % 2 * blocks_of(space) + number // BLOCK] = 1


@kernel
def lost(rules, space, level, number, moves):
    """The code of a position whose moves all lose, the last within the class at the next level."""
    distance = level + 1
    state = unindex(rules, space.group, number)
    for i in range(legal_moves(rules, state, moves)):
        if leaves_class(rules, state, moves[i]):
            distance = max(distance, -after(rules, space, state, moves[i]) - 1)
    return -(distance + 1) if distance == level + 1 else -(WAITING + distance)


@kernel
def next_level(space, level):
    """The next level with something to do, or NEVER; the marks of this one are cleared."""
    blocks = blocks_of(space)
    own, others = level % 2 * blocks, (level + 1) % 2 * blocks
    soonest = NEVER
    for block in range(blocks):
        space.marks[own + block] = 0
        if space.marks[others + block] != 0:
            soonest = level + 1
        soonest = min(soonest, int(space.marks[2 * blocks + block]))
    return soonest


@kernel
def run_levels(rules, space, scratch, moves):
    """All levels by one thread; the first that was not finished, NEVER if none is left."""
    level = 0
    while level < MOST_LEVELS:
        for marking in (True, False):
            space.control[TAKEN] = blocks_of(space)
            sweep(rules, space, level, marking, scratch, moves)
        if space.control[STOP] != 0:
            return level
        level = next_level(space, level)
    return level


# The levels, forwards.


@kernel
def sweep_forward(rules, space, level, moves):
    """Settle what wins or loses at a level; LATER is set if there may be another."""
    blocks = blocks_of(space)
    while space.control[STOP] == 0:
        block = blocks - take_one(space.control, TAKEN)
        if block >= blocks:
            return
        start = block * BLOCK
        for number in range(start, min(start + BLOCK, space.size)):
            code = int(space.store[space.base + number])
            if code == HOLE or -WAITING < code < WAITING:
                continue
            state = unindex(rules, space.group, number)
            best = NO_MOVES
            for i in range(legal_moves(rules, state, moves)):
                found = after(rules, space, state, moves[i])
                if abs(found) > level + 1:
                    if found != OPEN:
                        space.control[LATER] = 1
                    found = 0  # not settled at an earlier level
                best = better(found, best)
            if best != 0:
                space.store[space.base + number] = best
                space.control[LATER] = 1
        space.control[SWEPT] += 1


# Afterwards.


@kernel
def close(space):
    """What nobody can force is a draw."""
    for cell in range(space.base, space.base + space.size):
        if space.store[cell] >= WAITING:
            space.store[cell] = 0


@kernel
def check(rules, space, moves):
    """The first number whose code is not that of its best move, or -1, among the blocks taken."""
    blocks = blocks_of(space)
    while space.control[STOP] == 0:
        block = blocks - take_one(space.control, TAKEN)
        if block >= blocks:
            break
        start = block * BLOCK
        for number in range(start, min(start + BLOCK, space.size)):
            if space.store[space.base + number] != proper(rules, space, number, moves):
                space.control[STOP] = 1
                return number
        space.control[SWEPT] += 1
    return -1


@kernel
def proper(rules, space, number, moves):
    """What the code of a position must be, by forward moves from finished codes."""
    state = unindex(rules, space.group, number)
    if not is_position(rules, state):
        return HOLE
    count = legal_moves(rules, state, moves)
    if count == 0:
        return end_code(outcome(rules, state))
    best = NO_MOVES
    for i in range(count):
        best = better(after(rules, space, state, moves[i]), best)
    return best
