"""The player of Y. Takeda's thesis on janken shogi (2023)."""

from typing import Any

import numpy as np

from yomikiri.games.game import Game, State
from yomikiri.games.janken.thesis import INFINITE, STACK, look
from yomikiri.players.player import Choice, Player
from yomikiri.rules import FIRST


class TakedaPlayer(Player):
    """The thesis's player with some weights; ties are broken at random."""

    def __init__(self, name: str, game: Game, seed: int, weights: Any) -> None:
        super().__init__(name, game, seed)
        self.weights = weights

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        rules, stack = self.game.rules, np.zeros(STACK, np.int64)
        sign = 1 if self.game.mover(state) == FIRST else -1
        values = {}
        for move in moves:
            child = self.game.play(state, move)
            value = look(rules, child, self.weights, 0, -INFINITE, INFINITE, stack, 0)
            values[move] = sign * int(value)
        best = max(values.values())
        equal = [move for move in moves if values[move] == best]
        move = self.chance(state, before).choice(equal)
        return Choice(move, best, False, len(moves), (move,))
