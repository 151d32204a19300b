"""The value of every move of a position, by the search that chose one of them."""

from collections.abc import Sequence

from yomikiri.games.game import Game, State
from yomikiri.think import Limits, Plan, Thought, Valued, read_out, think

READING = Plan(method=read_out)


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
    if thought.moves:  # means over throws, or the values of a book
        return list(thought.moves)
    valued = []
    # As for the choice, but for one move: each round helps the next.
    depth = max(1, thought.depth - bool(thought.stopped)) if thought.depth else 0
    alone = Plan(weights=plan.weights) if depth else READING
    limits = limits._replace(depth=depth or None)
    for move in moves:
        if move == thought.move:
            valued.append(Valued(move, thought.value, thought.exact, thought.line))
            continue
        found = think(game, state, before, limits, plan=alone, moves=[move])
        if found.stopped:
            valued.append(Valued(move, None, line=found.line or (move,)))
        else:
            value = min(found.value, thought.value)
            valued.append(Valued(move, value, found.exact, found.line))
    return valued
