"""Solving a position by reading it out: its value, all best moves, and a line of best play.

`score` asks for the exact result, `win` for the winner only.  The bounds are narrowed here, in
Python, so that progress can be shown and a stopped search knows them; then each root move is asked
whether it reaches the value.  Moves that are mirror images of each other are asked once.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.rules import remaining
from yomikiri.running import INTERRUPT, NO_LIMITS, Limits, Stopped
from yomikiri.search.workspace import READ_OUT
from yomikiri.solve.answer import Answer, Interrupted, Progress
from yomikiri.solve.certificate import write_certificate
from yomikiri.solve.findings import Findings
from yomikiri.solve.reader import as_read
from yomikiri.think.memory import table_size
from yomikiri.think.team import Team
from yomikiri.think.values import Values, ranked
from yomikiri.think.warming import warm_up

Watch = Callable[[Progress], None]


def solve_goal(
    game: Game,
    state: Any,
    goal: str,
    *,
    threads: int = 1,
    megabytes: float = 1024,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
    certificate: Path | None = None,
) -> Answer:
    """The value of a position by perfect play of both sides, or what is known when stopped.

    A finished solve leaves a `certificate`, if a file for it is named.
    """
    if game.has_chance:
        raise InputError("solve.dice", game=game)
    warm_up(game, READ_OUT)
    solver = Solver(game, state, goal, threads, megabytes, limits, watch)
    try:
        solver.search_root()
        solver.follow_line()
        if certificate is not None:
            solver.prove(certificate)
    except Stopped as end:
        return solver.answer(stopped=end.reason)
    except KeyboardInterrupt:
        raise Interrupted(solver.answer(stopped=INTERRUPT)) from None
    return solver.answer()


class Solver(Findings):
    """A position read out by a team, in this process."""

    def __init__(
        self,
        game: Game,
        state: Any,
        goal: str,
        threads: int,
        megabytes: float,
        limits: Limits,
        watch: Watch | None,
    ) -> None:
        super().__init__(game, state, goal)
        self.watch = watch
        self.team = Team(
            game.rules,
            weights=game.weights,
            threads=threads,
            megabytes=table_size(int(remaining(game.rules, state)), megabytes, limits),
            limits=limits,
            poll=self.report,
        )
        self.values = Values(game, self.team, self.most)

    def search_root(self) -> None:
        """Find the value and every move that reaches it."""
        values = self.values
        if not self.classes:
            self.lower = self.upper = self.clip(self.game.outcome(self.state) or 0)
        values.find(self.state, self.lower, self.upper, self.tighten)
        for move in ranked(self.game, self.state, list(self.classes)):
            if values.reaches(self.state, self.game.play(self.state, move), self.lower):
                self.best = self.best + self.classes[move]
            self.done += 1
            self.report()

    def tighten(self, lower: int, upper: int) -> None:
        """Note the bounds that are known."""
        self.lower, self.upper = lower, upper
        self.report()

    def follow_line(self) -> None:
        """Play moves that keep the value until the game ends, or repeats a position."""
        # The first as people read the board is also the one that was searched, not an image of it.
        first = as_read(self.game, self.state, self.best)[:1]
        values = self.values
        arrange = values.remembered_first
        values.line(self.state, self.lower, first, arrange=arrange, line=self.line)

    def prove(self, path: Path) -> None:
        """Write a certificate, while the tables still know what was read out."""
        value, _ = self.bounds()
        self.written = write_certificate(path, self.values, self.state, self.goal, value)

    def report(self) -> None:
        """Report to whoever watches."""
        if self.watch is not None:
            lower, upper = self.bounds()
            moves = len(self.classes)
            nodes, seconds = self.team.nodes, self.team.seconds
            self.watch(Progress(self.done, moves, lower, upper, nodes, seconds))

    def answer(self, stopped: str = "") -> Answer:
        """What is known now."""
        team = self.team
        return self.gathered(
            nodes=team.nodes, seconds=team.seconds, threads=team.threads, stopped=stopped
        )
