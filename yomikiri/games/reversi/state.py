"""A position of Nip or Othello, and a board with its switches as tables."""

from typing import NamedTuple

import numpy as np

from yomikiri.games.reversi.board import Layout, Words, byte_table

PASS = 64
NONE = -1


class ReversiRules(NamedTuple):
    """A board and its switches."""

    cells: int  # all cells
    stride: int  # from a cell to its neighbour across, or 0 where that varies
    inner: int  # cells that a run along the board or diagonal can turn over
    doublings: int  # a run has at most 2 + 2 * doublings stones
    ring: int  # length of the rim, 0 if there is none
    lap: int  # 1 if a stone can bracket the whole rest of the rim by itself
    empties_count: int  # 1 if the winner gets the empty cells
    maps: int  # symmetries of the board
    tables: Words  # [...] all tables one after the other: passing an array is expensive


# Where each table begins.
RAYS = 0  # [64, 8] cells seen from each cell, 4 directions upward, 4 downward
RING_AT = RAYS + 64 * 8  # [64] place on the rim, or NONE
RING_OF = RING_AT + 64  # [8, 256] a byte of the board, in the rim's order
BOARD_OF = RING_OF + 8 * 256  # [4, 256] a byte of the rim, as cells
REGIONS = BOARD_OF + 4 * 256  # [64] the quarter around each cell
QUARTERS = REGIONS + 64  # [4] the quarters
NEAR = QUARTERS + 4  # [64] neighbours
TARGETS = NEAR + 64  # [8, 65] each cell, and the pass, under each symmetry
IMAGES = TARGETS + 8 * 65  # [8, 8, 256] a byte of the board under each symmetry
FEATURES = IMAGES + 8 * 8 * 256  # from here on those of features.py


def make_rules(layout: Layout, *, lap: bool, rim: bool, empties_count: bool) -> ReversiRules:
    """The tables of a board with its switches."""
    ring = layout.ring() if rim else []
    maps = layout.maps()
    ring_at = np.full(64, NONE)
    ring_at[ring] = range(len(ring))
    targets = np.full((8, 65), PASS)
    for number, images in enumerate(maps):
        targets[number, list(images)] = list(images.values())
    tables = (
        layout.rays(),
        ring_at,
        byte_table({cell: place for place, cell in enumerate(ring)}, 8),
        byte_table(dict(enumerate(ring)), 4),
        layout.regions(),
        layout.quarters(),
        layout.near(),
        targets,
        *(byte_table(images, 8) for images in maps),
        np.zeros((8 - len(maps)) * 8 * 256, np.int64),
    )
    return ReversiRules(
        cells=layout.cells,
        stride=layout.stride,
        inner=layout.inner,
        doublings=max(0, (max(layout.board[:2]) - 3) // 2),
        ring=len(ring),
        lap=int(lap),
        empties_count=int(empties_count),
        maps=len(maps),
        tables=np.concatenate([table.ravel() for table in tables]),
    )


class Reversi(NamedTuple):
    """A position, seen by the player to move."""

    own: int  # stones of the player to move
    other: int  # stones of the opponent
    turn: int  # 0 black, who moves first, 1 white
