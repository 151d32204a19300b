"""The player of K. Terada's thesis on minishogi (2025), as its program was printed.

What it does otherwise than `monte:10,10,8,100` is one option each: see docs/theses.md.  Where its
program would make the move of an earlier turn again, legal or not, because no move won anything in
the second stage, it plays any legal move.
"""

from yomikiri.games.game import Game, State
from yomikiri.players.player import Choice, Player
from yomikiri.think import Thought, Valued, monte_carlo
from yomikiri.think.monte_carlo import Numbers
from yomikiri.think.values import as_estimate


class TeradaPlayer(Player):
    """Monte Carlo in two stages by the program's own rules."""

    def __init__(
        self,
        name: str,
        game: Game,
        seed: int,
        numbers: Numbers,
        *,
        zone: int,
        check: bool,
        goes_on: bool,
        shifted: bool,
    ) -> None:
        super().__init__(name, game, seed)
        self.numbers = numbers
        self.program = game.own_players["terada"]
        self.rules = self.program.rules(zone=zone, check=check, shifted=shifted)
        self.goes_on = goes_on

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        chance = self.chance(state, before)
        report = monte_carlo.search(
            self.rules,
            state,
            self.program.order(state, moves),
            self.numbers,
            seed=chance.getrandbits(63),
            goes_on=self.goes_on,
            handle=self.handle,
        )
        finals = {trial.move: trial.final for trial in report.trials if trial.final is not None}
        most = max((tally.wins for tally in finals.values()), default=0)
        best = [move for move, tally in finals.items() if tally.wins == most]
        if most == 0:
            best = moves
        elif most < self.numbers.final:  # only moves that win every game are drawn from
            best = best[:1]
        move = chance.choice(best)
        value = as_estimate(finals[move].rate) if move in finals else 0
        self.thought = Thought(move, moves=tuple(trial.valued() for trial in report.trials))
        return Choice(move, value, False, report.plies, (move,))

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Valued]:
        """Games won in both stages, and the number that the program gives to the move."""
        found = super().reasons(state, moves, before, choice)
        return [
            reason._replace(numbers={"j": j, **reason.numbers}) for j, reason in enumerate(found)
        ]
