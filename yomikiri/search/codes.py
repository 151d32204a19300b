"""The codes of retrograde analysis: what a table says about a position while it is built.

Positions are numbered class by class; all classes of a game are in `store`, one after the other,
and a class is built when those that its moves may lead to are finished.  A cell holds a code:

    d + 1             the player to move wins in d plies, as quickly as they can
    -(d + 1)          they lose in d plies, as slowly as they can
    0                 a draw
    HOLE              not a position
    WAITING + d       they win in d plies by leaving the class, or sooner: to be settled at d
    -(WAITING + d)    they lose in d plies: all moves are known to lose, one of them so late
    OPEN + n          not known; n moves within the class are not known to lose
    OPEN + SAFE + n   the same, and another move leaves the class for a draw
"""

from typing import Any, NamedTuple

from yomikiri.bits import take_one
from yomikiri.jit import kernel
from yomikiri.rules import (
    ONGOING,
    index,
    is_position,
    leaves_class,
    legal_moves,
    move_buffer,
    mover,
    outcome,
    play,
    resets,
    unindex,
)

HOLE = -32768
OPEN = 16384
SAFE = 4096
WAITING = 8192
MOST_LEVELS = WAITING - 2
NO_MOVES = -1  # the code of the best of no moves: worse than every code after a move
NEVER = 1 << 14  # beyond every level; marks are 16 bits wide

BLOCK = 1 << 8  # cells that are marked together
ALL_TAKEN = -1
RING = 64  # positions that wait while their cells are fetched from memory

STOP, TAKEN, SWEPT, LATER = range(4)  # places in `control`
CONTROLS = 4


class TableWorkspace(NamedTuple):
    """What threads share while a class is built."""

    group: int
    size: int
    base: int  # where the class begins in the store
    store: Any  # int16: the codes of all classes
    bases: Any  # int64: where each class begins
    marks: Any  # int16: for each block of the class, three times: to do at even levels, at odd
    # levels, and when the first of those that wait is due
    control: Any  # int64: set by Python (STOP), counted down (TAKEN) and up (SWEPT), or set (LATER)


def make_buffers() -> tuple[Any, Any]:
    """What one thread needs: predecessors with the ring after them, and moves."""
    return move_buffer(2), move_buffer()


@kernel
def blocks_of(space):
    """How many blocks the class has."""
    return (space.size + BLOCK - 1) // BLOCK


@kernel
def take_block(space):
    """Where a block begins that no thread has taken before; ALL_TAKEN, also when it is stopped."""
    if space.control[STOP] != 0:
        return ALL_TAKEN
    blocks = blocks_of(space)
    block = blocks - take_one(space.control, TAKEN)
    return block * BLOCK if block < blocks else ALL_TAKEN


@kernel
def block_end(space, start):
    """Where the block ends that begins there."""
    return min(start + BLOCK, space.size)


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


@kernel
def first_look(rules, state, moves):
    """How many moves there are, and a code that holds if there are none."""
    if not is_position(rules, state):
        return 0, HOLE
    count = legal_moves(rules, state, moves)
    return count, end_code(outcome(rules, state)) if count == 0 else OPEN


@kernel
def proper(rules, space, number, moves):
    """What the code of a position must be, by forward moves from finished codes."""
    state = unindex(rules, space.group, number)
    count, code = first_look(rules, state, moves)
    if count == 0:
        return code
    best = NO_MOVES
    for i in range(count):
        best = better(after(rules, space, state, moves[i]), best)
    return best
