"""The engine's side of USI, the protocol of shogi programs: `yomikiri engine minishogi`.

Commands are read line by line while a search runs in a thread of its own.  Nothing it reads ends
the engine: what it does not understand it ignores, or answers with an `info string`.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, TextIO

from yomikiri.errors import InputError
from yomikiri.games import families, load
from yomikiri.games.game import Game, State
from yomikiri.play.clock import MARGIN
from yomikiri.protocols.engine import (
    Engine,
    is_endless,
    number_after,
    read_option,
    seconds_for,
)
from yomikiri.protocols.errand import Errand, Search
from yomikiri.think import Handle, Limits, Memory, Plan, Task, by_checks, prepare, think
from yomikiri.think.memory import MOST_DEPTH
from yomikiri.think.team import MOST_THREADS

NAME = "Yomikiri"
MOST_SECONDS = 86_400.0
MOST_HASH = 4096  # megabytes
MATE_RESPITE = 0.1  # seconds: most positions are found to have a mate or none in less


def variants_of(protocol: str) -> list[str]:
    """The families of a protocol that need no variant to be named."""
    return [f.name for f in families() if f.game.protocol == protocol and not f.variants]


class UsiEngine(Engine):
    """An engine for one game of the shogi family at a time."""

    no_move = "resign"
    numbers: ClassVar = {
        "USI_Hash": (64, 1, MOST_HASH),
        "Threads": (1, 1, MOST_THREADS),
        "MultiPV": (1, 1, 64),
    }

    def __init__(self, game: Game, output: TextIO) -> None:
        super().__init__(output)
        self.game = game
        self.states: list[State] = [game.start]  # of the game so far, the current one last
        self.fault = ""  # what is wrong with the position

    def commands(self) -> dict[str, Callable[[list[str]], None]]:
        """What a line may begin with."""
        return {
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

    # Commands.

    def introduce(self, words: list[str]) -> None:
        """`usi`"""
        self.say(f"id name {NAME} {self.game}")
        self.say("id author the Yomikiri project")
        for line in self.number_lines():
            self.say(line)
        variants = " ".join(f"var {name}" for name in variants_of("usi"))
        self.say(f"option name UCI_Variant type combo default {self.game.family} {variants}")
        self.say("option name USI_Ponder type check default false")
        self.say("usiok")

    def set_option(self, words: list[str]) -> None:
        """`setoption name NAME value VALUE`"""
        name, value = read_option(words)
        if self.set_number(name, value):
            return
        if name.lower() == "uci_variant":
            self.change_game(value)
        elif name.lower() != "usi_ponder":
            raise InputError("engine.no_option", name=name[:40])

    def change_game(self, spec: str) -> None:
        """Play another game of the family."""
        variants = variants_of("usi")
        if spec.split(",")[0] not in variants:
            raise InputError("engine.one_of", names=" ".join(variants), got=spec[:40])
        game = load(spec)
        self.halt()
        self.game, self.states, self.fault = game, [game.start], ""

    def prepare(self) -> None:
        """Compile what `go` and `go mate` need."""
        prepare(self.game, Plan(threads=self.options["Threads"], mates=True))

    def begin(self, words: list[str]) -> None:
        """`usinewgame`"""
        self.halt()
        self.states, self.fault, self.memory = [self.game.start], "", Memory()

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
            raise InputError("engine.position")
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
        if "mate" in words:
            handle = Handle()
            self.errand = Errand(
                self.say,
                hurry=lambda: "checkmate timeout",
                interrupt=handle.stop,
                respite=MATE_RESPITE,
            )
            self.errand.start(lambda: self.seek_mate(number_after(words, "mate"), handle))
            return
        state = self.states[-1]
        task = Task(
            self.game,
            state,
            self.states[:-1],
            Limits(
                nodes=number_after(words, "nodes") or None,
                depth=min(number_after(words, "depth") or MOST_DEPTH, MOST_DEPTH),
            ),
            plan=Plan(
                threads=self.options["Threads"],
                megabytes=float(self.options["USI_Hash"]),
                lines=self.options["MultiPV"],
            ),
        )
        clock = ("wtime", "winc") if self.game.mover(state) else ("btime", "binc")
        seconds = seconds_for(words, *clock)
        search = self.errand = Search(
            self, task, self.memory, seconds=seconds, is_endless=is_endless(words)
        )
        search.begin()

    def stop(self, words: list[str]) -> None:
        """`stop`: the answer is given at once."""
        self.halt()

    # Answers.

    def seek_mate(self, milliseconds: int | None, handle: Handle) -> str:
        """The answer to `go mate`: a mate by checks."""
        state = self.states[-1]
        seconds = MOST_SECONDS if not milliseconds else max(0.001, milliseconds / 1000 - MARGIN)
        plan = Plan(method=by_checks)
        found = think(self.game, state, limits=Limits(seconds), plan=plan, handle=handle)
        if found.mate is not None:
            return f"checkmate {' '.join(self.game.line_text(state, found.line))}"
        return "checkmate timeout" if found.stopped else "checkmate nomate"

    def mate_text(self, plies: int) -> str:
        """Mates are counted in plies."""
        return str(plies)

    def line_text(self, game: Game, state: State, line: Sequence[int]) -> list[str]:
        """Moves as USI writes them."""
        return game.engine_line(state, line)
