"""The search of T. Yamamoto's thesis on Nip (2023) as its program has it, mistakes included.

Without its mistakes the same search is right.  Cells are tried in order, the last
of equal moves is chosen, and there are two ways to prune.  Reading the winner (`tech_Victory`), a
node is left as soon as whoever chooses there has won.  Reading the score (`tech_Perfect`), it looks
for something to prune only before the second move of a node (`is_thorough`: before each but the
first), and only at the deepest two nodes of the path, one below the other, of which both have read
a move: the lower one is left if it cannot matter to the upper one.  A leaf is an end of the game,
or the last stone that is looked at.

What was found below a node is known when it is met again (`thesis_known.py`): the same counts, with
fewer steps.  `thesis_value.py` gives the same values in another way,
and counts nothing.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from yomikiri.bits import count, lowest, rest
from yomikiri.games.reversi.state import NONE
from yomikiri.games.reversi.thesis import BLACK, WHITE, Mistakes, Node, after, passing, placed
from yomikiri.games.reversi.thesis_known import FEW, MOST, PAIR, keep, known
from yomikiri.jit import kernel
from yomikiri.running import Runner

LEVELS = 64
UNSET = 1 << 40
SECOND = 1  # the move before which a score is pruned, counted from 0
UNOPENED, ENDED = -1, -2  # levels of a search that has not begun, or has ended
ALL_STEPS = 1 << 60
MOST_PLACES = 21  # as a power of two: pairs in the table of what is known, 128 MiB


class Reading(NamedTuple):
    """What a search found."""

    value: int  # as Black sees it
    leaves: int
    end: Node  # where its choices lead


# The memory of a search: one array, because passing an array is expensive.
LEAVES, STOP = 0, 1  # leaves so far; whether to stop
STEPS, ENOUGH = 2, 3  # nodes that were opened, and how many after which it may pause
LEVEL, LEFT = 4, 5  # where it is: the level, and the level whose node is left because of its value
NODES = 6  # [LEVELS, 5] the fields of a Node
MOVES = NODES + 5 * LEVELS  # [LEVELS] cells that were not tried
TRIED = MOVES + LEVELS  # [LEVELS] how many moves were
VALUES = TRIED + LEVELS  # [LEVELS] as Black sees it, or UNSET
CHOOSER = VALUES + LEVELS  # [LEVELS] for whom a node is chosen
CHOICE = CHOOSER + LEVELS  # [LEVELS] the cell that is chosen so far
HAS_READ = CHOICE + LEVELS  # [LEVELS] whether a move of this node was read
MARKS = HAS_READ + LEVELS  # [LEVELS] what else the count below depends on; 0: it is not kept
BEFORE = MARKS + LEVELS  # [LEVELS] leaves before this node was opened
SIZE = BEFORE + LEVELS


class Search:
    """A search that can pause, be written down and go on."""

    def __init__(
        self,
        rules: Any,
        depth: int,
        mistakes: Mistakes,
        by_sign: bool,
        is_thorough: bool = False,
        places: int | None = None,
    ) -> None:
        self.rules, self.mistakes, self.depth = rules, mistakes, depth
        self.memory = np.zeros(SIZE, np.int64)
        if places is None:
            places = 1 << min(depth, MOST_PLACES)
        self.table = np.zeros(PAIR * places, np.int64)
        self.method = (int(by_sign), LEVELS if is_thorough else SECOND)

    def begin(self, node: Node) -> None:
        """Set it up to read a node."""
        self.memory[:] = 0
        self.memory[NODES : NODES + 5] = node
        self.memory[LEVEL] = UNOPENED

    @property
    def state(self) -> list[int]:
        """All that is needed to go on."""
        return [int(number) for number in self.memory]

    @state.setter
    def state(self, numbers: Sequence[int]) -> None:
        self.memory[:] = numbers

    @property
    def leaves(self) -> int:
        """How many it has visited."""
        return int(self.memory[LEAVES])

    @property
    def steps(self) -> int:
        """How many nodes it has opened for that."""
        return int(self.memory[STEPS])

    @property
    def value(self) -> int:
        """What it found, as Black sees it."""
        return int(self.memory[VALUES])

    def go(self, steps: int = ALL_STEPS) -> bool:
        """Go on for so many steps; whether it has ended."""
        memory = self.memory
        memory[ENOUGH] = memory[STEPS] + steps
        question = (self.rules, memory, self.table, self.depth, self.mistakes, *self.method)

        def halt() -> None:
            memory[STOP] = 1

        Runner().run([lambda: search(*question)], halt)
        return bool(memory[LEVEL] == ENDED)

    def reading(self, node: Node) -> Reading:
        """What it found about the node, once it has ended; a winner, not a score."""
        value, leaves, depth = self.value, self.leaves, self.depth
        while (cell := int(self.memory[CHOICE])) != NONE:
            node = after(self.rules, node, cell, self.mistakes)
            self.depth -= 1
            self.begin(node)
            self.go()
        self.depth = depth
        return Reading(value, leaves, node)


@kernel
def open_level(rules, memory, table, level, depth, mistakes, by_sign):
    """Find the moves of a level; if there are none it is a leaf.

    The answer is the level if its node was met before, and left; otherwise 0.
    """
    memory[STEPS] += 1
    node = NODES + 5 * level
    black, white, turn, placer, passed = (
        memory[node],
        memory[node + 1],
        memory[node + 2],
        memory[node + 3],
        memory[node + 4],
    )
    memory[VALUES + level], memory[HAS_READ + level] = UNSET, 0
    memory[MOVES + level], memory[TRIED + level] = 0, 0
    memory[CHOICE + level], memory[MARKS + level] = NONE, 0
    moves = 0
    if level != depth:
        black, white, turn, placer, passed, moves = passing(
            rules, black, white, turn, placer, passed, mistakes
        )
    memory[node + 2], memory[node + 4] = turn, passed
    memory[CHOOSER + level] = placer if mistakes.placer != 0 else turn
    if moves == 0:
        value = count(black) - count(white)
        memory[VALUES + level] = value if by_sign == 0 else min(1, max(-1, value))
        memory[LEAVES] += 1
        return 0
    if level != 0 and len(table) != 0 and depth - level > FEW:
        mark = mark_of(memory, level, turn + 2 * placer + 4 * (passed + 1), by_sign)
        if mark != 0:
            leaves, value, is_left = known(table, black, white, mark)
            if leaves >= 0:
                memory[VALUES + level] = value
                memory[LEAVES] += leaves
                return level if is_left != 0 else 0
        memory[MARKS + level], memory[BEFORE + level] = mark, memory[LEAVES]
    memory[MOVES + level] = moves
    return 0


@kernel
def mark_of(memory, level, who, by_sign):
    """What decides what is found below a node, besides its stones; 0: more than can be said."""
    mark = 1 + 2 * who
    if by_sign == 0:
        if cut(memory, level - 1) != 0:
            return 0
        if memory[HAS_READ + level - 1] != 0:
            upper = 1 + memory[VALUES + level - 1] + MOST << 1 | memory[CHOOSER + level - 1]
            mark += upper << 8
    return mark


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
        memory[VALUES + level], memory[CHOICE + level] = value, cell
        memory[HAS_READ + level] = 1
    memory[HAS_READ + level + 1] = 0


@kernel
def leave_level(memory, table, level, left):
    """Keep what was found at a level, if it is not left because of one above it."""
    mark = memory[MARKS + level]
    if mark != 0 and (left == 0 or left == level):
        node, leaves = NODES + 5 * level, memory[LEAVES] - memory[BEFORE + level]
        value, is_left = memory[VALUES + level], 1 if left != 0 else 0
        keep(table, memory[node], memory[node + 1], mark, leaves, value, is_left)


@kernel
def search(rules, memory, table, depth, mistakes, by_sign, last):
    """Read the node at level 0; up to its move number `last` a score may be pruned."""
    level, left = memory[LEVEL], memory[LEFT]
    if level == UNOPENED:
        level = 0
        open_level(rules, memory, table, 0, depth, mistakes, by_sign)
    while memory[STOP] == 0 and memory[STEPS] < memory[ENOUGH]:
        if memory[MOVES + level] == 0:
            if level == 0:
                level = ENDED
                break
            leave_level(memory, table, level, left)
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
        left = open_level(rules, memory, table, level, depth, mistakes, by_sign)
    memory[LEVEL], memory[LEFT] = level, left
