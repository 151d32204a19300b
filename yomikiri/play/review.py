"""A game judged move by move: what each move was worth, what was best, and what was given away.

Each position is analysed once, the last one first: what is read out near the end makes values of
moves before it exact.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from yomikiri.errors import FUNCTION, InputError, check_optional
from yomikiri.games import load
from yomikiri.games.game import Game, State
from yomikiri.play import files, record
from yomikiri.play.judging import (
    BEST,
    BLUNDER,
    ERRORS,
    FORCED,
    JUDGEMENTS,
    MISTAKE,
    SLIP,
    Judged,
    judged,
    move_view,
)
from yomikiri.play.tree import Node, Tree
from yomikiri.rules import CHANCE
from yomikiri.running import INTERRUPT
from yomikiri.solve import Analysis, Interrupted, analyze
from yomikiri.solve.options import read_game

SECONDS = 1.0  # for each position, unless another limit is named


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


Watch = Callable[[int, int, Judged | None], None]


class Played(Protocol):
    """Whatever has a game: a `Record`."""

    @property
    def tree(self) -> Tree: ...


def review(
    played: Played | Tree | Mapping[str, Any] | str | os.PathLike[str],
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

    `played` is a record or its document, or a file (ours, or KIF, CSA or PGN if `game` is named).
    Limits are for each position, a second if none is named.  `watch` is told how
    many positions are done, of how many, and the last judgement.  After Ctrl-C it raises
    Interrupted, whose `answer` has the moves that were judged.

    >>> game = load("tictactoe")
    >>> found = review(Tree(game, moves=game.read_moves(game.start, "b2 a2 c3 c1")))
    >>> [move.judgement for move in found.moves]
    ['best', 'mistake', 'best', 'slip']
    """
    tree = read_played(played, game)
    check_optional(FUNCTION, watch=watch)
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
    return judge(tree, lambda node: ask(position=node.position()), watch)


def read_played(played: Any, game: Game | str | None) -> Tree:
    """The game to be judged, which stands at the end of its line; raises InputError."""
    named = None if game is None else read_game(game)
    if isinstance(tree := getattr(played, "tree", played), Tree):
        return tree
    if isinstance(played, str | os.PathLike):
        return files.open_file(os.fspath(played), named)
    if not isinstance(played, Mapping):
        raise InputError("review.what", got=type(played).__name__)
    return record.read(played, named or load(record.game_of(played)))


def judge(tree: Tree, ask: Callable[[Node], Analysis], watch: Watch | None = None) -> Review:
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
            before = ask(node.parent)
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
