"""Exercises made from tables and read-outs: a position, what to find there, and the one move.

A position is taken only if every move that matters has a proved value and exactly one of them is
right.  The same seed and number give the same exercise, so a series has no end; a table that was
built meanwhile changes it.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from yomikiri.errors import (
    FUNCTION,
    TEXT,
    WHOLE,
    InputError,
    check_kind,
    check_optional,
    suggest,
)
from yomikiri.games.game import Game, Move, Position, State
from yomikiri.lab.proved import MATES, PLIES, TRIES, Rated, left, rating, some_positions
from yomikiri.play import formats
from yomikiri.players import make_player
from yomikiri.solve.options import read_game
from yomikiri.tables.table import Table, find_table
from yomikiri.words import Message, in_both, message

WIN, DRAW, MATE, SHORTEST, STONES = "win", "draw", "mate", "shortest", "stones"
KINDS = (WIN, DRAW, MATE, SHORTEST, STONES)
LEVELS = (1, 3, 5, 7)  # that are asked whether they find it
LONGEST_MATE = 9  # plies, by a table
LINE = 40  # plies that are shown


class Exercise(NamedTuple):
    """A position in which one move is right."""

    game: Game
    kind: str
    seed: int
    number: int
    state: State
    move: int
    value: int  # of the position to the player to move; of a mate 1
    distance: int | None
    rated: list[Rated]  # every move, the best first
    line: list[str]
    level: int | None  # the lowest of LEVELS that finds it
    source: str  # table, or search

    @property
    def position(self) -> Position:
        """The position, to look at and to play on."""
        return Position(self.game, self.state)

    @property
    def answer(self) -> Move:
        """The move that is right."""
        return self.game.move(self.state, self.move)

    @property
    def task(self) -> Message:
        """What is to be found."""
        who = {name: names[self.mover] for name, names in self.game.players.items()}
        plies = self.distance or 0
        return message(f"exercise.task.{self.kind}", who=who, n=(plies + 1) // 2)

    @property
    def mover(self) -> int:
        """Whose move is to be found."""
        return self.game.mover(self.state)

    @property
    def stars(self) -> int:
        """How hard it is, from 1 to 5: by the lowest level that finds it."""
        return len(LEVELS) + 1 if self.level is None else LEVELS.index(self.level) + 1

    def keeps(self, each: Rated) -> bool:
        """Whether a move keeps what the position is worth: the result, or the count of stones."""
        if self.kind == STONES:
            return each.value == self.value
        return (each.value > 0) - (each.value < 0) == (self.value > 0) - (self.value < 0)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `exercise`."""
        game, state = self.game, self.state
        keeping = sum(self.keeps(each) for each in self.rated)
        return {
            "game": str(game),
            "rules_hash": game.rules_hash,
            "kind": self.kind,
            "seed": self.seed,
            "number": self.number,
            "position": game.show(state),
            "mover": self.mover,
            "task": in_both(self.task),
            "solution": game.move_name(state, self.move),
            "value": self.value,
            "distance": self.distance,
            "moves": [
                {
                    "move": game.move_name(state, each.move),
                    "value": each.value,
                    "distance": each.distance,
                    "exact": each.exact,
                    "line": [],
                }
                for each in self.rated
            ],
            "line": list(self.line),
            "difficulty": {
                "stars": self.stars,
                "level": self.level,
                "legal": len(game.legal_moves(state)),
                "keeping": keeping,
                "depth": self.distance if self.distance is not None else left(game, state),
            },
            "source": self.source,
        }

    def __str__(self) -> str:
        name = self.game.move_name(self.state, self.move)
        return f"{self.game.draw(self.state)}\n{self.task}\n{name}"


def kinds_of(game: Game, *, tables: bool = True) -> tuple[str, ...]:
    """The kinds of exercises that a game has, with the tables that were built."""
    if game.has_chance:
        return ()
    if game.has_score:
        return (WIN, STONES, DRAW)
    if tables and find_table(game) is not None:
        return (WIN, DRAW, MATE, SHORTEST)
    return (MATE,) if left(game, game.start) is None else (WIN, DRAW, MATE)


def exercise(
    game: Game | str,
    *,
    kind: str | None = None,
    seed: int = 0,
    number: int = 0,
    tables: bool = True,
    poll: Callable[[], None] | None = None,
) -> Exercise:
    """An exercise of a game, proved: by its table, or read out.

    `kind` is `win` (the only winning move), `draw` (the only one that holds it), `mate` (the only
    one that wins in n moves), `shortest` (of several that win the quickest) or `stones` (the only
    one with the best count); None: any.  Each `number` of a series by `seed` is another.

    >>> found = exercise("tictactoe", kind="win", seed=1)
    >>> [each.value for each in found.rated].count(1)
    1
    """
    game = read_game(game)
    check_kind(WHOLE, seed=seed, number=number)
    check_optional(TEXT, kind=kind)
    check_optional(FUNCTION, poll=poll)
    kinds = kinds_of(game, tables=tables)
    if not kinds:
        raise InputError("exercise.dice", game=game)
    if kind is not None and kind not in kinds:
        near = suggest(kind, kinds)
        raise InputError("exercise.kind", game=game, kinds=kinds, got=kind, near=near)
    table = find_table(game) if tables and not game.has_score else None
    wanted = [kind] if kind else list(kinds)
    chance = Random(f"{game} {kind} {seed} {number}")
    chance.shuffle(wanted)
    for each in wanted:
        rate = rating(game, table, poll)
        for state in some_positions(game, chance, table):
            if poll is not None:
                poll()
            rated = rate(state)
            if (right := right_move(each, rated)) is not None:
                return made(game, each, seed, number, state, right, rated, table)
    raise InputError("exercise.none", game=game, kind=", ".join(wanted), n=TRIES)


def made(
    game: Game,
    kind: str,
    seed: int,
    number: int,
    state: State,
    right: Rated,
    rated: list[Rated],
    table: Table | None,
) -> Exercise:
    """The exercise, with its line and how hard it is."""
    line = list(right.line)
    if table is not None:
        moves = [right.move, *table.line(game.play(state, right.move))][:LINE]
        line = list(game.line_text(state, moves))
    ranked = sorted(rated, key=lambda each: (each.move != right.move, -each.value))
    return Exercise(
        game,
        kind,
        seed,
        number,
        state,
        right.move,
        right.value,
        right.distance,
        ranked,
        line or [game.move_name(state, right.move)],
        lowest_level(game, state, right.move),
        "search" if table is None else "table",
    )


def lowest_level(game: Game, state: State, move: int) -> int | None:
    """The lowest level that finds a move twice."""
    for level in LEVELS:
        players = (make_player(f"level:{level}", game, seed=seed) for seed in (0, 1))
        if all(player.choose(state, []).move == move for player in players):
            return level
    return None


def right_move(kind: str, rated: Sequence[Rated]) -> Rated | None:
    """The one right move; None if there is none, or another."""
    if len(rated) < 2:
        return None
    best = max(each.value for each in rated)
    if kind == WIN:
        right = [each for each in rated if each.value > 0]
    elif kind == DRAW:
        right = [each for each in rated if each.value == best == 0]
    elif kind == STONES:
        right = [each for each in rated if each.value == best]
    else:
        winning = [each for each in rated if each.value > 0]
        if not winning or any(each.distance is None for each in winning):
            return None
        soonest = min(each.distance or 0 for each in winning)
        longest = LONGEST_MATE if kind == MATE else PLIES
        if not min(MATES) <= soonest <= longest or (kind == SHORTEST and len(winning) < 2):
            return None
        right = [each for each in winning if each.distance == soonest]
    return right[0] if len(right) == 1 else None


def in_format(found: Exercise, name: str) -> str:
    """An exercise in a line of another program: `epd` with the best move, or `sfen`."""
    game = found.game
    if name == "epd" and ".epd" in game.line_formats:
        wdl = (found.value > 0) - (found.value < 0)
        fields = game.line_formats[".epd"](found.state, wdl, found.distance).split(" ", 4)
        best = game.move_name(found.state, found.move)
        label = f'id "{found.kind} {found.seed}.{found.number}"'
        return f"{' '.join(fields[:4])} bm {best}; {label}; {fields[4]}"
    if name == "sfen" and "sfen" in formats.of(game):
        return f"sfen {game.show(found.state)}"
    raise InputError("exercise.format", name=name, game=game)
