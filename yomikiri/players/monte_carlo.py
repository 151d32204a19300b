"""Players that judge by random games: `monte` and `mcts`."""

from yomikiri.games.game import Game, State
from yomikiri.players.player import Choice, Player, Reason
from yomikiri.rules import key
from yomikiri.search.tree import Style
from yomikiri.think import Limits, mcts, monte_carlo
from yomikiri.think.monte_carlo import Numbers

UNIT = 1000  # the estimate of a certain win


def as_estimate(rate: float) -> int:
    """A share of games won, from 0 to 1, as an estimate: 0 is an even game."""
    return round(UNIT * (2 * rate - 1))


def fixed_results(
    game: Game, state: State, moves: list[int], before: list[State]
) -> dict[int, int]:
    """The moves that end the game because a position occurs too often, and their results.

    As the mover sees them; random games do not know what came before.
    """
    if not game.may_repeat:
        return {}
    found = {}
    path = [*before, state]
    places = [key(game.rules, earlier) for earlier in path]
    for move in moves:
        child = game.play(state, move)
        if 1 + places.count(key(game.rules, child)) >= game.occurrences:
            result = game.repetition_value(path, child) or 0
            found[move] = result if game.mover(child) == game.mover(state) else -result
    return found


class MonteCarloPlayer(Player):
    """Plays the move after which most random games are won, in two stages."""

    def __init__(
        self,
        name: str,
        game: Game,
        seed: int,
        numbers: Numbers,
        *,
        capture: float,
        prune: bool,
        stop: bool,
    ) -> None:
        super().__init__(name, game, seed)
        self.numbers, self.capture, self.prune, self.give_up = numbers, capture, prune, stop
        self.report: monte_carlo.Report | None = None  # of the last choice

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        chance = self.chance(state, before)
        report = monte_carlo.search(
            self.game.rules,
            state,
            moves,
            self.numbers,
            seed=chance.getrandbits(63),
            capture=self.capture,
            prune=self.prune,
            stop=self.give_up,
            weights=self.game.weights,
            fixed=fixed_results(self.game, state, moves, before),
            handle=self.handle,
        )
        self.report = report
        move = chance.choice(report.best)
        trial = next(trial for trial in report.trials if trial.move == move)
        tally = trial.final or trial.first
        value = as_estimate(tally.rate) if tally is not None and tally.games else 0
        return Choice(move, value, False, report.plies, (move,))

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Reason]:
        """Games won, and played, after each move in both stages."""
        assert self.report is not None
        found = []
        for move, first, final, _ in self.report.trials:
            numbers: dict[str, float] = {}
            if first is not None and first.games:
                numbers |= {"first_wins": first.wins, "first_games": first.games}
            if final is not None:
                numbers |= {"wins": final.wins, "games": final.games}
            tally = final or first
            rated = tally is not None and tally.games > 0
            value = as_estimate(tally.rate) if tally is not None and rated else None
            found.append(Reason(move, value, line=(move,), numbers=numbers))
        return found


class TreePlayer(Player):
    """Plays what Monte Carlo tree search finds; a win that it has proved is not given away."""

    def __init__(
        self, name: str, game: Game, seed: int, *, limits: Limits, threads: int, style: Style
    ) -> None:
        super().__init__(name, game, seed)
        self.limits = limits  # nodes are playouts
        self.threads, self.style = threads, style
        self.report: mcts.Report | None = None  # of the last choice

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        report = mcts.search(
            self.game.rules,
            state,
            limits=self.limits_by_clock(self.limits, state),
            seed=self.chance(state, before).getrandbits(63),
            threads=self.threads,
            style=self.style,
            before=before,
            weights=self.game.weights,
            handle=self.handle,
        )
        self.report = report
        # Who wins is proved, not by how much.
        is_exact = report.value is not None and not self.game.has_score
        value = report.value if is_exact else as_estimate(report.rate)
        return Choice(report.best, value, is_exact, report.plies, report.line)

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Reason]:
        """How often the tree visited each move, and the rate of points won there."""
        assert self.report is not None
        found = []
        for branch in self.report.branches:
            is_exact = branch.lower == branch.upper and not self.game.has_score
            value = branch.lower if is_exact else as_estimate(branch.rate)
            numbers = {"visits": branch.visits, "rate": round(branch.rate, 4)}
            line = choice.line if branch.move == choice.move else (branch.move,)
            found.append(Reason(branch.move, value, is_exact, line, numbers))
        return found
