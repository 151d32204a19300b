"""Reading out: the best of some moves, searched to the end of the game."""

from collections.abc import Sequence

from yomikiri.rules import UNLIMITED
from yomikiri.running import Stopped
from yomikiri.search.workspace import READ_OUT
from yomikiri.think.deepening import expected_line
from yomikiri.think.memory import MOST_DEPTH, megabytes_for
from yomikiri.think.team import Team
from yomikiri.think.thought import Task, Thought
from yomikiri.think.values import Root, ranked
from yomikiri.think.warming import warm_up


def read_out(task: Task, *, every: bool = False) -> Thought:
    """The best move by a search to the end of the game; none if a limit came first.

    First the winner, then the score: if only the former was found in time it is not `exact`.
    With `every`, all moves that are as good are found too.
    """
    game, state, _, limits, moves, plan, *_ = task
    if limits.seconds is not None:
        warm_up(game, READ_OUT)
    size = megabytes_for(limits) if plan.megabytes is None else plan.megabytes
    team = Team(game.rules, weights=game.weights, megabytes=size, limits=limits, handle=task.handle)
    root = Root(game, state, team, ())
    tried = ranked(game, state, moves)
    found = Thought(None)
    try:
        best, sign = pick(root, tried, -1, 1)
        is_exact = not game.has_score or sign == 0
        found = Thought(best, sign, is_exact, line=(best,), equal=(best,))
        value = sign
        if game.has_score and sign != 0:
            tried.remove(best)
            tried.insert(0, best)
            bottom, top = (0, game.greatest) if sign > 0 else (-game.greatest - 1, -1)
            best, value = pick(root, tried, bottom, top)
            found = Thought(best, value, True, line=(best,), equal=(best,))
        equal = [best]
        if every:
            others = (move for move in tried if move != best)
            equal += [
                move
                for move in others
                if root.value_of(move, value - 1, value, UNLIMITED, narrow=False) >= value
            ]
        line = (best, *expected_line(game, team, game.play(state, best), MOST_DEPTH))
        found = found._replace(equal=tuple(equal), line=line)
    except Stopped as end:
        found = (Thought(None) if every else found)._replace(stopped=end.reason)
    return found._replace(nodes=team.nodes, seconds=team.seconds)


def pick(root: Root, moves: Sequence[int], bottom: int, top: int) -> tuple[int, int]:
    """The first of the best moves and its value, cut off at `bottom` and `top`."""
    best, value = moves[0], bottom
    for move in moves:
        if value >= top:
            break
        found = min(top, root.value_of(move, value, top, UNLIMITED, narrow=value > bottom))
        if found > value:
            best, value = move, found
    return best, value
