"""How soon a game is won: proved distances, by all moves of both sides.

A search that prunes lines, or searches some less deeply, knows who wins but not how soon.  Here
nothing is pruned: a player wins in n plies if a win within n is proved, and one within n - 1 is
refuted.
"""

from collections.abc import Callable, Iterable
from typing import Any

from yomikiri.games.game import Game, State
from yomikiri.running import Handle, Limits, Stopped
from yomikiri.search.mate import MOST_NODES, MOST_PLIES, NODES, STOP
from yomikiri.think.mate import Prover

MEGABYTES = 16.0
BUDGET = 200_000  # positions visited for one move, at most

Tell = Callable[[int, int], None]  # a move and its distance


def find_distances(
    game: Game,
    state: State,
    decided: Iterable[tuple[int, int]],
    tell: Tell,
    *,
    limits: Limits,
    handle: Handle | None = None,
) -> int:
    """Tell how soon moves win (1) or lose (-1), as far as the limits allow.

    `decided` has moves with their signs.  The nearest ends are found first.  Returns the number
    of positions visited.
    """
    prover = Prover(game.rules, state, limits, MEGABYTES, None, handle, checks=False)
    me = game.mover(state)
    open_moves = {}  # each with the position after it, and who wins there
    for move, sign in decided:
        open_moves[move] = game.play(state, move), me if sign > 0 else 1 - me
    spent = dict.fromkeys(open_moves, 0)
    try:
        for left in range(MOST_PLIES):
            for move, (child, attacker) in list(open_moves.items()):
                before = prover.nodes
                won = wins(prover, child, attacker, left, BUDGET - spent[move])
                spent[move] += prover.nodes - before
                if won:
                    tell(move, left + 1)
                if won is not False:
                    del open_moves[move]
            if not open_moves:
                break
    except Stopped:
        pass
    return prover.nodes


def wins(prover: Prover, state: Any, attacker: int, left: int, budget: int) -> bool | None:
    """Whether a player wins within `left` plies; None if that takes more than the budget."""
    control, most = prover.space.control, prover.most_nodes
    prover.space = prover.space._replace(attacker=attacker)
    control[MOST_NODES] = min(most, int(control[NODES]) + budget)
    try:
        return prover.wins(state, left)
    except Stopped:
        if prover.runner.reason or control[NODES] >= most:
            raise
        control[STOP] = 0
        return None
