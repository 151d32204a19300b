"""Every legal move of a position with its value: read out where time allows, else an estimate.

The moves are first read out to the end, the most promising first.  If the limit comes before all
are done, the rest of the time goes into looking ahead, one ply deeper each round, and the moves
that are still open get the estimate of the deepest round that was finished.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.players import make_player
from yomikiri.rules import (
    UNLIMITED,
    is_answered,
    is_proof,
    mirror,
    mirror_move,
    remaining,
    symmetries,
    tempts,
)
from yomikiri.running import INTERRUPT, NO_LIMITS, Limits, Stopped
from yomikiri.search.table import INFINITE
from yomikiri.search.values import certain_plies, certain_result
from yomikiri.search.workspace import LOOK_AHEAD, READ_OUT
from yomikiri.solve.analysis_answer import (
    Analysis,
    MoveValue,
    estimated,
    proved,
)
from yomikiri.solve.answer import Interrupted
from yomikiri.solve.by_player import values_by
from yomikiri.solve.means import analyze_means
from yomikiri.solve.reader import mirror_classes, table_size
from yomikiri.think.deepening import expected_line
from yomikiri.think.distances import find_distances
from yomikiri.think.team import Team
from yomikiri.think.values import Values, ranked
from yomikiri.think.warming import warm_up

DEFAULT_SECONDS = 5.0
READING_SHARE = 0.6  # of the time; it costs less than a ply of look-ahead
LOOKING_SHARE = 0.75  # of the rest; what is left then finds how soon decided games end
DEEPEST = 250  # plies: the table stores a depth in a byte

Watch = Callable[[Analysis], None]
Poll = Callable[[], None]


def analyze_position(
    game: Game,
    state: Any,
    *,
    player: str | None = None,
    depth: int | None = None,
    limits: Limits = NO_LIMITS,
    threads: int = 1,
    megabytes: float = 768,
    watch: Watch | None = None,
    poll: Poll | None = None,
) -> Analysis:
    """Every legal move with its value; see `yomikiri.analyze`.

    `poll` is called now and then while a search runs; by raising KeyboardInterrupt it ends it.
    """
    if depth is not None and not 1 <= depth <= DEEPEST:
        raise InputError("number.depth", least=1, most=DEEPEST, got=depth)
    if limits == NO_LIMITS and depth is None:
        limits = Limits(seconds=DEFAULT_SECONDS)
    if game.has_chance and player is None:
        return analyze_means(
            game, state, limits=limits._replace(depth=depth), watch=watch, poll=poll
        )
    analyst = Analyst(game, state, threads, megabytes, watch, poll)
    try:
        if player is not None:
            analyst.ask(player)
        elif depth is not None:
            analyst.look_ahead(limits, depth)
            analyst.find_distances(limits.rest(analyst.seconds, analyst.nodes))
        else:
            analyst.read_out(limits.share(READING_SHARE))
            rest = limits.rest(analyst.seconds, analyst.nodes)
            analyst.look_ahead(rest.share(LOOKING_SHARE if analyst.is_lively else 1), DEEPEST)
            analyst.find_distances(limits.rest(analyst.seconds, analyst.nodes))
    except KeyboardInterrupt:
        analyst.stopped = INTERRUPT
        raise Interrupted(analyst.analysis()) from None
    return analyst.analysis()


class Analyst:
    """One position; what is known about its moves so far."""

    def __init__(
        self,
        game: Game,
        state: Any,
        threads: int,
        megabytes: float,
        watch: Watch | None,
        poll: Poll | None,
    ) -> None:
        self.game, self.state, self.watch, self.poll = game, state, watch, poll
        self.threads, self.megabytes = threads, megabytes
        self.left = int(remaining(game.rules, state))
        self.classes = mirror_classes(game, state)
        self.order = ranked(game, state, list(self.classes))
        self.found: dict[int, MoveValue] = {}  # one move of each class of mirror images
        self.depth = self.nodes = 0
        self.seconds = 0.0
        self.player = self.stopped = ""
        self.is_lively = is_answered(tempts, game.rules)  # looking ahead prunes lines

    # Two ways to find values, one after the other.

    def read_out(self, limits: Limits) -> None:
        """Exact values of as many moves as the limit allows."""
        team = self.make_team(READ_OUT, limits)
        values = Values(self.game, team, self.game.greatest)
        try:
            for move in self.order:
                child = self.game.play(self.state, move)
                value = values.settle(self.state, child, -values.most, values.most)
                line: list[int] = []
                self.found[move] = proved(move, value, line)
                arrange = values.remembered_first
                values.line(self.state, value, [move], arrange=arrange, line=line)
                self.report(team)
        except Stopped as end:
            self.stopped = end.reason
        finally:
            self.count(team)

    def look_ahead(self, limits: Limits, deepest: int) -> None:
        """Estimates of the moves that are not exact, one ply deeper each round."""
        team = self.make_team(LOOK_AHEAD, limits)
        depth = 0
        try:
            while depth < deepest and any(self.is_open(move) for move in self.order):
                depth += 1
                self.look(team, depth)
                self.depth = depth
                self.report(team)
        except Stopped as end:
            self.stopped = end.reason
        finally:
            self.count(team)

    def look(self, team: Team, depth: int) -> None:
        """One round: every open move to the same depth, or none."""
        values = Values(self.game, team, INFINITE - 1)
        fresh = {}
        for move in self.order:
            if self.is_open(move):
                child = self.game.play(self.state, move)
                value = values.value(self.state, child, -values.most, values.most, depth - 1)
                line = [move, *expected_line(self.game, team, child, depth - 1)]
                fresh[move] = self.judged(move, value, line, depth)
        for move, entry in fresh.items():
            if move not in self.found or entry.exact or not self.found[move].exact:
                self.found[move] = entry

    def is_open(self, move: int) -> bool:
        """Whether looking ahead may still find something about a move."""
        entry = self.found.get(move)
        if entry is None or not entry.exact:
            return True
        # How long a decided game lasts is of interest where there is nothing else to win.
        return not self.is_lively and self.lacks_distance(entry)

    def lacks_distance(self, entry: MoveValue) -> bool:
        """Whether it is not known how long a decided game lasts."""
        return not self.game.has_score and entry.exact and entry.value != 0 and not entry.distance

    def judged(self, move: int, value: int, line: list[int], depth: int) -> MoveValue:
        """A look-ahead value as a result, where it proves one.

        A win by some points does not rule out a greater one, so where there are scores only a
        search that saw the end of every line proves a value.  Rounds grow by a ply, so where
        nothing was pruned the first that finds an end at its own depth has its distance.
        """
        certain = is_proof(value)
        # Each pass is followed by a move, or the game is over.
        saw_all = self.left != UNLIMITED and depth > 2 * self.left
        if certain and (saw_all or not self.game.has_score):
            result = certain_result(value)
            if self.game.has_score:
                return proved(move, result, line)
            within = certain_plies(value) + 1
            is_soonest = within == depth and not self.is_lively
            return proved(move, result, line, depth if is_soonest else None, within)
        return proved(move, 0, line) if saw_all and not certain else estimated(move, value, line)

    def find_distances(self, limits: Limits) -> None:
        """How soon decided games end, where looking ahead prunes lines."""
        started = time.perf_counter()
        open_moves = [entry for entry in self.found.values() if self.lacks_distance(entry)]
        open_moves.sort(key=lambda entry: -abs(entry.rank))  # the nearest ends first

        def tell(move: int, distance: int) -> None:
            entry = self.found[move]
            self.found[move] = proved(move, round(entry.value), entry.line, distance)

        if open_moves and self.is_lively:
            signs = [(entry.move, 1 if entry.value > 0 else -1) for entry in open_moves]
            self.nodes += find_distances(
                self.game, self.state, signs, tell, limits=limits, poll=self.poll
            )
            self.seconds += time.perf_counter() - started

    def ask(self, text: str) -> None:
        """Values by a player's own search, which has its own limits."""
        started = time.perf_counter()
        player = make_player(text, self.game)
        self.player = player.name
        self.found, self.nodes = values_by(player, self.state)
        self.classes = {move: [move] for move in self.found}  # what it sees is not symmetric
        self.seconds = time.perf_counter() - started

    # Around them.

    def make_team(self, mode: int, limits: Limits) -> Team:
        """Threads for one of the two searches."""
        warm_up(self.game, mode)
        return Team(
            self.game.rules,
            mode=mode,
            weights=self.game.weights,
            threads=self.threads,
            megabytes=table_size(self.left, self.megabytes, limits),
            limits=limits,
            poll=self.poll,
        )

    def count(self, team: Team) -> None:
        """Add up what was spent."""
        self.nodes += team.nodes
        self.seconds += team.seconds

    def report(self, team: Team) -> None:
        """Report to whoever watches."""
        if self.watch is not None:
            now = self.analysis()
            nodes, seconds = now.nodes + team.nodes, now.seconds + team.seconds
            self.watch(now._replace(nodes=nodes, seconds=seconds))

    def analysis(self) -> Analysis:
        """What is known now."""
        moves = sorted(
            (image for entry in self.found.values() for image in self.images(entry)),
            key=lambda entry: (entry.chosen, entry.rank),
            reverse=True,
        )
        is_whole = len(self.found) == len(self.classes)
        value, exact = (moves[0].value, moves[0].exact) if moves else (None, False)
        if not self.classes:
            value, exact = self.game.outcome(self.state) or 0, True
        elif not is_whole or not all(entry.exact for entry in moves):
            exact = exact and value == self.game.greatest
        return Analysis(
            game=self.game,
            position=self.state,
            moves=moves,
            value=value,
            exact=exact,
            depth=self.depth if any(not entry.exact for entry in moves) else 0,
            nodes=self.nodes,
            seconds=self.seconds,
            threads=self.threads,
            player=self.player,
            stopped="" if is_whole and all(entry.exact for entry in moves) else self.stopped,
        )

    def images(self, entry: MoveValue) -> Iterator[MoveValue]:
        """The move and those that are its mirror images, each with its line."""
        rules = self.game.rules
        for move in self.classes[entry.move]:
            number = next(
                k
                for k in range(symmetries(rules))
                if mirror(rules, self.state, k) == self.state
                and mirror_move(rules, entry.move, k) == move
            )
            line = [int(mirror_move(rules, step, number)) for step in entry.line]
            yield entry._replace(move=move, line=line)
