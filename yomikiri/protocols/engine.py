"""What the engines of both protocols share: hearing lines, thinking beside it, one answer in time.

Commands are read line by line while the work runs in a thread of its own, an errand.  It answers
once: when it has ended, or soon after it is told to stop or its time is up, even if a kernel is
just being compiled, which nothing can end.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple, TextIO

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.think import NO_LIMITS, Handle, Limits, Memory, Plan, Thought, think
from yomikiri.think.thinking import USUAL

LONGEST_LINE = 1 << 16
MOST_NUMBER = 10**12
MARGIN = 0.03  # seconds between the end of a search and the end of its time
MOVES_LEFT = 30  # a game is taken to last so many more moves
PROMPT = 0.3  # seconds that a search may take to end


class Errand:
    """Work in a thread of its own, and the one answer that it is for."""

    def __init__(
        self,
        say: Callable[[str], None],
        *,
        hurry: Callable[[], str],
        interrupt: Callable[[], None] = lambda: None,
        seconds: float | None = None,
        is_endless: bool = False,
        patience: float = PROMPT,
    ) -> None:
        """`hurry` gives an answer for want of a better one, `interrupt` ends the work.

        Endless work answers when it is halted, not before.
        """
        self.say, self.hurry, self.interrupt = say, hurry, interrupt
        self.is_endless, self.patience = is_endless, patience
        self.ended = threading.Event()  # no more than an answer is wanted
        self.is_answered = False
        self.lock = threading.Lock()
        self.worker: threading.Thread | None = None
        self.timer: threading.Timer | None = None
        if seconds is not None and not is_endless:
            self.timer = threading.Timer(seconds, self.halt)
            self.timer.daemon = True

    def start(self, work: Callable[[], str]) -> None:
        """Work; what comes back is the answer."""
        self.worker = threading.Thread(target=self.run, args=(work,), daemon=True)
        self.worker.start()
        if self.timer is not None:
            self.timer.start()

    def run(self, work: Callable[[], str]) -> None:
        """The whole of the thread: whatever happens, whoever asked must not wait for ever."""
        answer = ""
        try:
            answer = work()
        except InputError as error:
            self.tell(f"info string {error}")
        except MemoryError:
            self.tell("info string there is not so much memory")
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
        self.interrupt()
        if self.worker is not None:
            self.worker.join(self.patience)
        self.give(self.hurry())

    @property
    def is_running(self) -> bool:
        """Whether the thread is still at work, though perhaps for nobody."""
        return self.worker is not None and self.worker.is_alive()


class Task(NamedTuple):
    """What to think about, and how long."""

    game: Game
    state: State
    before: Sequence[State]  # the game so far, for repetitions
    limits: Limits = NO_LIMITS
    moves: Sequence[int] = ()  # the only ones to think of; none: all that are legal
    plan: Plan = USUAL


class Engine(ABC):
    """One conversation."""

    no_move: ClassVar[str]  # what stands for a move where there is none
    numbers: ClassVar[Mapping[str, tuple[int, int, int]]]  # options: default, least, most

    def __init__(self, output: TextIO) -> None:
        self.output = output
        self.options = {name: default for name, (default, _, _) in self.numbers.items()}
        self.errand: Errand | None = None
        self.memory = Memory()  # of the last search, of use for the next move
        self.lock = threading.Lock()

    def run(self, lines: TextIO) -> None:
        """Obey commands until `quit` or the end of the input."""
        try:
            while line := lines.readline(LONGEST_LINE):
                if len(line) == LONGEST_LINE and not line.endswith("\n"):
                    while not line.endswith("\n") and (line := lines.readline(LONGEST_LINE)):
                        pass
                    self.say(
                        f"info string a line of more than {LONGEST_LINE} characters is ignored"
                    )
                elif not self.obey(line):
                    return
        finally:
            self.halt()

    def say(self, line: str) -> None:
        """Write one line; a reader that has gone is no reason to fail."""
        with self.lock:
            try:
                print(line, file=self.output, flush=True)
            except (OSError, ValueError):
                if self.errand is not None:
                    self.errand.ended.set()

    @abstractmethod
    def commands(self) -> Mapping[str, Callable[[list[str]], None]]:
        """What each first word of a line calls, with the words behind it."""

    def obey(self, line: str) -> bool:
        """Do what a line says; False if it was `quit`."""
        words, commands = line.split(), self.commands()
        if words[:1] == ["quit"]:
            return False
        try:
            if words and words[0] in commands:
                commands[words[0]](words[1:])
            elif words:
                self.say(f"info string unknown command {words[0][:40]!r}")
        except InputError as error:
            self.say(f"info string {error}")
        return True

    def halt(self) -> None:
        """End what runs; it gives its answer."""
        if self.errand is not None:
            self.errand.halt()

    @property
    def is_busy(self) -> bool:
        """Whether a thread is still at work."""
        return self.errand is not None and self.errand.is_running

    # Thinking.

    @abstractmethod
    def mate_text(self, plies: int) -> str:
        """A mate in so many plies as the protocol counts; less than 0: lost."""

    @abstractmethod
    def line_text(self, game: Game, state: State, line: Sequence[int]) -> list[str]:
        """Moves as the protocol writes them."""

    def think(self, task: Task, seconds: float | None, *, is_endless: bool) -> None:
        """Search beside the conversation, tell what is found, and answer."""

        handle, moves = Handle(), task.moves or task.game.legal_moves(task.state)
        best = [moves[0] if moves else None]
        is_searched = threading.Event()
        if self.is_busy:  # a search that could not be ended may still use it
            self.memory = Memory()

        def tell(thought: Thought) -> None:
            if thought.rank == 1:
                best[0] = thought.move
                is_searched.set()
            errand.tell(self.info_line(task, thought))

        def hurry() -> str:
            if not is_searched.is_set():
                errand.tell("info string nothing was searched in time; any legal move")
            return self.answer_line(task, best[0])

        def work() -> str:
            game, state, before, limits, moves, plan = task
            try:
                found = think(
                    game,
                    state,
                    before,
                    limits,
                    tell,
                    plan=plan,
                    moves=moves,
                    memory=self.memory,
                    handle=handle,
                )
            except MemoryError:
                errand.tell("info string there is not so much memory; thinking with 1 MB")
                small = plan._replace(megabytes=1.0)
                found = think(
                    game, state, before, limits, tell, plan=small, moves=moves, handle=handle
                )
            return self.answer_line(task, found.move) if found.depth or not moves else ""

        errand = self.errand = Errand(
            self.say,
            hurry=hurry,
            interrupt=handle.stop,
            seconds=seconds,
            is_endless=is_endless,
        )
        errand.start(work)

    def answer_line(self, task: Task, move: int | None) -> str:
        """The answer to `go`."""
        if move is None:
            return f"bestmove {self.no_move}"
        return f"bestmove {self.line_text(task.game, task.state, [move])[0]}"

    def info_line(self, task: Task, thought: Thought) -> str:
        """What is known so far."""
        mate = thought.mate
        score = f"cp {int(thought.value)}" if mate is None else f"mate {self.mate_text(mate)}"
        many = f" multipv {thought.rank}" if task.plan.lines > 1 else ""
        speed = int(thought.nodes / max(thought.seconds, 1e-3))
        line = " ".join(self.line_text(task.game, task.state, thought.line))
        return (
            f"info depth {thought.depth}{many} score {score} nodes {thought.nodes} nps {speed}"
            f" time {int(1000 * thought.seconds)} pv {line}"
        )

    # Options.

    def number_lines(self) -> list[str]:
        """How the options that are numbers are offered."""
        return [
            f"option name {name} type spin default {default} min {least} max {most}"
            for name, (default, least, most) in self.numbers.items()
        ]

    def set_number(self, name: str, value: str) -> bool:
        """Set an option that is a number, in whatever case; False if there is none of that name."""
        known = {option.lower(): option for option in self.numbers}
        if name.lower() not in known:
            return False
        option = known[name.lower()]
        _, least, most = self.numbers[option]
        is_number = value.isascii() and value.isdigit() and len(value) < 20
        if not is_number or not least <= int(value) <= most:
            raise InputError("engine.range", option=option, least=least, most=most, got=value[:40])
        self.options[option] = int(value)
        return True


def read_option(words: list[str]) -> tuple[str, str]:
    """Name and value of `setoption name NAME value VALUE`; raises InputError."""
    if words[:1] != ["name"] or "value" not in words:
        raise InputError("engine.setoption")
    at = words.index("value")
    return " ".join(words[1:at]), " ".join(words[at + 1 :])


def number_after(words: list[str], name: str) -> int | None:
    """The number behind a word; None if there is none, or if it is no number."""
    if name not in words[:-1]:
        return None
    text = words[words.index(name) + 1]
    if not text.isascii() or not text.isdigit():
        return None
    return min(int(text), MOST_NUMBER) if len(text) < 20 else MOST_NUMBER


def is_endless(words: list[str]) -> bool:
    """Whether the answer is wanted only after `stop`."""
    return "infinite" in words or "ponder" in words


def seconds_for(words: list[str], clock: str, increment: str) -> float | None:
    """How long a move may take by what follows `go`; None: no clock runs."""
    if (exact := number_after(words, "movetime")) is not None:
        return max(0.001, exact / 1000 - MARGIN)
    left = number_after(words, clock)
    extra = number_after(words, "byoyomi") or 0
    more = number_after(words, increment) or 0
    if left is None and not extra and not more:
        return None
    left = left or 0
    share = left / (number_after(words, "movestogo") or MOVES_LEFT) + 0.9 * extra + 0.8 * more
    return max(0.001, min(share, left + extra) / 1000 - MARGIN)
