"""A game of choosing, to try the limits: so many moves, each of which ends it with a score."""

from typing import NamedTuple

from yomikiri.rules import NO_MOVE, ONGOING, rule


class ChoosingRules(NamedTuple):
    """How many moves there are, how far apart, and what the best of them is worth."""

    moves: int
    step: int
    best: int  # its number
    score: int  # of the best; the others are worth less by 1
    estimate: int


class Choosing(NamedTuple):
    """Before the choice, or after it."""

    chosen: int
    turn: int


START = Choosing(NO_MOVE, 0)


@rule
def legal_moves(rules: ChoosingRules, state, out):
    """All of them, as far apart as the rules say."""
    if state.chosen != NO_MOVE:
        return 0
    for number in range(rules.moves):
        out[number] = number * rules.step
    return rules.moves


@rule
def play(rules: ChoosingRules, state, move):
    return Choosing(move // rules.step, 1)


@rule
def outcome(rules: ChoosingRules, state):
    if state.chosen == NO_MOVE:
        return ONGOING
    return -rules.score if state.chosen == rules.best else 1 - rules.score


@rule
def mover(rules: ChoosingRules, state):
    return state.turn


@rule
def key(rules: ChoosingRules, state):
    return state.chosen, state.turn


@rule
def evaluate(rules: ChoosingRules, state, weights):
    return rules.estimate
