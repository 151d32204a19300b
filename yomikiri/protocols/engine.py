"""What the engines of both protocols share: reading lines, writing lines, options, clocks.

Commands are read line by line while the work runs in a thread of its own, an errand.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, TextIO

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.play.clock import MARGIN, MOVES_LEFT, share_of
from yomikiri.protocols.errand import Errand, Seconds
from yomikiri.think import Memory

LONGEST_LINE = 1 << 16
MOST_NUMBER = 10**12


class Engine(ABC):
    """One conversation."""

    no_move: ClassVar[str]  # what stands for a move where there is none
    numbers: ClassVar[Mapping[str, tuple[int, int, int]]]  # options: default, least, most

    def __init__(self, output: TextIO) -> None:
        self.output = output
        self.options = {name: default for name, (default, _, _) in self.numbers.items()}
        self.errand: Errand | None = None
        self.preparing: Errand | None = None  # what `isready` has begun
        self.memory = Memory()  # of the last search, for the next move
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
        """Write one line; it is no failure if the reader has gone."""
        with self.lock:
            try:
                print(line, file=self.output, flush=True)
            except (OSError, ValueError):
                if self.errand is not None:
                    self.errand.ended.set()

    @abstractmethod
    def commands(self) -> Mapping[str, Callable[[list[str]], None]]:
        """What each first word of a line calls, with the words after it."""

    def obey(self, line: str) -> bool:
        """Do what a line says; False if it was `quit`."""
        words, commands = line.split(), self.commands()
        if words[:1] == ["quit"]:
            return False
        if words and words[0] != "stop":
            self.await_ready()
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
            if self.errand.is_running:  # it could not be stopped, and may go on using the memory
                self.memory = Memory()

    @property
    def is_busy(self) -> bool:
        """Whether a thread is still at work."""
        return any(work is not None and work.is_running for work in (self.errand, self.preparing))

    # Getting ready.

    @abstractmethod
    def prepare(self) -> None:
        """Compile, or load, all that a move needs."""

    def make_ready(self, words: list[str]) -> None:
        """`isready`: kernels are compiled before a clock runs, while `quit` is listened for."""
        if self.is_busy:
            self.say("readyok")
            return

        def work() -> str:
            self.prepare()
            return "readyok"

        self.preparing = Errand(self.say, hurry=lambda: "readyok")
        self.preparing.start(work)

    def await_ready(self) -> None:
        """Wait for `readyok`: what comes after `isready` is done after it."""
        if self.preparing is not None and self.preparing.worker is not None:
            self.preparing.worker.join()

    # How it writes.

    @abstractmethod
    def mate_text(self, plies: int) -> str:
        """A mate in a number of plies, as the protocol counts; less than 0: lost."""

    @abstractmethod
    def line_text(self, game: Game, state: State, line: Sequence[int]) -> list[str]:
        """Moves as the protocol writes them."""

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
    """The number after a word; None if there is none."""
    if name not in words[:-1]:
        return None
    text = words[words.index(name) + 1]
    if not text.isascii() or not text.isdigit():
        return None
    return min(int(text), MOST_NUMBER) if len(text) < 20 else MOST_NUMBER


def is_endless(words: list[str]) -> bool:
    """Whether the answer is wanted only after `stop`."""
    return "infinite" in words or "ponder" in words


def seconds_for(words: list[str], clock: str, increment: str) -> Seconds:
    """How long a move may take by what follows `go`."""
    if (exact := number_after(words, "movetime")) is not None:
        seconds = max(0.001, exact / 1000 - MARGIN)
        return Seconds(seconds, seconds)
    left = number_after(words, clock)
    extra = number_after(words, "byoyomi") or 0
    more = number_after(words, increment) or 0
    if left is None and not extra and not more:
        return Seconds()
    moves = number_after(words, "movestogo") or MOVES_LEFT
    share = share_of((left or 0) / 1000, extra=extra / 1000, increment=more / 1000, moves=moves)
    return Seconds(*share)
