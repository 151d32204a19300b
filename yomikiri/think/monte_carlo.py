"""Flat Monte Carlo: a move is as good as the share of random games that are won after it.

In two stages, as K. Terada's thesis on minishogi has it (2025).  Each move gets a few playouts of a
few plies, won by whoever stands better then; only the moves that won often enough get many playouts
to the end of the game, and the one that wins most of those is played.  If none won often enough,
any move is.  Without a first stage it is the plain method: the same number of whole games for each.

Every move has its own random numbers in each stage, so what is simulated for one changes nothing
for another: a move that is given up early (`stop`) could not have been chosen.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from yomikiri.bits import wrap
from yomikiri.chance import STREAM, draw
from yomikiri.games.game import Game, State
from yomikiri.rules import (
    ask_evaluate,
    is_answered,
    key,
    move_buffer,
    mover,
    play,
    standing,
    tempts,
)
from yomikiri.running import Handle
from yomikiri.search.monte_carlo import (
    BY_ESTIMATE,
    BY_STANDING,
    DECIDED,
    EXCHANGE,
    NOBODY,
    PlayoutWorkspace,
    perspective,
    play_on,
    play_through,
    settle,
    stands,
)
from yomikiri.tally import Tally
from yomikiri.think.thought import Task, Thought, Valued
from yomikiri.think.values import as_estimate

LONGEST = 1000  # plies after which a playout that need not end is a draw
SLICE = 1 << 9  # playouts between checks for Ctrl-C


class Numbers(NamedTuple):
    """The four numbers of the thesis."""

    playouts: int = 10  # of the first stage, for each move; 0: there is no first stage
    plies: int = 10  # of each of them
    threshold: int = 8  # wins that lead to the second stage
    final: int = 100  # playouts of the second stage, for each move that got there


class Trial(NamedTuple):
    """What is known about one move."""

    move: int
    first: Tally | None  # of the first stage; None if the move was left out
    final: Tally | None  # of the second; None if the move did not get there
    stopped: bool = False  # given up: it had lost more than the best

    def valued(self) -> Valued:
        """The move with its value, and games won, and played, in both stages."""
        first, final = self.first, self.final
        numbers: dict[str, float] = {}
        if first is not None and first.games:
            numbers |= {"first_wins": first.wins, "first_games": first.games}
        if final is not None:
            numbers |= {"wins": final.wins, "games": final.games}
        tally = final or first
        value = as_estimate(tally.rate) if tally is not None and tally.games else None
        return Valued(self.move, value, line=(self.move,), numbers=numbers)


class Report(NamedTuple):
    """What the playouts say."""

    best: list[int]  # the moves with the best rate; all if no move was good enough
    trials: list[Trial]  # in the order of the moves given
    plies: int  # moves played in all playouts


def random_games(task: Task, *, numbers: Numbers, **options: Any) -> Thought:
    """The moves after which most random games are won; their number is the only limit.

    The options are those of `search`.
    """
    game, state, before, _, moves, _, _, handle = task
    found = search(
        game.rules,
        state,
        list(moves),
        numbers,
        weights=task.weights,
        fixed=fixed_results(game, state, moves, before),
        handle=handle,
        **options,
    )
    valued = tuple(trial.valued() for trial in found.trials)
    best = next(entry for entry in valued if entry.move == found.best[0])
    return Thought(
        best.move,
        best.value or 0,
        nodes=found.plies,
        line=(best.move,),
        equal=tuple(found.best),
        moves=valued,
    )


def fixed_results(
    game: Game, state: State, moves: Sequence[int], before: Sequence[State]
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


def search(
    rules: Any,
    state: Any,
    moves: list[int],
    numbers: Numbers,
    *,
    seed: int,
    capture: float = 0.0,
    prune: bool = False,
    stop: bool = False,
    goes_on: bool = False,
    weights: Any = None,
    fixed: Mapping[int, int] | None = None,
    longest: int = LONGEST,
    handle: Handle | None = None,
) -> Report:
    """The moves with the best rate; the same seed, the same report.

    `capture` prefers tempting moves in playouts with that probability, `prune` leaves out moves
    that lose something at once, `stop` gives up a move that has lost more than the best.  `goes_on`
    is the thesis's mistake: games of the second stage do not put the board back.  `fixed` has the
    results of moves that end the game by the history, as the mover sees them.
    """
    space = make_space(rules, capture, weights)
    flat = Flat(
        rules, state, space, numbers, seed, longest, handle or Handle(), fixed or {}, goes_on
    )
    kept = flat.keeping(moves) if prune else moves
    first = {move: flat.first_stage(moves.index(move), move) for move in kept}
    through = [m for m in kept if numbers.playouts == 0 or first[m].wins >= numbers.threshold]
    final: dict[int, Tally] = {}
    rates: dict[int, float] = {}
    least = 2 * numbers.final  # half points that the best move has lost
    for move in through:
        allowed = least if stop else 2 * numbers.final
        final[move] = tally = flat.second_stage(moves.index(move), move, allowed)
        if tally.lost <= allowed and tally.games:
            rates[move] = tally.rate
            least = min(least, tally.lost)
    best = [move for move, rate in rates.items() if rate == max(rates.values())] or kept
    trials = [Trial(m, first.get(m), final.get(m), m in final and m not in rates) for m in moves]
    return Report(best, trials, flat.plies)


def make_space(rules: Any, capture: float, weights: Any) -> PlayoutWorkspace:
    """Buffers for one search."""
    no_weights = np.zeros(1, np.int64)
    return PlayoutWorkspace(
        float(capture),
        judge_of(rules),
        no_weights if weights is None else weights,
        np.zeros(1, np.int64),
        move_buffer(EXCHANGE + 2),
        np.zeros(4, np.int64),
    )


def judge_of(rules: Any) -> int:
    """Who is ahead in a game that goes on: by the score or material, else by the estimate."""
    if is_answered(standing, rules):
        return BY_STANDING
    return BY_ESTIMATE if is_answered(ask_evaluate, rules) else NOBODY


class Flat:
    """One position whose moves are tried."""

    def __init__(
        self,
        rules: Any,
        state: Any,
        space: PlayoutWorkspace,
        numbers: Numbers,
        seed: int,
        longest: int,
        handle: Handle,
        fixed: Mapping[int, int],
        goes_on: bool,
    ) -> None:
        self.rules, self.state, self.space, self.numbers = rules, state, space, numbers
        self.seed, self.longest, self.handle, self.fixed = seed, longest, handle, fixed
        self.me = int(mover(rules, state))
        self.goes_on, self.plies = goes_on, 0

    def first_stage(self, number: int, move: int) -> Tally:
        """Short playouts, judged where they end."""
        playouts, plies, _, _ = self.numbers
        return self.simulate(2 * number, move, playouts, plies, self.space.judge, 2 * playouts)

    def second_stage(self, number: int, move: int, allowed: int) -> Tally:
        """Playouts to the end, as long as no more than `allowed` half points are lost."""
        games = self.numbers.final
        if self.goes_on:
            return self.play_through(2 * number + 1, move, games)
        return self.simulate(2 * number + 1, move, games, self.longest, NOBODY, allowed)

    def simulate(
        self, stream: int, move: int, playouts: int, plies: int, judge: int, allowed: int
    ) -> Tally:
        """Playouts after one move, from its own stream of random numbers."""
        if move in self.fixed:
            result = self.fixed[move]
            return Tally(*(playouts * (sign(result) == wanted) for wanted in (1, 0, -1)))
        space = self.fresh_space(stream, judge)
        child = play(self.rules, self.state, move)
        while (left := playouts - int(space.tally[:3].sum())) > 0 and not self.handle.is_stopped:
            if space.tally[1] + 2 * space.tally[2] > allowed:
                break
            play_on(self.rules, space, child, self.me, min(left, SLICE), plies, allowed)
        return self.counted(space)

    def play_through(self, stream: int, move: int, playouts: int) -> Tally:
        """Whole games after one move on a board that is never put back."""
        space = self.fresh_space(stream, NOBODY)
        child = play(self.rules, self.state, move)
        play_through(self.rules, space, child, self.me, playouts, self.longest)
        return self.counted(space)

    def fresh_space(self, stream: int, judge: int) -> PlayoutWorkspace:
        """Buffers with nothing counted, and their own random numbers."""
        space = self.space._replace(judge=judge)
        space.tally[:] = 0
        space.generator[0] = wrap(self.seed + stream * STREAM)
        space.generator[0] = draw(space.generator)
        return space

    def counted(self, space: PlayoutWorkspace) -> Tally:
        """What was counted there."""
        self.plies += int(space.tally[3])
        return Tally(*(int(number) for number in space.tally[:3]))

    def keeping(self, moves: list[int]) -> list[int]:
        """The moves that lose nothing at once; if there are none, those that lose least."""
        rules, space = self.rules, self.space
        if not is_answered(tempts, rules):
            return moves
        now = int(stands(rules, space, self.state, self.me))
        values = {}
        for move in moves:
            child = play(rules, self.state, move)
            value = int(settle(rules, space, child, -DECIDED, DECIDED, EXCHANGE, 0))
            values[move] = value if perspective(rules, child) == self.me else -value
        enough = min(now, max(values.values()))
        return [move for move in moves if values[move] >= enough]


def sign(value: int) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)
