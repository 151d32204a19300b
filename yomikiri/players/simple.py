"""Players that hardly think: at random, and greedy."""

from yomikiri.games.game import State
from yomikiri.players.player import Choice, Player
from yomikiri.rules import FIRST, SECOND, evaluate, is_answered, own_weights, standing
from yomikiri.think import Valued


class RandomPlayer(Player):
    """Any legal move, all equally likely."""

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        return Choice(self.chance(state, before).choice(moves))


class GreedyPlayer(Player):
    """The move after which it stands best: by the score if there is one, else by the estimate.

    Ties are broken at random.
    """

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        values = {move: self.value(state, self.game.play(state, move)) for move in moves}
        best = max(values.values())
        equal = [move for move in moves if values[move] == best]
        move = self.chance(state, before).choice(equal)
        return Choice(move, best[1], False, len(moves), (move,))

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Valued]:
        values = {move: self.value(state, self.game.play(state, move)) for move in moves}
        return [Valued(move, value, line=(move,)) for move, (_, value) in values.items()]

    def value(self, state: State, child: State) -> tuple[int, int]:
        """Won, open or lost, then the score or estimate, as the mover of `state` sees it."""
        game = self.game
        result = game.outcome(child)
        if result is not None:
            now = result
        elif is_answered(standing, game.rules):
            now = int(standing(game.rules, child))
        else:
            now = int(evaluate(game.rules, child, own_weights(game.weights)))
        mover = game.mover(child)
        # Where dice are thrown next, values are as the first player sees them.
        same = game.mover(state) == (mover if mover in (FIRST, SECOND) else FIRST)
        end = 0 if result is None else (result > 0) - (result < 0)
        return (end, now) if same else (-end, -now)
