"""How much the server does for anybody: sizes, times and numbers, and the errors beyond them."""

import os
from typing import NamedTuple

from yomikiri.errors import InputError, Said, UnknownGame
from yomikiri.games import build, families
from yomikiri.games.family import Family, read_choice
from yomikiri.games.game import Choice, Game
from yomikiri.play.tree import HUMAN
from yomikiri.players import Player, make_player
from yomikiri.players.options import UnknownPlayer, read_wish
from yomikiri.words import message

# Names that reach beyond the server: files to read, programs to start.  Not from a page.
CLOSED_GAMES = ("shogi-file",)
OPEN_PLAYERS = (
    "random", "greedy", "alphabeta", "perfect", "level",
    "perm", "peai", "takeda", "terada", "monte", "mcts",
)  # fmt: skip

# The greatest numbers that a player's text may ask for here; a number without a name is monte's.
MOST = {
    "": 1000,
    "seconds": 30,
    "nodes": 50_000_000,
    "playouts": 200_000,
    "depth": 40,
    "threads": max(1, os.cpu_count() or 1),
}


class Limits(NamedTuple):
    """What one request, and all together, may use."""

    body_bytes: int = 1 << 20
    text: int = 4000  # characters of a position, moves or a note
    written: int = 200_000  # of a game of another program
    games: int = 20_000  # kept in the store
    nodes: int = 2000  # of one game's tree
    open_games: int = 1000  # held in memory; the others are read again when asked for
    answering: int = 8  # requests at once; more threads would only wait for each other
    quick_workers: int = max(2, os.cpu_count() or 1)  # searches of seconds, at once
    slow_workers: int = 1  # searches of minutes, at once
    waiting: int = 64  # jobs of each kind in the queue
    think_seconds: float = 60.0  # then a player moves with what it knows
    analysis_seconds: float = 30.0
    solve_seconds: float = 3600.0
    unfollowed_seconds: float = 10.0  # then a solve stops; a browser comes back sooner if it can
    solve_threads: int = max(1, os.cpu_count() or 1)
    memory: str = "1GiB"  # of a solve
    analysis_memory: str = "512MiB"
    lasting_workers: int = 1  # solves that outlive the page, at once
    lasting_solves: int = 100  # of them, with their stores
    finished_jobs: int = 500  # whose results can still be asked for


class Busy(Said):
    """There is too much work already."""


class NotFound(Said):
    """There is no such thing."""


class Conflict(Said):
    """The game has gone on meanwhile."""


def check_open(text: str) -> None:
    """Raise UnknownGame for a game that reaches beyond the server."""
    name = text.partition(":")[0].partition(",")[0].strip().lower()
    if name in CLOSED_GAMES:
        raise UnknownGame("web.closed_game", name=name)


def open_families() -> dict[str, Family]:
    """The families that can be asked for from the network, by name."""
    return {family.name: family for family in families() if family.name not in CLOSED_GAMES}


def open_choice(text: str) -> tuple[Family, Choice]:
    """The family of a string from the network and what was chosen in it; raises UnknownGame."""
    check_open(text)
    return read_choice(text, open_families())


def open_game(text: str) -> Game:
    """The game of a string from the network."""
    return build(open_choice(text)[1].spec)


def choices(text: str) -> dict[str, list[str]]:
    """Each switch and its values that go together with what a string from the network chose."""
    family, choice = open_choice(text)
    return family.possible(choice)


def open_player(text: str, game: Game, seed: int) -> Player | None:
    """The player of a string from the network; None is a person."""
    name, _, rest = text.strip().lower().partition(":")
    if name == HUMAN and not rest:
        return None
    if name not in OPEN_PLAYERS:
        raise UnknownPlayer("web.no_player", name=text, names=[HUMAN, *OPEN_PLAYERS])
    if "book" in read_wish(text).options:  # a file of this machine
        raise UnknownPlayer("web.no_book")
    player = make_player(text, game, seed=seed)
    check_greed(text)
    return player


def check_greed(text: str) -> None:
    """Raise UnknownPlayer if a player from the network asks for more than MOST allows."""
    wish = read_wish(text)
    for key, value in [*wish.options.items(), *(("", word) for word in wish.words)]:
        try:
            number = float(value)
        except ValueError:
            continue  # a word, which is checked by the player itself
        most = MOST.get(key, MOST["nodes"])
        if not number <= most:
            name = key or message("web.a_number")
            raise UnknownPlayer("web.most", player=text, name=name, most=most)


def checked_text(text: str, what: str, most: int) -> str:
    """Text of a reasonable length; `what` names what it is."""
    if len(text) > most:
        raise InputError("web.too_long", what=message(what), most=most, n=len(text))
    return text
