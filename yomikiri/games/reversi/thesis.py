"""The search of T. Yamamoto's thesis on Nip (2023) as its program has it, mistakes included.

Each mistake is a switch; without them the same search is right.  Cells are tried in order, the last
of equal moves is chosen, and there are two ways to prune.  Reading the winner (`tech_Victory`), a
node is left as soon as whoever chooses there has won.  Reading the score (`tech_Perfect`), it looks
for something to prune only before the second move of a node (`is_thorough`: before each but the
first), and only at the deepest two nodes of the path, one below the other, of which both have read
a move: the lower one is left if it cannot matter to the upper one.  A leaf is an end of the game,
or the last stone that is looked at.

`value_of` gives the same values with a table of what was seen, and counts nothing.
"""

from typing import Any, NamedTuple

import numpy as np

from yomikiri.bits import bit, count, highest, lowest, mix, rest, spread
from yomikiri.games.reversi.lines import mobility, rim_flips
from yomikiri.games.reversi.state import NONE, RAYS, RING_AT
from yomikiri.jit import kernel
from yomikiri.running import Runner

LEVELS = 64
PLACES = 1 << 20  # of the table of what was seen
FEW = 4  # empty cells with which a node is not worth a place there
UNSET = 1 << 40
NOBODY = -1
BLACK, WHITE = 0, 1
HASH = -7046029254386353131
SECOND = 1  # the move before which a score is pruned, counted from 0


class Mistakes(NamedTuple):
    """The mistakes of the thesis's program, each 1 if it is made."""

    last_stone: int = 1  # a line is turned over up to the last own stone in it, not the first
    placer: int = 1  # a node is chosen for whoever placed the last stone, not for who is to move
    kept_pass: int = 1  # after one colour has passed, the other's next pass ends the game


RIGHT, ALL = Mistakes(0, 0, 0), Mistakes()


class Node(NamedTuple):
    """A position as that program knows it."""

    black: int
    white: int
    turn: int  # who is to move
    placer: int  # who placed the last stone
    passed: int  # who passed last, or NOBODY


class Reading(NamedTuple):
    """What a search found."""

    value: int  # as Black sees it
    leaves: int
    line: list[int]  # cells; passes are left out
    end: Node


# The memory of a search: one array, because passing an array is expensive.
LEAVES, STOP = 0, 1  # leaves so far; whether to stop
NODES = 2  # [LEVELS, 5] the fields of a Node
MOVES = NODES + 5 * LEVELS  # [LEVELS] cells that were not tried
TRIED = MOVES + LEVELS  # [LEVELS] how many moves were
VALUES = TRIED + LEVELS  # [LEVELS] as Black sees it, or UNSET
CHOOSER = VALUES + LEVELS  # [LEVELS] for whom a node is chosen
HAS_READ = CHOOSER + LEVELS  # [LEVELS] whether a move of this node was read
LINES = HAS_READ + LEVELS  # [LEVELS, LEVELS] the choice from here on, ended by NONE
SIZE = LINES + LEVELS * LEVELS


def read(
    rules: Any,
    node: Node,
    depth: int,
    mistakes: Mistakes,
    by_sign: bool,
    is_thorough: bool = False,
) -> Reading:
    """The value `depth` stones on, or at the end of the game, and the leaves that it took."""
    memory = np.zeros(SIZE, np.int64)
    memory[LINES:] = NONE
    memory[NODES : NODES + 5] = node

    def halt() -> None:
        memory[STOP] = 1

    last = LEVELS if is_thorough else SECOND
    question = (rules, memory, depth, mistakes, int(by_sign), last)
    Runner().run([lambda: search(*question)], halt)
    line = [int(cell) for cell in memory[LINES : LINES + LEVELS]]
    line = line[: line.index(NONE)]
    end = node
    for cell in line:
        end = after(rules, end, cell, mistakes)
    return Reading(int(memory[VALUES]), int(memory[LEAVES]), line, end)


def value_of(rules: Any, node: Node, mistakes: Mistakes) -> int:
    """The value at the end of the game, as Black sees it; found by questions."""
    lower, upper = -count(rules.cells), count(rules.cells)
    table = np.zeros(4 * PLACES, np.int64)
    control = np.zeros(1, np.int64)

    def halt() -> None:
        control[0] = 1

    while lower < upper:
        least = (lower + upper + 1) // 2
        table[:] = 0
        question = (rules, *node, least, mistakes, table, control)
        [is_so] = Runner().run([lambda q=question: reaches(*q)], halt)  # type: ignore[misc]
        lower, upper = (least, upper) if is_so else (lower, least - 1)
    return lower


def after(rules: Any, node: Node, cell: int, mistakes: Mistakes) -> Node:
    """The node after a stone, and after the pass before it if there must be one."""
    return Node(*map(int, placed(rules, *passing(rules, *node, mistakes)[:5], cell, mistakes)))


@kernel
def turned_over(rules, own, other, cell, is_last):
    """The enemy stones that a stone turns over, up to the first own stone or to the last."""
    turned = 0
    for k in range(8):
        ray = rules.tables[RAYS + 8 * cell + k]
        if ray == 0:
            continue
        is_up = k < 4
        near = ray & -ray if is_up else bit(highest(ray))
        if near & other == 0:
            continue
        vacant = ray & ~(own | other)
        run = ray
        if vacant != 0:
            run = ray & ((vacant & -vacant) - 1) if is_up else ray & -(2 * bit(highest(vacant)))
        mine = run & own
        if mine == 0:
            continue
        if is_up:
            end = bit(highest(mine)) if is_last != 0 else mine & -mine
            turned |= run & other & (end - 1)
        else:
            end = mine & -mine if is_last != 0 else bit(highest(mine))
            turned |= run & other & -end
    if rules.tables[RING_AT + cell] != NONE:
        turned |= rim_flips(rules, own, other, rules.tables[RING_AT + cell])
    return turned


@kernel
def placed(rules, black, white, turn, placer, passed, cell, mistakes):
    """The node after a stone."""
    own, other = (black, white) if turn == BLACK else (white, black)
    turned = turned_over(rules, own, other, cell, mistakes.last_stone)
    own, other = own | turned | bit(cell), other ^ turned
    passed = passed if mistakes.kept_pass != 0 else NOBODY
    if turn == BLACK:
        return own, other, WHITE, BLACK, passed
    return other, own, BLACK, WHITE, passed


@kernel
def passing(rules, black, white, turn, placer, passed, mistakes):
    """The node after the pass that there must be, if there must, and its moves; none at the end."""
    for _ in range(2):
        own, other = (black, white) if turn == BLACK else (white, black)
        moves = mobility(rules, own, other)
        if moves != 0 or passed == 1 - turn:
            return black, white, turn, placer, passed, moves
        passed, turn = turn, 1 - turn
    return black, white, turn, placer, passed, 0


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
    if open_level(rules, memory, 0, mistakes, by_sign) == 0:
        return
    level, left = 0, 0  # left: the level whose node is left because of its value, or 0
    while memory[STOP] == 0:
        if memory[MOVES + level] == 0:
            if level == 0:
                return
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


@kernel
def reaches(rules, black, white, turn, placer, passed, least, mistakes, table, control):
    """Whether the value of a node is at least `least`, as Black sees it."""
    black, white, turn, placer, passed, moves = passing(
        rules, black, white, turn, placer, passed, mistakes
    )
    if moves == 0 or control[0] != 0:
        return count(black) - count(white) >= least
    place = -1
    mark = 1 + turn + 2 * placer + 4 * (passed + 1)
    if count(rules.cells ^ black ^ white) > FEW:
        place = 4 * spread(mix(mix(black, HASH) ^ white ^ mark << 56, HASH), PLACES)
        if table[place] == black and table[place + 1] == white and table[place + 2] == mark:
            return table[place + 3] != 0
    chooser = placer if mistakes.placer != 0 else turn
    found = chooser != BLACK  # what it is unless a move says otherwise
    while moves != 0:
        cell = lowest(moves)
        moves = rest(moves)
        child = placed(rules, black, white, turn, placer, passed, cell, mistakes)
        is_so = reaches(
            rules,
            child[0],
            child[1],
            child[2],
            child[3],
            child[4],
            least,
            mistakes,
            table,
            control,
        )
        if is_so != found:
            found = is_so
            break
    if place >= 0 and control[0] == 0:
        table[place], table[place + 1], table[place + 2] = black, white, mark
        table[place + 3] = int(found)
    return found
