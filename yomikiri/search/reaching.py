"""Which positions can be reached from a start, by their numbers.

A byte for each number: not seen, to do, done.  In each round what is to do is done, and the
positions after its moves are to do unless they were seen.  Blocks of numbers with something to do
are marked, so that a round skips the others; it marks for the next one, so that no thread clears
what another sets.  Two threads may do the same position, which does no harm.

There are two conventions.  By any play: every legal move is played.  With wins taken: where a move
wins and leads out of the tables, as one that takes the king does, nothing else is played; and
positions of the tables in which the game is over are noted as such.
"""

from yomikiri.bits import prefetch
from yomikiri.jit import kernel
from yomikiri.rules import (
    MOST_MOVES,
    ONGOING,
    index,
    leaves_class,
    legal_moves,
    mover,
    outcome,
    play,
    unindex,
)
from yomikiri.search.codes import ALL_TAKEN, BLOCK, LATER, RING, SWEPT, block_end, take_block

NOT_SEEN, TO_DO, DONE, OVER = 0, 1, 2, 3


@kernel
def mark_of(base, group, number):
    """Where the mark of a number's block is; every class has blocks of its own."""
    return base // BLOCK + group + number // BLOCK


@kernel
def reach(rules, space, seen, marks, later, wins_taken, scratch, moves):
    """One round over a class, on the blocks that this thread takes.

    `marks` are those of this round, `later` those of the next; LATER is set if there is any.
    """
    held = 0  # cells in the ring, each with its mark: half a ring of both
    while True:
        start = take_block(space)
        if start == ALL_TAKEN:
            break
        if marks[mark_of(space.base, space.group, start)] == 0:
            continue
        for number in range(start, block_end(space, start)):
            if seen[space.base + number] != TO_DO:
                continue
            seen[space.base + number] = DONE
            state = unindex(rules, space.group, number)
            choices = legal_moves(rules, state, moves)
            if wins_taken != 0 and wins(rules, state, choices, moves):
                continue
            for i in range(choices):
                child = play(rules, state, moves[i])
                if outcome(rules, child) != ONGOING:
                    if wins_taken != 0 and not leaves_class(rules, state, moves[i]):
                        group, after = index(rules, child)
                        seen[space.bases[group] + after] = OVER
                else:
                    group, after = index(rules, child)
                    cell = space.bases[group] + after
                    prefetch(seen, cell)
                    scratch[MOST_MOVES + held] = cell
                    scratch[MOST_MOVES + held + 1] = mark_of(space.bases[group], group, after)
                    held += 2
                    if held == RING:
                        note(space, seen, later, held, scratch)
                        held = 0
        space.control[SWEPT] += 1
    note(space, seen, later, held, scratch)


@kernel
def note(space, seen, later, held, scratch):
    """The positions in the ring are to do, if they were not seen before."""
    for i in range(MOST_MOVES, MOST_MOVES + held, 2):
        if seen[scratch[i]] == NOT_SEEN:
            seen[scratch[i]] = TO_DO
            later[scratch[i + 1]] = 1
            space.control[LATER] = 1


@kernel
def wins(rules, state, choices, moves):
    """Whether one of the moves wins and leads out of the tables."""
    for i in range(choices):
        child = play(rules, state, moves[i])
        result = outcome(rules, child)
        if result != ONGOING and leaves_class(rules, state, moves[i]):
            if (result if mover(rules, child) == mover(rules, state) else -result) > 0:
                return True
    return False
