"""What the thesis published on Nip read in two stages, [m,n]: its tables 4 to 10, as data.

Claims to show beside our own results, never expected values: the program behind them has faults
(docs/results.md).  Tables 2 and 3 are facts of the game, in games/reversi/published.py.  "Leaves"
is the thesis's 探索数, a count of end positions; FIRST is 先手有利 and SECOND is 後手有利.
"""

from typing import NamedTuple

from yomikiri.games.reversi.published import THESIS
from yomikiri.words import Message, message

FIRST, SECOND = "first", "second"
HOUR, MINUTE = 3600, 60


class PublishedSplit(NamedTuple):
    """One split [m,n]; tables 5 to 8 have the winner only."""

    winner: str
    leaves: tuple[int, int] | None = None  # of stage 1 and stage 2
    seconds: int | None = None


class PublishedBoard(NamedTuple):
    """All splits of a board, by m."""

    source: Message
    splits: dict[int, PublishedSplit]
    tally: tuple[int, int] | None = None  # first : second as table 4 prints it


def winners(first: set[int], splits: range) -> dict[int, PublishedSplit]:
    """The splits, of which those in `first` are better for the first player."""
    return {m: PublishedSplit(FIRST if m in first else SECOND) for m in splits}


def source(table: int) -> Message:
    """Where a table is."""
    return message("claim.source.table", source=THESIS, number=table)


# Table 9, 4x10: [2,30] and [4,28] were too large to be searched.  In [3,29] and [5,27] only one of
# the two first moves was searched, as it was already won.
TABLE_9 = {
    3: PublishedSplit(FIRST, (7, 17_202_983), MINUTE + 5),
    5: PublishedSplit(FIRST, (19, 17_202_983), MINUTE + 3),
    6: PublishedSplit(FIRST, (572, 17_171_656), 9 * MINUTE + 39),
    7: PublishedSplit(FIRST, (56, 303_402_627), 2 * HOUR + 59 * MINUTE),
    8: PublishedSplit(SECOND, (3_496, 97_764_804), 59 * MINUTE + 33),
    9: PublishedSplit(FIRST, (206, 13_912_074), 8 * MINUTE + 10),
    10: PublishedSplit(SECOND, (24_133, 5_468_365), 3 * MINUTE + 12),
    11: PublishedSplit(FIRST, (525, 8_419_668), 5 * MINUTE + 6),
    12: PublishedSplit(SECOND, (186_529, 31_541_228), 17 * MINUTE + 16),
    13: PublishedSplit(FIRST, (3_469, 368_563), 15),
    14: PublishedSplit(SECOND, (1_175_358, 471_729), MINUTE + 7),
    15: PublishedSplit(FIRST, (17_550, 32_491), 3),
    16: PublishedSplit(SECOND, (9_351_453, 15_378), 6 * MINUTE),
    17: PublishedSplit(FIRST, (103_873, 2_363), 6),
    18: PublishedSplit(FIRST, (85_437_745, 32_431), 49 * MINUTE + 14),
    19: PublishedSplit(FIRST, (747_189, 507), 32),
    20: PublishedSplit(FIRST, (191_800_731, 89), 2 * HOUR),
    21: PublishedSplit(SECOND, (14_602_014, 681), 9 * MINUTE + 4),
    22: PublishedSplit(SECOND, (523_276_672, 46), 4 * HOUR + 39 * MINUTE),
    23: PublishedSplit(FIRST, (47_865_116, 333), 27 * MINUTE + 28),
    24: PublishedSplit(FIRST, (1_620_813_026, 153), 12 * HOUR + 15 * MINUTE),
    25: PublishedSplit(SECOND, (299_838_335, 13), 2 * HOUR + 31 * MINUTE),
    26: PublishedSplit(FIRST, (2_364_077_252, 13), 31 * HOUR),
    27: PublishedSplit(SECOND, (1_066_451_924, 9), 9 * HOUR + 10 * MINUTE),
    28: PublishedSplit(SECOND, (8_501_326_974, 3), 55 * HOUR + 42 * MINUTE),
    29: PublishedSplit(SECOND, (2_164_523_541, 1), 14 * HOUR + 52 * MINUTE),
    30: PublishedSplit(FIRST, (12_991_710_142, 2), 90 * HOUR + 53 * MINUTE),
    31: PublishedSplit(FIRST, (4_364_710_743, 1), 33 * HOUR + 29 * MINUTE),
}

# Table 10, 6x8: only these were searched.  The text has [8,24] and [10,22] for the first player.
TABLE_10 = {
    7: PublishedSplit(SECOND, (217, 4_101_995_596), 24 * HOUR + 12 * MINUTE),
    8: PublishedSplit(SECOND, (21_117, 63_402_476), 21 * MINUTE + 20),
    9: PublishedSplit(FIRST, (1_526, 61_058_316), 21 * MINUTE + 40),
    10: PublishedSplit(SECOND, (387_286, 2_236_366), 56),
    11: PublishedSplit(FIRST, (14_954, 216_187_526), 2 * HOUR),
    12: PublishedSplit(SECOND, (4_359_919, 180_048_179), 2 * HOUR + 28 * MINUTE),
    13: PublishedSplit(FIRST, (190_475, 3_801_839), 2 * MINUTE + 18),
    14: PublishedSplit(FIRST, (72_279_574, 6_598_594), 42 * MINUTE + 31),
    15: PublishedSplit(FIRST, (2_564_361, 1_919_568), 2 * MINUTE + 56),
    16: PublishedSplit(SECOND, (936_600_203, 489_425), 7 * HOUR + 7 * MINUTE),
    17: PublishedSplit(FIRST, (6_779_670, 116_412), 5 * MINUTE + 44),
    18: PublishedSplit(SECOND, (10_610_751_451, 14_063), 72 * HOUR + 34 * MINUTE),
    19: PublishedSplit(FIRST, (51_977_313, 20_461), 37 * MINUTE + 42),
    21: PublishedSplit(FIRST, (357_837_202, 1_439), 4 * HOUR + 23),  # printed as 4h23s
    23: PublishedSplit(FIRST, (1_519_577_163, 629), 14 * HOUR + 10 * MINUTE),
}

# Table 4 contradicts its details: counting the rows gives 4x4 2:4, 4x8 9:13 and 4x10 17:11.
# It has no row for 6x8; the text before table 10 gives 9:6.
STAGES = {
    "nip:4x4": PublishedBoard(source(5), winners({6, 7}, range(2, 8)), (1, 5)),
    "nip:4x6": PublishedBoard(
        source(6), winners({3, 5, 7, 9, 11, 13, 14, 15}, range(2, 16)), (8, 6)
    ),
    "nip:6x6": PublishedBoard(source(7), winners({3, 5, 7, 9, 12, 17, 19}, range(2, 20)), (7, 11)),
    "nip:4x8": PublishedBoard(
        source(8), winners({3, 6, 8, 11, 14, 15, 20, 22, 23}, range(2, 24)), (12, 10)
    ),
    "nip:4x10": PublishedBoard(source(9), TABLE_9, (16, 12)),
    "nip:6x8": PublishedBoard(source(10), TABLE_10, (9, 6)),
}
