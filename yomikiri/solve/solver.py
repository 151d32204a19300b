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
from yomikiri.rules import FIRST, remaining
from yomikiri.running import INTERRUPT, NO_LIMITS, Limits, Stopped
from yomikiri.search.workspace import READ_OUT
from yomikiri.solve.answer import Answer, Interrupted, Progress, Written
from yomikiri.solve.certificate import write_certificate
from yomikiri.solve.reader import as_read, mirror_classes, moves_read
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


class Solver:
    """One root position; its bounds and best moves so far, as its mover sees them."""

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
        self.game, self.state, self.goal, self.watch = game, state, goal, watch
        self.most = game.greatest if goal == "score" else 1
        self.lower, self.upper = -self.most, self.most
        self.best: list[int] = []
        self.line: list[int] = []
        self.done = 0
        self.written: Written | None = None
        self.classes = mirror_classes(game, state)
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
            self.lower = self.upper = values.clip(self.game.outcome(self.state) or 0)
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

    def sign(self) -> int:
        """1 if the first player is to move at the root, else -1."""
        return 1 if self.game.mover(self.state) == FIRST else -1

    def bounds(self) -> tuple[int, int]:
        """Lower and upper bound as the first player sees them."""
        return (self.lower, self.upper) if self.sign() == 1 else (-self.upper, -self.lower)

    def report(self) -> None:
        """Report to whoever watches."""
        if self.watch is not None:
            lower, upper = self.bounds()
            moves = len(self.classes)
            nodes, seconds = self.team.nodes, self.team.seconds
            self.watch(Progress(self.done, moves, lower, upper, nodes, seconds))

    def answer(self, stopped: str = "") -> Answer:
        """What is known now."""
        lower, upper = self.bounds()
        return Answer(
            game=self.game,
            position=self.state,
            goal=self.goal,
            value=lower if lower == upper else None,
            lower=lower,
            upper=upper,
            best_moves=moves_read(self.game, self.state, self.best),
            line=self.game.line_text(self.state, self.line),
            nodes=self.team.nodes,
            seconds=self.team.seconds,
            threads=self.team.threads,
            stopped=stopped,
            certificate=self.written,
        )
