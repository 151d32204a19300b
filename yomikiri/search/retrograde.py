"""Retrograde analysis: the value and distance of every position, from the ends of games backwards.

Positions settle level by level, a level being a distance; codes.py says what a table holds.
Those that lost at a level make their predecessors win at the next; those that won take one from
their predecessors' count, and at 0 a predecessor has lost.  All that is done for a level is
done in two phases, so that threads, which share the store without locks, never write different
things into one cell; see `sweep`.

A game without `unplay` is done by `sweep_forward`, which asks every open position again at every
level: simple and slow, and a check on the other.
"""

from yomikiri.bits import prefetch, take_one
from yomikiri.jit import kernel
from yomikiri.rules import (
    MOST_MOVES,
    alternates,
    is_position,
    leaves_class,
    legal_moves,
    unindex,
    unplay,
)
from yomikiri.search.codes import (
    ALL_TAKEN,
    BLOCK,
    HOLE,
    LATER,
    MOST_LEVELS,
    NEVER,
    NO_MOVES,
    OPEN,
    RING,
    SAFE,
    STOP,
    SWEPT,
    TAKEN,
    WAITING,
    after,
    better,
    block_end,
    blocks_of,
    first_look,
    proper,
    take_block,
)

# The first pass: what is known about a position without the rest of its class.


@kernel
def assess(rules, space, number, moves):
    """The first code of a position."""
    state = unindex(rules, space.group, number)
    count, code = first_look(rules, state, moves)
    if count == 0:
        return code
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
    while True:
        start = take_block(space)
        if start == ALL_TAKEN:
            break
        soonest = NEVER
        for number in range(start, block_end(space, start)):
            code = assess(rules, space, number, moves)
            space.store[space.base + number] = code
            soonest = min(soonest, due(code))
        space.marks[2 * blocks_of(space) + start // BLOCK] = soonest
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
    """Whether the game can take moves back; asked of the first position there is."""
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
    while True:
        start = take_block(space)
        if start == ALL_TAKEN:
            break
        block = start // BLOCK
        if space.marks[own + block] == 0 and space.marks[2 * blocks + block] > level:
            continue
        soonest = NEVER
        for number in range(start, block_end(space, start)):
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
    while True:
        start = take_block(space)
        if start == ALL_TAKEN:
            break
        for number in range(start, block_end(space, start)):
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
    while True:
        start = take_block(space)
        if start == ALL_TAKEN:
            break
        for number in range(start, block_end(space, start)):
            if space.store[space.base + number] != proper(rules, space, number, moves):
                space.control[STOP] = 1
                return number
        space.control[SWEPT] += 1
    return -1
