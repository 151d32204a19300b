"""How a player of `single` with one or two dice never loses, in few positions.

That takes few positions if one's own dice stand in few ways, for there are thousands of ways for
the other's.  So armies (armies.py) are given up one after the other, those farthest from the start
first; an army without which the start would be lost stays.  Of the moves that remain the player
takes that to the army used in most positions, counted again and again.

A node is a pair of an own and another army and who is to move: even for the player who holds.  It
has the number of moves by which it is held there, 1 if it is held with the other to move, or 0.
"""

import numpy as np

from yomikiri.bits import each
from yomikiri.games.janken.armies import (
    MOVES,
    ROLL,
    WINS,
    Armies,
    Army,
    Sizes,
    after,
    apart,
    overlap,
    pair,
)
from yomikiri.games.janken.dice import CELLS, GOAL, HOME, NONE
from yomikiri.games.janken.state import Janken
from yomikiri.jit import kernel

SAFE, MANY = 100, 200  # what a move counts that nothing in its layer spoils; no more are counted
MET = -2  # instead of a move: the node is met, and has no move, or none yet
ROUNDS = 16  # at most, in which the use of armies is counted


class Holding:
    """The moves of a player who draws from a start, in all positions that they lead to."""

    def __init__(self, start: Janken, player: int) -> None:
        self.player = player
        armies = self.armies_of(start)
        self.own, self.other = Armies(armies[0], GOAL), Armies(armies[1], HOME)
        own, other = self.own, self.other
        fewer, others_fewer = len(own.every) - own.full, len(other.every) - other.full
        top = own.rolled * other.rolled
        self.sizes = Sizes(top, other.rolled, own.full, fewer, other.full, others_fewer)
        nodes = 2 * (top + own.full * others_fewer + fewer * len(other.every))
        self.tables = own.table, other.table, self.sizes
        self.held = np.zeros(nodes, np.uint8)
        self.log = np.empty(nodes, np.int32)
        self.start = int(start.turn != player)  # the first pair
        self.find()
        self.give_up()
        self.choice = self.walk()
        del self.log, self.held

    def armies_of(self, state: Janken) -> tuple[Army, Army]:
        """The dice of the player who holds and of the other, as the first one sees the board."""
        turned = state.turn != self.player
        found = []
        for cells, dice in ((state.own, state.own_dice), (state.other, state.other_dice)):
            lies = [(cell, dice >> 3 * at & 7) for at, cell in enumerate(each(cells))]
            found.append(
                tuple(sorted((CELLS - 1 - cell if turned else cell, lie) for cell, lie in lies))
            )
        return (found[1], found[0]) if turned else (found[0], found[1])

    def find(self) -> None:
        """What can be held at all, with few dice first."""
        own, other = self.own, self.other
        fewer, others_fewer = (own.full, len(own.every)), (other.full, len(other.every))
        for ours, theirs in (
            (fewer, others_fewer),
            ((0, own.full), others_fewer),
            (fewer, (0, other.full)),
            ((0, own.rolled), (0, other.rolled)),
        ):
            lost = first_lost(*self.tables, self.held, self.log, *ours, *theirs)
            spread(*self.tables, self.held, self.log, lost, NONE)
        assert self.held[self.start]

    def give_up(self) -> None:
        """Do without every army without which the start is still held, the farthest first."""
        for army in range(self.own.rolled - 1, 0, -1):
            number = leave(self.sizes, self.held, self.log, army)
            number = spread(*self.tables, self.held, self.log, number, self.start)
            if number < 0 or not self.held[self.start]:
                undo(self.held, self.log, abs(number))

    def walk(self) -> dict[int, int]:
        """The move in each node at which the strategy arrives, by the army's number for it."""
        used = -np.arange(len(self.own.every))
        best = len(self.log) + 1
        choice: dict[int, int] = {}
        for _ in range(ROUNDS):
            chosen = np.full(len(self.held), NONE, np.int8)
            counts = np.zeros_like(used)
            number = follow(*self.tables, self.held, self.log, self.start, used, counts, chosen)
            if number >= best:
                break
            nodes = np.flatnonzero(chosen >= 0)
            choice = dict(zip(nodes.tolist(), chosen[nodes].tolist(), strict=True))
            best, used = number, counts
        return choice

    def __call__(self, state: Janken) -> int:
        """The move."""
        own, other = self.armies_of(state)
        numbers = self.own.number[own], self.other.number[other]
        move = self.choice[2 * pair(self.sizes, *numbers)]
        return 4 * own[move // 4][0] + move % 4


@kernel
def first_lost(own, other, sizes, held, log, begin, end, others_begin, others_end):
    """The nodes of a layer counted; how many are lost whatever is done in it, which are logged."""
    number = 0
    for a in range(begin, end):
        for b in range(others_begin, others_end):
            if overlap(own, other, a, b):
                continue
            node = 2 * pair(sizes, a, b)
            serving, spared = 0, True
            for move in range(MOVES):
                a2, b2 = after(own, other, a, b, move)
                if a2 >= 0 and b2 == b:
                    serving += 1
                elif a2 == WINS or (a2 >= 0 and held[2 * pair(sizes, a2, b2) + 1] != 0):
                    serving += SAFE
                b2, a2 = after(other, own, b, a, move)
                if b2 == WINS or (b2 >= 0 and a2 != a and held[2 * pair(sizes, a2, b2)] == 0):
                    spared = False
            held[node] = min(serving, MANY)
            held[node + 1] = 1 if spared else 0
            for lost in range(node, node + 2):
                if held[lost] == 0:
                    log[number] = ~lost
                    number += 1
    return number


@kernel
def leave(sizes, held, log, army):
    """Lose all with an own army and the other to move; how many entries are logged."""
    number = 0
    for other in range(sizes.rolled):
        node = 2 * pair(sizes, army, other) + 1
        if held[node] != 0:
            held[node] = 0
            log[number] = ~node
            number += 1
    return number


@kernel
def spread(own, other, sizes, held, log, number, start):
    """What is lost with the nodes logged so far.

    How many entries there are then; negative if `start` is lost, or the log is full.  An entry is a
    node that has a move less, or ~ of one that is lost.  Without a start only these are logged.
    """
    done = 0
    while done < number:
        lost = ~log[done]
        done += 1
        if lost < 0:
            continue
        if lost == start or number + MOVES > len(log):
            return -number
        a, b = apart(sizes, lost >> 1)
        for move in range(MOVES):  # rolls are taken back by rolls
            if lost & 1 != 0:
                before = own[a, ROLL + move]
                node = 2 * pair(sizes, before, b)
            else:
                before = other[b, ROLL + move]
                node = 2 * pair(sizes, a, before) + 1
            if before < 0 or held[node] == 0:
                continue
            held[node] -= 1
            if held[node] == 0:
                log[number] = ~node
                number += 1
            elif start >= 0:
                log[number] = node
                number += 1
    return number


@kernel
def undo(held, log, number):
    """Take back what is logged."""
    for at in range(number):
        held[max(log[at], ~log[at])] += 1


@kernel
def follow(own, other, sizes, held, queue, start, used, counts, choice):
    """Take the move to the most used army everywhere; how many nodes that leads to.

    `choice` gets the moves, and `counts` in how many of its nodes the holder's armies are to move.
    """
    queue[0] = start
    done, number = 0, 1
    while done < number:
        node = queue[done]
        done += 1
        a, b = apart(sizes, node >> 1)
        best = NONE
        for move in range(MOVES):
            if node & 1 == 0:
                a2, b2 = after(own, other, a, b, move)
                if a2 == WINS:
                    best = move
                    break
                if a2 < 0 or held[2 * pair(sizes, a2, b2) + 1] == 0:
                    continue
                if best != NONE:
                    rival, _ = after(own, other, a, b, best)
                    if used[rival] >= used[a2]:
                        continue
                best = move
            else:
                b2, a2 = after(other, own, b, a, move)
                child = 2 * pair(sizes, a2, b2)
                if b2 >= 0 and choice[child] == NONE:
                    choice[child] = MET
                    queue[number] = child
                    number += 1
        if node & 1 == 0:
            counts[a] += 1
            choice[node] = best
            a2, b2 = after(own, other, a, b, best)
            child = 2 * pair(sizes, a2, b2) + 1
            if a2 >= 0 and choice[child] == NONE:
                choice[child] = MET
                queue[number] = child
                number += 1
    return number
