"""An engine for chess endings that speaks UCI: `yomikiri engine ending`.

The men of a position choose the table, which answers at once; without a table it looks ahead.
It knows no castling, and so not the start of a whole game: it says so and has no move.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, TextIO

from yomikiri.errors import InputError
from yomikiri.games import by_metric, of_position
from yomikiri.games.game import Game, State
from yomikiri.protocols.engine import (
    Engine,
    is_endless,
    number_after,
    read_option,
    seconds_for,
)
from yomikiri.protocols.errand import Errand, Search, answer_line
from yomikiri.tables.table import MoveProbe, Table, find_table
from yomikiri.think import Limits, Plan, Task, prepare
from yomikiri.think.memory import MOST_DEPTH
from yomikiri.think.team import MOST_THREADS

DEPTH = 8  # plies, if there is no limit and no table
TABLE_PATIENCE = 3.0  # seconds to wait for a table's answer: kernels may be compiled first
DECIDED = 10_000  # centipawns of a won game, if the metric is not the distance to mate
NOT_A_MOVE = {  # the words of `go`
    *("searchmoves", "ponder", "wtime", "btime", "winc", "binc", "movestogo"),
    *("depth", "nodes", "mate", "movetime", "infinite"),
}


class UciEngine(Engine):
    """An engine for whatever ending it is shown."""

    no_move = "0000"
    numbers: ClassVar = {
        "Hash": (64, 1, 4096),  # megabytes
        "Threads": (1, 1, MOST_THREADS),
        "MultiPV": (1, 1, 64),
    }

    def __init__(self, named: Game, output: TextIO) -> None:
        super().__init__(output)
        self.named = named  # the game of the command line, whose family all others are of
        self.folder: Path | None = None
        self.metric = named.metrics[0]
        self.game: Game | None = None
        self.states: list[State] = []  # of the game so far, the current one last
        self.legal: list[int] = []
        self.position: list[str] = []  # what followed `position`
        self.fault = "no position was given"

    def commands(self) -> dict[str, Callable[[list[str]], None]]:
        """What a line may begin with."""
        return {
            "uci": self.introduce,
            "isready": self.make_ready,
            "setoption": self.set_option,
            "ucinewgame": self.stop,
            "position": self.set_position,
            "go": self.go,
            "stop": self.stop,
            "ponderhit": self.stop,
        }

    # Commands.

    def introduce(self, words: list[str]) -> None:
        """`uci`"""
        self.say("id name Yomikiri endings")
        self.say("id author the Yomikiri project")
        for line in self.number_lines():
            self.say(line)
        self.say("option name Tables type string default <empty>")
        names = self.named.metrics
        metrics = " ".join(f"var {name}" for name in names)
        self.say(f"option name Metric type combo default {names[0]} {metrics}")
        self.say("uciok")

    def prepare(self) -> None:
        """Compile what `position` and `go` need."""
        game = self.named
        state = game.parse(game.show(game.start))
        prepare(game, Plan(threads=self.options["Threads"]))
        self.line_text(game, state, game.legal_moves(state)[:1])

    def set_option(self, words: list[str]) -> None:
        """`setoption name Metric value dtz`"""
        self.halt()
        name, value = read_option(words)
        if name.lower() == "tables":
            self.folder = Path(value) if value and value != "<empty>" else None
        elif name.lower() == "metric":
            metrics = self.named.metrics
            if value.lower() not in metrics:
                raise InputError("engine.one_of", names=" ".join(metrics), got=value[:40])
            self.metric = value.lower()
            if self.position:
                self.set_position(self.position)
        else:
            self.set_number(name, value)

    def set_position(self, words: list[str]) -> None:
        """`position fen FEN [moves MOVE...]`; a fault is reported when a move is asked for."""
        self.halt()
        self.position = words
        self.game, self.states, self.fault = None, [], ""
        if words[:1] != ["fen"]:
            self.fault = "the start of a whole game is not an ending; send position fen ..."
            return
        end = words.index("moves") if "moves" in words else len(words)
        try:
            text = " ".join(words[1:end])
            found = of_position(text)
            if found is None:
                raise InputError("engine.fen", got=text)
            game = by_metric(found, self.metric)
            self.states = [game.parse(text)]
            for name in words[end + 1 :]:
                move = game.read_move(self.states[-1], name)
                self.states.append(game.play(self.states[-1], move))
            self.game, self.legal = game, game.legal_moves(self.states[-1])
        except InputError as error:
            self.fault = str(error)

    def go(self, words: list[str]) -> None:
        """`go [searchmoves MOVE...] [depth N|nodes N|movetime MS|wtime MS ...|infinite|mate N]`"""
        self.halt()
        game = self.game
        if game is None or not self.legal:
            fault = self.fault or "the game is over"
            self.errand = Errand(
                self.say, hurry=lambda: f"bestmove {self.no_move}", is_endless=is_endless(words)
            )
            self.errand.tell(f"info string {fault}")
            self.errand.start(lambda: "")
            return
        try:
            table = find_table(game, self.folder)
        except InputError as error:  # it is damaged
            self.say(f"info string {error}")
            table = None
        else:
            if table is None:
                self.say(f"info string no table of {game}; `yomikiri table build {game}` makes it")
        clock = ("btime", "binc") if game.mover(self.states[-1]) else ("wtime", "winc")
        seconds = seconds_for(words, *clock)
        task = self.task(game, words, is_timed=seconds.usual is not None or is_endless(words))
        if table is None:
            search = self.errand = Search(
                self, task, self.memory, seconds=seconds, is_endless=is_endless(words)
            )
            search.begin()
        else:
            self.ask(table, task, is_endless=is_endless(words))

    def stop(self, words: list[str]) -> None:
        """`stop`: the answer is given at once."""
        self.halt()

    # Answers.

    def task(self, game: Game, words: list[str], *, is_timed: bool) -> Task:
        """What `go` asks for."""
        depth, nodes = number_after(words, "depth"), number_after(words, "nodes") or None
        mate = number_after(words, "mate")
        if mate is not None:
            depth = 2 * mate - 1
        elif depth is None:
            depth = MOST_DEPTH if is_timed or nodes else DEPTH
        return Task(
            game,
            self.states[-1],
            self.states[:-1],
            Limits(nodes=nodes, depth=max(1, min(depth, MOST_DEPTH))),
            self.searched(game, words),
            Plan(
                threads=self.options["Threads"],
                megabytes=float(self.options["Hash"]),
                lines=self.options["MultiPV"],
                in_full=mate is not None,
            ),
        )

    def searched(self, game: Game, words: list[str]) -> list[int]:
        """The moves after `searchmoves`; all legal moves if there are none."""
        named = set()
        if "searchmoves" in words:
            for word in words[words.index("searchmoves") + 1 :]:
                if word in NOT_A_MOVE:
                    break
                named.add(word.lower())
        state = self.states[-1]
        return [move for move in self.legal if game.engine_move(state, move) in named] or self.legal

    def ask(self, table: Table, task: Task, *, is_endless: bool) -> None:
        """Answer from the table: the best moves, each with the whole line to the end."""

        def work() -> str:
            ranked = [entry for entry in table.moves(task.state) if entry.move in task.moves]
            for rank, entry in enumerate(ranked[: task.plan.lines], 1):
                errand.tell(self.table_line(table, task, rank, entry))
            return answer_line(self, task, ranked[0].move)

        errand = self.errand = Errand(
            self.say,
            hurry=lambda: answer_line(self, task, task.moves[0]),
            is_endless=is_endless,
            patience=TABLE_PATIENCE,
        )
        errand.start(work)

    def table_line(self, table: Table, task: Task, rank: int, entry: MoveProbe) -> str:
        """What the table says about a move."""
        game = task.game
        line = [entry.move]
        if entry.wdl:
            line += table.line(game.play(task.state, entry.move))
        score = f"cp {DECIDED * entry.wdl}"
        if entry.wdl and game.metric == "dtm":
            score = f"mate {self.mate_text(entry.wdl * (entry.distance or 0))}"
        many = f" multipv {rank}" if task.plan.lines > 1 else ""
        names = " ".join(self.line_text(game, task.state, line))
        return f"info depth {len(line)}{many} score {score} nodes 1 tbhits 1 pv {names}"

    def mate_text(self, plies: int) -> str:
        """Mates are counted in moves."""
        return str((abs(plies) + 1) // 2 * (1 if plies > 0 else -1))

    def line_text(self, game: Game, state: State, line: Sequence[int]) -> list[str]:
        """Moves as engines write them."""
        return game.engine_line(state, line)
