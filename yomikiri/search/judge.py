"""The slow judge: values by the definition, in plain Python, never made faster.

What the fast algorithms say is compared with it.  It asks a game only for its moves, its outcomes
and whose turn it is; neither keys nor estimates, so that mistakes in those are found too.

    judge_by_negamax       the game ends: all lines, nothing remembered
    judge_with_memory      the game ends: each position once
    judge_endless          the game may go on for ever, which is a draw: values and distances
    judge_chance           dice, and the game ends: expectations as fractions
    judge_endless_chance   dice, and the game may go on for ever: expectations, nearly

A value is as the mover of the position sees it; where chance is to move, as the first player does.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from yomikiri.rules import (
    CHANCE,
    DRAW,
    ONGOING,
    SECOND,
    chances,
    is_answered,
    list_moves,
    may_repeat,
    mover,
    outcome,
    play,
    repetition,
)

State = Any


class Verdict(NamedTuple):
    """The value of a position, and how many plies it takes to get it; None for a draw.

    The side that gets more than a draw hurries, the other delays.
    """

    value: int
    distance: int | None


# The questions, asked from Python.


def moves_of(rules: Any, state: State) -> list[int]:
    """The legal moves."""
    return list_moves(rules, state)


def children(rules: Any, state: State) -> list[State]:
    """The position after each legal move."""
    return [play(rules, state, move) for move in moves_of(rules, state)]


def is_chance(rules: Any, state: State) -> bool:
    """Whether the dice are to be thrown here."""
    return bool(mover(rules, state) == CHANCE)


def sign(rules: Any, state: State) -> int:
    """-1 where a value is as the second player sees it, else 1."""
    return -1 if mover(rules, state) == SECOND else 1


def reach(rules: Any, start: State) -> dict[State, list[State]]:
    """Every position that can come from `start`, itself first, with those after its moves."""
    found: dict[State, list[State]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = children(rules, state)
            waiting += found[state]
    return found


# Games that end.


def judge_by_negamax(rules: Any, state: State) -> int:
    """The value of `state` for its mover, by trying every line to its end."""
    refuse_endless(rules)
    result = int(outcome(rules, state))
    if result != ONGOING:
        return result
    refuse_chance(rules, state)
    own = sign(rules, state)
    return max(
        own * sign(rules, child) * judge_by_negamax(rules, child)
        for child in children(rules, state)
    )


def judge_with_memory(rules: Any, state: State, known: dict[State, int] | None = None) -> int:
    """The same; `known` keeps the value of every position met, for the next call too."""
    refuse_endless(rules)
    known = {} if known is None else known
    if state not in known:
        result = int(outcome(rules, state))
        if result == ONGOING:
            refuse_chance(rules, state)
            own = sign(rules, state)
            result = max(
                own * sign(rules, child) * judge_with_memory(rules, child, known)
                for child in children(rules, state)
            )
        known[state] = result
    return known[state]


# Games that may go on for ever.


def judge_endless(rules: Any, start: State) -> dict[State, Verdict]:
    """The verdict on every position that can come from `start`; endless play is a draw.

    Round n finds the values of the game that is declared a draw after n plies.  What either side
    can force only grows with n, so when a round changes nothing, no later one will.
    """
    refuse_own_repetition(rules)
    after = reach(rules, start)
    results = {state: int(outcome(rules, state)) for state in after}
    going_on = [state for state, result in results.items() if result == ONGOING]
    for state in going_on:
        refuse_chance(rules, state)
    values = {state: DRAW if result == ONGOING else result for state, result in results.items()}
    changed = True
    while changed:
        before = dict(values)
        for state in going_on:
            values[state] = max(seen_by(rules, state, child, before) for child in after[state])
        changed = values != before
    distances = judge_distances(rules, after, values)
    return {state: Verdict(value, distances.get(state)) for state, value in values.items()}


def judge_distances(
    rules: Any, after: dict[State, list[State]], values: dict[State, int]
) -> dict[State, int]:
    """How many plies each win and each loss takes, if nobody gives anything away.

    Round n decides the wins with a move to what was decided in the round before, and the losses
    of which every move that loses no more was decided earlier.
    """
    found = {s: 0 for s, following in after.items() if not following and values[s] != DRAW}
    changed, plies = True, 0
    while changed:
        before, plies = dict(found), plies + 1
        for state, value in values.items():
            if value != DRAW and state not in before:
                best = [c for c in after[state] if seen_by(rules, state, c, values) == value]
                decided = [child in before for child in best]
                if any(decided) if value > DRAW else all(decided):
                    found[state] = plies
        changed = found != before
    return found


def seen_by(rules: Any, state: State, child: State, values: dict[State, Any]) -> Any:
    """The value of `child` as the mover of `state` sees it."""
    return sign(rules, state) * sign(rules, child) * values[child]


# Games with dice, and those without.


def judge_chance(rules: Any, state: State, known: dict[State, Fraction] | None = None) -> Fraction:
    """The expectation of a game that ends, for the mover of `state`; both play their best."""
    refuse_endless(rules, "judge_endless_chance")
    known = {} if known is None else known
    if state not in known:
        result = int(outcome(rules, state))
        if result != ONGOING:
            known[state] = Fraction(result)
        elif is_chance(rules, state):
            known[state] = sum(
                (
                    share * sign(rules, child) * judge_chance(rules, child, known)
                    for share, child in throws(rules, state)
                ),
                Fraction(0),
            )
        else:
            own = sign(rules, state)
            known[state] = max(
                own * sign(rules, child) * judge_chance(rules, child, known)
                for child in children(rules, state)
            )
    return known[state]


def judge_endless_chance(
    rules: Any, start: State, *, tolerance: float = 1e-12
) -> dict[State, float]:
    """The expectation for every position that can come from `start`; endless play is a draw.

    As in `judge_endless`, but with dice values only draw nearer to their limit: it stops after a
    round that changed none by more than `tolerance`, which is no bound on what is left.
    """
    refuse_own_repetition(rules)
    if not tolerance > 0:
        raise ValueError(f"expected a tolerance greater than 0, got {tolerance}")
    after = reach(rules, start)
    results = {state: int(outcome(rules, state)) for state in after}
    values = {s: float(DRAW if result == ONGOING else result) for s, result in results.items()}
    shares = {
        state: [float(share) for share, _ in throws(rules, state)]
        for state in after
        if results[state] == ONGOING and is_chance(rules, state)
    }
    change = tolerance + 1
    while change > tolerance:
        change, before = 0.0, dict(values)
        for state, following in after.items():
            if results[state] == ONGOING:
                seen = [seen_by(rules, state, child, before) for child in following]
                if state in shares:
                    values[state] = sum(p * value for p, value in zip(shares[state], seen))
                else:
                    values[state] = max(seen)
                change = max(change, abs(values[state] - before[state]))
    return values


def throws(rules: Any, state: State) -> list[tuple[Fraction, State]]:
    """The probability of each throw and the position after it."""
    moves = moves_of(rules, state)
    weights = [int(chances(rules, state, move)) for move in moves]
    return [
        (Fraction(weight, sum(weights)), play(rules, state, move))
        for move, weight in zip(moves, weights, strict=True)
    ]


# What does not fit.


def name(rules: Any) -> str:
    """What to call the game in a message."""
    return type(rules).__name__


def refuse_endless(rules: Any, instead: str = "judge_endless") -> None:
    """Refuse games whose lines may never end."""
    if may_repeat(rules):
        raise ValueError(f"games of {name(rules)} may go on for ever; use {instead}")


def refuse_chance(rules: Any, state: State) -> None:
    """Refuse dice: a throw is not chosen."""
    if is_chance(rules, state):
        raise ValueError(f"chance is to move in {state} of {name(rules)}; use judge_chance")


def refuse_own_repetition(rules: Any) -> None:
    """Refuse games with their own rule of repetition: there a position alone has no value."""
    if is_answered(repetition, rules):
        raise ValueError(f"{name(rules)} has its own word on repetition; here it is a draw")
