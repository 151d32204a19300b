"""The search of T. Yamamoto's thesis on Nip (2023) as its program has it, mistakes included.

Without its mistakes the same search is right.  Cells are tried in order, the last
of equal moves is chosen, and there are two ways to prune.  Reading the winner (`tech_Victory`), a
node is left as soon as whoever chooses there has won.  Reading the score (`tech_Perfect`), it looks
for something to prune only before the second move of a node (`is_thorough`: before each but the
first), and only at the deepest two nodes of the path, one below the other, of which both have read
a move: the lower one is left if it cannot matter to the upper one.  A leaf is an end of the game,
or the last stone that is looked at.

`thesis_value.py` gives the same values in another way, and counts nothing.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from yomikiri.bits import count, lowest, rest
from yomikiri.games.reversi.state import NONE
from yomikiri.games.reversi.thesis import BLACK, WHITE, Mistakes, Node, after, passing, placed
from yomikiri.jit import kernel
from yomikiri.running import Runner

LEVELS = 64
UNSET = 1 << 40
SECOND = 1  # the move before which a score is pruned, counted from 0
UNOPENED, ENDED = -1, -2  # levels of a search that has not begun, or has ended
ALL_LEAVES = 1 << 60


class Reading(NamedTuple):
    """What a search found."""

    value: int  # as Black sees it
    leaves: int
    line: list[int]  # cells; passes are left out
    end: Node


# The memory of a search: one array, because passing an array is expensive.
LEAVES, STOP = 0, 1  # leaves so far; whether to stop
ENOUGH = 2  # leaves after which it may pause
LEVEL, LEFT = 3, 4  # where it is: the level, and the level whose node is left because of its value
NODES = 5  # [LEVELS, 5] the fields of a Node
MOVES = NODES + 5 * LEVELS  # [LEVELS] cells that were not tried
TRIED = MOVES + LEVELS  # [LEVELS] how many moves were
VALUES = TRIED + LEVELS  # [LEVELS] as Black sees it, or UNSET
CHOOSER = VALUES + LEVELS  # [LEVELS] for whom a node is chosen
HAS_READ = CHOOSER + LEVELS  # [LEVELS] whether a move of this node was read
LINES = HAS_READ + LEVELS  # [LEVELS, LEVELS] the choice from here on, ended by NONE
SIZE = LINES + LEVELS * LEVELS


class Search:
    """A search that can pause, be written down and go on."""

    def __init__(
        self, rules: Any, depth: int, mistakes: Mistakes, by_sign: bool, is_thorough: bool = False
    ) -> None:
        self.rules, self.mistakes = rules, mistakes
        self.memory = np.zeros(SIZE, np.int64)
        last = LEVELS if is_thorough else SECOND
        self.question = (rules, self.memory, depth, mistakes, int(by_sign), last)

    def begin(self, node: Node) -> None:
        """Set it up to read a node."""
        self.memory[:] = 0
        self.memory[LINES:] = NONE
        self.memory[NODES : NODES + 5] = node
        self.memory[LEVEL] = UNOPENED

    @property
    def state(self) -> list[int]:
        """All that is needed to go on."""
        end = LINES + LEVELS * max(1, int(self.memory[LEVEL]) + 2)
        return [int(number) for number in self.memory[:end]]

    @state.setter
    def state(self, numbers: Sequence[int]) -> None:
        self.memory[:] = NONE
        self.memory[: len(numbers)] = numbers

    @property
    def leaves(self) -> int:
        """How many it has visited."""
        return int(self.memory[LEAVES])

    def go(self, leaves: int) -> bool:
        """Go on for so many leaves; whether it has ended."""
        self.memory[ENOUGH] = self.memory[LEAVES] + leaves

        def halt() -> None:
            self.memory[STOP] = 1

        Runner().run([lambda: search(*self.question)], halt)
        return bool(self.memory[LEVEL] == ENDED)

    def reading(self, node: Node) -> Reading:
        """What it found about the node."""
        line = [int(cell) for cell in self.memory[LINES : LINES + LEVELS]]
        line = line[: line.index(NONE)]
        for cell in line:
            node = after(self.rules, node, cell, self.mistakes)
        return Reading(int(self.memory[VALUES]), int(self.memory[LEAVES]), line, node)


def read(
    rules: Any,
    node: Node,
    depth: int,
    mistakes: Mistakes,
    by_sign: bool,
    is_thorough: bool = False,
) -> Reading:
    """The value `depth` stones on, or at the end of the game, and the leaves that it took."""
    work = Search(rules, depth, mistakes, by_sign, is_thorough)
    work.begin(node)
    work.go(ALL_LEAVES)
    return work.reading(node)


@kernel
def open_level(rules, memory, level, mistakes, by_sign):
    """Find the moves of a level; if there are none it is a leaf."""
    node = NODES + 5 * level
    black, white, turn, placer, passed, moves = passing(
        rules,
        memory[node],
        memory[node + 1],
        memory[node + 2],
        memory[node + 3],
        memory[node + 4],
        mistakes,
    )
    memory[node + 2], memory[node + 4] = turn, passed
    memory[MOVES + level], memory[TRIED + level] = moves, 0
    memory[VALUES + level], memory[HAS_READ + level] = UNSET, 0
    memory[CHOOSER + level] = placer if mistakes.placer != 0 else turn
    if moves == 0:
        close_leaf(memory, level, black, white, by_sign)
    return moves


@kernel
def close_leaf(memory, level, black, white, by_sign):
    """The value of a leaf."""
    value = count(black) - count(white)
    if by_sign != 0:
        value = min(1, max(-1, value))
    memory[VALUES + level] = value
    memory[LINES + LEVELS * level + 0] = NONE
    memory[HAS_READ + level] = 0
    memory[LEAVES] += 1


@kernel
def cut(memory, level):
    """The level that is left because of its value, or 0: `tech_Perfect`."""
    for k in range(level, 0, -1):
        if memory[HAS_READ + k] != 0 and memory[HAS_READ + k - 1] != 0:
            upper, lower = memory[VALUES + k - 1], memory[VALUES + k]
            if memory[CHOOSER + k - 1] == WHITE and memory[CHOOSER + k] == BLACK and upper < lower:
                return k
            if memory[CHOOSER + k - 1] == BLACK and memory[CHOOSER + k] == WHITE and upper > lower:
                return k
            return 0
    return 0


@kernel
def take(memory, level, cell):
    """A node learns the value of its last child."""
    value = memory[VALUES + level + 1]
    if memory[VALUES + level] == UNSET:
        memory[VALUES + level] = value
    sign = 1 if memory[CHOOSER + level] == BLACK else -1
    if sign * value >= sign * memory[VALUES + level]:
        memory[VALUES + level] = value
        memory[HAS_READ + level] = 1
        memory[LINES + LEVELS * level + 0] = cell
        place = 0
        while memory[LINES + LEVELS * (level + 1) + place] != NONE:
            memory[LINES + LEVELS * level + place + 1] = memory[
                LINES + LEVELS * (level + 1) + place
            ]
            place += 1
        memory[LINES + LEVELS * level + place + 1] = NONE
    memory[HAS_READ + level + 1] = 0


@kernel
def search(rules, memory, depth, mistakes, by_sign, last):
    """Read the node at level 0; up to its move number `last` a score may be pruned."""
    level, left = memory[LEVEL], memory[LEFT]
    if level == UNOPENED:
        level = 0
        open_level(rules, memory, 0, mistakes, by_sign)
    while memory[STOP] == 0 and memory[LEAVES] < memory[ENOUGH]:
        if memory[MOVES + level] == 0:
            if level == 0:
                level = ENDED
                break
            level -= 1
            if left == 0:
                take(memory, level, lowest(memory[MOVES + level]))
            elif left == level + 1:
                left = 0
            memory[MOVES + level] = rest(memory[MOVES + level])
            memory[TRIED + level] += 1
            if left != 0:
                # Nothing more is tried here, but a second move would still look what to prune.
                if memory[TRIED + level] <= last and memory[MOVES + level] != 0:
                    found = cut(memory, level)
                    if found != 0:
                        left = found
                        for k in range(left, LEVELS):
                            memory[HAS_READ + k] = 0
                memory[MOVES + level] = 0
            continue
        if memory[TRIED + level] != 0 and by_sign != 0:
            won = 1 if memory[CHOOSER + level] == BLACK else -1
            if memory[VALUES + level] == won:
                memory[MOVES + level] = 0
                continue
        elif 0 < memory[TRIED + level] <= last:
            left = cut(memory, level)
            if left != 0:
                for k in range(left, level + 1):
                    memory[HAS_READ + k] = 0
                memory[MOVES + level] = 0
                continue
        cell, node = lowest(memory[MOVES + level]), NODES + 5 * level
        black, white, turn, placer, passed = placed(
            rules,
            memory[node],
            memory[node + 1],
            memory[node + 2],
            memory[node + 3],
            memory[node + 4],
            cell,
            mistakes,
        )
        level += 1
        node += 5
        memory[node], memory[node + 1], memory[node + 2] = black, white, turn
        memory[node + 3], memory[node + 4] = placer, passed
        if level == depth:
            memory[MOVES + level] = 0
            close_leaf(memory, level, black, white, by_sign)
        else:
            open_level(rules, memory, level, mistakes, by_sign)
    memory[LEVEL], memory[LEFT] = level, left
