"""Yomikiri: play, solve and study small two-player board games.

>>> import yomikiri as yk
>>> game = yk.load("nip:4x4")
>>> yk.solve(game).value
2

The names below are public; everything else may change.  Each is loaded when it is first used, so
that importing the package costs nothing: Numba alone takes half a second.
"""

# ruff: noqa: E402
# This file alone is read by a Python that is too old, even by Python 2: it must be able to.
import sys

if sys.version_info < (3, 11):  # noqa: UP036
    say = "Yomikiri needs Python 3.11 or newer, but this is Python %d.%d (%s)"
    say %= (sys.version_info[0], sys.version_info[1], sys.executable)
    if sys.argv[0] in ("-m", "-c"):  # a command; Python 2 calls both "-c"
        sys.exit(say)
    raise ImportError(say)

from yomikiri import starting

starting.begin()

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yomikiri.errors import InputError as InputError
    from yomikiri.games import families as families
    from yomikiri.games import load as load
    from yomikiri.games import use as use
    from yomikiri.games.game import Game as Game
    from yomikiri.games.game import Move as Move
    from yomikiri.games.game import Position as Position
    from yomikiri.lab.exercise import exercise as exercise
    from yomikiri.lab.many import analyze_many as analyze_many
    from yomikiri.lab.python import match as match
    from yomikiri.lab.python import sprt as sprt
    from yomikiri.lab.python import stats as stats
    from yomikiri.lab.python import tournament as tournament
    from yomikiri.library.again import reproduce as reproduce
    from yomikiri.library.again import rerun as rerun
    from yomikiri.library.again import runs as runs
    from yomikiri.library.bars import bar as bar
    from yomikiri.library.books import Book as Book
    from yomikiri.library.books import book as book
    from yomikiri.library.checking import check as check
    from yomikiri.library.counting import mate as mate
    from yomikiri.library.counting import perft as perft
    from yomikiri.library.counting import playouts as playouts
    from yomikiri.library.learning import learn as learn
    from yomikiri.library.learning import tune as tune
    from yomikiri.library.playing import play as play
    from yomikiri.library.playing import player as player
    from yomikiri.library.proving import forecast as forecast
    from yomikiri.library.proving import verify as verify
    from yomikiri.library.record import Record as Record
    from yomikiri.library.tables import Table as Table
    from yomikiri.library.tables import table as table
    from yomikiri.library.telling import lesson as lesson
    from yomikiri.library.telling import players as players
    from yomikiri.library.warming import warm as warm
    from yomikiri.play.review import review as review
    from yomikiri.players.analysis import analyze as analyze
    from yomikiri.solve import solve as solve

    __version__ = ""  # without its type: an old Python must be able to read this file

# Each public name, and the file that it is from.
PUBLIC = {
    "Book": "library/books",
    "Game": "games/game",
    "InputError": "errors",
    "Move": "games/game",
    "Position": "games/game",
    "Record": "library/record",
    "Table": "library/tables",
    "analyze": "players/analysis",
    "analyze_many": "lab/many",
    "bar": "library/bars",
    "book": "library/books",
    "check": "library/checking",
    "exercise": "lab/exercise",
    "families": "games",
    "forecast": "library/proving",
    "learn": "library/learning",
    "lesson": "library/telling",
    "load": "games",
    "match": "lab/python",
    "mate": "library/counting",
    "perft": "library/counting",
    "play": "library/playing",
    "player": "library/playing",
    "players": "library/telling",
    "playouts": "library/counting",
    "reproduce": "library/again",
    "rerun": "library/again",
    "review": "play/review",
    "runs": "library/again",
    "solve": "solve",
    "sprt": "lab/python",
    "stats": "lab/python",
    "table": "library/tables",
    "tournament": "lab/python",
    "tune": "library/learning",
    "use": "games",
    "verify": "library/proving",
    "warm": "library/warming",
}

__all__ = ["__version__"] + list(PUBLIC)

from yomikiri import naming

if not TYPE_CHECKING:  # or every name would be right
    __getattr__, __dir__ = naming.finders(globals(), PUBLIC)
