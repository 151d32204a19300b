"""Results of chess endings that were published, with whether our tables agree."""

from yomikiri.games.game import Fact

THESIS = "S. Yoshida, チェスのポーンエンディングの解析, graduation thesis, Kindai University, 2014"
ZELLNER = "H. Zellner, The KPK Database Revisited, ICCA Journal 12-2, 1989"
NEFKENS = "H. Nefkens, Constructing Data Bases to Fit a Microcomputer, ICCA Journal 8-4, 1985"
STROEHLEIN = "T. Ströhlein, Untersuchungen über kombinatorische Spiele, TU München, 1970"
SEE = "see docs/results.md"

KNOWN = (
    Fact("ending:KPK", "White, to move, wins 62,480 of 98,304 numbers", ZELLNER, True),
    Fact("ending:KPK", "a promotion takes at most 37 plies", ZELLNER, True),
    Fact("ending:KPK", "from the start White promotes on his 14th move", THESIS, True),
    Fact("ending:KQK", "mate within 19 plies", NEFKENS, True),
    Fact("ending:KRK", "mate within 31 plies", NEFKENS, True),
    Fact("ending:KQKR", "the rook is won within 31 moves", STROEHLEIN, True),
    Fact("ending:KRKN", "the knight is won within 27 moves", STROEHLEIN, True),
    Fact("ending:KRKB", "the bishop is won within 18 moves", STROEHLEIN, True),
    Fact(
        "ending:KPK,end=thesis",
        f"claimed: peai wins 80 of 100 games against itself (not by its rules: {SEE})",
        THESIS,
        False,
    ),
    Fact(
        "ending:KPK,end=thesis",
        f"claimed: peai wins all games against perm (not by its rules: {SEE})",
        THESIS,
        False,
    ),
)
