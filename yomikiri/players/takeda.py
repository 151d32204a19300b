"""The player of Y. Takeda's thesis on janken shogi (2023)."""

from typing import Any

import numpy as np

from yomikiri.games.game import Game, State
from yomikiri.players.player import Choice, Player
from yomikiri.rules import FIRST, evaluate
from yomikiri.think import Valued


class TakedaPlayer(Player):
    """The thesis's player with some weights; ties are broken at random."""

    def __init__(self, name: str, game: Game, seed: int, weights: Any, depth: int) -> None:
        super().__init__(name, game, seed)
        self.weights, self.depth = weights, depth
        self.values: dict[int, int] = {}  # of the moves of the last choice

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        thesis = self.game.own_players["takeda"]
        sign = 1 if self.game.mover(state) == FIRST else -1
        found = thesis.values([*before, state], moves, self.weights, self.depth)
        self.values = values = {move: sign * value for move, value in found.items()}
        best = max(values.values())
        equal = [move for move in moves if values[move] == best]
        move = self.chance(state, before).choice(equal)
        return Choice(move, best, False, len(moves), (move,))

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Valued]:
        """The values it compared, and the terms of the estimate right after each move."""
        return [
            Valued(move, self.values[move], line=(move,), numbers=self.terms(state, move))
            for move in moves
        ]

    def terms(self, state: State, move: int) -> dict[str, float]:
        """What each weight adds to the estimate after a move, as its mover sees it."""
        game, child = self.game, self.game.play(state, move)
        sign = 1 if game.mover(child) == game.mover(state) else -1
        numbers: dict[str, float] = {"own_value": self.values[move]}
        if game.outcome(child) is None:
            for place, name in enumerate(game.weight_names):
                if self.weights[place]:
                    alone = np.zeros_like(self.weights)
                    alone[place] = self.weights[place]
                    numbers[name] = sign * int(evaluate(game.rules, child, alone))
        return numbers
