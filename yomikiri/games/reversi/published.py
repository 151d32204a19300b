"""Results of Nip and Othello that were published: claims, with what is known of their truth.

Our own results are in docs/results.md, with how they were checked.
"""

from typing import NamedTuple

from yomikiri.games.game import Fact

THESIS = "T. Yamamoto, 縮小版ニップの完全解析, graduation thesis, Kindai University, 2023"
MISTAKES = "the program that found it has three mistakes; see docs/results.md"

# Where the results of the thesis's table 1 come from.
TAKESHITA = "H. Takeshita et al., 縮小盤オセロにおける完全解析, 2015"
NAKAMURA = "K. Nakamura, 奇数マスを含む縮小版オセロの完全解析, 2017"
FEINSTEIN = "J. Feinstein, Amenor Wins World 6x6 Championships!, 1993"


class Published(NamedTuple):
    """A row of the thesis's table 2 (`score`, with a final count) or 3 (`win`)."""

    game: str
    winner: str  # "first" or "second"
    final: tuple[int, int] | None  # black's and white's stones
    seconds: float
    leaves: int  # end positions visited
    holds: bool | None  # whether the winner, and the count where there is one, are right

    def fact(self) -> Fact:
        """In words."""
        who = {"first": "black wins", "second": "white wins"}[self.winner]
        count = f" {self.final[0]}-{self.final[1]}" if self.final else ""
        verdict = {
            True: "right",
            False: f"wrong: {MISTAKES}",
            None: f"not to be relied on: {MISTAKES}",
        }[self.holds]
        source = f"{THESIS}, table {2 if self.final else 3}"
        return Fact(self.game, f"claimed: {who}{count} ({verdict})", source, self.holds)


TABLE_2 = (
    Published("nip:4x4", "second", (2, 10), 0.09, 168, False),
    Published("nip:4x6", "first", (12, 8), 70, 2_433_070, False),
    Published("nip:6x6", "second", (8, 16), 29 * 60 + 3, 163_759_963, False),
    Published("nip:4x8", "first", (18, 10), 133 * 3600 + 5 * 60, 36_063_860_210, False),
)
TABLE_3 = (
    Published("nip:4x4", "second", None, 0.04, 74, False),
    Published("nip:4x6", "first", None, 3, 63_272, True),
    Published("nip:6x6", "second", None, 68, 2_240_980, False),
    Published("nip:4x8", "first", None, 2 * 3600 + 20 * 60, 228_806_832, True),
    Published("nip:4x10", "first", None, 108 * 3600 + 55 * 60, 10_924_512_385, True),
)
# What the thesis expected of boards that it could not read out.
GUESSES = (
    Fact("nip:4x12", "guessed: black wins (right)", THESIS, True),
    Fact("nip:6x8", "guessed: black wins (wrong: white does; see docs/results.md)", THESIS, False),
)

NIP = (*(row.fact() for row in (*TABLE_2, *TABLE_3)), *GUESSES)

NOT_CHECKED = "not checked"
WINNER_ONLY = "the winner is right; the count was not checked"


class Claimed(NamedTuple):
    """A row of the thesis's table 1."""

    game: str
    claim: str
    source: str
    holds: bool | None  # of the game with these very switches
    verdict: str

    def fact(self) -> Fact:
        """In words."""
        source = f"{self.source}; {THESIS}, table 1"
        return Fact(self.game, f"claimed: {self.claim} ({self.verdict})", source, self.holds)


TABLE_1 = (
    Claimed("othello:4x4", "white wins 3-11", TAKESHITA, True, "right"),
    Claimed("othello:4x4,start=parallel", "white wins 6-9", TAKESHITA, True, "right"),
    Claimed("othello:4x6", "black wins 20-4", FEINSTEIN, True, "right"),
    Claimed("othello:4x6,start=parallel", "black wins 21-3", FEINSTEIN, True, "right"),
    Claimed(
        "othello:4x8",
        "black wins 28-0",
        TAKESHITA,
        False,
        "30-1 is best; with empties=winner 28-0 is as good as any, 32",
    ),
    Claimed(
        "othello:4x8,start=parallel",
        "black wins 28-0",
        TAKESHITA,
        False,
        "29-2 is best; with empties=winner 28-0 is as good as any, 32",
    ),
    Claimed("othello:4x10", "black wins 39-0", FEINSTEIN, None, WINNER_ONLY),
    Claimed("othello:4x10,start=parallel", "black wins 32-0", FEINSTEIN, None, WINNER_ONLY),
    Claimed("othello:6x6", "white wins 16-20", FEINSTEIN, None, NOT_CHECKED),
    Claimed(
        "othello:6x6,start=parallel",
        "white wins 17-9",
        FEINSTEIN,
        None,
        f"so printed; {NOT_CHECKED}",
    ),
    Claimed(
        "othello:3x3",
        "black wins 0-9",
        NAKAMURA,
        False,
        "so printed; the count is right, white wins",
    ),
    Claimed(
        "othello:3x3,start=cross2",
        "white wins 9-0",
        NAKAMURA,
        False,
        "so printed; the count is right, black wins",
    ),
    Claimed("othello:4x3", "black wins 12-0", NAKAMURA, True, "right"),
    Claimed("othello:6x3", "black wins 18-0", NAKAMURA, True, "right"),
    Claimed("othello:5x4", "black wins 18-2", NAKAMURA, True, "right"),
    Claimed("othello:5x5", "black wins 19-6", NAKAMURA, True, "right"),
    Claimed("othello:5x5,start=cross2", "black wins 22-2", NAKAMURA, True, "right"),
    Claimed("othello:7x4", "black wins 25-1", NAKAMURA, True, "right: 26-2 is worth as much"),
)

OTHELLO = tuple(row.fact() for row in TABLE_1)
