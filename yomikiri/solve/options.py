"""What a caller may ask of `solve` and `analyze`, checked: positions, goals, limits, memory."""

import itertools
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from yomikiri.errors import (
    GAME,
    NUMBER,
    TEXT,
    WHOLE,
    InputError,
    check_kind,
    check_optional,
    suggest,
    wrong_kind,
)
from yomikiri.games import load
from yomikiri.games.game import Game, Position
from yomikiri.games.parts import moves_as_text
from yomikiri.running import Limits
from yomikiri.think.every import DEEPEST
from yomikiri.think.team import MOST_THREADS
from yomikiri.words import message

GOALS = ("score", "win", "mate")
STAGES = "stages"
KINDS = ("win-win", "score-score", "score-win", "win-score")  # the default first

# Python and the compiler need this much beside the table (measured: 145 when the kernels come from
# the cache, 235 while they are compiled).
PROGRAM_MEGABYTES = 256
SIZES = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
DECIMAL = {"k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
LEAST_MEMORY = 1 << 20
MOST_MEMORY = 1 << 43
MOST_SECONDS = 10**9
MOST_NODES = 1 << 60


class Goal(NamedTuple):
    """A goal as asked for."""

    name: str  # score, win, mate or stages
    split: tuple[int, int] | None = None  # of stages; None: all splits, or those between
    kind: str = KINDS[0]
    wide: bool = False
    majority: bool = False  # stop when the rest cannot change which side has more splits
    between: tuple[int, int] | None = None  # the least m and the greatest

    @property
    def is_whole(self) -> bool:
        """Whether all splits are asked for."""
        return self.split is None and self.between is None

    def __str__(self) -> str:
        if self.name != STAGES:
            return self.name
        words = ["all" if self.split is None else "{},{}".format(*self.split)]
        words = words if self.between is None else ["{}-{}".format(*self.between)]
        words += [f"kind={self.kind}"] if self.kind != KINDS[0] else []
        words += ["wide"] if self.wide else []
        words += ["majority"] if self.majority else []
        return f"{STAGES}={','.join(words)}"


def read_goal(text: str) -> Goal:
    """The goal written as `text`, such as `score` or `stages=6,10,kind=score-win`."""
    check_kind(TEXT, goal=text)
    name, equals, rest = text.strip().lower().partition("=")
    if not equals and name in GOALS:
        return Goal(name)
    if name != STAGES or not rest:
        near = suggest(name, (*GOALS, STAGES)) if name != STAGES else ""
        raise InputError("solve.goal", goals=message("solve.goals"), got=text, hint=near)
    words = [word.strip() for word in rest.split(",")]
    split: tuple[int, int] | None = None
    between: tuple[int, int] | None = None
    if words[0] == "all":
        words = words[1:]
    elif found := re.fullmatch("([0-9]{1,3})-([0-9]{1,3})", words[0]):
        between = (int(found[1]), int(found[2]))
        words = words[1:]
    elif len(words) >= 2 and all(re.fullmatch("[0-9]{1,3}", word) for word in words[:2]):
        split = (int(words[0]), int(words[1]))
        words = words[2:]
    else:
        raise InputError("solve.stages_numbers", got=text)
    kind, wide, majority = KINDS[0], False, False
    for word in words:
        if word == "wide":
            wide = True
        elif word == "majority" and split is None:
            majority = True
        elif word.startswith("kind=") and word[5:] in KINDS:
            kind = word[5:]
        else:
            raise InputError("solve.stages_words", kinds="|".join(KINDS), got=word, goal=text)
    return Goal(STAGES, split, kind, wide, majority, between)


def read_memory(text: str | float) -> float:
    """Megabytes for the table, of all the memory that `text`, such as `1GiB`, allows the program.

    >>> read_memory("1GiB"), read_memory("64M")
    (768.0, 16.0)
    """
    megabytes = read_size(text) / (1 << 20)
    return max(megabytes - PROGRAM_MEGABYTES, megabytes / 4)


def read_size(text: str | float) -> int:
    """The bytes that `text`, such as `1GiB`, means."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([kmgt]?)(i?)(b?)", str(text).lower())
    if not match or (match[3] and not match[2]):
        raise InputError("solve.size", got=str(text))
    # GB is decimal, as disks are sold; G and GiB are what memory comes in.
    is_decimal = match[4] and match[2] and not match[3]
    size = float(match[1]) * (DECIMAL if is_decimal else SIZES)[match[2]]
    if not LEAST_MEMORY <= size <= MOST_MEMORY:
        raise InputError("solve.memory", got=str(text))
    return int(size)


def read_limits(seconds: float | None, nodes: int | None, depth: int | None = None) -> Limits:
    """When to stop."""
    check_optional(NUMBER, seconds=seconds, nodes=nodes)
    check_optional(WHOLE, depth=depth)
    if depth is not None and not 1 <= depth <= DEEPEST:
        raise InputError("number.depth", least=1, most=DEEPEST, got=depth)
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise InputError("solve.seconds", most=MOST_SECONDS, got=seconds)
    if nodes is not None and not 1 <= nodes <= MOST_NODES:
        raise InputError("solve.nodes", most=MOST_NODES, got=nodes)
    return Limits(seconds, nodes, None if depth is None else int(depth))


def check_threads(threads: int) -> int:
    """How many threads."""
    check_kind(WHOLE, threads=threads)
    if not 1 <= threads <= MOST_THREADS:
        raise InputError("solve.threads", most=MOST_THREADS, got=threads)
    return int(threads)


def read_game(game: Game | Position | str) -> Game:
    """The game, the one of a position, or the one of this name."""
    if isinstance(game, Position):
        return game.game
    if not isinstance(game, Game | str):
        raise wrong_kind(GAME, "game", game)
    return load(game) if isinstance(game, str) else game


def read_asked(
    game: Game | Position | str, position: Any, moves: str | Sequence[str]
) -> tuple[Game, Any]:
    """The game and the position that are asked about: `game` may be a position itself."""
    if isinstance(game, Position) and position is None:
        position = game
    game = read_game(game)
    return game, read_position(game, position, moves)


def read_position(game: Game, position: Any, moves: str | Sequence[str]) -> Any:
    """The position, given as text, Position or state (None: the start), after some moves."""
    return read_path(game, position, moves)[-1]


def read_path(game: Game, position: Any, moves: str | Sequence[str]) -> list[Any]:
    """The same, and before it the game so far, as far as it is known."""
    state = game.start if position is None else position
    before: list[Any] = []
    if isinstance(state, Position) and state.game.rules_hash == game.rules_hash:
        before, state = state.history, state.state
    if isinstance(state, str):
        state = game.parse(state)
    if isinstance(state, type(game.start)):
        played = game.read_moves(state, moves_as_text(moves), before)
        return [*before, *itertools.accumulate(played, game.play, initial=state)]
    raise wrong_position(game, state)


def wrong_position(game: Game, got: Any) -> InputError:
    """The error for what is no position of a game."""
    if isinstance(got, Position):
        return InputError("solve.other_game", game=game, got=got.game)
    wanted = type(game.start).__name__
    return InputError("solve.position", game=game, wanted=wanted, got=type(got).__name__)
