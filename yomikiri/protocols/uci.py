"""An engine for chess endings that speaks UCI.

The men of a position choose the table, which answers at once; without a table it looks ahead.
Castling, and so the start of a whole game, is none of its business: it says so and has no move.
"""

import threading
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.ending.fen import BLACK, WHITE, read_fen
from yomikiri.games.ending.game import METRICS, EndingGame
from yomikiri.games.ending.material import arrange
from yomikiri.games.game import State
from yomikiri.players.choosing import MOST_DEPTH
from yomikiri.players.player import Player
from yomikiri.players.searching import AlphaBetaPlayer
from yomikiri.tables.table import Table, find_table

NO_MOVE = "bestmove 0000"
MOST_DIGITS = 12  # of a number that is taken as it is
DEPTH = 8  # plies, where nothing else is asked for and there is no table
GREETING = (
    "id name Yomikiri endings",
    "id author the Yomikiri project",
    "option name Tables type string default <empty>",
    f"option name Metric type combo default dtm {' '.join(f'var {name}' for name in METRICS)}",
    "uciok",
)

Say = Callable[[str], None]


class Limits(NamedTuple):
    """What `go` asks for."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    infinite: bool = False


class UciEngine:
    """One conversation."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.folder: Path | None = None
        self.metric = "dtm"
        self.game: EndingGame | None = None
        self.history: list[State] = []
        self.position: list[str] = []  # what followed `position`
        self.fault = "no position was given"
        self.worker: threading.Thread | None = None
        self.player: Player | None = None
        self.stopped = threading.Event()

    def hear(self, lines: Iterable[str]) -> None:
        """Answer line by line, until `quit` or the end."""
        for line in lines:
            words = line.split()
            if words and words[0] == "quit":
                break
            if words:
                self.obey(words)
        self.stop()

    def obey(self, words: list[str]) -> None:
        """One command; what is not known is ignored, as the protocol wants."""
        head, rest = words[0], words[1:]
        if head == "uci":
            for line in GREETING:
                self.say(line)
        elif head == "isready":
            self.say("readyok")
        elif head == "setoption":
            self.set_option(rest)
        elif head == "ucinewgame":
            self.stop()
        elif head == "position":
            self.stop()
            self.set_position(rest)
        elif head == "go":
            self.stop()
            self.go(read_limits(rest))
        elif head == "stop":
            self.stop()

    def set_option(self, words: list[str]) -> None:
        """`setoption name Metric value dtz`."""
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        self.stop()
        if name.lower() == "tables":
            self.folder = Path(value) if value and value != "<empty>" else None
        elif name.lower() == "metric" and value.lower() in METRICS:
            self.metric = value.lower()
            if self.position:
                self.set_position(self.position)

    def set_position(self, words: list[str]) -> None:
        """`position fen ... moves ...`; a fault is told when a move is asked for."""
        self.position = words
        self.game, self.history = None, []
        if words[:1] != ["fen"]:
            self.fault = "the start of a whole game is not an ending; send position fen ..."
            return
        end = words.index("moves") if "moves" in words else len(words)
        try:
            text = " ".join(words[1:end])
            board = read_fen(text)
            material = arrange(board.side(WHITE), board.side(BLACK))[0]
            game = load(f"ending:{material},metric={self.metric}")
            assert isinstance(game, EndingGame)
            state = game.parse(text)
            self.history = [state]
            for move in game.read_moves(state, " ".join(words[end + 1 :])):
                state = game.play(state, move)
                self.history.append(state)
            self.game = game
        except InputError as error:
            self.fault = str(error)

    def go(self, limits: Limits) -> None:
        """Answer at once from a table, else think in a thread of its own."""
        self.stopped.clear()
        self.worker = threading.Thread(target=self.think, args=(limits,), daemon=True)
        self.worker.start()

    def think(self, limits: Limits) -> None:
        """Find a move and say it; after `go infinite` only when told to stop."""
        answer = NO_MOVE
        try:
            answer = self.answer(limits)
        except InputError as error:
            self.say(f"info string {error}")
        finally:  # whatever happens, whoever asked must not wait for ever
            if limits.infinite:
                self.stopped.wait()
            self.say(answer)

    def answer(self, limits: Limits) -> str:
        """The line with the best move."""
        game = self.game
        if game is None:
            raise InputError(self.fault)
        state = self.history[-1]
        if not game.legal_moves(state):
            raise InputError("the game is over")
        table = find_table(game, self.folder)
        if table is not None:
            return self.by_table(table, state)
        self.say(f"info string no table of {game}; `yomikiri table build {game}` makes it")
        depth = limits.depth or (None if limits.seconds or limits.nodes else DEPTH)
        self.player = AlphaBetaPlayer(
            "uci", game, 0, depth=depth, seconds=limits.seconds, nodes=limits.nodes
        )
        if self.stopped.is_set():
            self.player.stop()
        choice = self.player.choose(state, self.history)
        score = int(choice.value or 0)
        line = choice.line or (choice.move,)
        told = uci_line(game, state, line)
        self.say(f"info depth {len(line)} score cp {score} nodes {choice.nodes} pv {told}")
        return f"bestmove {game.uci(state, choice.move)}"

    def by_table(self, table: Table, state: State) -> str:
        """The best move and the whole line to the end."""
        game = table.game
        assert isinstance(game, EndingGame)
        best = table.moves(state)[0]
        line = table.line(state) or [best.move]
        score = "cp 0"
        if best.wdl and game.metric == "dtm":
            moves = ((best.distance or 0) + 1) // 2
            score = f"mate {moves if best.wdl > 0 else -moves}"
        elif best.wdl:
            score = f"cp {10000 * best.wdl}"
        self.say(
            f"info depth {max(1, len(line))} score {score} nodes 1 tbhits 1"
            f" pv {uci_line(game, state, tuple(line))}"
        )
        return f"bestmove {game.uci(state, line[0])}"

    def stop(self) -> None:
        """End the search that runs, if one does; it says its move."""
        self.stopped.set()
        worker = self.worker
        while worker is not None and worker.is_alive():
            if self.player is not None:
                self.player.stop()
            worker.join(0.05)
        self.worker = self.player = None


def uci_line(game: EndingGame, state: State, moves: tuple[int, ...]) -> str:
    """A line as engines write it."""
    names = []
    for move in moves:
        names.append(game.uci(state, move))
        state = game.play(state, move)
    return " ".join(names)


def read_limits(words: list[str]) -> Limits:
    """What follows `go`; clocks are taken as a fortieth of what is left."""
    numbers = {}
    for name, value in pairwise(words):
        if value.isascii() and value.isdigit():
            numbers[name] = int(value) if len(value) < MOST_DIGITS else 10**MOST_DIGITS
    seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
    if seconds is None and ("wtime" in numbers or "btime" in numbers):
        seconds = max(
            0.05, min(numbers.get("wtime", 1 << 30), numbers.get("btime", 1 << 30)) / 40000
        )
    depth = numbers.get("depth") or (2 * numbers["mate"] if "mate" in numbers else None)
    depth = None if depth is None else min(depth, MOST_DEPTH)
    return Limits(depth, numbers.get("nodes"), seconds, "infinite" in words)
