"""What is known before a position is searched, by the path and the table; what is stored."""

from yomikiri.jit import kernel
from yomikiri.rules import NO_MOVE, key, mover
from yomikiri.search.table import (
    INFINITE,
    UNKNOWN,
    depth_of,
    lower_of,
    pack,
    probe,
    store,
    upper_of,
)
from yomikiri.search.trail import earlier, note, repetition_value
from yomikiri.search.values import from_here, worth
from yomikiri.search.workspace import NEVER, PATH, RELIED


@kernel
def repeated(rules, space, state, first, second, marks, me, ply):
    """The value of a position that is on the path already; else NEVER, and it is put there.

    Such a value relies on the path: RELIED is the ply of the position that is repeated.
    """
    path = space.scratch[PATH:]
    again = earlier(path, first, second, ply)
    if again == NO_MOVE:
        note(path, ply, first, second, marks, me)
        return NEVER
    space.control[space.counters + RELIED] = again
    return worth(space, repetition_value(rules, path, state, again, ply), ply)


@kernel
def known_bounds(space, known, needed, ply):
    """Bounds on the value of a position, from its table entry if that is deep enough."""
    if known == UNKNOWN or depth_of(known) < needed:
        return -INFINITE, INFINITE
    return from_here(space, lower_of(known), ply), from_here(space, upper_of(known), ply)


@kernel
def child_bound(rules, space, child, me, needed, ply):
    """What `me` is sure to get by the move to `child`, as far as the table knows."""
    first, second = key(rules, child)
    known = probe(space.table, first, second)
    if known == UNKNOWN or depth_of(known) < needed:
        return -INFINITE
    bound = lower_of(known) if mover(rules, child) == me else -upper_of(known)
    return from_here(space, bound, ply + 1)


@kernel
def tightened(lower, upper, alpha, beta, best):
    """Bounds after a search within the window, which found `best`."""
    return max(lower, best) if best > alpha else lower, min(upper, best) if best < beta else upper


@kernel
def keep(space, first, second, lower, upper, depth, move, left, ply):
    """Store bounds that a search found at `ply`, with the best move."""
    data = pack(from_here(space, lower, -ply), from_here(space, upper, -ply), depth)
    store(space.table, first, second, data, move, left)
