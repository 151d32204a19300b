"""The four games that come with the program, as data."""

from yomikiri.games.shogi.variant import (
    FIRST_LOSES,
    MUST,
    NOW,
    SAFE,
    Piece,
    Variant,
    moves,
)

ALL = moves("n ne e se s sw w nw")
GOLD = moves("n ne e s w nw")
SILVER = moves("n ne se sw nw")
FORWARD = moves("n")
STRAIGHT = moves("n e s w")
SLANTING = moves("ne se sw nw")

# The material of minishogi's pieces is as K. Terada's thesis counts it.
MINISHOGI = Variant(
    start="rbsgk/4p/5/P4/KGSBR b - 1",
    royal="K",
    pieces={
        "K": Piece("玉", "玉", ALL, value=0),
        "R": Piece("飛", "飛", slides=STRAIGHT, value=900, material=2000),
        "B": Piece("角", "角", slides=SLANTING, value=750, material=1800),
        "G": Piece("金", "金", GOLD, value=500, material=1200),
        "S": Piece("銀", "銀", SILVER, value=450, material=1000),
        "P": Piece("歩", "歩", FORWARD, value=100, material=100),
        "+R": Piece("龍", "龍", SLANTING, STRAIGHT, value=1200, material=2200),
        "+B": Piece("馬", "馬", STRAIGHT, SLANTING, value=1050, material=2000),
        "+S": Piece("全", "成銀", GOLD, value=480, material=1200),
        "+P": Piece("と", "と", GOLD, value=350, material=1200),
    },
    one_a_file=("P",),
    no_mating_drop=("P",),
    repetition=FIRST_LOSES,
)

DOBUTSU = Variant(
    start="gle/1c1/1C1/ELG b - 1",
    royal="L",
    pieces={
        "L": Piece("獅", "ライオン", ALL, value=0),
        "G": Piece("麒", "きりん", STRAIGHT, value=300),
        "E": Piece("象", "ぞう", SLANTING, value=280),
        "C": Piece("雛", "ひよこ", FORWARD, value=100),
        "+C": Piece("鶏", "にわとり", GOLD, value=350),
    },
    promotion=MUST,
    strict=False,
    dead_drops=True,
    tries=SAFE,
    perpetual=False,
    occurrences=3,
)

GOROGORO = Variant(
    start="sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1",
    royal="K",
    pieces={
        "K": Piece("獅", "ライオン", ALL, value=0),
        "G": Piece("犬", "いぬ", GOLD, value=450),
        "S": Piece("猫", "ねこ", SILVER, value=400),
        "P": Piece("雛", "ひよこ", FORWARD, value=100),
        "+S": Piece("強", "パワーアップねこ", GOLD, value=430),
        "+P": Piece("鶏", "にわとり", GOLD, value=300),
    },
    zone=2,
    one_a_file=("P",),
    no_mating_drop=("P",),
)

ANPANMAN = Variant(
    start="gls/3/3/3/SLG b - 1",
    royal="L",
    pieces={
        "L": Piece("将", "リーダー", moves("n ne e w nw"), value=0),
        "G": Piece("守", "ガード", moves("n ne nw"), value=100),
        "S": Piece("兵", "ソルジャー", moves("n e w"), value=100),
    },
    zone=0,
    strict=False,
    drops=False,
    tries=NOW,
    perpetual=False,
    occurrences=3,
)
MIRRORED_ANPANMAN = "gls/3/3/3/GLS b - 1"
