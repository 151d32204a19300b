"""The terms of games: limits that are the same for both sides, and who else may end a game."""

import re
from typing import Any, NamedTuple

from yomikiri.errors import InputError, plain_number
from yomikiri.play.clock import Clock, share_of
from yomikiri.players.options import read_wish

MOST_SECONDS = 86_400.0
TABLES, AGREE = "tables", "agree"  # by whom games are adjudicated
# What each player calls a limit; all others have none of their own to set.
TAKES = {
    "alphabeta": {"depth": "depth", "nodes": "nodes", "seconds": "seconds"},
    "mcts": {"nodes": "playouts", "seconds": "seconds"},
    "usi": {"depth": "depth", "nodes": "nodes", "seconds": "seconds"},
    "uci": {"depth": "depth", "nodes": "nodes", "seconds": "seconds"},
}


class Terms(NamedTuple):
    """What holds for every game of a tournament."""

    limit: str = ""  # such as nodes=10000, depth=4, seconds=0.1, clock=60+1; "": the players' own
    tables: bool = False  # a table ends a game when it comes to a position that it knows
    agree: bool = False  # and so do both players who have proved the same result

    def clock(self) -> Clock | None:
        """The clocks of a game, if it is played with clocks."""
        kind, _, value = self.limit.partition("=")
        return Clock(*read_clock(value)) if kind == "clock" else None

    @property
    def seconds(self) -> float | None:
        """The limit of a move, if it is one of time."""
        kind, _, value = self.limit.partition("=")
        return float(value) if kind == "seconds" else None

    def player(self, text: str) -> str:
        """The player with the limit; raises InputError if it has one already, or cannot have it."""
        kind, _, value = self.limit.partition("=")
        wish = read_wish(text)
        if not kind or wish.name not in TAKES:
            return text
        if kind == "clock":
            seconds, increment = read_clock(value)
            kind, value = "seconds", f"{share_of(seconds, increment=increment).usual:.3f}"
        names = TAKES[wish.name]
        if own := wish.options.keys() & {*names, *names.values()}:
            raise InputError("lab.two_limits", player=text, own=sorted(own)[0], limit=self.limit)
        if kind not in names:
            raise InputError("lab.no_limit", player=wish.name, kind=kind)
        return f"{text}{',' if wish.rest else ':'}{names[kind]}={value}"


def read_terms(limit: str, adjudicate: str) -> Terms:
    """The terms that were typed; raises InputError."""
    limit = limit.strip().lower()
    kind, _, value = limit.partition("=")
    if kind == "clock":
        read_clock(value)
    elif limit:
        is_known = re.fullmatch(r"(depth|nodes)=[1-9][0-9]{0,14}|seconds=[0-9.]+", limit)
        if not is_known or (kind == "seconds" and not is_time(value)):
            raise InputError("lab.limit", got=limit)
    words = [word.strip().lower() for word in adjudicate.split(",") if word.strip()]
    if any(word not in (TABLES, AGREE) for word in words):
        raise InputError("lab.adjudicate", got=adjudicate)
    return Terms(limit, TABLES in words, AGREE in words)


def is_time(text: str, least: float = 0.001) -> bool:
    """Whether this is a number of seconds."""
    try:
        return least <= plain_number(float, text) <= MOST_SECONDS
    except ValueError:
        return False


def read_clock(text: str) -> tuple[float, float]:
    """The seconds of a game and those added after a move, written as `60+1`."""
    seconds, _, increment = text.partition("+")
    if not is_time(seconds) or not is_time(increment or "0", 0):
        raise InputError("lab.limit", got=f"clock={text}")
    return float(seconds), float(increment or 0)


def terms_of(document: dict[str, Any]) -> Terms:
    """Those of a manifest."""
    return Terms(**document)
