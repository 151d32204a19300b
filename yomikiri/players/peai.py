"""The two players of the thesis on king and pawn against king: PEAI looks ahead, PERM hardly.

What they know about the game is with the game: games/ending/thesis.py.
"""

from collections.abc import Callable

from yomikiri.games.game import Game, State
from yomikiri.players.player import Choice, Player, as_choice
from yomikiri.think import Limits, Plan, Valued, think

AFTER_PROMOTION = 4  # plies that both look ahead once there is no pawn

Noise = Callable[[], int]


class PeaiPlayer(Player):
    """Looks `depth` plies ahead; of equal moves it takes the first."""

    def __init__(self, name: str, game: Game, seed: int, *, depth: int, noise: str) -> None:
        super().__init__(name, game, seed)
        self.thesis = game.own_players["peai"]
        self.depth, self.noise = depth, noise
        self.values: dict[int, int] = {}  # of the moves of the last choice

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        if not self.thesis.has_pawn(state):
            return after_promotion(self, state, moves, before)
        chance = self.chance(state, before)
        noisy = self.noise == "on" or (self.noise == "black" and state.side == 1)
        sign = 1 if state.side == 0 else -1
        best, chosen = 0, -1
        self.values = {}
        for move in sorted(moves, key=self.thesis.order):
            child = self.game.play(state, move)
            value = self.value(
                child, self.depth - 1, (lambda: chance.randrange(-1, 2)) if noisy else None
            )
            self.values[move] = sign * value
            if chosen < 0 or sign * value > sign * best:
                best, chosen = value, move
            if best == sign * self.thesis.highest:
                break
        return Choice(chosen, float(sign * best))

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Valued]:
        """The values it compared, up to a move that could not be better, and their terms."""
        if not self.thesis.has_pawn(state):
            return [Valued(choice.move, choice.value, choice.exact, choice.line)]
        sign = 1 if state.side == 0 else -1
        found = []
        for move in sorted(moves, key=self.thesis.order):
            child, numbers = self.game.play(state, move), {}
            if move in self.values:
                numbers["own_value"] = self.values[move]
            if self.thesis.has_pawn(child):
                terms = self.thesis.terms(child)
                numbers |= {name: sign * term for name, term in terms.items()}
            found.append(Valued(move, self.values.get(move), line=(move,), numbers=numbers))
        return found

    def value(self, state: State, depth: int, noise: Noise | None) -> int:
        """The value of a position by looking ahead, high for White."""
        game = self.game
        moves = game.legal_moves(state)
        if depth == 0 or not moves or not self.thesis.has_pawn(state):
            return int(self.thesis.value(state))
        values = (
            self.value(game.play(state, move), depth - 1, noise)
            for move in sorted(moves, key=self.thesis.order)
        )
        if state.side == 1:
            return min(values)
        best = max(values)
        if noise is None or best in (self.thesis.highest, self.thesis.lowest):
            return best
        return best + noise()


class PermPlayer(Player):
    """Any move, but one that decides the game by the evaluation if there is one."""

    def __init__(self, name: str, game: Game, seed: int) -> None:
        super().__init__(name, game, seed)
        self.thesis = game.own_players["perm"]

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        game, thesis = self.game, self.thesis
        if not thesis.has_pawn(state):
            return after_promotion(self, state, moves, before)
        wanted = self.thesis.lowest if state.side else self.thesis.highest
        for move in sorted(moves, key=thesis.order):
            if thesis.value(game.play(state, move)) == wanted:
                return Choice(move)
        return Choice(self.chance(state, before).choice(moves))


def after_promotion(player: Player, state: State, moves: list[int], before: list[State]) -> Choice:
    """The choice once there is no pawn, where the thesis's games end and those of chess go on."""
    player.chance(state, before).shuffle(moves)
    limits, plan = Limits(depth=AFTER_PROMOTION), Plan(megabytes=8.0)
    found = think(player.game, state, before, limits, plan=plan, moves=moves, handle=player.handle)
    return as_choice(found)
