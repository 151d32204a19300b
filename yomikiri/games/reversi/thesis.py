"""A position as the program of T. Yamamoto's thesis on Nip (2023) knows it, and how it goes on.

Each mistake of that program is a switch; without them it keeps to the rules.
"""

from typing import Any, NamedTuple

from yomikiri.bits import bit, highest
from yomikiri.games.reversi.lines import mobility, rim_flips
from yomikiri.games.reversi.state import NONE, RAYS, RING_AT
from yomikiri.jit import kernel

NOBODY = -1
BLACK, WHITE = 0, 1
DIRECTIONS = 8  # of the rays of a cell, the first four upward


class Mistakes(NamedTuple):
    """The mistakes of the thesis's program, each 1 if it is made."""

    last_stone: int = 1  # a line is turned over up to the last own stone in it, not the first
    placer: int = 1  # a node is chosen for whoever placed the last stone, not for who is to move
    kept_pass: int = 1  # after one colour has passed, the other's next pass ends the game
    short_lines: int = 0  # lines end as on a square of as many rows; a former version of it


RIGHT, ALL = Mistakes(0, 0, 0), Mistakes()


class Node(NamedTuple):
    """A position as that program knows it."""

    black: int
    white: int
    turn: int  # who is to move
    placer: int  # who placed the last stone
    passed: int  # who passed last, or NOBODY


def rules_with(game: Any, mistakes: Mistakes) -> Any:
    """The rules of a board, as far as they depend on the mistakes."""
    if not mistakes.short_lines:
        return game.rules
    rows = 1 + max(row for _, row in game.places.values())
    tables = game.rules.tables.copy()
    for at in range(RAYS, RAYS + 64 * DIRECTIONS):
        tables[at] = nearest(int(game.rules.tables[at]), (at - RAYS) % DIRECTIONS < 4, rows - 1)
    return game.rules._replace(tables=tables, stride=0)  # 0: every cell is tried by its rays


def nearest(ray: int, is_up: bool, number: int) -> int:
    """The first cells of a ray."""
    cells = [cell for cell in range(64) if ray >> cell & 1]
    return sum(1 << cell for cell in (cells[:number] if is_up else cells[-number:]))


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
