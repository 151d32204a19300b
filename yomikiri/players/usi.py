"""`usi:COMMAND` and `uci:COMMAND`: another program at the board, over USI, or UCI in other games.

`usi:fairy-stockfish,depth=4` runs a program and asks it for moves; `seconds=`, `nodes=` and
`depth=` are its limits, and every other `name=value` sets one of its options.  It is started for
its first move, has a time limit for every answer, and its moves are checked.  Any answer but a
legal move in time loses the game, also a resignation, or a win claimed where no move wins.  A
program that does not greet within HELLO_SECONDS, or is not ready within START_SECONDS, has failed.
"""

import contextlib
import itertools
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path

from yomikiri.errors import InputError, reason
from yomikiri.games.end import FORFEIT, RESIGNED
from yomikiri.games.game import Game, State
from yomikiri.players.player import Choice, Forfeit, Player
from yomikiri.reading import find_program
from yomikiri.rules import LOSS
from yomikiri.words import message

HELLO_SECONDS = 60.0  # until it says usiok or uciok, perhaps on a machine that is busy
START_SECONDS = 60.0  # until it is ready, which may take kernels or networks
LONGEST_LINE = 1 << 16
MOST_WAITING = 1 << 12  # lines that are kept until somebody reads them
GRACE = 10.0  # beyond its own limit of time
MOST_SECONDS = 600.0  # for a move without a limit of time
VARIANT_OPTIONS = {"uci_variant", "usi_variant"}  # of a program that knows many games
VARIANT_FILE = "variantpath"  # another: a file with more of them


class UsiFailure(InputError):
    """The program cannot be run, or does not answer."""


class UsiProgram:
    """A program that is running."""

    def __init__(
        self, command: str, variant: str, options: Mapping[str, str], protocol: str = "usi"
    ) -> None:
        self.command = command
        try:
            words = shlex.split(command)
            self.process = subprocess.Popen(
                [*(find_program(word) or word for word in words[:1]), *words[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # so that what it starts can be ended with it
            )
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise UsiFailure("player.cannot_run", command=command, why=why) from None
        self.lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        threading.Thread(target=read_lines, args=(self.process, self.lines), daemon=True).start()
        weakref.finalize(self, end, self.process)
        try:
            self.greet(protocol, variant, options)
        except UsiFailure:
            end(self.process)
            raise

    def greet(self, protocol: str, variant: str, options: Mapping[str, str]) -> None:
        """Agree on the protocol, and set options."""
        self.tell(protocol)
        offered = [line.split() for line in self.until(f"{protocol}ok", HELLO_SECONDS)]
        offered = [words for words in offered if words[:2] == ["option", "name"] and words[2:]]
        names = {words[2].lower(): words[2] for words in offered}
        choosing = [words for words in offered if words[2].lower() in VARIANT_OPTIONS]
        if variant and protocol == "uci" and VARIANT_FILE not in {name.lower() for name in options}:
            if not any(variant in words for words in choosing):  # it would play chess
                raise UsiFailure("player.no_variant", command=self.command, game=variant)
        for words in choosing if variant else ():
            self.tell(f"setoption name {words[2]} value {variant}")
        for name, value in options.items():
            self.tell(f"setoption name {names.get(name, name)} value {value}")
        self.tell("isready")
        self.until("readyok", START_SECONDS)
        self.tell(f"{protocol}newgame")

    def tell(self, line: str) -> None:
        """Send a line."""
        stream = self.process.stdin
        assert stream is not None
        try:
            stream.write(line + "\n")
            stream.flush()
        except (OSError, ValueError):
            raise UsiFailure("player.ended_asked", command=self.command, line=line) from None

    def until(self, word: str, seconds: float) -> list[str]:
        """The options offered before the line that begins with `word`, and that line."""
        deadline = time.monotonic() + seconds
        found: list[str] = []
        while True:
            left = deadline - time.monotonic()  # one that never stops talking is late, too
            try:
                if left <= 0:
                    raise queue.Empty
                line = self.lines.get(timeout=left)
            except queue.Empty:
                raise UsiFailure(
                    "player.silent", word=word, command=self.command, seconds=seconds
                ) from None
            if line is None:
                raise UsiFailure("player.ended", word=word, command=self.command)
            if line.split()[:1] == [word]:
                return [*found, line]
            if line.startswith("option"):
                found = [*found[-MOST_WAITING:], line]


def read_lines(process: "subprocess.Popen[str]", lines: "queue.Queue[str | None]") -> None:
    """Pass on what the program writes, and then that it has ended."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(LONGEST_LINE):
            lines.put(line.rstrip("\n"))
    lines.put(None)


def end(process: "subprocess.Popen[str]") -> None:
    """Ask the program to quit, then end it, with all that it started."""
    with contextlib.suppress(OSError, ValueError):
        if process.stdin is not None:
            process.stdin.write("quit\n")
            process.stdin.close()
    try:
        process.wait(1.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


class UsiPlayer(Player):
    """Asks a program; `limit` is what follows `go`."""

    protocol = "usi"
    sides = ("b", "w")  # what its first and its second player are called
    known = message("player.shogi_family")

    def __init__(
        self,
        name: str,
        game: Game,
        seed: int,
        *,
        command: str,
        limit: str,
        seconds: float | None,
        options: Mapping[str, str],
    ) -> None:
        super().__init__(name, game, seed)
        self.command, self.limit, self.options = command, limit, options
        self.patience = MOST_SECONDS if seconds is None else seconds + GRACE
        self.program: UsiProgram | None = None

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        self.prepare()
        assert self.program is not None
        game = self.game
        limit, patience = self.go(state)
        path = [*before, state]
        played = moves_between(game, path)
        text = self.position_text(path[0] if played is not None else state, played or [])
        try:
            self.program.tell(text)
            self.program.tell(f"go {limit}")
            answer = self.program.until("bestmove", patience)[-1].split()
        except UsiFailure as failure:
            end(self.program.process)
            self.program = None
            raise Forfeit(FORFEIT, failure.message) from None
        word = answer[1] if len(answer) > 1 else ""
        return Choice(self.checked(state, moves, word))

    def prepare(self) -> None:
        """Start the program, and wait until it is ready."""
        self.check_game()
        if self.program is None:
            variant = self.game.fairy_variant
            self.program = UsiProgram(self.command, variant, self.options, self.protocol)

    def outside_cpu(self) -> float:
        return 0.0 if self.program is None else cpu_of(self.program.process.pid)

    def go(self, state: State) -> tuple[str, float]:
        """What is said after `go`, and how long to wait for the answer."""
        if self.clock is None:
            return self.limit, self.patience
        left = [max(1, round(1000 * seconds)) for seconds in self.clock.left]
        more = round(1000 * self.clock.increment)
        words = [f"{side}time {ms} {side}inc {more}" for side, ms in zip(self.sides, left)]
        return " ".join(words), self.clock.left[self.game.mover(state)] + GRACE

    def check_game(self) -> None:
        """Refuse games that the protocol is not for."""
        if self.game.foreign_protocol != self.protocol:
            raise InputError(
                "player.protocol", protocol=self.protocol, known=self.known, game=self.game
            )

    def position_text(self, start: State, played: list[int]) -> str:
        """The command that tells where the game stands."""
        game = self.game
        text = f"position {game.position_format} {game.engine_position(start)}"
        return f"{text} moves {' '.join(game.engine_line(start, played))}" if played else text

    def checked(self, state: State, moves: list[int], word: str) -> int:
        """The move that a program answered; raises Forfeit."""
        game = self.game
        said = {"command": self.command, "answer": word, "position": game.show(state)}
        if word == "resign":
            raise Forfeit(RESIGNED, "player.resigned", **said)
        if word == "win":
            for move in moves:
                if game.outcome(game.play(state, move)) == LOSS:
                    return move
            raise Forfeit(FORFEIT, "player.no_win", **said)
        try:
            return game.read_engine_move(state, word)
        except InputError:
            raise Forfeit(FORFEIT, "player.illegal", **said) from None

    def stop(self) -> None:
        """Let the program answer at once."""
        super().stop()
        if self.program is not None:
            self.program.tell("stop")


class UciPlayer(UsiPlayer):
    """The same over UCI, in chess and in Othello."""

    protocol = "uci"
    sides = ("w", "b")
    known = message("player.chess_endings")


def cpu_of(pid: int) -> float:
    """Seconds of CPU time that a process and its ended children took; 0 where nobody tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError):
        return 0.0


def moves_between(game: Game, path: Sequence[State]) -> list[int] | None:
    """The moves along a path of positions; None if they do not connect them."""
    played = []
    for state, child in itertools.pairwise(path):
        found = [move for move in game.legal_moves(state) if game.play(state, move) == child]
        if not found:
            return None
        played.append(found[0])
    return played
