"""Nim: take any number of matches from one of three heaps; whoever takes the last one wins.

A game that is rules alone: yomikiri solve nim --games examples/nim.py
"""

from typing import NamedTuple

from yomikiri.games.plain import simple_game
from yomikiri.rules import LOSS, ONGOING, rule

MOST = 16  # matches that a heap may have


class NimRules(NamedTuple):
    heaps: int = 3


class Nim(NamedTuple):
    a: int
    b: int
    c: int
    turn: int = 0


@rule
def legal_moves(rules: NimRules, state, out):
    number = 0
    for heap, size in enumerate((state.a, state.b, state.c)):
        for taken in range(1, size + 1):
            out[number] = heap * MOST + taken
            number += 1
    return number


@rule
def play(rules: NimRules, state, move):
    taken = move % MOST
    a = state.a - (taken if move // MOST == 0 else 0)
    b = state.b - (taken if move // MOST == 1 else 0)
    c = state.c - (taken if move // MOST == 2 else 0)
    return Nim(a, b, c, 1 - state.turn)


@rule
def outcome(rules: NimRules, state):
    return LOSS if state.a + state.b + state.c == 0 else ONGOING


@rule
def mover(rules: NimRules, state):
    return state.turn


@rule
def key(rules: NimRules, state):
    return state.a + MOST * state.b + MOST * MOST * state.c, 0


FAMILY = simple_game("nim", NimRules(), Nim(3, 4, 5))
