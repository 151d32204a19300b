"""One move of a game judged, by the analyses of the positions before and after it.

A judgement is exact only if the values of the move that was made and of the best one are.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from yomikiri.games.end import sign
from yomikiri.games.game import Game
from yomikiri.play.tree import Node
from yomikiri.rules import FIRST
from yomikiri.solve import Analysis
from yomikiri.solve.analysis_answer import MoveValue

# Judgements: nothing to choose; none is better; the result stays, later or by less; the result, or
# much of the chance to win, is given away; all of it.
FORCED, BEST, SLIP, MISTAKE, BLUNDER = "forced", "best", "slip", "mistake", "blunder"
JUDGEMENTS = (FORCED, BEST, SLIP, MISTAKE, BLUNDER)
ERRORS = (MISTAKE, BLUNDER)
# Shares of the chance to win from which an estimated loss is called so; less is noise.
SMALL, LARGE, HUGE = 0.04, 0.12, 0.3


class Judged(NamedTuple):
    """A move that was made.  Values are as the first player sees them."""

    ply: int  # from 1
    side: int  # whose move it was
    move: str
    position: str  # before the move
    value: float | None  # of the move; None: nothing was found in time
    best_value: float | None  # of the position
    exact: bool  # whether both are results of perfect play
    distance: int | None  # plies to the end after the move, where that is proved
    best_distance: int | None
    chance: float  # that the first player wins, after the move; an estimate unless exact
    best_chance: float  # and by best play
    judgement: str  # one of JUDGEMENTS
    half_points: int  # given away by exact values: 2 from a win to a loss
    could_err: bool  # whether some move would have given half points away, by exact values
    best_moves: list[str]
    line: list[str]  # that the best move leads to

    @property
    def loss(self) -> float:
        """How much of the chance to win was given away."""
        return abs(self.best_chance - self.chance)


def move_view(move: Judged) -> dict[str, Any]:
    """A move as JSON, with chances that are no more exact than they can be."""
    rounded = {name: round(getattr(move, name), 3) for name in ("chance", "best_chance", "loss")}
    return {**move._asdict(), **rounded}


def judged(node: Node, analysis: Analysis, after: Analysis | None) -> Judged:
    """A move judged by the analyses of the positions before and after it."""
    game, parent = node.game, node.parent
    assert parent is not None and node.side is not None
    side = 1 if node.side == FIRST else -1
    entries = {entry.move.number: entry for entry in analysis.moves}
    made = known_made(node, entries.get(node.move or 0), after)
    valued = [
        made if e.move.number == node.move and made is not None else e for e in analysis.moves
    ]
    best = max((e for e in valued if e.is_valued), key=standing, default=None)
    legal = game.legal_moves(parent.state)
    if made is None or best is None or not made.is_valued:
        made = best = None
    exact = (
        made is not None and best is not None and made.exact and best_is_sure(game, best, valued)
    )
    chances = [0.5 if e is None else chance_of(game, e.value, e.exact) for e in (made, best)]
    lost = max(0.0, chances[1] - chances[0])
    results = [sign(e.value) for e in valued if e.exact]
    half_points = sign(best.value) - sign(made.value) if exact and made and best else 0
    could_err = exact and best is not None and len(results) == len(legal)
    could_err = could_err and best is not None and min(results) < sign(best.value)
    seen = [c if side > 0 else 1 - c for c in chances]
    return Judged(
        ply=node.ply,
        side=node.side,
        move=node.name,
        position=game.show(parent.state),
        value=None if made is None else side * made.value,
        best_value=None if best is None else side * best.value,
        exact=exact,
        distance=None if made is None else made.distance,
        best_distance=None if best is None else best.distance,
        chance=seen[0],
        best_chance=seen[1],
        judgement=name_of(made, best, exact, lost, half_points, len(legal)),
        half_points=half_points,
        could_err=bool(could_err),
        best_moves=[
            str(e.move)
            for e in valued
            if best is not None and e.is_valued and standing(e) == standing(best)
        ],
        line=[] if best is None else list(map(str, best.line)),
    )


def known_made(node: Node, entry: MoveValue | None, after: Analysis | None) -> MoveValue | None:
    """The value of the move that was made: exact also if the position after it is."""
    if entry is None or entry.exact or after is None or not after.exact or after.value is None:
        return entry
    assert node.parent is not None
    game = node.game
    turn = 1 if game.mover(node.state) == game.mover(node.parent.state) else -1
    return entry._replace(value=turn * after.value, exact=True)


def best_is_sure(game: Game, best: MoveValue, valued: Sequence[MoveValue]) -> bool:
    """Whether no other move can be better than the best that is known."""
    return best.exact and (best.value == game.greatest or all(entry.exact for entry in valued))


def standing(entry: MoveValue) -> tuple[int, float, int]:
    """Sorts moves: won, open, lost, then by their value; sooner wins and later losses first.

    An estimate has another unit than a result: a move of -5 is better than one that has lost.
    """
    away = entry.distance or 0
    known = sign(entry.value) if entry.exact else 0
    return known, entry.value, -away if entry.value > 0 else away if entry.value < 0 else 0


def chance_of(game: Game, value: float, exact: bool) -> float:
    """The chance that a mover with this value wins; a draw is half."""
    return (1 + sign(value)) / 2 if exact else game.chance(value)


def name_of(
    made: MoveValue | None,
    best: MoveValue | None,
    exact: bool,
    lost: float,
    half_points: int,
    legal: int,
) -> str:
    """What a move is called."""
    if legal == 1 or made is None or best is None:
        return FORCED if legal == 1 else BEST
    if exact:
        if half_points:
            return BLUNDER if half_points == 2 else MISTAKE
        return BEST if standing(made) == standing(best) else SLIP
    if lost < SMALL:
        return BEST
    return SLIP if lost < LARGE else MISTAKE if lost < HUGE else BLUNDER
