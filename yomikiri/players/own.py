"""`own:FILE.py:NAME`: a player that somebody wrote in Python, a function or a class.

    def first_of_all(position):
        return position.moves[0]

    class Careful:                       # a new one for each game
        def choose(self, position, chance):
            return chance.choice(position.moves)

A function, or the method `choose`, gets the position (`games/position.py`) and, if it takes two
arguments, the random numbers for this move: by them a match is the same each time.  It answers with
a move: one of `position.moves`, or its text.
"""

import inspect
import itertools
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Protocol

from yomikiri.errors import InputError, Said, shortened
from yomikiri.games.game import Game, Move, Position, State
from yomikiri.outside import import_home
from yomikiri.players.options import UnknownPlayer
from yomikiri.players.player import Choice, Player

NAME = "own"
MAIN = "__main__"


class Choosing(Protocol):
    """An object that chooses moves."""

    @property
    def choose(self) -> Callable[..., Any]:
        """Its move in a position."""


Own = Callable[..., Any] | Choosing

HERE: dict[str, Any] = {}  # players that no other process can find: of notebooks, say


def text_of(player: Any) -> str:
    """The text of a player: it is one, or a function, a class or an object with `choose`."""
    if isinstance(player, str):
        return player
    if not callable(player) and not hasattr(player, "choose"):
        raise UnknownPlayer("player.own_kind", got=shortened(repr(player), 60))
    kind = player if hasattr(player, "__qualname__") else type(player)
    name, module = kind.__qualname__, sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    if file and getattr(module, name, None) is player:
        home = MAIN if kind.__module__ == MAIN else file
        return f"{NAME}:{home}:{name}"
    plain = re.sub(r"\W", "", name.rpartition(".")[2])
    names = (f"{plain}-{number}" if number > 1 else plain for number in itertools.count(1))
    free = next(name for name in names if HERE.get(name, player) is player)
    HERE[free] = player
    return f"{NAME}:{free}"


def find(text: str) -> Any:
    """The player of `FILE.py:NAME`, `module:NAME` or `NAME`; raises UnknownPlayer."""
    home, _, name = text.rpartition(":")
    if not home and name in HERE:
        return HERE[name]
    if not home and re.fullmatch(r"\w+(-\d+)?", name):
        raise UnknownPlayer("player.own_elsewhere", name=name)
    if not home or not name.isidentifier():
        raise UnknownPlayer("player.own_form", got=f"{NAME}:{text}")
    module: ModuleType = import_home(home)
    found = getattr(module, name, None)
    if not callable(found):
        names = [key for key, value in vars(module).items() if is_player(value, module)]
        raise UnknownPlayer("player.own_missing", file=home, name=name, names=names)
    return found


def is_player(value: Any, module: ModuleType) -> bool:
    """Whether something in a module may be meant as a player."""
    if getattr(value, "__module__", "") != module.__name__:
        return False
    return inspect.isfunction(value) or hasattr(value, "choose")


class OwnFailed(Said):
    """What somebody wrote failed; its own error is the cause of this one."""


def told(error: BaseException) -> str:
    """An error of somebody's program in one line, with the place where it happened."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno})"


class OwnPlayer(Player):
    """A function or a class that somebody wrote."""

    def __init__(self, name: str, game: Game, seed: int, found: Any) -> None:
        super().__init__(name, game, seed)
        self.ask = self.made(found)
        self.takes_chance = takes_two(self.ask)
        self.met: Position | None = None  # when it was asked last

    def made(self, found: Any) -> Callable[..., Any]:
        """What is asked for moves: a function, or the method of a new object of a class."""
        try:
            made = found() if inspect.isclass(found) else found
        except Exception as error:
            raise self.failed(error) from error
        ask = getattr(made, "choose", made)
        if not callable(ask):
            raise UnknownPlayer("player.own_kind", got=shortened(repr(found), 60))
        return ask

    def failed(self, error: BaseException) -> OwnFailed:
        """The error that says that what somebody wrote failed."""
        return OwnFailed("player.failed", player=self.name, error=told(error))

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        position = self.met = follow(self.game, [*before, state], self.met)
        more = (self.chance(state, before),) if self.takes_chance else ()
        try:
            answer = self.ask(position, *more)
        except (Exception, SystemExit) as error:
            raise self.failed(error) from error
        return Choice(self.read(position, answer, moves))

    def read(self, position: Position, answer: object, moves: Sequence[int]) -> int:
        """The number of the move that was answered; raises InputError if it is none."""
        if isinstance(answer, Move) and answer.number in moves:
            return answer.number
        if not isinstance(answer, str):
            got = shortened(repr(answer), 60)
            raise InputError("player.own_answer", player=self.name, got=got)
        try:
            return self.game.read_along([*position.history, position.state], answer)
        except InputError as error:
            raise InputError("player.own_illegal", player=self.name, error=error) from None


def takes_two(ask: Callable[..., Any]) -> bool:
    """Whether a function takes random numbers, too; what is built in cannot be asked."""
    try:
        return len(inspect.signature(ask).parameters) > 1
    except ValueError:
        return False


def follow(game: Game, states: Sequence[State], met: Position | None) -> Position:
    """The last of these states, with those before and the moves between; `met` is one of before."""
    known = [] if met is None else met.path
    position = None
    for number, state in enumerate(states):
        if number < len(known) and known[number].state == state:
            position = known[number]
            continue
        known = []
        last = None if position is None else move_between(position, state)
        position = Position(game, state, position, last)
    assert position is not None
    return position


def move_between(position: Position, state: State) -> Move | None:
    """A move that leads to a state; None if there is none, as where a position was set up."""
    game = position.game
    for move in game.legal_moves(position.state):
        if game.play(position.state, move) == state:
            return game.move(position.state, move)
    return None
