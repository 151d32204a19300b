"""Mate: whether a player wins within some plies, the cheapest proof first (tsume).

Depth-first proof numbers (Nagai's df-pn) with a limit of plies.  In a search for mate the attacker
has only moves that give check (the bit CHECK of `mark`) or end the game; without that restriction
the question is whether they win within that many plies at all.  The defender has all moves.
A question is "won within n plies?", asked for n = 1, 3, 5 and so on, so the first yes is the
soonest win.

The limit also takes care of repetition.  Numbers belong to a position and the plies that are left,
so no line goes round in circles, and nothing that is remembered depends on the path to a position.
A soonest win repeats no position, for from its first occurrence there would be a sooner one.
Two things are remembered for every limit: a win within some number of plies, and that there is
none because the checks run out.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from yomikiri.bits import plain
from yomikiri.jit import kernel
from yomikiri.rules import CHECK, ONGOING, key, legal_moves, mark, mover, outcome, play
from yomikiri.search.proof_numbers import (
    DECIDED,
    OPEN,
    PROVED,
    REFUTED,
    keep_numbers,
    keep_verdict,
    numbers_in,
    numbers_of_verdict,
    numbers_word,
    salted,
)
from yomikiri.search.table import UNKNOWN, recall

MOST_PLIES = 199
EVER = 0  # stands for any number of plies

# The words of `control`.
STOP, NODES, MOST_NODES, CONTROL = 0, 1, 2, 3


class MateWorkspace(NamedTuple):
    """What a search works with."""

    attacker: int
    checks: int  # 1: the attacker has only checks and moves that end the game
    table: NDArray[np.int64]
    moves: NDArray[np.int64]  # of MOST_PLIES + 2 plies, a stack
    numbers: NDArray[np.int64]  # what was last known after each of these moves
    control: NDArray[np.int64]  # [CONTROL]


@kernel
def prove(rules, space, state, left, proof_limit, refutation_limit, top):
    """PROVED if the attacker wins within `left` plies, REFUTED if not.

    OPEN if the proof costs `proof_limit`, or the refutation `refutation_limit`, or it is stopped.
    """
    control, moves, attacker = space.control, space.moves, space.attacker
    none, decided = plain(0), plain(DECIDED)
    control[NODES] += 1
    if control[NODES] > control[MOST_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return OPEN
    is_attack = mover(rules, state) == attacker
    number = legal_moves(rules, state, moves[top:])
    if number == 0:
        result = outcome(rules, state)
        won = result > 0 if is_attack else result < 0
        verdict = PROVED if won else REFUTED
        remember_for_good(rules, space, state, verdict, none)
        return verdict
    if is_attack and space.checks != 0:
        number = keep_attacks(rules, state, number, moves, top)
        if number == 0:
            remember_for_good(rules, space, state, plain(REFUTED), none)
            return REFUTED
    if left <= 0:
        remember(rules, space, state, left, decided, none)
        return REFUTED
    space.numbers[top : top + number] = UNKNOWN
    while True:
        # At the attacker's positions one proof is enough, and all refutations are needed; at the
        # defender's it is the other way round.
        least, runner_up, total = DECIDED, DECIDED, 0
        best, best_least, best_other = top, 0, 0
        hopeless, all_hopeless = False, True
        for index in range(top, top + number):
            child = play(rules, state, moves[index])
            proof, refutation = numbers_of(rules, space, child, left - 1, index)
            if proof == DECIDED and known_for_good(rules, space, child, none) == REFUTED:
                hopeless = True
            else:
                all_hopeless = False
            small, sum_of = (proof, refutation) if is_attack else (refutation, proof)
            total = min(total + sum_of, DECIDED - 1)
            if small < least:
                runner_up = least
                least, best, best_least, best_other = small, index, small, sum_of
            elif small < runner_up:
                runner_up = small
        if least == 0 or least == DECIDED:
            is_proved = is_attack == (least == 0)
            if is_proved:
                remember_for_good(rules, space, state, plain(PROVED), left)
                return PROVED
            if all_hopeless if is_attack else hopeless:
                remember_for_good(rules, space, state, plain(REFUTED), none)
            remember(rules, space, state, left, decided, none)
            return REFUTED
        proof, refutation = (least, total) if is_attack else (total, least)
        if proof >= proof_limit or refutation >= refutation_limit:
            remember(rules, space, state, left, proof, refutation)
            return OPEN
        least_limit, total_limit = (
            (proof_limit, refutation_limit) if is_attack else (refutation_limit, proof_limit)
        )
        # A quarter more than the runner-up, so that the search does not jump between two moves.
        child_least = max(min(least_limit, runner_up + 1 + runner_up // 4), best_least + 1)
        child_total = min(DECIDED, total_limit - total + best_other)
        child_proof, child_refutation = (
            (child_least, child_total) if is_attack else (child_total, child_least)
        )
        child = play(rules, state, moves[best])
        prove(rules, space, child, left - 1, child_proof, child_refutation, top + number)
        if control[STOP] != 0:
            return OPEN


@kernel
def attacks(rules, child):
    """Whether a move led to a check, or to the end of the game."""
    return mark(rules, child) & CHECK != 0 or outcome(rules, child) != ONGOING


@kernel
def keep_attacks(rules, state, number, moves, top):
    """Leave only checks, and moves that end the game, on the stack; how many there are."""
    kept = top
    for index in range(top, top + number):
        move = moves[index]
        if attacks(rules, play(rules, state, move)):
            moves[kept] = move
            kept += 1
    return kept - top


@kernel
def numbers_of(rules, space, state, left, index):
    """The numbers of a position with `left` plies left, after move `index`: to prove, to refute.

    What the table has lost is still known here: two moves whose entries push each other out of a
    full bucket would be searched in turn without end.
    """
    good = known_for_good(rules, space, state, left)
    if good != OPEN:
        proof, refutation = numbers_of_verdict(good)
        space.numbers[index] = numbers_word(proof, refutation)
        return proof, refutation
    first, second = place_of(rules, space, state, left + 1)
    known, plies = recall(space.table, first, second)
    if known != UNKNOWN and plies == left:
        space.numbers[index] = known
    return numbers_in(space.numbers[index]) if space.numbers[index] != UNKNOWN else (1, 1)


@kernel
def known_for_good(rules, space, state, left):
    """PROVED if a mate within `left` plies is known, REFUTED if there is none at all, else OPEN."""
    first, second = place_of(rules, space, state, plain(EVER))
    known, plies = recall(space.table, first, second)
    if known == UNKNOWN:
        return OPEN
    if numbers_in(known)[0] != 0:
        return REFUTED
    return PROVED if plies <= left else OPEN


@kernel
def remember_for_good(rules, space, state, verdict, left):
    """Keep a mate within `left` plies, or that there is none."""
    first, second = place_of(rules, space, state, plain(EVER))
    known, plies = recall(space.table, first, second)
    if verdict == PROVED and known != UNKNOWN and plies <= left:
        return
    keep_verdict(space.table, first, second, left, plain(MOST_PLIES), verdict)


@kernel
def remember(rules, space, state, left, proof, refutation):
    """Store the numbers of a position with `left` plies left."""
    first, second = place_of(rules, space, state, left + 1)
    keep_numbers(space.table, first, second, left, left, proof, refutation)


@kernel
def place_of(rules, space, state, plies):
    """The key of a position, who attacks, and the plies left plus 1; or EVER."""
    first, second = key(rules, state)
    is_attack = mover(rules, state) == space.attacker
    return salted(first, 2 * plies + (1 if is_attack else 0)), second
