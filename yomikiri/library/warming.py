"""All kernels of a game compiled, here or in the background."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from yomikiri.errors import FLAG, Said, check_kind
from yomikiri.games import load, strangers
from yomikiri.games.game import Game
from yomikiri.jit import CACHE
from yomikiri.players import make_player
from yomikiri.search.perft import perft
from yomikiri.solve import analyze, solve
from yomikiri.solve.options import read_game
from yomikiri.think.warming import is_warm, note_warm, warm_name
from yomikiri.uncompiled import HURRY
from yomikiri.work import Call, hire

JOBS = 2
LONGEST_GAME, FEW = 100, 1000  # plies, nodes: enough to call every kernel of a solve
LONGEST = 3600.0  # seconds to wait for another process that compiles the same game


def ask_rules(game: Game) -> None:
    """Everything that is asked of the rules one by one."""
    game.position().play(str(game.position().moves[0]))
    game.svg(game.start)
    game.end(game.start, [], 1)
    game.page_scene  # noqa: B018
    for move in game.legal_moves(game.start)[:1]:
        game.touches(game.start, move)


def read_out(game: Game) -> None:
    """A solve that soon ends, and a whole one of a position near the end of a game."""
    if game.has_chance:
        return
    solve(game, nodes=1, tables=False)
    states = [game.start]
    while len(states) < LONGEST_GAME and (moves := game.legal_moves(states[-1])):
        states.append(game.play(states[-1], moves[0]))
    solve(game, position=states[-3:][0], nodes=FEW, tables=False)


def choose(name: str) -> Callable[[Game], Any]:
    """A move by a player."""
    return lambda game: make_player(name, game).choose(game.start)


# What a game is used for, the most usual first.
PARTS: Mapping[str, Callable[[Game], Any]] = {
    "rules": ask_rules,
    "levels": choose("level:1"),
    "analysis": lambda game: analyze(game, nodes=1, tables=False),
    "depth": lambda game: analyze(game, depth=1, tables=False),
    "strong": lambda game: make_player("level:9", game).prepare(),
    "solving": read_out,
    "trees": choose("mcts:playouts=1"),
    "greedy": choose("greedy"),
    "perft": lambda game: perft(game.rules, game.start, 1),
}


def compile_part(spec: str, part: str) -> tuple[float, bool]:
    """Compile what a part needs; the CPU time that it took, and whether kernels could be kept."""
    began = time.process_time()
    with suppress(Said):  # a player that the game does not have, or a limit that came first
        PARTS[part](load(spec))
    return time.process_time() - began, CACHE.is_open


def warm_parts(game: Game, jobs: int = JOBS) -> Iterator[tuple[str, float]]:
    """Compile all kernels of a game, in processes; each part as it is done, with its CPU time.

    While another process does the same, this one waits for it instead: servers that are started
    together would only wait for each other's kernels, one by one.  What could not be kept, on a
    full disk, say, counts as not compiled.
    """
    name, is_kept = warm_name(game), True
    CACHE.claim(name, LONGEST)
    try:
        if is_warm(game):
            return
        with hire(jobs) as crew:
            calls = (Call(part, compile_part, (game.spec, part)) for part in PARTS)
            for done in crew.each(calls, ahead=len(PARTS)):
                seconds, kept = done.value
                is_kept = is_kept and kept
                yield str(done.key), float(seconds)
        if is_kept:
            note_warm(game)
    finally:
        CACHE.release(name)


def warm(game: Game | str, *, wait: bool = True) -> None:
    """Compile all kernels of a game, which is done once: later they are read from disk.

    Without `wait` another process does it.  Until then everything is answered by plain Python:
    players and analyses look less far ahead, and answer within a second or two.

    >>> warm("tictactoe")
    """
    found = read_game(game)
    check_kind(FLAG, wait=wait)
    if not wait:
        warm_behind(found)
    elif not is_warm(found):
        for _ in warm_parts(found):
            pass


def warm_behind(*games: Game, may_guess: bool = True) -> bool:
    """Have another process compile kernels, if they are not; whether it does.

    Without games, those of every family.
    """
    if games and all(is_warm(game) for game in games):
        HURRY.end()
        return False
    own = os.pathsep.join(home for home in strangers().values() if home.endswith(".py"))
    known = os.environ.get("YOMIKIRI_GAMES", "")
    more = {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "YOMIKIRI_GAMES": os.pathsep.join(filter(None, (own, known))),
    }
    command = ["-m", "yomikiri", "warm", *(game.spec for game in games)]
    return HURRY.begin(command, more, may_guess=may_guess)
