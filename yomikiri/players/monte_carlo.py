"""Players that judge by random games: `monte` and `mcts`."""

from collections.abc import Callable
from functools import partial
from typing import Any

from yomikiri.games.game import Game, State
from yomikiri.players.player import Choice, Player, as_choice
from yomikiri.players.valuing import value_moves
from yomikiri.think import NO_LIMITS, PLAYOUT, USUAL, Limits, Plan, Thought, Valued, prepare, think


class RandomGamesPlayer(Player):
    """Plays the move that a method of random games favours; `trial` is the least work of it."""

    def __init__(
        self,
        name: str,
        game: Game,
        seed: int,
        method: Callable[..., Thought],
        *,
        trial: Callable[..., Thought] | None = None,
        limits: Limits = NO_LIMITS,
        threads: int = 1,
        weights: Any = None,
        endgame: int = 0,
    ) -> None:
        super().__init__(name, game, seed)
        self.method, self.trial = method, trial or method
        self.limits = limits  # nodes are playouts
        self.threads, self.weights, self.endgame = threads, weights, endgame

    def prepare(self) -> None:
        prepare(self.game, self.plan(partial(self.trial, seed=0)))

    def plan(self, method: Callable[..., Thought]) -> Plan:
        """How it thinks, by a method."""
        return Plan(threads=self.threads, weights=self.weights, method=method, endgame=self.endgame)

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        chance = self.chance(state, before)
        method = partial(self.method, seed=chance.getrandbits(63))
        plan = self.plan(method)
        limits = self.limits_by_clock(self.limits, state)
        found = think(self.game, state, before, limits, plan=plan, moves=moves, handle=self.handle)
        self.thought = found
        move = chance.choice(found.equal)
        if move == found.move:
            return as_choice(found)
        value = next(entry.value for entry in found.moves if entry.move == move)
        return Choice(move, value or 0, False, found.nodes, (move,))

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Valued]:
        """What the playouts say of every move; where the game was read out, what that says."""
        if self.thought is None or self.thought.moves:
            return super().reasons(state, moves, before, choice)
        seconds, playouts, _ = self.limits
        limits = Limits(seconds, playouts and PLAYOUT * playouts)
        return value_moves(self.game, state, before, moves, self.thought, limits, USUAL)
