"""Which positions can come from a start, by their numbers.

A byte for each number: not seen, to do, done.  The array is gone through again and again; what is
to do is done, and the positions after its moves are to do unless they were seen.  Threads may do a
position twice, which does no harm.
"""

from yomikiri.bits import take_one
from yomikiri.jit import kernel
from yomikiri.rules import ONGOING, index, legal_moves, outcome, play, unindex
from yomikiri.search.retrograde import BLOCK, LATER, STOP, SWEPT, TAKEN, blocks_of

NOT_SEEN, TO_DO, DONE = 0, 1, 2


@kernel
def reach(rules, work, seen, moves):
    """One pass over a class, on the blocks that this thread takes; LATER is set if any was left."""
    blocks = blocks_of(work)
    while work.control[STOP] == 0:
        block = blocks - take_one(work.control, TAKEN)
        if block >= blocks:
            return
        start = block * BLOCK
        for number in range(start, min(start + BLOCK, work.size)):
            if seen[work.base + number] == TO_DO:
                seen[work.base + number] = DONE
                state = unindex(rules, work.group, number)
                for i in range(legal_moves(rules, state, moves)):
                    child = play(rules, state, moves[i])
                    if outcome(rules, child) == ONGOING:
                        group, after = index(rules, child)
                        cell = work.bases[group] + after
                        if seen[cell] == NOT_SEEN:
                            seen[cell] = TO_DO
                            work.control[LATER] = 1
        work.control[SWEPT] += 1
