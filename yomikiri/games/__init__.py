"""The games, by name.

A family is data and a class in its own file, and one word here: a new one is registered by adding
its FAMILY below.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module

from yomikiri.errors import NAME_OF_GAME, InputError, check_kind
from yomikiri.games import connect4, tictactoe
from yomikiri.games.ending import game as ending
from yomikiri.games.family import Family, read_choice
from yomikiri.games.game import Game
from yomikiri.games.janken import game as janken
from yomikiri.games.reversi import nip, othello
from yomikiri.games.shogi import families as shogi
from yomikiri.rules import MOST_SCORE

STUDIED = (nip.FAMILY, othello.FAMILY, janken.FAMILY, ending.FAMILY)
SHOGI = (shogi.MINISHOGI, shogi.DOBUTSU, shogi.GOROGORO, shogi.ANPANMAN, shogi.SHOGI_FILE)
SMALL = (tictactoe.FAMILY, connect4.FAMILY)
FAMILIES = {family.name: family for family in STUDIED + SHOGI + SMALL}


def families() -> tuple[Family, ...]:
    """Every family, in the order in which they are listed."""
    return tuple(FAMILIES.values())


def load(text: str) -> Game:
    """The game of a string `name[:variant][,switch=value...]`; raises UnknownGame.

    >>> str(load("nip:6x6,rim=other"))
    'nip:6x6'
    >>> load("tictactoe").legal_moves(load("tictactoe").start)
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    check_kind(NAME_OF_GAME, game=text)
    return build(read_choice(text, FAMILIES)[1].spec)


@lru_cache(maxsize=64)
def build(spec: str) -> Game:
    """The game of a normalised string: the same one each time, since its tables are large."""
    family, choice = read_choice(spec, FAMILIES)
    game = family.build(choice)
    if game.greatest > MOST_SCORE:
        raise InputError(
            "rules.too-great-score", game=spec, greatest=game.greatest, most=MOST_SCORE
        )
    return game


def strangers() -> dict[str, str]:
    """Families from outside the package, each with its module: what another process must know.

    >>> strangers()
    {}
    """
    modules = {name: family.game.__module__ for name, family in FAMILIES.items()}
    package = __name__.split(".")[0]
    return {name: home for name, home in modules.items() if home.split(".")[0] != package}


def meet(strangers: Mapping[str, str]) -> None:
    """Register families from outside the package, as the process did that started this one."""
    for name, home in strangers.items():
        # A script is imported under another name by the processes that it starts.
        module = import_module("__mp_main__" if home == "__main__" else home)
        for value in vars(module).values():
            if isinstance(value, Family) and value.name == name:
                FAMILIES.setdefault(name, value)


def of_position(text: str) -> Game | None:
    """The game that a position alone names, as a FEN does by its men; None: there is none."""
    names = (family.of_position(text) for family in families())
    return next((load(name) for name in names if name), None)


def by_metric(game: Game, metric: str) -> Game:
    """The same game with its distances by another metric."""
    words = [word for word in game.spec.split(",") if not word.startswith("metric=")]
    return load(",".join([*words, f"metric={metric}"]))
