"""Results of Nip and Othello that were published, as data, and those that we found.

Ours are in docs/results.md too, with how they were checked.
"""

from typing import NamedTuple

from yomikiri.games.claim import GUESSED, Claim, Known
from yomikiri.words import Message, message

THESIS = message(
    "claim.source.thesis", author="T. Yamamoto", title="縮小版ニップの完全解析", year="2023"
)
OURS = message("claim.source.solved")
MISTAKES = message("claim.note.mistakes")
PRINTED = message("claim.note.printed")
A_DIGIT = message("claim.note.digit", final="17-19")
ALL_CELLS = message("claim.note.empties", final="28-0", value=32)
ALL_40 = message("claim.note.empties", final="32-0", value=40)

# Where the results of the thesis's table 1 come from.
TAKESHITA = "H. Takeshita et al., 縮小盤オセロにおける完全解析, 2015"
NAKAMURA = "K. Nakamura, 奇数マスを含む縮小版オセロの完全解析, 2017"
FEINSTEIN = "J. Feinstein, Amenor Wins World 6x6 Championships!, 1993"


def solved(game: str, black: int, white: int, *, is_long: bool = False) -> Known:
    """A score that we found, by the count at the end of a line of best play."""
    winner = "first" if black > white else "second"
    return Known(game, winner, black - white, is_long=is_long, final=(black, white))


class Published(NamedTuple):
    """A row of the thesis's table 2 (`score`, with a final count) or 3 (`win`)."""

    game: str
    winner: str  # "first" or "second"
    final: tuple[int, int] | None  # black's and white's stones
    seconds: float
    leaves: int  # end positions visited

    def claim(self) -> Claim:
        """The result, without what it took."""
        source = message("claim.source.table", source=THESIS, number=2 if self.final else 3)
        return Claim(self.game, source, self.winner, self.final, note=MISTAKES)


TABLE_2 = (
    Published("nip:4x4", "second", (2, 10), 0.09, 168),
    Published("nip:4x6", "first", (12, 8), 70, 2_433_070),
    Published("nip:6x6", "second", (8, 16), 29 * 60 + 3, 163_759_963),
    Published("nip:4x8", "first", (18, 10), 133 * 3600 + 5 * 60, 36_063_860_210),
)
TABLE_3 = (
    Published("nip:4x4", "second", None, 0.04, 74),
    Published("nip:4x6", "first", None, 3, 63_272),
    Published("nip:6x6", "second", None, 68, 2_240_980),
    Published("nip:4x8", "first", None, 2 * 3600 + 20 * 60, 228_806_832),
    Published("nip:4x10", "first", None, 108 * 3600 + 55 * 60, 10_924_512_385),
)
# What the thesis expected of boards that it could not solve.
GUESSES = tuple(
    Claim(game, THESIS, "first", kind=GUESSED, note=message("claim.note.results"))
    for game in ("nip:4x12", "nip:6x8")
)

NIP_FOUND = (
    solved("nip:4x4", 7, 5),
    solved("nip:4x6", 19, 0),
    solved("nip:6x6", 14, 10),
    solved("nip:4x8", 27, 1),
    solved("nip:4x10", 36, 0),
    solved("nip:4x12", 44, 0),
    solved("nip:6x8", 15, 21, is_long=True),
)
NIP = (
    *(found.claim(OURS) for found in NIP_FOUND),
    *(row.claim() for row in (*TABLE_2, *TABLE_3)),
    *GUESSES,
)


class Row(NamedTuple):
    """A row of the thesis's table 1."""

    game: str
    winner: str
    final: tuple[int, int]
    source: str
    note: Message | str = ""

    def claim(self) -> Claim:
        """The result, with where it was quoted from."""
        source = message("claim.source.quoted", source=self.source, by=THESIS, number=1)
        return Claim(self.game, source, self.winner, self.final, note=self.note)


TABLE_1 = (
    Row("othello:4x4", "second", (3, 11), TAKESHITA),
    Row("othello:4x4,start=parallel", "second", (6, 9), TAKESHITA),
    Row("othello:4x6", "first", (20, 4), FEINSTEIN),
    Row("othello:4x6,start=parallel", "first", (21, 3), FEINSTEIN),
    Row("othello:4x8", "first", (28, 0), TAKESHITA, ALL_CELLS),
    Row("othello:4x8,start=parallel", "first", (28, 0), TAKESHITA, ALL_CELLS),
    Row("othello:4x10", "first", (39, 0), FEINSTEIN),
    Row("othello:4x10,start=parallel", "first", (32, 0), FEINSTEIN, ALL_40),
    Row("othello:6x6", "second", (16, 20), FEINSTEIN),
    Row("othello:6x6,start=parallel", "second", (17, 9), FEINSTEIN, A_DIGIT),
    Row("othello:3x3", "first", (0, 9), NAKAMURA, PRINTED),
    Row("othello:3x3,start=cross2", "second", (9, 0), NAKAMURA, PRINTED),
    Row("othello:4x3", "first", (12, 0), NAKAMURA),
    Row("othello:6x3", "first", (18, 0), NAKAMURA),
    Row("othello:5x4", "first", (18, 2), NAKAMURA),
    Row("othello:5x5", "first", (19, 6), NAKAMURA),
    Row("othello:5x5,start=cross2", "first", (22, 2), NAKAMURA),
    Row("othello:7x4", "first", (25, 1), NAKAMURA),
)

OTHELLO_FOUND = (
    solved("othello:4x4", 3, 11),
    solved("othello:4x4,start=parallel", 6, 9),
    solved("othello:4x6", 20, 4),
    solved("othello:4x6,start=parallel", 21, 3),
    solved("othello:4x8", 30, 1),
    solved("othello:4x8,start=parallel", 29, 2),
    solved("othello:4x10", 39, 0, is_long=True),
    solved("othello:4x10,start=parallel", 38, 0, is_long=True),
    solved("othello:6x6", 16, 20, is_long=True),
    solved("othello:6x6,start=parallel", 17, 19, is_long=True),
    solved("othello:3x3", 0, 9),
    solved("othello:3x3,start=cross2", 9, 0),
    solved("othello:4x3", 12, 0),
    solved("othello:6x3", 18, 0),
    solved("othello:5x4", 18, 2),
    solved("othello:5x5", 19, 6),
    solved("othello:5x5,start=cross2", 22, 2),
    solved("othello:7x4", 26, 2),
)
OTHELLO = (*(found.claim(OURS) for found in OTHELLO_FOUND), *(row.claim() for row in TABLE_1))
