"""Results of Connect Four that were published, as data, and those that we found."""

from yomikiri.games.claim import Claim, Known

ALLEN_AND_ALLIS = "J. D. Allen and V. Allis, 1988"
TROMP = "J. Tromp, John's Connect Four Playground, tromp.github.io/c4/c4.html"

WINNERS = {"+": "first", "=": "draw", "-": "second"}
FIRST_WIDTH = 4
# Tromp's table: for each height the widths from 4 on, with his signs.  Left out are 6x9, 7x8, 8x7
# and 8x8 (height x width), which cannot be had here.
TABLE = {
    4: "==-=----",
    5: "====+++",
    6: "==-+-",
    7: "==+=",
    8: "==-",
    9: "==+",
    10: "==",
    11: "=",
}
KNOWN = (
    Claim("connect4:6x7", ALLEN_AND_ALLIS, "first"),
    *(
        Claim(f"connect4:{height}x{width}", TROMP, WINNERS[sign])
        for height, signs in TABLE.items()
        for width, sign in enumerate(signs, FIRST_WIDTH)
    ),
)

DRAWN = ("4x4", "4x5", "5x4", "6x4", "5x5", "5x6", "6x5", "5x7")
SOLVED = dict.fromkeys(DRAWN, "draw") | dict.fromkeys(("4x6", "6x6"), "second")
FOUND = (
    *(Known(f"connect4:{size}", winner) for size, winner in SOLVED.items()),
    Known("connect4:6x7", "first", is_long=True),
)
