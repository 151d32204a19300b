"""Errands: work in the background of a conversation, and its one answer.

An errand answers once: when it has ended, or soon after it is told to stop or its time is up, even
if a kernel is just being compiled, which nothing can end.
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple, Protocol

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.think import Handle, Memory, Plan, Task, Thought, think

PROMPT = 0.3  # seconds that a search may take to end
TICK = 0.01  # seconds between checks whether a kernel is compiled
AFTER_COMPILING = 0.2  # seconds for a search that began late


class Errand:
    """Work in a thread of its own, and the one answer that it is for."""

    def __init__(
        self,
        say: Callable[[str], None],
        *,
        hurry: Callable[[], str],
        interrupt: Callable[[], None] = lambda: None,
        seconds: float | None = None,
        most_seconds: float | None = None,
        is_useful: Callable[[], bool] = lambda: True,
        is_endless: bool = False,
        patience: float = PROMPT,
        respite: float = 0.0,
    ) -> None:
        """`hurry` gives the best answer so far, `interrupt` ends the work, after a `respite`.

        Endless work answers when it is halted, not before.  Other work has some seconds; if it has
        found nothing by then because a kernel is being compiled, as many as the clock allows.
        """
        self.is_useful = is_useful
        self.more = 0.0
        if seconds is not None and most_seconds is not None:
            self.more = max(0.0, most_seconds - seconds)
        self.say, self.hurry, self.interrupt = say, hurry, interrupt
        self.is_endless, self.patience, self.respite = is_endless, patience, respite
        self.ended = threading.Event()  # set when only the answer is wanted
        self.is_answered = False
        self.lock = threading.Lock()
        self.worker: threading.Thread | None = None
        self.timer: threading.Timer | None = None
        if seconds is not None and not is_endless:
            self.timer = threading.Timer(seconds, self.time_is_up)
            self.timer.daemon = True

    def start(self, work: Callable[[], str]) -> None:
        """Do some work, whose result is the answer."""
        self.worker = threading.Thread(target=self.run, args=(work,), daemon=True)
        self.worker.start()
        if self.timer is not None:
            self.timer.start()

    def run(self, work: Callable[[], str]) -> None:
        """The whole thread: whatever happens, whoever asked must not wait for ever."""
        answer = ""
        try:
            answer = work()
        except InputError as error:
            self.tell(f"info string {error}")
        except MemoryError:
            self.tell("info string there is not enough memory")
        finally:
            if self.is_endless:
                self.ended.wait()
            if self.timer is not None:
                self.timer.cancel()
            self.give(answer or self.hurry())

    def tell(self, line: str) -> None:
        """Say something on the way, unless the answer was given."""
        with self.lock:
            if not self.is_answered:
                self.say(line)

    def give(self, answer: str) -> None:
        """Say the answer, once."""
        with self.lock:
            if not self.is_answered:
                self.is_answered = True
                self.say(answer)

    def halt(self) -> None:
        """End the work; the answer is given now."""
        self.ended.set()
        if self.worker is not None:
            self.worker.join(self.respite)
        self.interrupt()
        if self.worker is not None:
            self.worker.join(self.patience)
        self.give(self.hurry())

    def time_is_up(self) -> None:
        """Answer, but if there is nothing to say yet, wait as long as the clock allows."""
        end = time.monotonic() + self.more
        while not self.is_useful() and time.monotonic() < end and not self.ended.wait(TICK):
            if self.is_useful():
                self.ended.wait(min(AFTER_COMPILING, max(0.0, end - time.monotonic())))
        self.halt()

    @property
    def is_running(self) -> bool:
        """Whether the thread is still at work, even if nobody waits for it."""
        return self.worker is not None and self.worker.is_alive()


class Seconds(NamedTuple):
    """How long a move may take; None: no clock runs."""

    usual: float | None = None
    most: float | None = None  # if nothing was found by then


class Speaker(Protocol):
    """Who says what a search finds, in the words of a protocol."""

    no_move: ClassVar[str]  # what stands for a move where there is none

    def say(self, line: str) -> None:
        """Write one line."""

    def mate_text(self, plies: int) -> str:
        """A mate in a number of plies; less than 0: lost."""

    def line_text(self, game: Game, state: State, line: Sequence[int]) -> list[str]:
        """Moves as the protocol writes them."""


class Search(Errand):
    """A search: it reports what it finds, and answers with the best move."""

    def __init__(
        self,
        speaker: Speaker,
        task: Task,
        memory: Memory,
        *,
        seconds: Seconds,
        is_endless: bool,
    ) -> None:
        self.speaker, self.task, self.memory, self.handle = speaker, task, memory, Handle()
        moves = task.moves or task.game.legal_moves(task.state)
        self.best = moves[0] if moves else None
        self.is_searched = False
        super().__init__(
            speaker.say,
            hurry=self.best_so_far,
            interrupt=self.handle.stop,
            seconds=seconds.usual,
            most_seconds=seconds.most,
            is_useful=lambda: self.is_searched,
            is_endless=is_endless,
        )

    def begin(self) -> None:
        """Search."""
        self.start(self.work)

    def work(self) -> str:
        """The answer; none if nothing was searched."""
        try:
            found = self.think(self.task.plan, self.memory)
        except MemoryError:
            self.tell("info string there is not enough memory; thinking with 1 MB")
            found = self.think(self.task.plan._replace(megabytes=1.0), None)
        if not found.depth and self.task.moves:
            return ""
        return answer_line(self.speaker, self.task, found.move)

    def think(self, plan: Plan, memory: Memory | None) -> Thought:
        """What is found by this plan."""
        game, state, before, limits, moves, *_ = self.task
        return think(
            game,
            state,
            before,
            limits,
            self.note,
            plan=plan,
            moves=moves,
            memory=memory,
            handle=self.handle,
        )

    def note(self, thought: Thought) -> None:
        """Report what is known so far."""
        if thought.rank == 1:
            self.best, self.is_searched = thought.move, True
        self.tell(info_line(self.speaker, self.task, thought))

    def best_so_far(self) -> str:
        """An answer before the end."""
        if not self.is_searched:
            self.tell("info string nothing was searched in time; any legal move")
        return answer_line(self.speaker, self.task, self.best)


def answer_line(speaker: Speaker, task: Task, move: int | None) -> str:
    """The answer to `go`."""
    if move is None:
        return f"bestmove {speaker.no_move}"
    return f"bestmove {speaker.line_text(task.game, task.state, [move])[0]}"


def info_line(speaker: Speaker, task: Task, thought: Thought) -> str:
    """What is known so far."""
    mate = thought.mate
    score = f"cp {int(thought.value)}" if mate is None else f"mate {speaker.mate_text(mate)}"
    many = f" multipv {thought.rank}" if task.plan.lines > 1 else ""
    speed = int(thought.nodes / max(thought.seconds, 1e-3))
    line = " ".join(speaker.line_text(task.game, task.state, thought.line))
    return (
        f"info depth {thought.depth}{many} score {score} nodes {thought.nodes} nps {speed}"
        f" time {int(1000 * thought.seconds)} pv {line}"
    )
