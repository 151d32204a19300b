"""Depth-first proof-number search: whether a value can be reached, the cheapest proof first.

A position carries two numbers: at least how many positions must still be decided to prove that its
mover reaches `goal`, and how many to refute it.  The search always goes where the smaller proof
seems to be (Nagai's df-pn), which in games with forced lines is many times cheaper than alpha-beta
by depth: few replies mean small numbers.  Near the end of the game alpha-beta takes over.

For games in which no position is repeated.
"""

from yomikiri.bits import mix, plain, shift_down
from yomikiri.jit import kernel
from yomikiri.rules import (
    UNLIMITED,
    contenders,
    future,
    legal_moves,
    mover,
    outcome,
    play,
    remaining,
    so_far,
)
from yomikiri.search.alpha_beta import search
from yomikiri.search.proof_numbers import (
    DECIDED,
    OPEN,
    PROVED,
    REFUTED,
    SALT,
    keep_numbers,
    keep_verdict,
    numbers_in,
    salted,
)
from yomikiri.search.table import UNKNOWN, recall
from yomikiri.search.workspace import BUSY_SIZE, LEAVES, MOST_PLIES, STOP, enter, has_room

BY_ALPHA_BETA = 10  # alpha-beta takes over when this much remains
FAR = MOST_PLIES // 2  # a ply far from the root, for alpha-beta


@kernel
def prove(rules, space, proofs, state, goal, proof_limit, refutation_limit, top, ply):
    """PROVED if the mover of `state` reaches `goal` or more, REFUTED if they cannot.

    OPEN if the proof costs `proof_limit`, or the refutation `refutation_limit`, or the search is
    stopped.  Numbers are kept in the table `proofs`.  `ply` counts from where it began: a game that
    comes back to its positions, and does not say so, has lines without end.
    """
    control, moves = space.control, space.scratch
    if not (enter(space) and has_room(control, ply, top)):
        return OPEN
    first, second = future(rules, state)
    to_go = goal - so_far(rules, state)
    first = salted(first, to_go)
    left = remaining(rules, state)
    number = 0
    if left > BY_ALPHA_BETA:
        number = legal_moves(rules, state, moves[top:])
    if number == 0:
        if left > BY_ALPHA_BETA:
            value = outcome(rules, state)
            control[space.counters + LEAVES] += 1
        else:
            depth, ply = plain(UNLIMITED), plain(FAR)
            value = search(rules, space, state, goal - 1, goal, depth, ply, top)
            if control[STOP] != 0:
                return OPEN
        verdict = PROVED if value >= goal else REFUTED
        keep_verdict(proofs, first, second, to_go, left, verdict)
        return verdict

    number, lower, upper = contenders(rules, state, moves[top:], number)
    if lower >= goal or upper < goal:
        verdict = PROVED if lower >= goal else REFUTED
        keep_verdict(proofs, first, second, to_go, left, verdict)
        return verdict
    me = mover(rules, state)
    while True:
        proof, runner_up, refutation = DECIDED, DECIDED, 0
        best, best_proof, best_refutation, best_seems = top, 0, 0, DECIDED + 1
        for index in range(top, top + number):
            child = play(rules, state, moves[index])
            same = mover(rules, child) == me
            child_first, child_second = future(rules, child)
            child_goal = goal if same else 1 - goal
            child_to_go = child_goal - so_far(rules, child)
            child_first = salted(child_first, child_to_go)
            known, question = recall(proofs, child_first, child_second)
            if known != UNKNOWN and question == child_to_go:
                to_prove, to_refute = numbers_in(known)
            else:
                to_prove, to_refute = first_numbers(rules, child, moves[top + number :], child_goal)
            if not same:
                to_prove, to_refute = to_refute, to_prove
            refutation = refutation + to_refute
            # Where another thread is at work the numbers will grow: prefer a move that is close.
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
            keep_verdict(proofs, first, second, to_go, left, verdict)
            return verdict
        if proof >= proof_limit or refutation >= refutation_limit:
            keep_numbers(proofs, first, second, to_go, left, proof, refutation)
            return OPEN
        child = play(rules, state, moves[best])
        # A quarter more than the runner-up, so that the search does not jump between two moves.
        child_proof = max(min(proof_limit, runner_up + 1 + runner_up // 4), best_proof + 1)
        child_refutation = min(DECIDED, refutation_limit - refutation + best_refutation)
        same = mover(rules, child) == me
        child_goal = goal if same else 1 - goal
        if not same:
            child_proof, child_refutation = child_refutation, child_proof
        place, tag = 0, 0
        if space.threads > 1:
            child_first, tag = future(rules, child)
            place = busy_place(salted(child_first, child_goal - so_far(rules, child)), tag)
            space.busy[place] = tag
        free, next_ply = top + number, ply + 1
        prove(
            rules, space, proofs, child, child_goal, child_proof, child_refutation, free, next_ply
        )
        if space.threads > 1:
            space.busy[place] = 0
        if control[STOP] != 0:
            return OPEN


@kernel
def first_numbers(rules, state, moves, goal):
    """What it seems to take to prove and to refute a position that was not searched yet."""
    number = legal_moves(rules, state, moves)
    if number == 0:
        return 1, 1
    number, lower, upper = contenders(rules, state, moves, number)
    if lower >= goal:
        return 0, DECIDED
    return (DECIDED, 0) if upper < goal else (1, number)


@kernel
def busy_place(first, second):
    """Where threads note that they are at work on a position."""
    return shift_down(mix(first ^ mix(second, SALT), SALT), 40) & BUSY_SIZE - 1
