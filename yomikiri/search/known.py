"""What is known before a position is searched, by the path and the table; what is stored."""

from yomikiri.jit import kernel
from yomikiri.rules import NO_MOVE, future, key, mover, so_far
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
from yomikiri.search.workspace import NEVER, PATH, READ_OUT, RELIED


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
def name_of(rules, space, state):
    """The key of a position in the table; when a game is read out, of what is to come in it."""
    return future(rules, state) if space.mode == READ_OUT else key(rules, state)


@kernel
def settled_in(rules, space, state):
    """What must be added to the values of what is to come."""
    return so_far(rules, state) if space.mode == READ_OUT else 0


@kernel
def moved(bound, by):
    """A bound with something added to it."""
    return bound if abs(bound) == INFINITE else bound + by


@kernel
def known_bounds(space, known, needed, ply):
    """Bounds on the value of a position, from its table entry if that is deep enough."""
    if known == UNKNOWN or depth_of(known) < needed:
        return -INFINITE, INFINITE
    return from_here(space, lower_of(known), ply), from_here(space, upper_of(known), ply)


@kernel
def child_bound(rules, space, child, me, needed, ply):
    """What `me` is sure to get by the move to `child`, as far as the table knows."""
    first, second = name_of(rules, space, child)
    known = probe(space.table, first, second)
    if known == UNKNOWN or depth_of(known) < needed:
        return -INFINITE
    settled = settled_in(rules, space, child)
    if mover(rules, child) == me:
        return from_here(space, moved(lower_of(known), settled), ply + 1)
    return from_here(space, -moved(upper_of(known), settled), ply + 1)


@kernel
def tightened(lower, upper, alpha, beta, best):
    """Bounds after a search within the window, which found `best`."""
    return max(lower, best) if best > alpha else lower, min(upper, best) if best < beta else upper


@kernel
def keep(space, first, second, lower, upper, depth, move, left, ply):
    """Store bounds that a search found at `ply`, with the best move."""
    data = pack(from_here(space, lower, -ply), from_here(space, upper, -ply), depth)
    store(space.table, first, second, data, move, left)
