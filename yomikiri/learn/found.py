"""What is asked of a learning run, how far it is, and what it has found."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.games.net import net_for, shipped_path
from yomikiri.lanes import LANES
from yomikiri.learn.self_play import NODES, check_nodes
from yomikiri.learn.teacher import SELF_PLAY, TEACHERS
from yomikiri.learn.training import RESULT, WIDTH, Epoch
from yomikiri.players.weights import SHIPPED
from yomikiri.reading import path_of

LEAST_MINUTES, MOST_MINUTES = 0.01, 10 * 24 * 60.0

# The files of its folder.
GAMES, LOSSES, TIMES, ROUNDS, BEST = (
    "games.jsonl",
    "losses.jsonl",
    "times.jsonl",
    "rounds.jsonl",
    "best.net",
)


class Wish(NamedTuple):
    """What was asked for."""

    game: Game
    minutes: float = 30.0
    nodes: int = NODES
    width: int = WIDTH
    seed: int = 0
    jobs: int = 1
    cluster: str = ""
    teacher: str = SELF_PLAY
    begin: str = ""  # with a net: `net`, that of the program, or a file; "": with the weights
    results: float = RESULT  # their share in what is learned; the rest is what searches found


def check_wish(wish: Wish) -> None:
    """Raise InputError for what cannot be asked for."""
    if not LEAST_MINUTES <= wish.minutes <= MOST_MINUTES:
        least, most = LEAST_MINUTES, MOST_MINUTES
        raise InputError("number.range", name="minutes", least=least, most=most, got=wish.minutes)
    check_nodes(wish.nodes)
    if wish.width % LANES or not LANES <= wish.width <= 8 * LANES:
        raise InputError("net.width", least=LANES, most=8 * LANES, got=wish.width)
    if wish.teacher not in TEACHERS:
        raise InputError("net.teacher", words=list(TEACHERS), got=wish.teacher)
    if not 0 <= wish.results <= 1:
        raise InputError("number.range", name="results", least=0, most=1, got=wish.results)
    first_net(wish)


def first_net(wish: Wish) -> Path | None:
    """The file of the net that it begins with, which must fit; None: with the game's weights."""
    if not wish.begin:
        return None
    path = shipped_path(wish.game) if wish.begin == SHIPPED else path_of(wish.begin)
    if path is None:
        raise InputError("net.none", game=wish.game)
    net_for(wish.game, path)
    return path


class Stage(NamedTuple):
    """What is being done, for whoever watches."""

    round: int
    rounds: int
    what: str  # games, training, match or errors
    done: int  # games, or epochs
    seconds_left: float  # of what is being done, 0 if that is not known
    detail: Any = None  # the last epoch, or the verdict so far


class Round(NamedTuple):
    """What became of a round."""

    number: int
    games: int  # of all rounds so far
    positions: int
    losses: tuple[Epoch, ...]
    match: dict[str, Any]  # against the best before; empty if a table judges
    kept: bool
    net: str
    errors: Mapping[str, Any] = MappingProxyType({})  # before and after, if a table judges

    def to_dict(self) -> dict[str, Any]:
        """A line of rounds.jsonl."""
        losses = [epoch._asdict() for epoch in self.losses]
        return self._asdict() | {"losses": losses, "errors": dict(self.errors)}


class Learned(NamedTuple):
    """What a run has found; it turns into JSON."""

    game: str
    folder: str
    rounds: tuple[Round, ...]
    games: int
    positions: int  # of all games
    best: str  # the file of the last net that was kept; "": none was
    stopped: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `learn`."""
        answer: dict[str, Any] = {
            "game": self.game,
            "folder": self.folder,
            "games": self.games,
            "positions": self.positions,
            "rounds": [each.to_dict() for each in self.rounds],
            "net": self.best or None,
        }
        return answer | ({"stopped": self.stopped} if self.stopped else {})


def as_round(line: dict[str, Any]) -> Round:
    """A line of rounds.jsonl."""
    epochs = tuple(Epoch(**epoch) for epoch in line["losses"])
    return Round(**(line | {"losses": epochs}))


def net_name(number: int) -> str:
    """The file of a round's net."""
    return f"round-{number}.net"
