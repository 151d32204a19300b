"""A player of one's own, `own:FILE.py:NAME`, in a process of its own.

Whatever somebody's Python does there, crash, exit or never answer, the tournament goes on.  The
process is kept until the tournament is over; one that has ended is replaced.
"""

import multiprocessing
import signal
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from typing import Any

from yomikiri.errors import Said
from yomikiri.games import load, meet, strangers
from yomikiri.games.end import FORFEIT, TIME
from yomikiri.games.game import Game, State
from yomikiri.players import Choice, Player, make_player
from yomikiri.players.own import OwnPlayer, told
from yomikiri.players.player import Forfeit
from yomikiri.players.usi import GRACE, cpu_of
from yomikiri.work.processes import READ_AGAIN, NoGuard, attend, interrupts_blocked

CHILDREN: dict[str, "Child"] = {}  # by the player's name


def apart(player: Player, seconds: float | None = None) -> Player:
    """The player, in a process of its own if it is one's own and another process can find it.

    `seconds` is the limit of a move, if there is one.
    """
    if not isinstance(player, OwnPlayer) or player.name.count(":") < 2:
        return player
    return ApartPlayer(player.name, player.game, player.seed, seconds)


class Child:
    """The process of a player."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process = context.Process(target=serve, args=(other, strangers()))
        with interrupts_blocked():
            self.process.start()
        other.close()
        self.end = Finalize(self, end_process, (self.process,), exitpriority=10)

    def ask(self, question: Any, patience: float | None = None) -> Any:
        """Its answer; raises EOFError if it has ended, TimeoutError if it does not answer."""
        try:
            self.connection.send(question)
            if not self.connection.poll(patience):
                raise TimeoutError
            return self.connection.recv()
        except OSError as error:  # TimeoutError is one
            if isinstance(error, TimeoutError):
                raise
            raise EOFError from None


def dismiss_all() -> None:
    """End the processes of all players, when nobody needs them any more."""
    while CHILDREN:
        CHILDREN.popitem()[1].end()


def end_process(process: Any) -> None:
    """End it, whatever it is doing."""
    process.kill()
    process.join()


class ApartPlayer(Player):
    """Asks a player in another process."""

    def __init__(self, name: str, game: Game, seed: int, seconds: float | None) -> None:
        super().__init__(name, game, seed)
        self.seconds = seconds
        self.is_new = True  # a class gets a new object for each game

    def prepare(self) -> None:
        """Start the process, and wait until it has loaded the game."""
        super().prepare()
        if self.name not in CHILDREN:
            CHILDREN[self.name] = Child()
            self.ask(self.game.spec, None)

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        self.prepare()
        states = [tuple(each) for each in (*before, state)]
        limit = self.seconds if self.clock is None else self.clock.left[self.game.mover(state)]
        patience = None if limit is None else limit + GRACE
        answer = self.ask((self.game.spec, self.name, self.seed, self.is_new, states), patience)
        self.is_new = False
        if isinstance(answer, Said):
            raise Forfeit(FORFEIT, answer.message)
        if isinstance(answer, str):
            raise Forfeit(FORFEIT, "player.failed", player=self.name, error=answer)
        return Choice(answer)

    def ask(self, question: Any, patience: float | None) -> Any:
        """The answer of its process; one that gives none is ended."""
        child = CHILDREN[self.name]
        try:
            return child.ask(question, patience)
        except TimeoutError:
            self.dismiss()
            raise Forfeit(TIME, "player.late", player=self.name) from None
        except EOFError:
            child.process.join()
            code = child.process.exitcode
            self.dismiss()
            if code == READ_AGAIN:
                raise NoGuard("work.no_guard") from None
            raise Forfeit(FORFEIT, "player.own_ended", player=self.name, code=code) from None
        except KeyboardInterrupt:
            self.dismiss()
            raise

    def dismiss(self) -> None:
        """End the process."""
        CHILDREN.pop(self.name).end()

    def outside_cpu(self) -> float:
        child = CHILDREN.get(self.name)
        return 0.0 if child is None or child.process.pid is None else cpu_of(child.process.pid)


def serve(connection: Connection, families: dict[str, str]) -> None:
    """The other process: loads a game, or answers with a move, or with what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=attend, daemon=True).start()
    meet(families)
    player: Player | None = None
    while True:
        try:
            question = connection.recv()
        except EOFError:
            return
        if isinstance(question, str):
            game = load(question)
            game.legal_moves(game.start)
            connection.send(None)
            continue
        spec, name, seed, is_new, states = question
        try:
            player = None if is_new else player
            player = player or make_player(name, load(spec), seed)
            connection.send(chosen(player, states))
        except Said as error:
            connection.send(error)
        except BaseException as error:  # also SystemExit: this player has failed, no more
            connection.send(told(error))


def chosen(player: Player, states: Sequence[Sequence[int]]) -> int:
    """The number of its move."""
    make = type(player.game.start)._make
    *before, state = map(make, states)
    return player.choose(state, before).move
