"""Compiling kernels, or loading them, before a clock runs; and knowing that all are compiled."""

import hashlib
from contextlib import suppress
from typing import Any

from yomikiri.games.game import Game
from yomikiri.jit import CACHE, MODE
from yomikiri.running import Limits, Stopped
from yomikiri.search.workspace import COUNT_AT, LOOK_AHEAD
from yomikiri.sources import package_fingerprint, rules_fingerprint
from yomikiri.think import dice
from yomikiri.think.deepening import Deepening
from yomikiri.think.team import Team
from yomikiri.think.thought import Task
from yomikiri.uncompiled import HURRY

# Where kernels are, and who calls them.
ROOMS = ("", "games", "rules", "search", "tables", "think", "solve", "players", "library")

warm: set[tuple[Any, int, bool]] = set()  # what was compiled in this process


def warm_up(game: Game, mode: int, threads: int = 1) -> None:
    """Compile a search, so that compiling does not count against a limit of time."""
    if is_cold(game):
        return
    place = (type(game.rules), mode, threads > 1)
    if place not in warm:
        if game.has_chance:
            dice.search(game.rules, game.start, depth=1, nodes=1, weights=game.weights)
        else:
            search_a_node(game, mode, threads)
        warm.add(place)


def search_a_node(game: Game, mode: int, threads: int) -> None:
    """Run each kernel of a search for a moment."""
    team = Team(
        game.rules,
        mode=mode,
        signs=mode == COUNT_AT,
        weights=game.weights,
        threads=min(2, threads),
        megabytes=0,
        limits=Limits(nodes=1),
    )
    moves = game.legal_moves(game.start)
    if mode == LOOK_AHEAD and moves:
        Deepening(Task(game, game.start, moves=moves), team).run(1)
        return
    for alpha, beta in ((-1, 1), (0, 1)):  # yes-or-no questions may have a kernel of their own
        with suppress(Stopped):
            team.search(game.start, alpha, beta)
        team.runner.reason = ""


# A file in the folder of the kernels says that all of a game were compiled: as long as the sources
# are the same, nothing is missing.


def warm_name(game: Game, part: str = "") -> str:
    """Its name; variants with one class of rules have the same kernels.

    A `part` is what some use of a game needs (`library/warming.py`), no part all of them.
    """
    kind = type(game.rules)
    home = kind.__module__.split(".")
    own = "/".join(home[1:-1]) if home[0] == "yomikiri" else "games"  # no other game's sources
    sources = package_fingerprint(*sorted({*ROOMS, own}), within=False)
    known = (*MODE, sources, rules_fingerprint(kind), kind.__qualname__, part)
    return f"warm-{hashlib.sha256(repr(known).encode()).hexdigest()[:32]}"


def is_warm(game: Game, *part: str) -> bool:
    """Whether all kernels of a game, or those of a part, were compiled and kept."""
    return any(CACHE.read(warm_name(game, name)) is not None for name in ("", *part))


def note_warm(game: Game, part: str = "") -> None:
    """Remember that they are."""
    CACHE.write(warm_name(game, part), b"")


def is_cold(game: Game) -> bool:
    """Whether a game runs as plain Python, for its kernels are being compiled."""
    return HURRY.is_on and not is_warm(game)
