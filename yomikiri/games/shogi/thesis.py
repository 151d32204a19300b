"""What the printed program of K. Terada's thesis on minishogi does (2025), mistakes included.

It looks for kings where none can be, so it sees no check and no mate by a pawn dropped; pieces
promote on two ranks; and its table of values has no place for the promoted gold, which does not
exist, so that what comes after it is shifted by one: a horse counts 2200, a dragon nothing.
"""

from collections.abc import Sequence

from yomikiri.games.shogi.state import (
    CELL,
    DROP,
    PROMOTES,
    SOURCE,
    Shogi,
    ShogiRules,
    kind_at,
    make_rules,
)
from yomikiri.games.shogi.tables import Layout
from yomikiri.games.shogi.variants import MINISHOGI
from yomikiri.jit import DISABLED

SHIFTED = {"+B": 2200, "+R": -1}  # -1: nothing
WAYS = ((-1, 1), (0, 1), (1, 1), (1, 0), (-1, 0), (1, -1), (0, -1), (-1, -1))  # file, rank
HAND = "PSGBR"  # pieces in hand by their number


class Terada:
    """The program's rules, and the order in which it lists moves."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def rules(self, *, zone: int, check: bool, shifted: bool) -> ShogiRules:
        """The rules by which it plays random games; a mistake each."""
        pieces = dict(MINISHOGI.pieces)
        if shifted:
            pieces |= {sign: pieces[sign]._replace(material=m) for sign, m in SHIFTED.items()}
        rules = make_rules(MINISHOGI._replace(zone=zone, strict=check, pieces=pieces))
        return rules._replace(tables=rules.tables.tolist()) if DISABLED else rules

    def order(self, state: Shogi, moves: Sequence[int]) -> list[int]:
        """The moves as it numbers them: `j=0` is the first.

        By files from the right, steps before slides, and promotions first; then drops.  It drops
        pieces in the order in which they were taken; here it is pawn, silver, gold, bishop, rook.
        """
        return sorted(moves, key=lambda move: self.place(state, move))

    def place(self, state: Shogi, move: int) -> tuple[int, ...]:
        """What the program sorts by, as it were."""
        target, source = self.file_and_rank(move & CELL), move >> SOURCE & CELL
        if source >= DROP:
            return (1, HAND.index(self.layout.kinds.hand[source - DROP]), *target)
        file, rank = self.file_and_rank(source)
        across, down = target[0] - file, target[1] - rank
        far = max(abs(across), abs(down))
        way = (across // far, down // far)
        piece = self.layout.variant.pieces[self.layout.kinds.signs[int(kind_at(state, source))]]
        # Slides are symmetric, so which side a piece belongs to does not matter.
        is_slide = (way[0], -way[1]) in piece.slides
        keeps = int(move >> PROMOTES == 0)
        return (0, file, rank, int(is_slide), WAYS.index(way), far, keeps)

    def file_and_rank(self, cell: int) -> tuple[int, int]:
        """Both from 1, files from the right."""
        return self.layout.width - cell % self.layout.width, cell // self.layout.width + 1
