"""Exercises made from tables and read-outs: a position, what to find there, and the one move.

Positions come from random games and, where there is a table, from its numbers.  One is taken only if
every move that matters has a proved value and exactly one of them is right.  The same seed and
number give the same exercise, so a series has no end; a table that was built meanwhile changes it.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from yomikiri import rules as contract
from yomikiri.errors import InputError, suggest
from yomikiri.games.game import Game, State
from yomikiri.play import formats
from yomikiri.players import make_player
from yomikiri.rules import CHANCE, UNLIMITED, remaining
from yomikiri.running import Handle, Limits
from yomikiri.solve import analyze
from yomikiri.solve.options import read_game
from yomikiri.tables.table import Table, find_table
from yomikiri.think.distances import MEGABYTES, wins
from yomikiri.think.mate import Prover
from yomikiri.words import Message, in_both, message

WIN, DRAW, MATE, SHORTEST, STONES = "win", "draw", "mate", "shortest", "stones"
KINDS = (WIN, DRAW, MATE, SHORTEST, STONES)
LEVELS = (1, 3, 5, 7)  # that are asked whether they find it
TRIES = 400  # positions that are looked at for one exercise
PLIES = 200  # of a random game
LATE = 12  # plies that are left where a game is read out, and from the end where it cannot be
MATES = (3, 5)  # plies of a mate that is proved by search
LONGEST_MATE = 9  # plies, by a table
NODES = 400_000  # of a read-out
BUDGET = 30_000  # nodes for one move of a mate
LINE = 40  # plies that are shown


class Rated(NamedTuple):
    """A move with its proved value, as the player who makes it sees it."""

    move: int
    value: int
    distance: int | None
    line: Sequence[str] = ()


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
    rated: list[Rated]  # every move whose value was proved, the best first
    line: list[str]
    level: int | None  # the lowest of LEVELS that finds it
    source: str  # table, or search

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

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `exercise`."""
        game, state = self.game, self.state
        keeping = sum((each.value > 0) == (self.value > 0) for each in self.rated)
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
                    "exact": True,
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


def left(game: Game, state: State) -> int | None:
    """How many plies there are at most; None if nobody knows."""
    found = int(remaining(game.rules, state))
    return None if found == UNLIMITED else found


def kinds_of(game: Game, *, tables: bool = True) -> tuple[str, ...]:
    """The kinds of exercises that a game has, with the tables that were built."""
    if game.has_chance:
        return ()
    if game.has_score:
        return (WIN, STONES, DRAW)
    has_table = tables and find_table(game) is not None
    if has_table or left(game, game.start) is not None:
        return (WIN, DRAW, MATE, SHORTEST)
    return (MATE,)


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
        rate = rating(game, each, table, poll)
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


# Where positions come from.


def some_positions(game: Game, chance: Random, table: Table | None) -> Iterator[State]:
    """Positions in which there is something to choose, at random."""
    for number in range(TRIES):
        by_number = table is not None and number % 2 == 0
        state = a_number(game, chance) if by_number else a_late_one(game, chance, table)
        if state is None or game.outcome(state) is not None or len(game.legal_moves(state)) < 3:
            continue
        try:
            if game.parse(game.show(state)) == state:
                yield state
        except InputError:
            continue  # a number of something that no game leads to


def a_number(game: Game, chance: Random) -> State | None:
    """A position by its number in one of the game's own classes; None for a hole."""
    group = chance.choice(list(game.own_classes()))
    number = chance.randrange(game.table_classes()[group].size)
    state = contract.unindex(game.rules, group, number)
    try:
        return state if contract.index(game.rules, state) == (group, number) else None
    except (IndexError, ValueError):
        return None


def a_late_one(game: Game, chance: Random, table: Table | None) -> State | None:
    """A position of a random game: any if there is a table, else one near the end."""
    states = [game.start]
    for _ in range(PLIES):
        moves = game.legal_moves(states[-1])
        if not moves:
            break
        states.append(game.play(states[-1], chance.choice(moves)))
    if left(game, game.start) is not None and table is None:
        states = [state for state in states if (left(game, state) or 0) <= LATE]
    elif table is None:
        states = states[-LATE:]
    states = [state for state in states if game.mover(state) != CHANCE]
    return chance.choice(states) if states else None


# What moves are worth, proved.

Rate = Callable[[State], list[Rated]]  # nothing where something is not proved


def rating(
    game: Game, kind: str, table: Table | None, poll: Callable[[], None] | None = None
) -> Rate:
    """How moves are valued in this game."""
    if table is not None:
        return partial(rated_by_table, table)
    if left(game, game.start) is not None:
        return partial(read_out, game, poll)
    return partial(mates, game, poll)


def rated_by_table(table: Table, state: State) -> list[Rated]:
    """Every move by a table."""
    return [Rated(*found) for found in table.moves(state)]


def read_out(game: Game, poll: Callable[[], None] | None, state: State) -> list[Rated]:
    """Every move, read out to the end of the game."""
    found = analyze(game, position=state, nodes=NODES, tables=False, poll=poll)
    if not all(entry.exact for entry in found.moves):
        return []
    return [
        Rated(entry.move.number, round(entry.value), entry.distance, entry.line)
        for entry in found.moves
    ]


def mates(game: Game, poll: Callable[[], None] | None, state: State) -> list[Rated]:
    """The moves that win soonest by a proof over all moves, and the others, which win later or never.

    A move that is not proved to win in time has the value 0: it is no answer to "win in n".
    """
    prover = Prover(game.rules, state, Limits(), MEGABYTES, None, Handle(poll), checks=False)
    me = game.mover(state)
    children = {move: game.play(state, move) for move in game.legal_moves(state)}
    for plies in (1, *MATES):
        won = {
            move: wins(prover, child, me, plies - 1, BUDGET) for move, child in children.items()
        }
        if any(answer is None for answer in won.values()):
            return []
        if any(won.values()):
            return [
                Rated(move, int(bool(answer)), plies if answer else None)
                for move, answer in won.items()
            ]
    return []


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
