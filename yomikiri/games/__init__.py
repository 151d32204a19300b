"""The games, by name.

A family is data and a class in its own file, and one word here: a new one is registered by adding
its FAMILY below.
"""

import copyreg
import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from numbers import Integral, Real
from typing import Any

import numpy as np

from yomikiri.errors import FILE, NAME_OF_GAME, InputError, check_kind, shortened, wrong_kind
from yomikiri.games import tictactoe
from yomikiri.games.connect4 import game as connect4
from yomikiri.games.ending import family as ending
from yomikiri.games.family import Family, read_choice
from yomikiri.games.game import Game
from yomikiri.games.janken import game as janken
from yomikiri.games.parts import Choice
from yomikiri.games.reversi import nip, othello
from yomikiri.games.shogi import families as shogi
from yomikiri.jit import DISABLED, notify
from yomikiri.outside import FILES, import_home
from yomikiri.questions import QUESTIONS
from yomikiri.rules import MOST_SCORE
from yomikiri.words import LANGUAGES, Message, message

STUDIED = (nip.FAMILY, othello.FAMILY, janken.FAMILY, ending.FAMILY)
SHOGI = (shogi.MINISHOGI, shogi.DOBUTSU, shogi.GOROGORO, shogi.ANPANMAN, shogi.SHOGI_FILE)
SMALL = (tictactoe.FAMILY, connect4.FAMILY)
NEEDED = ("legal_moves", "play", "outcome", "mover", "key")  # of every game
GROUP = "yomikiri.games"  # of packages' entry points
HELD = (Real, np.ndarray, *([list] if DISABLED else []))  # by rules; in plain Python lists are fast
CLASSES: dict[tuple[str, ...], type] = {}  # of rules and positions, by their names and fields
FAMILIES = {family.name: family for family in STUDIED + SHOGI + SMALL}


def families() -> tuple[Family, ...]:
    """Every family, in the order in which they are listed.

    >>> [family.name for family in families()][:3]
    ['nip', 'othello', 'janken']
    """
    tell_installed()
    return tuple(FAMILIES.values())


def load(text: str) -> Game:
    """The game of a string `name[:variant][,switch=value...]`; raises UnknownGame.

    >>> str(load("nip:6x6,rim=other"))
    'nip:6x6'
    >>> load("tictactoe").legal_moves(load("tictactoe").start)
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    return build(choose(text)[1].spec)


def normal(text: str) -> str:
    """The string of a game as files have it; raises UnknownGame.  No game is built for it.

    >>> normal("nip:6x6,rim=other")
    'nip:6x6'
    """
    family, choice = choose(text)
    family.check(choice)
    return choice.spec


def choose(text: str) -> tuple[Family, Choice]:
    """The family of a string and what was chosen in it; raises UnknownGame."""
    check_kind(NAME_OF_GAME, game=text)
    if text.partition(",")[0].partition(":")[0].strip().lower() not in FAMILIES:
        tell_installed()
    return read_choice(text, FAMILIES)


@lru_cache(maxsize=64)
def build(spec: str) -> Game:
    """The game of a normalised string: the same one each time, since its tables are large."""
    family, choice = read_choice(spec, FAMILIES)
    game = family.build(choice)
    copyreg.pickle(type(game), by_name)
    missing = [name for name in NEEDED if type(game.rules) not in QUESTIONS[name].answers]
    if missing:
        raise InputError(
            "game.no_answers", game=spec, kind=type(game.rules).__name__, names=missing
        )
    check_fields(game, game.rules, HELD)
    check_fields(game, game.start, Integral)
    if not isinstance(game.greatest, Integral) or game.greatest < 1:
        raise InputError("rules.greatest", game=spec, got=game.greatest)
    if game.greatest > MOST_SCORE:
        raise InputError(
            "rules.too-great-score", game=spec, greatest=game.greatest, most=MOST_SCORE
        )
    check_classes(game)
    return game


def check_fields(game: Game, fields: Any, kinds: Any) -> None:
    """Raise InputError for what kernels cannot hold: a text in a kept one would end the process."""
    if not hasattr(fields, "_asdict"):
        raise InputError("game.no_tuple", game=game, got=shortened(repr(fields), 60))
    for name, value in fields._asdict().items():
        if not isinstance(value, kinds):
            kind, got = type(fields).__name__, type(value).__name__
            raise InputError("game.field", game=game, kind=kind, name=name, got=got)


def check_classes(game: Game) -> None:
    """Raise InputError for two classes that are one to kernels: either game might be the other."""
    for kind in (type(game.rules), type(game.start)):
        other = CLASSES.setdefault((kind.__name__, *kind._fields), kind)
        if other.__module__ != kind.__module__:
            homes = [FILES.get(one.__module__, one.__module__) for one in (kind, other)]
            raise InputError("game.same_class", game=game, kind=kind.__name__, homes=homes)


def by_name(game: Game) -> tuple[Any, ...]:
    """A game for another process: its name, by which it is loaded there."""
    return load, (game.spec,)


def use(source: str | os.PathLike[str] | Family) -> list[str]:
    """The names of the games in a file `FILE.py` or a module, which can be loaded from now on.

    Whatever is a `Family` there is a game; so is the family itself, if that is given.

    >>> use("examples/nim.py")  # doctest: +SKIP
    ['nim']
    """
    if isinstance(source, Family):
        found = [source]
    elif isinstance(source, str | os.PathLike):
        module = import_home(os.fspath(source))
        found = [value for value in vars(module).values() if isinstance(value, Family)]
        if not found:
            raise InputError("game.no_family", file=str(source))
    else:
        raise wrong_kind(FILE, "source", source)
    for family in found:
        check_family(family)
        name = family.name
        if name in FAMILIES and FAMILIES[name].game is not family.game:
            home = FAMILIES[name].game.__module__
            raise InputError("game.taken", name=name, home=home)
        FAMILIES[name] = family
    return [family.name for family in found]


def check_family(family: Family) -> None:
    """Raise InputError for a class that is no game, a bad name, or words that are not there."""
    kind: Any = family.game
    if not isinstance(kind, type) or not issubclass(kind, Game):
        raise InputError("game.no_game", got=shortened(repr(kind), 60))
    name = getattr(kind, "family", None)
    if not isinstance(name, str) or re.fullmatch("[a-z][a-z0-9_-]*", name) is None:
        raise InputError("game.bad_name", name=name)
    said = {"descriptions": family.descriptions, "titles": kind.titles, "players": kind.players}
    for what, words in said.items():
        if not isinstance(words, Mapping) or not {*LANGUAGES} <= {*words}:
            raise InputError("game.no_words", game=name, what=what, languages=[*LANGUAGES])


@cache
def tell_installed() -> None:
    """Register the games of installed packages, and tell once which of them cannot be used."""
    for fault in use_installed():
        notify(fault)


@cache
def use_installed() -> list[Message]:
    """Register the games of installed packages, their entry points `yomikiri.games`.

    Returns what is wrong with those that cannot be used.
    """
    from importlib.metadata import entry_points  # few need it

    faults = []
    for point in entry_points(group=GROUP):
        try:
            found = point.load()
            use(found if isinstance(found, Family) else point.value.partition(":")[0])
        except Exception as error:
            why = str(error) or type(error).__name__
            faults.append(message("game.broken_package", name=point.value, why=why))
    return faults


def strangers() -> dict[str, str]:
    """Families from outside the package, each with its home: what another process must know.

    >>> strangers()
    {}
    """
    modules = {name: family.game.__module__ for name, family in FAMILIES.items()}
    package = __name__.split(".")[0]
    return {
        name: str(FILES.get(home, home))
        for name, home in modules.items()
        if home.split(".")[0] != package
    }


def as_typed(game: Game) -> list[str]:
    """A game in the words of a command: with the file that it is in, if that was named.

    >>> as_typed(load("nip:4x4"))
    ['nip:4x4']
    """
    home = strangers().get(game.family, "")
    return [str(game), *(["--games", home] if home.endswith(".py") else [])]


def meet(strangers: Mapping[str, str]) -> None:
    """Register families from outside the package, as the process did that started this one."""
    for name, home in strangers.items():
        for value in vars(import_home(home)).values():
            if isinstance(value, Family) and value.name == name:
                FAMILIES.setdefault(name, value)


def of_position(text: str) -> Game | None:
    """The game that a position alone names, as a FEN does by its men; None: there is none."""
    if text.partition(",")[0].strip().lower() in FAMILIES:
        return None  # the name of a game
    names = (family.of_position(text) for family in families())
    return next((load(name) for name in names if name), None)


def by_metric(game: Game, metric: str) -> Game:
    """The same game with its distances by another metric."""
    words = [word for word in game.spec.split(",") if not word.startswith("metric=")]
    return load(",".join([*words, f"metric={metric}"]))
