"""Better weights for an evaluation, by self-play, for any game that names its weights.

Weights are compared by their *shares*: a weight times how much its feature differs between
positions of some games.  The share of one weight after the other is made greater and smaller, in
great steps first and then in small ones.
Each time a player with the new weights plays one with the best so far, on the same openings with
colours exchanged; what wins by more than luck explains is kept, and the same step tried again.
At the end the weights found play the usual ones in games that had no part in choosing them: their
score says what was gained, and how sure that is.

Fitting the weights to the results of games instead (a logistic regression) was tried: what goes
along with winning is not what wins, and those weights lost to the usual ones, 22 % of 60 games.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.lab.games import derived, states_of
from yomikiri.lab.match import play_match
from yomikiri.lab.match_result import MatchResult
from yomikiri.lab.openings import RANDOM_START
from yomikiri.rules import ONGOING, evaluate, outcome

GREATEST = 2000  # of the weights: they are whole numbers
STEPS = (0.5, 0.25, 0.1)  # of the greatest share, one round each
SPREAD_GAMES = 20  # to see how much features differ between positions
FIRST_LOOK = 3  # a trial that is not ahead after 1 / FIRST_LOOK of its games is given up
LUCK = 2.326  # standard deviations that even players exceed in one trial of a hundred
OPENING = 4  # plies at random, so that no two games are alike

Weights = tuple[int, ...]
Watch = Callable[[str, int, int], None]  # what is tried, how many games of it, of how many


class Trial(NamedTuple):
    """New weights against the best before."""

    weights: Weights
    against: Weights
    score: float
    games: int
    kept: bool


class Tuned(NamedTuple):
    """What was found; it turns into JSON."""

    game: str
    names: tuple[str, ...]
    usual: Weights
    found: Weights
    depth: int  # of the players
    trials: tuple[Trial, ...]
    match: MatchResult | None  # of the weights found against the usual ones; None: they are those
    seed: int
    stopped: str = ""

    @property
    def player(self) -> str:
        """A player with the weights found."""
        return player_text(self.depth, self.names, self.found)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `tune`."""
        answer: dict[str, Any] = {
            "game": self.game,
            "usual": dict(zip(self.names, self.usual, strict=True)),
            "weights": dict(zip(self.names, self.found, strict=True)),
            "player": self.player,
            "trials": [trial._asdict() for trial in self.trials],
            "match": None if self.match is None else self.match.to_dict(),
            "seed": self.seed,
        }
        return answer | ({"stopped": self.stopped} if self.stopped else {})


def player_text(depth: int, names: Sequence[str], weights: Weights) -> str:
    """A player that looks `depth` plies ahead with these weights."""
    chosen = (f"{name}={weight}" for name, weight in zip(names, weights, strict=True))
    return f"alphabeta:depth={depth},{','.join(chosen)}"


def tune(
    game: Game | str,
    *,
    games: int = 200,
    match_games: int = 400,
    depth: int = 3,
    seed: int = 0,
    jobs: int = 1,
    watch: Watch | None = None,
) -> Tuned:
    """Search for better weights, `games` per trial, then play them against the usual ones.

    Ctrl-C ends it early with what is known.
    """
    game = load(game) if isinstance(game, str) else game
    if len(game.weight_names) < 2:
        raise InputError("lab.no_weights", game=game)
    for name, value in (("games", games), ("match", match_games), ("depth", depth)):
        if value < 1:
            raise InputError("number.least", name=name, least=1, got=value)
    return Tuning(game, games, match_games, depth, seed, jobs, watch).run()


class Tuning:
    """A search for better weights, and where it is."""

    def __init__(
        self,
        game: Game,
        games: int,
        match_games: int,
        depth: int,
        seed: int,
        jobs: int,
        watch: Watch | None,
    ) -> None:
        self.game, self.games, self.match_games = game, games, match_games
        self.depth, self.seed, self.jobs, self.watch = depth, seed, jobs, watch
        self.names = tuple(game.weight_names)
        self.usual = whole([float(weight) for weight in next(iter(game.weight_sets.values()))])
        self.best = self.usual
        self.spreads: list[float] = []
        self.trials: list[Trial] = []
        self.stopped = ""

    def run(self) -> Tuned:
        """All of it."""
        self.measure()
        for step in STEPS:
            for at in range(len(self.names)):
                for sign in (1, -1):
                    while self.wins(self.changed(at, sign * step)):
                        pass
        match = None
        if not self.stopped and self.best != self.usual:
            match = self.play(self.best, self.usual, self.match_games, "match")
            self.stopped = match.stopped
        trials = tuple(self.trials)
        return Tuned(
            self.game.spec,
            self.names,
            self.usual,
            self.best,
            self.depth,
            trials,
            match,
            self.seed,
            self.stopped,
        )

    def measure(self) -> None:
        """How much each feature with a weight differs between positions, on average."""
        match = self.play(self.usual, self.usual, SPREAD_GAMES, "spread")
        self.stopped = match.stopped
        rules = self.game.rules
        states = [
            state
            for record in match.records
            for state in states_of(record)
            if outcome(rules, state) == ONGOING
        ]
        for at in range(len(self.names)):
            unit = self.game.make_weights([int(at == other) for other in range(len(self.names))])
            squares = sum(int(evaluate(rules, state, unit)) ** 2 for state in states)
            self.spreads.append(math.sqrt(squares / max(1, len(states))))

    def changed(self, at: int, step: float) -> Weights:
        """The best weights with the share of one of them made greater or smaller."""
        if not self.spreads[at]:
            return self.best
        pairs = zip(self.best, self.spreads, strict=True)
        shares = [weight * spread for weight, spread in pairs]
        weights = [float(weight) for weight in self.best]
        weights[at] += step * max(map(abs, shares)) / self.spreads[at]
        return whole(weights)

    def wins(self, weights: Weights) -> bool:
        """Whether new weights beat the best so far; then they are kept."""
        tried = {trial.weights for trial in self.trials} | {self.usual}
        if self.stopped or weights in tried or not self.is_possible(weights):
            return False
        what = f"trial {len(self.trials) + 1}"
        look = min(self.games, 2 * math.ceil(self.games / FIRST_LOOK / 2))
        first = self.play(weights, self.best, look, what)
        self.stopped, tally = first.stopped, first.tally(0)
        if not self.stopped and look < self.games and (tally.score or 0) > 0.5:
            more = self.play(weights, self.best, self.games - look, f"{what} (2)")
            self.stopped, tally = more.stopped, tally.plus(more.tally(0))
        if self.stopped or tally.score is None:
            return False
        kept = tally.score > 0.5 + LUCK * 0.5 / math.sqrt(tally.games)
        self.trials.append(Trial(weights, self.best, tally.score, tally.games, kept))
        if kept:
            self.best = weights
        return kept

    def is_possible(self, weights: Weights) -> bool:
        """Whether the game can work with them."""
        try:
            self.game.make_weights(weights)
        except InputError:
            return False
        return True

    def play(self, first: Weights, second: Weights, games: int, what: str) -> MatchResult:
        """A match between two sets of weights."""
        text = f"{what}: " + ",".join(f"{n}={w}" for n, w in zip(self.names, first, strict=True))
        watch = self.watch
        return play_match(
            self.game,
            player_text(self.depth, self.names, first),
            player_text(self.depth, self.names, second),
            games=games,
            seed=derived(f"{self.seed} {what}"),
            openings_plies=OPENING,
            start=RANDOM_START if has_starts(self.game) else "",
            jobs=self.jobs,
            watch=None if watch is None else lambda tally: watch(text, tally.games, games),
        )


def whole(weights: Sequence[float]) -> Weights:
    """The same ratios in whole numbers; no weight becomes 0 by that."""
    greatest = max(abs(weight) for weight in weights) or 1.0
    scaled = [GREATEST * weight / greatest for weight in weights]
    return tuple(round(w) if abs(w) >= 1 else (w > 0) - (w < 0) for w in scaled)


def has_starts(game: Game) -> bool:
    """Whether there are starts to draw from."""
    return type(game).draw_start is not Game.draw_start
