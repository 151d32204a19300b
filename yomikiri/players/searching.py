"""Players that search: alpha-beta with limits, and perfect play where the game can be read out."""

import math
from functools import partial
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.players.book import Book, BookMove
from yomikiri.players.player import Choice, Player, as_choice
from yomikiri.players.valuing import value_moves
from yomikiri.rules import UNLIMITED, is_answered, remaining, tempts
from yomikiri.tables.build import table_helps
from yomikiri.tables.files import building
from yomikiri.tables.table import Table, find_table, rank
from yomikiri.think import Limits, Memory, Plan, Thought, Valued, prepare, read_out, think
from yomikiri.think.memory import NODES_A_SECOND
from yomikiri.think.warming import is_cold
from yomikiri.uncompiled import HURRY
from yomikiri.words import Message, message

# A read-out of n empty cells visits about GROWTH ** n positions; Nip and Othello at 16 to 24.
GROWTH = 2.2
PERFECT_REMAINING = 40  # beyond this a read-out is not even tried
PERFECT_NODES = 150_000_000
PERFECT_MEGABYTES = 512.0
TIE = Limits(depth=6)  # plies that `perfect` looks ahead to choose between moves of the same value
TIE_PLAN = Plan(megabytes=8.0)


class AlphaBetaPlayer(Player):
    """Looks ahead as far as its limits allow, and reads the game out as soon as it can."""

    def __init__(
        self,
        name: str,
        game: Game,
        seed: int,
        *,
        limits: Limits,
        endgame: int | None = None,
        weights: Any = None,
        book: Book | None = None,
    ) -> None:
        """`weights` are those of the evaluation, if not the game's own."""
        super().__init__(name, game, seed)
        self.book = book
        self.limits = limits
        has_depth_only = limits.seconds is None and limits.nodes is None
        keeps = is_answered(tempts, game.rules) and not has_depth_only
        self.memory = Memory() if keeps else None  # of the last move
        self.plan = Plan(
            weights=weights,
            mates=True,
            endgame=self.affordable() if endgame is None else endgame,
            fair=has_depth_only,
        )

    def affordable(self) -> int:
        """How much of the game may remain when a read-out is tried."""
        seconds, nodes, depth = self.limits
        most = math.inf if nodes is None else nodes
        if seconds is not None:
            most = min(most, seconds * NODES_A_SECOND)
        if math.isinf(most):
            return depth or 0
        return int(math.log(max(most, 2)) / math.log(GROWTH))

    def prepare(self) -> None:
        prepare(self.game, self.plan)

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        self.chance(state, before).shuffle(moves)  # so that ties are broken at random
        if self.book is not None and (known := self.book.look_up(state)):
            self.thought = by_book(moves, known)
            return as_choice(self.thought)
        found = think(
            self.game,
            state,
            before,
            self.limits_by_clock(self.limits, state),
            plan=self.plan,
            moves=moves,
            memory=self.memory,
            handle=self.handle,
        )
        self.thought = found
        return as_choice(found)

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Valued]:
        """Every move as deep as the one that was chosen."""
        assert self.thought is not None
        return value_moves(self.game, state, before, moves, self.thought, self.limits, self.plan)


def by_book(moves: list[int], known: list[tuple[int, BookMove]]) -> Thought:
    """The best move of a book; of several, the one that comes first among `moves`."""
    best = {move for move, entry in known if entry.rank == known[0][1].rank}
    valued = {
        move: Valued(move, entry.value if entry.exact else entry.rank, entry.exact, (move,))
        for move, entry in known
    }
    move = next(move for move in moves if move in best)
    value, exact = valued[move].value or 0, valued[move].exact
    return Thought(move, value, exact, line=(move,), moves=tuple(valued.values()))


class PerfectPlayer(Player):
    """Never gives anything away: every move keeps the value of the position.

    With a table it wins by the shortest way and loses by the longest.  Without one it reads out,
    and of moves with the same value it takes the one that looks best a few plies on.  `guide` is
    the game whose table it asks: the same, but perhaps with another metric of distances.
    """

    def __init__(self, name: str, game: Game, seed: int, guide: Game | None = None) -> None:
        super().__init__(name, game, seed)
        self.guide = guide or game

    def prepare(self) -> None:
        prepare(self.game, TIE_PLAN._replace(endgame=PERFECT_REMAINING))

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        game = self.game
        if game.has_chance:
            raise InputError("player.has_dice", game=game)
        if (table := self.table(state)) is not None:
            return self.by_table(table, state, before)
        left = int(remaining(game.rules, state))
        found = Thought(None)
        # A game that says nothing of its length, but cannot go round, is tried as far as it goes.
        if left <= PERFECT_REMAINING or (left == UNLIMITED and not game.may_repeat):
            megabytes = min(PERFECT_MEGABYTES, 2.0 ** ((max(left, 16) - 12) / 2))
            plan = Plan(megabytes=megabytes, method=partial(read_out, every=True))
            limits = Limits(nodes=PERFECT_NODES)
            found = think(game, state, before, limits, plan=plan, moves=moves, handle=self.handle)
        if found.move is None and is_cold(game):
            HURRY.wait()
            return self.think(state, moves, before)
        if found.move is None:
            helps = table_helps(self.guide)
            way = message("player.or_table", command=building(self.guide)) if helps else ""
            raise InputError("player.unread", game=game, left=remains(left), table=way)
        move, equal = found.equal[0], list(found.equal)
        if len(equal) > 1:
            self.chance(state, before).shuffle(equal)
            move = self.likeliest(state, equal, before)
        line = found.line if move == found.line[0] else (move,)
        return Choice(move, found.value, True, found.nodes, line)

    def table(self, state: State) -> Table | None:
        """The table that knows all about a position, if there is one; it knows no scores."""
        return None if self.game.has_score else find_table(self.guide, state=state)

    def reasons(
        self, state: State, moves: list[int], before: list[State], choice: Choice
    ) -> list[Valued]:
        """The result of every move, by the table or read out."""
        if (table := self.table(state)) is not None:
            return [Valued(it.move, it.wdl, True, (it.move,)) for it in table.moves(state)]
        thought = Thought(choice.move, choice.value or 0, True, line=choice.line)
        limits = Limits(nodes=PERFECT_NODES)
        return value_moves(self.game, state, before, moves, thought, limits, TIE_PLAN)

    def likeliest(self, state: State, moves: list[int], before: list[State]) -> int:
        """The move that looks best a few plies on, of some of the same value."""
        found = think(self.game, state, before, TIE, plan=TIE_PLAN, moves=moves, handle=self.handle)
        assert found.move is not None
        return found.move

    def by_table(self, table: Table, state: State, before: list[State]) -> Choice:
        """One of the best moves by the table; a draw is kept by what looks best."""
        ranked = table.moves(state)
        best = [entry.move for entry in ranked if rank(entry) == rank(ranked[0])]
        self.chance(state, before).shuffle(best)
        if ranked[0].wdl == 0 and len(best) > 1:
            best = [self.likeliest(state, best, before)]
        return Choice(best[0], ranked[0].wdl, True, len(ranked), (best[0],))


def remains(left: int) -> Message:
    """What remains, in words."""
    if left == UNLIMITED:
        return message("player.endless")
    return message("player.remains", n=left)
