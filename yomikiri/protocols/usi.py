"""The engine's side of USI, the protocol of shogi programs: `yomikiri engine minishogi`.

Commands are read line by line while a search runs in a thread of its own.  Whatever comes, the
engine goes on: what it does not understand it ignores, or answers with an `info string`.
"""

import threading
from collections.abc import Callable
from typing import TextIO

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import State
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.players.choosing import MOST_DEPTH
from yomikiri.protocols.thinking import Info, Task, Thinking
from yomikiri.search.mate import find_mate
from yomikiri.search.team import MOST_THREADS, Limit

NAME = "Yomikiri"
VARIANTS = ("minishogi", "dobutsu", "gorogoro", "anpanman")
MARGIN = 0.03  # seconds between the end of a search and the end of its time
MOVES_LEFT = 30  # a game is taken to last so many more moves
MOST_SECONDS = 86_400.0
LONGEST_LINE = 1 << 16
MOST_HASH = 4096  # megabytes
NUMBERS = {"USI_Hash": (64, 1, MOST_HASH), "Threads": (1, 1, MOST_THREADS), "MultiPV": (1, 1, 64)}


class UsiEngine:
    """An engine for one game of the shogi family at a time."""

    def __init__(self, game: ShogiGame, output: TextIO) -> None:
        self.game, self.output = game, output
        self.options = {name: default for name, (default, _, _) in NUMBERS.items()}
        self.states: list[State] = [game.start]  # of the game so far, the last is to be moved in
        self.fault = ""  # what is wrong with the position
        self.thinking: Thinking | None = None
        self.worker: threading.Thread | None = None
        self.ended = threading.Event()  # set when an endless search may give its answer
        self.lock = threading.Lock()

    def run(self, lines: TextIO) -> None:
        """Obey commands until `quit` or the end of the input."""
        try:
            while True:
                line = lines.readline(LONGEST_LINE)
                if not line or not self.obey(line):
                    return
        finally:
            self.halt()

    def say(self, line: str) -> None:
        """Write one line; a reader that has gone is no reason to fail."""
        with self.lock:
            try:
                print(line, file=self.output, flush=True)
            except (OSError, ValueError):
                self.ended.set()

    def obey(self, line: str) -> bool:
        """Do what a line says; False if it was `quit`."""
        words = line.split()
        commands: dict[str, Callable[[list[str]], None]] = {
            "usi": self.introduce,
            "setoption": self.set_option,
            "isready": self.make_ready,
            "usinewgame": self.begin,
            "position": self.set_position,
            "go": self.go,
            "stop": self.stop,
            "ponderhit": self.stop,
            "gameover": self.stop,
        }
        if not words:
            return True
        if words[0] == "quit":
            return False
        try:
            if words[0] in commands:
                commands[words[0]](words[1:])
            else:
                self.say(f"info string unknown command {words[0][:40]!r}")
        except InputError as error:
            self.say(f"info string {error}")
        return True

    # Commands.

    def introduce(self, words: list[str]) -> None:
        """`usi`"""
        self.say(f"id name {NAME} {self.game}")
        self.say("id author the Yomikiri project")
        for name, (default, least, most) in NUMBERS.items():
            self.say(f"option name {name} type spin default {default} min {least} max {most}")
        variants = " ".join(f"var {name}" for name in VARIANTS)
        self.say(f"option name UCI_Variant type combo default {self.game.family} {variants}")
        self.say("option name USI_Ponder type check default false")
        self.say("usiok")

    def set_option(self, words: list[str]) -> None:
        """`setoption name NAME value VALUE`"""
        if words[:1] != ["name"] or "value" not in words:
            raise InputError("expected setoption name NAME value VALUE")
        at = words.index("value")
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        known = {option.lower(): option for option in NUMBERS}
        if name.lower() in known:
            option = known[name.lower()]
            _, least, most = NUMBERS[option]
            if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
                raise InputError(f"expected {option} from {least} to {most}, got {value[:40]!r}")
            self.options[option] = int(value)
        elif name.lower() == "uci_variant":
            self.change_game(value)
        elif name.lower() != "usi_ponder":
            raise InputError(f"there is no option {name[:40]!r}")

    def change_game(self, spec: str) -> None:
        """Play another game of the family."""
        if spec.split(",")[0] not in VARIANTS:
            raise InputError(f"expected one of {' '.join(VARIANTS)}, got {spec[:40]!r}")
        game = load(spec)
        assert isinstance(game, ShogiGame)
        self.halt()
        self.game, self.states, self.fault = game, [game.start], ""

    def make_ready(self, words: list[str]) -> None:
        """`isready`: kernels are compiled, or loaded, before a clock runs."""
        if self.worker is None or not self.worker.is_alive():
            task = Task(self.game, self.game.start, (), depth=2, megabytes=1.0)
            Thinking(task._replace(threads=self.options["Threads"]), lambda info: None).run()
        self.say("readyok")

    def begin(self, words: list[str]) -> None:
        """`usinewgame`"""
        self.halt()
        self.states, self.fault = [self.game.start], ""

    def set_position(self, words: list[str]) -> None:
        """`position startpos|sfen SFEN [moves MOVE...]`"""
        self.halt()
        self.fault = "no position was understood"
        at = words.index("moves") if "moves" in words else len(words)
        head, moves = words[:at], words[at + 1 :]
        if head == ["startpos"]:
            states = [self.game.start]
        elif head[:1] == ["sfen"]:
            states = [self.game.parse(" ".join(head[1:]))]
        else:
            raise InputError("expected position startpos, or position sfen and a position")
        for text in moves:
            states.append(self.game.play(states[-1], self.game.read_move(states[-1], text)))
        self.states, self.fault = states, ""

    def go(self, words: list[str]) -> None:
        """`go [depth N|nodes N|movetime MS|btime MS ...|infinite|ponder|mate MS]`"""
        self.halt()
        if self.fault:
            self.say(f"info string {self.fault}")
            self.say("checkmate timeout" if "mate" in words else "bestmove resign")
            return
        self.ended.clear()
        if "mate" in words:
            self.start(self.seek_mate, number_after(words, "mate"))
            return
        is_endless = "infinite" in words or "ponder" in words
        task = Task(
            self.game,
            self.states[-1],
            self.states[:-1],
            depth=min(number_after(words, "depth") or MOST_DEPTH, MOST_DEPTH),
            nodes=number_after(words, "nodes") or None,
            seconds=None if is_endless else self.seconds(words),
            lines=self.options["MultiPV"],
            threads=self.options["Threads"],
            megabytes=float(self.options["USI_Hash"]),
        )
        self.thinking = Thinking(task, self.tell)
        self.start(self.think, self.thinking, is_endless)

    def stop(self, words: list[str]) -> None:
        """`stop`: the answer is given at once."""
        self.halt()

    # Thinking.

    def start(self, work: Callable[..., None], *args: object) -> None:
        """Do something beside reading commands."""
        self.worker = threading.Thread(target=work, args=args, daemon=True)
        self.worker.start()

    def halt(self) -> None:
        """End a search that runs; it gives its answer."""
        self.ended.set()
        if self.thinking is not None:
            self.thinking.stop()
        if self.worker is not None:
            self.worker.join()
        self.thinking = self.worker = None

    def think(self, thinking: Thinking, is_endless: bool) -> None:
        """Search and answer; an endless search answers when it is stopped, not before."""
        try:
            move = thinking.run()
        except MemoryError:
            move = thinking.best
        if is_endless:
            self.ended.wait()
        name = "resign" if move is None else self.game.move_name(thinking.task.state, move)
        self.say(f"bestmove {name}")

    def seek_mate(self, milliseconds: int | None) -> None:
        """Search for a mate by checks and answer."""

        def watch(plies: int, nodes: int, seconds: float) -> None:
            if self.ended.is_set():
                raise KeyboardInterrupt

        state = self.states[-1]
        seconds = MOST_SECONDS if not milliseconds else max(0.001, milliseconds / 1000 - MARGIN)
        found = find_mate(self.game.rules, state, limit=Limit(seconds), watch=watch)
        if found.plies is not None:
            self.say(f"checkmate {' '.join(self.game.line_text(state, found.line))}")
        else:
            self.say("checkmate timeout" if found.stopped else "checkmate nomate")

    def tell(self, info: Info) -> None:
        """One line of what is known so far."""
        mate = info.mate
        score = f"cp {info.value}" if mate is None else f"mate {mate}"
        many = f" multipv {info.rank}" if self.options["MultiPV"] > 1 else ""
        speed = int(info.nodes / max(info.seconds, 1e-3))
        line = " ".join(self.game.line_text(self.states[-1], info.line))
        self.say(
            f"info depth {info.depth}{many} score {score} nodes {info.nodes} nps {speed}"
            f" time {int(1000 * info.seconds)} pv {line}"
        )

    def seconds(self, words: list[str]) -> float | None:
        """How long this move may take; None: no clock runs."""
        if (exact := number_after(words, "movetime")) is not None:
            return max(0.001, exact / 1000 - MARGIN)
        clock, more = ("wtime", "winc") if self.game.mover(self.states[-1]) else ("btime", "binc")
        left = number_after(words, clock)
        extra = number_after(words, "byoyomi") or 0
        increment = number_after(words, more) or 0
        if left is None and not extra and not increment:
            return None
        left = left or 0
        share = left / MOVES_LEFT + 0.9 * extra + 0.8 * increment
        return max(0.001, min(share, left + extra) / 1000 - MARGIN)


def number_after(words: list[str], name: str) -> int | None:
    """The number behind a word; None if there is none, or if it is no number."""
    if name not in words[:-1]:
        return None
    text = words[words.index(name) + 1]
    return min(int(text), 10**12) if text.isascii() and text.isdigit() and len(text) < 20 else None
