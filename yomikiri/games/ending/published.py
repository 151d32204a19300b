"""Results of chess endings that were published, as data, and those that our tables have."""

from yomikiri.games.claim import Claim, Known
from yomikiri.words import message

THESIS = message(
    "claim.source.thesis",
    author="S. Yoshida",
    title="チェスのポーンエンディングの解析",
    year="2014",
)
ZELLNER = "H. Zellner, The KPK Database Revisited, ICCA Journal 12-2, 1989"
NEFKENS = "H. Nefkens, Constructing Data Bases to Fit a Microcomputer, ICCA Journal 8-4, 1985"
STROEHLEIN = "T. Ströhlein, Untersuchungen über kombinatorische Spiele, TU München, 1970"
NOT_SO = message("claim.note.rules")

KNOWN = (
    Claim("ending:KPK", ZELLNER, figure="numbers", number=62_480, of=98_304),
    Claim("ending:KPK", ZELLNER, figure="promotion", number=37),
    Claim("ending:KPK", THESIS, figure="promotes", number=14),
    Claim("ending:KQK", NEFKENS, figure="mate", number=19),
    Claim("ending:KRK", NEFKENS, figure="mate", number=31),
    Claim("ending:KQKR", STROEHLEIN, figure="rook", number=31),
    Claim("ending:KRKN", STROEHLEIN, figure="knight", number=27),
    Claim("ending:KRKB", STROEHLEIN, figure="bishop", number=18),
    Claim("ending:KPK,end=thesis", THESIS, figure="peai", number=80, of=100, note=NOT_SO),
    Claim("ending:KPK,end=thesis", THESIS, figure="perm", number=100, of=100, note=NOT_SO),
)
FOUND = (
    Known("ending:KPK", figure="numbers", number=62_480),
    Known("ending:KPK", figure="promotion", number=37),
    Known("ending:KPK", figure="promotes", number=14),
    Known("ending:KQK", figure="mate", number=19),
    Known("ending:KRK", figure="mate", number=31),
    Known("ending:KQKR", figure="rook", number=31),
    Known("ending:KRKN", figure="knight", number=27),
    Known("ending:KRKB", figure="bishop", number=18),
    Known("ending:KPK,end=thesis", figure="peai", number=0),
    Known("ending:KPK,end=thesis", figure="perm", number=48),
)
