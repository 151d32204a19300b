"""Depth-first proof-number search: whether a value can be reached, by the cheapest proof first.

A position carries two numbers: at least how many positions must still be decided to prove that its
mover reaches `goal`, and how many to refute it.  The search always goes where the smaller proof
seems to be (Nagai's df-pn), which in games with forced lines is many times cheaper than alpha-beta
by depth: few replies mean small numbers.  Near the end of the game alpha-beta takes over.

For games in which no position comes again.
"""

from yomikiri.bits import mix, shift_down, shift_up
from yomikiri.jit import kernel
from yomikiri.rules import UNLIMITED, key, legal_moves, mover, outcome, play, remaining
from yomikiri.search.alpha_beta import (
    BUSY_SIZE,
    LEAVES,
    MOST_NODES,
    MOST_PLIES,
    NODES,
    STOP,
    search,
)
from yomikiri.search.table import UNKNOWN, probe, store

PROVED, REFUTED, OPEN = 1, -1, 0
FIELD = 28  # bits of a number
DECIDED = (1 << FIELD) - 1  # the number of positions if there is no proof, or no refutation
SALT = -7046029254386353131
BY_ALPHA_BETA = 10  # what remains when alpha-beta takes over
FAR = MOST_PLIES // 2  # a ply far from the root, for alpha-beta


@kernel
def prove(rules, space, proofs, state, goal, proof_limit, refutation_limit, top):
    """PROVED if the mover of `state` reaches `goal` or more, REFUTED if he cannot.

    OPEN if the proof costs `proof_limit`, or the refutation `refutation_limit`, or the search is
    stopped.  Numbers are kept in the table `proofs`.
    """
    control, moves = space.control, space.scratch
    control[space.counters + NODES] += 1
    if control[space.counters + NODES] > control[MOST_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return OPEN
    first, second = key(rules, state)
    first ^= mix(goal, SALT)
    left = remaining(rules, state)
    number = 0
    if left > BY_ALPHA_BETA:
        number = legal_moves(rules, state, moves[top:])
    if number == 0:
        if left > BY_ALPHA_BETA:
            value = outcome(rules, state)
            control[space.counters + LEAVES] += 1
        else:
            # Sums, for a literal passed to a recursive kernel crashes once it comes from the cache.
            value = search(
                rules, space, state, goal - 1, goal, UNLIMITED + 0 * top, FAR + 0 * top, top
            )
            if control[STOP] != 0:
                return OPEN
        verdict = PROVED if value >= goal else REFUTED
        remember(proofs, first, second, goal, left, verdict, 0, 0)
        return verdict

    me = mover(rules, state)
    while True:
        proof, runner_up, refutation = DECIDED, DECIDED, 0
        best, best_proof, best_refutation, best_seems = top, 0, 0, DECIDED + 1
        for index in range(top, top + number):
            child = play(rules, state, moves[index])
            same = mover(rules, child) == me
            child_first, child_second = key(rules, child)
            child_goal = goal if same else 1 - goal
            child_first ^= mix(child_goal, SALT)
            known = probe(proofs, child_first, child_second)
            if known != UNKNOWN and known & 255 == child_goal & 255:
                to_prove = shift_down(known, 64 - FIELD)
                to_refute = shift_down(known, 8) & DECIDED
            else:
                to_prove, to_refute = 1, max(1, legal_moves(rules, child, moves[top + number :]))
            if not same:
                to_prove, to_refute = to_refute, to_prove
            refutation = refutation + to_refute
            # Where another thread is at work the numbers will grow: look elsewhere if it is close.
            seems = to_prove
            if space.threads > 1:
                place = busy_place(child_first, child_second)
                if space.busy[place] == child_second and seems < DECIDED:
                    seems = min(DECIDED - 1, seems + seems // 2 + 1)
            if seems < best_seems:
                best, best_seems = index, seems
                best_proof, best_refutation = to_prove, to_refute
            if to_prove < proof:
                runner_up = proof
                proof = to_prove
            elif to_prove < runner_up:
                runner_up = to_prove
        refutation = min(refutation, DECIDED - 1)
        if proof == 0 or proof == DECIDED:
            verdict = PROVED if proof == 0 else REFUTED
            remember(proofs, first, second, goal, left, verdict, 0, 0)
            return verdict
        if proof >= proof_limit or refutation >= refutation_limit:
            remember(proofs, first, second, goal, left, OPEN, proof, refutation)
            return OPEN
        child = play(rules, state, moves[best])
        # A quarter more than the runner-up, so that the search does not hop between two moves.
        child_proof = max(min(proof_limit, runner_up + 1 + runner_up // 4), best_proof + 1)
        child_refutation = min(DECIDED, refutation_limit - refutation + best_refutation)
        same = mover(rules, child) == me
        child_goal = goal if same else 1 - goal
        if not same:
            child_proof, child_refutation = child_refutation, child_proof
        place, tag = 0, 0
        if space.threads > 1:
            child_first, tag = key(rules, child)
            place = busy_place(child_first ^ mix(child_goal, SALT), tag)
            space.busy[place] = tag
        prove(rules, space, proofs, child, child_goal, child_proof, child_refutation, top + number)
        if space.threads > 1:
            space.busy[place] = 0
        if control[STOP] != 0:
            return OPEN


@kernel
def busy_place(first, second):
    """Where threads note that they are at work on a position."""
    return shift_down(mix(first ^ mix(second, SALT), SALT), 40) & BUSY_SIZE - 1


@kernel
def remember(proofs, first, second, goal, left, verdict, proof, refutation):
    """Keep the numbers of a position, or its verdict.

    `first` is mixed with the goal, so that each goal has an entry of its own; on boards that fill
    the word the mixture alone could mistake one for another, so the goal is kept too.
    """
    if verdict == PROVED:
        proof, refutation = 0, DECIDED
    elif verdict == REFUTED:
        proof, refutation = DECIDED, 0
    data = shift_up(proof, 64 - FIELD) | shift_up(refutation, 8) | goal & 255
    store(proofs, first, second, data, left)
