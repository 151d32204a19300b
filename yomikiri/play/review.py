"""A game judged move by move: what each move was worth, what was best, and what was given away.

Each position is analysed once, the last one first: what is read out near the end makes values of
moves before it exact.  A judgement is exact only if the move that was made and the best one are.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.end import sign
from yomikiri.games.game import Game, State
from yomikiri.play import files, record
from yomikiri.play.tree import Node, Tree
from yomikiri.rules import CHANCE, FIRST
from yomikiri.running import INTERRUPT
from yomikiri.solve import Analysis, Interrupted, analyze
from yomikiri.solve.analysis_answer import MoveValue
from yomikiri.solve.options import read_game

SECONDS = 1.0  # for each position, unless another limit is named
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


class Summary(NamedTuple):
    """What one side did."""

    side: int
    player: str
    moves: int  # judged, with something to choose
    exact: int  # of these, judged by exact values
    best: int
    slips: int
    mistakes: int  # exact and estimated
    blunders: int
    half_points: int  # given away for certain
    score_lost: int | None  # stones, by exact values, where a game counts them
    chances: int  # to give away half points, by exact values
    accuracy: float | None  # share of those that were not taken; None: nothing is known exactly
    mean_loss: float  # of the chance to win, in all moves that had a choice


class Review(NamedTuple):
    """A game with all its moves judged."""

    game: Game
    start: State
    players: tuple[str, str]
    winner: str | None
    reason: str | None
    moves: list[Judged]
    summaries: tuple[Summary, Summary]
    stopped: str = ""  # interrupt: the first moves were not judged

    @property
    def mistakes(self) -> list[Judged]:
        """The moves that gave something away."""
        return [move for move in self.moves if move.judgement in ERRORS]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `review`."""
        return {
            "game": str(self.game),
            "rules_hash": self.game.rules_hash,
            "position": self.game.show(self.start),
            "players": list(self.players),
            "winner": self.winner,
            "end": self.reason,
            "moves": [move_view(move) for move in self.moves],
            "summary": [summary._asdict() for summary in self.summaries],
            "stopped": self.stopped or None,
        }

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        rows = [f"{self.game}: {len(self.moves)} moves"]
        for move in self.moves:
            sign = "" if move.exact else "~"
            rows.append(f"{move.ply:4} {move.move:8} {sign}{move.judgement}")
        return "\n".join(rows)


def move_view(move: Judged) -> dict[str, Any]:
    """A move as JSON, with chances that are no more exact than they can be."""
    rounded = {name: round(getattr(move, name), 3) for name in ("chance", "best_chance", "loss")}
    return {**move._asdict(), **rounded}


Watch = Callable[[int, int, Judged | None], None]


def review(
    played: Tree | Mapping[str, Any] | str,
    game: Game | str | None = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: str | float = "1GiB",
    tables: bool = True,
    watch: Watch | None = None,
    poll: Callable[[], None] | None = None,
) -> Review:
    """Every move of a game judged: exactly where a table or a read-out says what it is worth.

    `played` is a file (ours, or KIF, CSA or PGN if `game` is named), the document of a record, or a
    game in progress.  Limits are for each position, a second if none is named.  `watch` is told how
    many positions are done, of how many, and the last judgement.  After Ctrl-C it raises
    Interrupted, whose `answer` has the moves that were judged.

    >>> game = load("tictactoe")
    >>> found = review(Tree(game, moves=game.read_moves(game.start, "b2 a2 c3 c1")))
    >>> [move.judgement for move in found.moves]
    ['best', 'mistake', 'best', 'slip']
    """
    tree = read_played(played, game)
    if seconds is None and depth is None and nodes is None:
        seconds = SECONDS
    ask = partial(
        analyze,
        tree.game,
        seconds=seconds,
        depth=depth,
        nodes=nodes,
        threads=threads,
        memory=memory,
        tables=tables,
        poll=poll,
    )
    return judge(tree, lambda state: ask(position=state), watch)


def read_played(played: Tree | Mapping[str, Any] | str, game: Game | str | None) -> Tree:
    """The game to be judged, which stands at the end of its line; raises InputError."""
    named = None if game is None else read_game(game)
    if isinstance(played, Tree):
        return played
    if isinstance(played, str):
        return files.open_file(played, named)
    if not isinstance(played, Mapping):
        raise InputError("review.what", got=type(played).__name__)
    return record.read(played, named or load(record.game_of(played)))


def judge(tree: Tree, ask: Callable[[State], Analysis], watch: Watch | None = None) -> Review:
    """Each move of the line on which a game stands, and on by its first moves, judged."""
    nodes = [*tree.node.path()[1:], *tree.node.line()[1:]]
    found: list[Judged] = []
    after: Analysis | None = None  # of the position that the move led to
    stopped = ""
    try:
        for node in reversed(nodes):
            assert node.parent is not None
            if node.side == CHANCE:
                after = None
                continue
            before = ask(node.parent.state)
            found.append(judged(node, before, after))
            after = before
            if watch is not None:
                watch(len(found), len(nodes), found[-1])
    except KeyboardInterrupt:
        stopped = INTERRUPT
    end = tree.end if tree.given is None else tree.given[1]
    if nodes and end is None:
        end = nodes[-1].end
    moves = found[::-1]
    first, second = (summed(tree, side, moves) for side in (0, 1))
    result = Review(
        tree.game,
        tree.root.state,
        tree.players,
        None if end is None else end.winner,
        None if end is None else end.reason,
        moves,
        (first, second),
        stopped,
    )
    if stopped:
        raise Interrupted(result)
    return result


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
    chances = [0.5 if e is None else chance_of(game, e) for e in (made, best)]
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


def standing(entry: MoveValue) -> tuple[float, int]:
    """Sorts moves: by their value, sooner wins and later losses first."""
    away = entry.distance or 0
    return entry.value, -away if entry.value > 0 else away if entry.value < 0 else 0


def chance_of(game: Game, entry: MoveValue) -> float:
    """The chance that the mover wins; a draw is half."""
    if entry.exact:
        return (1 + sign(entry.value)) / 2
    return game.chance(entry.value)


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


def summed(tree: Tree, side: int, moves: Sequence[Judged]) -> Summary:
    """What a side did in the moves that were judged and had a choice."""
    mine = [m for m in moves if m.side == side and m.judgement != FORCED and m.value is not None]
    count = {name: sum(m.judgement == name for m in mine) for name in JUDGEMENTS}
    exact = [m for m in mine if m.exact]
    chances = [m for m in exact if m.could_err]
    kept = sum(not m.half_points for m in chances)
    score = sum(abs((m.best_value or 0) - (m.value or 0)) for m in exact)
    return Summary(
        side=side,
        player=tree.players[side],
        moves=len(mine),
        exact=len(exact),
        best=count[BEST],
        slips=count[SLIP],
        mistakes=count[MISTAKE],
        blunders=count[BLUNDER],
        half_points=sum(m.half_points for m in mine),
        score_lost=round(score) if tree.game.has_score else None,
        chances=len(chances),
        accuracy=round(kept / len(chances), 4) if chances else None,
        mean_loss=round(sum(m.loss for m in mine) / len(mine), 4) if mine else 0.0,
    )
