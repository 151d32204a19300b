"""The value of every move of a position, by the search that chose one of them."""

from collections.abc import Sequence
from typing import NamedTuple

from yomikiri.games.game import Game, State
from yomikiri.running import Limits, Stopped
from yomikiri.search.workspace import LOOK_AHEAD
from yomikiri.think import Plan, Thought, dice
from yomikiri.think.deepening import expected_line
from yomikiri.think.memory import megabytes_for
from yomikiri.think.team import Team
from yomikiri.think.values import Root


class Valued(NamedTuple):
    """A move and its value as the mover sees it; None if the limits did not allow a search."""

    move: int
    value: float | None
    exact: bool
    line: tuple[int, ...]


def value_moves(
    game: Game,
    state: State,
    before: Sequence[State],
    moves: Sequence[int],
    thought: Thought,
    limits: Limits,
    plan: Plan,
) -> list[Valued]:
    """Each move to the last depth at which all were searched, or read out as the best one was.

    Every move may take as much as the limits allow for the choice.  The search only saw that the
    others are no better than the best, so no value is greater than that.
    """
    if game.has_chance:
        means = dice.search(
            game.rules,
            state,
            depth=max(1, thought.depth),
            weights=game.weights if plan.weights is None else plan.weights,
            unit=dice.UNIT,
            bound=dice.GUESS * game.greatest,
        )
        return [Valued(move, value, False, (move,)) for move, value in means.moves]
    valued = []
    depth = max(1, thought.depth - bool(thought.stopped)) if thought.depth else 0
    for move in moves:
        if move == thought.move:
            valued.append(Valued(move, thought.value, thought.exact, thought.line))
        elif depth:
            found = look_at(game, state, before, move, depth, limits, plan)
            if found.value is not None and found.value > thought.value:
                found = found._replace(value=thought.value)
            valued.append(found)
        else:
            valued.append(read_out(game, state, before, move, limits))
    return valued


def look_at(
    game: Game,
    state: State,
    before: Sequence[State],
    move: int,
    depth: int,
    limits: Limits,
    plan: Plan,
) -> Valued:
    """One move by looking ahead."""
    team = Team(
        game.rules,
        mode=LOOK_AHEAD,
        weights=game.weights if plan.weights is None else plan.weights,
        megabytes=megabytes_for(limits),
        limits=limits,
    )
    root, value = Root(game, state, team, before), None
    try:
        for plies in range(1, depth + 1):  # as for the choice: each round helps the next
            value = root.value_of(move, -root.most, root.most, plies, narrow=False)
    except Stopped:
        value = None
    line = expected_line(game, team, game.play(state, move), depth)
    return Valued(move, value, False, (move, *line))


def read_out(
    game: Game, state: State, before: Sequence[State], move: int, limits: Limits
) -> Valued:
    """One move to the end of the game."""
    team = Team(game.rules, weights=game.weights, megabytes=megabytes_for(limits), limits=limits)
    root, child = Root(game, state, team, before), game.play(state, move)
    try:
        value = root.settle(state, child, -game.greatest, game.greatest)
    except Stopped:
        return Valued(move, None, False, (move,))
    return Valued(move, value, True, (move,))
