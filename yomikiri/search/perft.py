"""Counts of move sequences: a test of the rules, and of their speed."""

from typing import Any

from yomikiri.jit import kernel
from yomikiri.rules import CHANCE, legal_moves, move_buffer, mover, play
from yomikiri.running import Runner

MOST_ACTIONS = 8  # plies of one turn, at most
STOP = 0  # where the buffer of moves has its stop flag


def perft(
    rules: Any, state: Any, depth: int, *, finished_count: bool = False, by_turns: bool = False
) -> int:
    """How many sequences of exactly `depth` plies there are; a pass is a ply.

    Each leaf is played.  With `finished_count` a game that ended earlier counts as one sequence.
    With `by_turns` the depth is in turns: one lasts until another player is to move, and a throw
    of dice is part of the turn that follows.
    """
    plies = depth * MOST_ACTIONS if by_turns else depth
    moves = move_buffer(plies + 2)
    moves[STOP] = 0
    switches = int(finished_count), int(by_turns)
    return Runner().run(
        [lambda: int(count_leaves(rules, state, depth, *switches, moves, STOP + 1))],
        lambda: moves.__setitem__(STOP, 1),
    )[0]


@kernel
def count_leaves(rules, state, depth, finished, by_turns, moves, top):
    """The sequences below `state`; its moves are kept in `moves` from `top` on."""
    if depth == 0:
        return 1
    if moves[STOP] != 0:
        return 0
    number = legal_moves(rules, state, moves[top:])
    if number == 0:
        return finished
    leaves = 0
    for index in range(top, top + number):
        child = play(rules, state, moves[index])
        rest = depth - 1
        if by_turns != 0 and not ends_turn(rules, state, child):
            rest = depth
        leaves += count_leaves(rules, child, rest, finished, by_turns, moves, top + number)
    return leaves


@kernel
def ends_turn(rules, state, child):
    """Whether a move ends a turn: another player is to move next.  A throw of dice ends none."""
    me = mover(rules, state)
    return me != CHANCE and mover(rules, child) != me
