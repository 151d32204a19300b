"""The player of Y. Takeda's thesis on janken shogi (2023)."""

from typing import Any

from yomikiri.games.game import Game, State
from yomikiri.players.player import Choice, Player
from yomikiri.rules import FIRST


class TakedaPlayer(Player):
    """The thesis's player with some weights; ties are broken at random."""

    def __init__(self, name: str, game: Game, seed: int, weights: Any) -> None:
        super().__init__(name, game, seed)
        self.weights = weights

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        value_of = self.game.own_players["takeda"]
        sign = 1 if self.game.mover(state) == FIRST else -1
        values = {}
        for move in moves:
            child = self.game.play(state, move)
            values[move] = sign * value_of(self.game.rules, child, self.weights)
        best = max(values.values())
        equal = [move for move in moves if values[move] == best]
        move = self.chance(state, before).choice(equal)
        return Choice(move, best, False, len(moves), (move,))
