"""Where the men of an ending stand at its start."""

from yomikiri.games.ending.material import Material

# Where men stand at the start: White's; Black's are opposite.
HOMES = {
    "K": "e1",
    "Q": "d1 c1 b1",
    "R": "a1 h1 f1",
    "B": "c1 f1 b1",
    "N": "b1 g1 a1",
    "P": "e2 d2 c2",
}


def start_men(material: Material) -> dict[int, str]:
    """White's men at home, the stronger side's, and Black's opposite."""
    men: dict[int, str] = {}
    for side, flip in ((material.strong, 0), (material.weak, 56)):
        for kind in side:
            for name in HOMES[kind].split():
                square = (ord(name[0]) - ord("a") + 8 * int(name[1]) - 8) ^ flip
                if square not in men:
                    men[square] = kind if not flip else kind.lower()
                    break
    return men
