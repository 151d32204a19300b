"""The two players of the thesis on king and pawn against king: PEAI looks ahead, PERM hardly.

What they know about the game is with the game: games/ending/thesis.py.
"""

from collections.abc import Callable
from typing import NamedTuple

from yomikiri.games.game import Game, State
from yomikiri.players.player import Choice, Player, as_choice
from yomikiri.think import Limits, Plan, Valued, think

AFTER_PROMOTION = 4  # plies that both look ahead once there is no pawn

Noise = Callable[[], int]


class Found(NamedTuple):
    """What looking ahead found of a position."""

    value: int  # high for White
    leaf: State  # whose evaluation it is,
    noise: int  # with this added
    line: tuple[int, ...]  # the moves to it


class PeaiPlayer(Player):
    """Looks `depth` plies ahead; of equal moves it takes the first, or the last."""

    def __init__(
        self, name: str, game: Game, seed: int, *, depth: int, noise: str,
        free: bool = False, near: bool = False, takes_last: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(name, game, seed)
        self.thesis = game.own_players["peai"].by(free=free, near=near)
        self.depth, self.noise, self.takes_last = depth, noise, takes_last
        self.found: dict[int, Found] = {}  # after the moves of the last choice

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        if not self.thesis.has_pawn(state):
            return after_promotion(self, state, moves, before)
        chance = self.chance(state, before)
        noisy = self.noise in ("on", "both") or (self.noise == "black" and state.side == 1)
        sign = 1 if state.side == 0 else -1
        best, chosen = 0, -1
        self.found = {}
        for move in sorted(moves, key=self.thesis.order):
            child = self.game.play(state, move)
            self.found[move] = self.look(
                child, self.depth - 1, (lambda: chance.randrange(-1, 2)) if noisy else None
            )
            value = self.found[move].value
            gain = sign * (value - best)
            if chosen < 0 or gain > 0 or (gain == 0 and self.takes_last):
                best, chosen = value, move
            if best == sign * self.thesis.highest and not self.takes_last:
                break
        return Choice(chosen, float(sign * best))

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Valued]:
        """The values it compared, up to a move that could not be better, and what they add up."""
        if not self.thesis.has_pawn(state):
            return [Valued(choice.move, choice.value, choice.exact, choice.line)]
        sign = 1 if state.side == 0 else -1
        reasons = []
        for move in sorted(moves, key=self.thesis.order):
            if (found := self.found.get(move)) is None:
                reasons.append(Valued(move, None, line=(move,)))
                continue
            value = sign * found.value
            numbers = {"own_value": value}
            numbers |= {name: sign * term for name, term in self.terms(found).items()}
            reasons.append(Valued(move, value, line=(move, *found.line), numbers=numbers))
        return reasons

    def terms(self, found: Found) -> dict[str, int]:
        """What a value adds up; nothing if it stands for a game that is decided."""
        terms = self.thesis.terms(found.leaf) if self.thesis.has_pawn(found.leaf) else {}
        if found.noise:
            terms["noise"] = found.noise
        return terms if sum(terms.values()) == found.value else {}

    def look(self, state: State, depth: int, noise: Noise | None) -> Found:
        """What looking ahead from a position finds."""
        game = self.game
        moves = game.legal_moves(state)
        if depth == 0 or not moves or not self.thesis.has_pawn(state):
            return Found(int(self.thesis.value(state)), state, 0, ())
        values = [
            (move, self.look(game.play(state, move), depth - 1, noise))
            for move in sorted(moves, key=self.thesis.order)
        ]
        choose = min if state.side == 1 else max
        move, best = choose(values, key=lambda entry: entry[1].value)
        best = best._replace(line=(move, *best.line))
        decided = best.value in (self.thesis.highest, self.thesis.lowest)
        if noise is None or decided or (state.side == 1 and self.noise != "both"):
            return best
        added = noise()
        return best._replace(value=best.value + added, noise=best.noise + added)


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
