"""What the players of the thesis on king and pawn against king know, as it was published.

The evaluation is copied, faults included: it thinks that in more positions the pawn cannot be
caught with Black to move than with White to move, which is the wrong way round.  The stronger side
is called White here, whatever its colour.  See docs/games/ending.md.
"""

from copy import copy
from typing import Any

from yomikiri.games.ending.rules import MAN, TO, Ending
from yomikiri.games.game import Game

NEAR = (15, 13, 11, 9, 7, 5, 3, 0)  # for a distance in files or ranks
HIGHEST, LOWEST = 1 << 20, -(1 << 20)  # the pawn promotes; it is lost
# The order in which a king's moves are tried: W NW N NE E SW S SE.
STEPS = {step: place for place, step in enumerate((-1, 7, 8, 9, 1, -9, -8, -7))}


class Thesis:
    """King and pawn against king as PEAI and PERM see it."""

    highest, lowest = HIGHEST, LOWEST
    free = False  # whether the pawn's rank counts only if Black's king is that far aside
    near = False  # whether a king before its pawn must be nearer to its rank than Black's

    def __init__(self, game: Game, materials: Any, *, is_thesis: bool) -> None:
        self.game, self.is_thesis = game, is_thesis
        self.materials = [str(material) for material in materials]

    def by(self, *, free: bool, near: bool) -> "Thesis":
        """The same by two conditions, which stand in the printed program as comments."""
        changed = copy(self)
        changed.free, changed.near = free, near
        return changed

    def has_pawn(self, state: Ending) -> bool:
        """Whether the thesis has anything to say about a position."""
        return self.materials[state.material] == "KPK"

    def value(self, state: Ending) -> int:
        """The published evaluation: high for the side with the pawn."""
        over = self.game.outcome(state)
        if self.materials[state.material] == "KK":
            return LOWEST
        if not self.has_pawn(state):
            return self.promoted_value(state, over)
        if over is not None:
            return 0 if over == 0 else HIGHEST if state.side else LOWEST
        _, pawn, weak = (int(state.men) >> 8 * man & 63 for man in range(3))
        pawn_y, weak_y = 8 - pawn // 8, 8 - weak // 8  # from the eighth rank, as in the thesis
        apart = abs(pawn % 8 - weak % 8)
        behind = weak_y - pawn_y
        if state.side == 1 and (behind >= 1 or pawn_y <= apart):
            return HIGHEST
        if state.side == 0 and (behind >= 2 or pawn_y < apart):
            return HIGHEST
        return sum(self.terms(state).values())

    def terms(self, state: Ending) -> dict[str, int]:
        """What the evaluation adds up where the pawn is on its way."""
        king, pawn, weak = (int(state.men) >> 8 * man & 63 for man in range(3))
        ahead, pawn_y = king // 8 - pawn // 8, 8 - pawn // 8
        aside, apart = abs(pawn % 8 - weak % 8), abs(pawn // 8 - weak // 8)
        is_ahead = ahead >= 0 and (not self.near or ahead < apart)
        return {
            "pawn": 17 - 2 * pawn_y if not self.free or pawn_y <= aside else 0,
            "king_file": NEAR[abs(pawn % 8 - king % 8)],
            "king_ahead": 1 + 2 * ahead if is_ahead else 0,
            "defender_rank": -NEAR[apart],
            "defender_file": -NEAR[aside],
        }

    def promoted_value(self, state: Ending, over: int | None) -> int:
        """Right after a promotion: safe, taken at once, or a stalemate."""
        if over is not None:
            return 0 if over == 0 and not self.is_thesis else HIGHEST if over else LOWEST
        queen = state.men >> 8 & 63
        if state.side == 1 and any(m >> TO & 63 == queen for m in self.game.legal_moves(state)):
            return LOWEST
        return HIGHEST

    def order(self, move: int) -> tuple[int, int]:
        """The king's moves first, in the thesis's order, then the pawn's."""
        square, target, man = move & 63, move >> TO & 63, move >> MAN & 7
        return (1, move) if man == 1 else (0, STEPS[target - square])
