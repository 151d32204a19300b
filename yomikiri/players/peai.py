"""The two players of the thesis on king and pawn against king: PEAI looks ahead, PERM hardly.

PEAI's evaluation is copied as it was published, faults included: it thinks that the pawn cannot be
caught in more positions with Black to move than with White to move, which is the wrong way round.
The stronger side is called White here, whatever its colour.  See docs/games/ending.md.
"""

from collections.abc import Callable

from yomikiri.games.ending.game import EndingGame
from yomikiri.games.ending.rules import MAN, TO
from yomikiri.games.game import State
from yomikiri.players.choosing import look_ahead
from yomikiri.players.player import Choice, Player

NEAR = (15, 13, 11, 9, 7, 5, 3, 0)  # for a distance in files or ranks
HIGHEST, LOWEST = 1 << 20, -(1 << 20)  # the pawn goes through; it is lost
# The order in which a king's moves are tried: W NW N NE E SW S SE.
STEPS = {step: place for place, step in enumerate((-1, 7, 8, 9, 1, -9, -8, -7))}
AFTER_PROMOTION = 4  # plies that both look ahead once there is no pawn

Noise = Callable[[], int]


def static_value(game: EndingGame, state: State) -> int:
    """The published evaluation: high for the side with the pawn."""
    men = str(game.layout.materials[state.material])
    over = game.outcome(state)
    if men == "KK":
        return LOWEST
    if men != "KPK":
        return promoted_value(game, state, over)
    if over is not None:
        return 0 if over == 0 else HIGHEST if state.side else LOWEST
    king, pawn, weak = (int(state.men) >> 8 * man & 63 for man in range(3))
    pawn_y, weak_y = 8 - pawn // 8, 8 - weak // 8  # from the eighth rank, as in the thesis
    apart = abs(pawn % 8 - weak % 8)
    behind = weak_y - pawn_y
    if state.side == 1 and (behind >= 1 or pawn_y <= apart):
        return HIGHEST
    if state.side == 0 and (behind >= 2 or pawn_y < apart):
        return HIGHEST
    ahead = king // 8 - pawn // 8
    total: int = (
        (17 - 2 * pawn_y)
        + NEAR[abs(pawn % 8 - king % 8)]
        + (1 + 2 * ahead if ahead >= 0 else 0)
        - NEAR[abs(behind)]
        - NEAR[apart]
    )
    return total


def promoted_value(game: EndingGame, state: State, over: int | None) -> int:
    """Right after a promotion: safe, taken at once, or a stalemate."""
    if over is not None:
        return 0 if over == 0 and not game.thesis else HIGHEST if over else LOWEST
    queen = state.men >> 8 & 63
    if state.side == 1 and any(m >> TO & 63 == queen for m in game.legal_moves(state)):
        return LOWEST
    return HIGHEST


def thesis_order(move: int) -> tuple[int, int]:
    """The king's moves first, in the thesis's order, then the pawn's."""
    square, target, man = move & 63, move >> TO & 63, move >> MAN & 7
    return (1, move) if man == 1 else (0, STEPS[target - square])


class PeaiPlayer(Player):
    """Looks `depth` plies ahead; of equal moves it takes the first."""

    def __init__(self, name: str, game: EndingGame, seed: int, *, depth: int, noise: str) -> None:
        super().__init__(name, game, seed)
        self.ending, self.depth, self.noise = game, depth, noise

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        if not has_pawn(self.ending, state):
            return after_promotion(self, state, moves, before)
        chance = self.chance(state, before)
        noisy = self.noise == "on" or (self.noise == "black" and state.side == 1)
        sign = 1 if state.side == 0 else -1
        best, chosen = 0, -1
        for move in sorted(moves, key=thesis_order):
            child = self.game.play(state, move)
            value = self.value(
                child, self.depth - 1, (lambda: chance.randrange(-1, 2)) if noisy else None
            )
            if chosen < 0 or sign * value > sign * best:
                best, chosen = value, move
            if best == sign * HIGHEST:
                break
        return Choice(chosen, float(sign * best))

    def value(self, state: State, depth: int, noise: Noise | None) -> int:
        """What looking ahead makes of a position, high for White."""
        game = self.ending
        moves = game.legal_moves(state)
        if depth == 0 or not moves or not has_pawn(game, state):
            return static_value(game, state)
        values = (
            self.value(game.play(state, move), depth - 1, noise)
            for move in sorted(moves, key=thesis_order)
        )
        if state.side == 1:
            return min(values)
        best = max(values)
        if noise is None or best in (HIGHEST, LOWEST):
            return best
        return best + noise()


class PermPlayer(Player):
    """Any move, but one that decides the game by the evaluation if there is one."""

    def __init__(self, name: str, game: EndingGame, seed: int) -> None:
        super().__init__(name, game, seed)
        self.ending = game

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        game = self.ending
        if not has_pawn(game, state):
            return after_promotion(self, state, moves, before)
        wanted = LOWEST if state.side else HIGHEST
        for move in sorted(moves, key=thesis_order):
            if static_value(game, game.play(state, move)) == wanted:
                return Choice(move)
        return Choice(self.chance(state, before).choice(moves))


def has_pawn(game: EndingGame, state: State) -> bool:
    """Whether the thesis has anything to say of a position."""
    return str(game.layout.materials[state.material]) == "KPK"


def after_promotion(player: Player, state: State, moves: list[int], before: list[State]) -> Choice:
    """The thesis's games end with the promotion; under the rules of chess they go on."""
    player.chance(state, before).shuffle(moves)
    found = look_ahead(
        player.game, state, moves, depth=AFTER_PROMOTION, before=before, megabytes=8.0
    )
    return Choice(found.moves[0], found.value, found.exact, found.nodes, found.line)
