"""Positions at random whose moves have proved values: by a table, read out, or wins in n plies."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.rules import CHANCE, UNLIMITED, remaining
from yomikiri.running import Handle, Limits
from yomikiri.search.codes import HOLE
from yomikiri.search.mate import MOST_NODES
from yomikiri.solve import analyze
from yomikiri.tables.table import Table
from yomikiri.think.distances import MEGABYTES, wins
from yomikiri.think.mate import Prover
from yomikiri.think.team import UNBOUNDED

TRIES = 400  # positions that are looked at for one exercise
PLIES = 200  # of a random game
LATE = 12  # plies that are left where a game is read out, and from the end where it cannot be
MATES = (3, 5)  # plies of a win that is proved by search
NODES = 400_000  # of a read-out
BUDGET = 30_000  # nodes for one move of such a win


class Rated(NamedTuple):
    """A move with its value, as the player who makes it sees it."""

    move: int
    value: int
    distance: int | None
    line: Sequence[str] = ()
    exact: bool = True  # else it is only known that it does not win in time


def left(game: Game, state: State) -> int | None:
    """How many plies there are at most; None if nobody knows."""
    found = int(remaining(game.rules, state))
    return None if found == UNLIMITED else found


# Where positions come from.


def some_positions(game: Game, chance: Random, table: Table | None) -> Iterator[State]:
    """Positions in which there is something to choose, at random."""
    for number in range(TRIES):
        if table is not None and number % 2 == 0:
            state = a_number(table, chance)
        else:
            state = a_late_one(game, chance, table)
        if state is None or game.outcome(state) is not None or len(game.legal_moves(state)) < 3:
            continue
        try:
            if game.parse(game.show(state)) == state:
                yield state
        except InputError:
            continue  # a number of something that no game leads to


def a_number(table: Table, chance: Random) -> State | None:
    """A position by its number in one of the game's own classes; None for a hole."""
    group = chance.choice(list(table.game.own_classes()))
    number = chance.randrange(table.numbers.classes[group].size)
    is_hole = table.files[group].code(number) == HOLE
    return None if is_hole else table.state(group, number)


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
    game: Game,
    table: Table | None,
    poll: Callable[[], None] | None = None,
    nodes: int = NODES,
) -> Rate:
    """How moves are valued in this game; `nodes` are for a position that is read out."""
    if table is not None:
        return partial(rated_by_table, table)
    if left(game, game.start) is not None:
        return partial(read_out, game, poll, nodes)
    # One for all positions: its memory is 16 MB, and what it knows does not depend on the path.
    prover = Prover(game.rules, game.start, Limits(), MEGABYTES, None, Handle(poll), checks=False)
    return partial(mates, game, prover)


def rated_by_table(table: Table, state: State) -> list[Rated]:
    """Every move by a table."""
    return [Rated(*found) for found in table.moves(state)]


def read_out(game: Game, poll: Callable[[], None] | None, nodes: int, state: State) -> list[Rated]:
    """Every move, read out to the end of the game."""
    found = analyze(game, position=state, nodes=nodes, tables=False, poll=poll)
    if not all(entry.exact for entry in found.moves):
        return []
    return [
        Rated(entry.move.number, round(entry.value), entry.distance, entry.line)
        for entry in found.moves
    ]


def mates(game: Game, prover: Prover, state: State) -> list[Rated]:
    """The moves that win soonest, by a proof over all moves, and the others, which do not.

    A move that does not win in time has the value 0, not called exact: it is no answer to "win in
    n", but it may win later, or lose.
    """
    me = game.mover(state)
    children = {move: game.play(state, move) for move in game.legal_moves(state)}
    for plies in (1, *MATES):
        won = {move: wins(prover, child, me, plies - 1, BUDGET) for move, child in children.items()}
        if any(answer is None for answer in won.values()):
            return []
        if any(won.values()):
            winners = [move for move, answer in won.items() if answer]
            line = the_line(game, prover, state, plies, winners)
            return [
                Rated(move, 1, plies, line if move == winners[0] else ())
                if answer
                else Rated(move, 0, None, exact=False)
                for move, answer in won.items()
            ]
    return []


def the_line(
    game: Game, prover: Prover, state: State, plies: int, winners: list[int]
) -> Sequence[str]:
    """How an only winning move goes on to the end; nothing where there are others."""
    if len(winners) > 1:
        return ()
    prover.space.control[MOST_NODES] = UNBOUNDED  # all of it was proved within the budget
    line: list[int] = []
    prover.follow(state, plies, winners, line)
    return game.line_text(state, line)
