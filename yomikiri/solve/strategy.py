"""A strategy as a certificate has it: one move in each position of the player who proves something.

The walk is the one of docs/formats.md: depth first over distinct canonical positions, all moves of
the other player followed, down to a floor of some empty cells.  Cells are numbered row by row from
the top left, and moves are in the order of these numbers, whatever numbers the rules use.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.rules import mirror, remaining
from yomikiri.search.recording import BYTES, CONTENTS, MOST_CELLS, canonical
from yomikiri.search.workspace import Words
from yomikiri.think.values import Values

FIRST_BUDGET = 1 << 8  # nodes spent on each move before more are spent on any
GROWTH = 16  # of the budget, each round

Place = tuple[int, int, bool]  # own and other stones; whether the prover is to move
Choose = Callable[[Place, Any, list[int]], int]  # one of the moves, in the state of this place


class Walked(NamedTuple):
    """What a walk met."""

    moves: bytes  # of the player who proves, in order, each as its place among the legal moves
    positions: int
    ends: list[tuple[Place, Any]]  # places at the floor and their states, if they were kept


class Chart:
    """The cells of a game of stones as a certificate numbers them."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        places = sorted(game.places.items(), key=lambda item: item[1][::-1])
        self.number = {cell: number for number, (cell, _) in enumerate(places)}

    def cells(self, stones: int) -> int:
        """A set of cells in the numbers of certificates."""
        return sum(1 << n for cell, n in self.number.items() if stones >> cell & 1)

    @cached_property
    def words(self) -> Words:
        """The same as tables for `record`: each byte of a set, then the order of moves."""
        sets = [self.cells(part << 8 * byte) for byte in range(BYTES) for part in range(CONTENTS)]
        order = [self.number.get(cell, MOST_CELLS) for cell in range(MOST_CELLS + 1)]
        return np.array(sets + order, np.uint64).view(np.int64)

    def canonical(self, state: Any) -> Any:
        """The smallest of the mirror images."""
        return mirror(self.rules, state, canonical(self.rules, self.words, state))

    def moves(self, state: Any) -> list[int]:
        """The legal moves in the order of cells; a pass is never one of several."""
        return sorted(self.game.legal_moves(state), key=lambda move: self.number.get(move, -1))

    def left(self, state: Any) -> int:
        """How many cells are empty."""
        return int(remaining(self.rules, state))

    def walk(
        self, roots: Iterable[tuple[bool, Any]], floor: int, choose: Choose, *, keep: bool = False
    ) -> Walked:
        """Follow a strategy from roots: whether the prover is to move there, and their states."""
        moves = bytearray()
        seen: set[Place] = set()
        ends: dict[Place, Any] = {}
        stack = list(roots)[::-1]
        while stack:
            proves, state = stack.pop()
            if self.left(state) <= floor and not keep:
                continue
            state = self.canonical(state)
            place = (state.own, state.other, proves)
            if self.left(state) <= floor:
                ends.setdefault(place, state)
                continue
            if place in seen or not (legal := self.moves(state)):
                continue
            seen.add(place)
            if proves and len(legal) > 1:
                chosen = choose(place, state, legal)
                moves.append(legal.index(chosen))
                legal = [chosen]
            stack += [(not proves, self.game.play(state, move)) for move in reversed(legal)]
        return Walked(bytes(moves), len(seen), list(ends.items()))


class Searched:
    """Chooses moves by asking a team that has just read the game out, and remembers them."""

    def __init__(self, values: Values, goal: int) -> None:
        self.values, self.goal = values, goal
        self.known: dict[Place, int] = {}

    def __call__(self, place: Place, state: Any, legal: list[int]) -> int:
        if place not in self.known:
            self.known[place] = self.cheapest(state, legal)
        return self.known[place]

    def cheapest(self, state: Any, legal: list[int]) -> int:
        """The move that is soonest proved to reach the goal, for one does.

        Refuting a move that the solver never refuted can take as long as the solve, so each gets a
        few nodes before any gets more.  What the tables still know takes next to none.
        """
        game, team, goal = self.values.game, self.values.team, self.goal
        open_moves = self.values.remembered_first(game, state, legal)
        budget = FIRST_BUDGET
        while len(open_moves) > 1:
            for move in list(open_moves):
                value = team.within(game.play(state, move), -goal, 1 - goal, budget)
                if value is not None and -value >= goal:
                    return move
                if value is not None:
                    open_moves.remove(move)
            budget *= GROWTH
        return open_moves[0]


def walk_to_the_ends(
    game: Game, start: Any, prover: int, choose: Callable[[Any], Sequence[int]], most: int
) -> Walked:
    """A strategy in a game whose positions can come again, to the ends of all lines.

    `choose` gives the moves that serve.  Taken is the first to a position that was met, or else
    the first, so that there are few positions.
    """
    moves = bytearray()
    seen: set[str] = set()
    stack = [start]
    while stack:
        state = stack.pop()
        names = {game.move_name(state, move): move for move in game.legal_moves(state)}
        if not names or (text := game.show(state)) in seen:
            continue
        seen.add(text)
        if len(seen) > most:
            raise InputError("verify.too_large", most=most)
        order = sorted(names)
        if game.mover(state) == prover and len(order) > 1:
            serving = choose(state)
            met = (move for move in serving if game.show(game.play(state, move)) in seen)
            order = [game.move_name(state, next(met, serving[0]))]
            moves.append(sorted(names).index(order[0]))
        stack += [game.play(state, names[name]) for name in reversed(order)]
    return Walked(bytes(moves), len(seen), [])
