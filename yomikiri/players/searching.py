"""Players that search: alpha-beta with a limit, and perfect play where the game can be read out."""

import math
from functools import partial
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State, plies
from yomikiri.players.choosing import (
    MEGABYTES,
    MOST_DEPTH,
    NODES_A_SECOND,
    Found,
    look_ahead,
    megabytes_for,
    read_out,
)
from yomikiri.players.player import Choice, Player
from yomikiri.rules import UNLIMITED, is_answered, remaining, tempts
from yomikiri.search.mate import find_mate, has_checks
from yomikiri.search.team import Limit, Team
from yomikiri.tables.build import free_memory, needed_bytes
from yomikiri.tables.table import Table, find_table, rank

# A read-out of n empty cells visits about GROWTH ** n positions; Nip and Othello at 16 to 24.
GROWTH = 2.2
PERFECT_REMAINING = 40  # beyond this a read-out is not even tried
PERFECT_NODES = 150_000_000
PERFECT_MEGABYTES = 512.0
MATE_SHARE = 50  # a mate may cost one part in so many of the limit,
MATE_NODES = 1000  # or so many nodes where the limit is a depth
MATE_PLIES = 31
KEPT_FOR = 4  # moves, about, of which the table has room for what is known
TIE_DEPTH = 6  # plies that `perfect` looks ahead to choose between moves of the same value


def as_choice(found: Found, *, complete: bool = True, more: int = 0) -> Choice:
    """What a search found, as a choice; not exact if moves had been left out."""
    exact = found.exact and complete
    return Choice(found.moves[0], found.value, exact, found.nodes + more, found.line)


class AlphaBetaPlayer(Player):
    """Looks ahead as far as its limit allows, and reads the game out as soon as it can."""

    def __init__(
        self,
        name: str,
        game: Game,
        seed: int,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        endgame: int | None = None,
        weights: Any = None,
    ) -> None:
        super().__init__(name, game, seed)
        self.weights = weights  # of the evaluation; None: the game's own
        self.kept: tuple[State, Team] | None = None  # the position searched last, and by whom
        self.depth = depth
        self.limit = Limit(seconds, nodes)
        self.endgame = self.affordable() if endgame is None else endgame
        self.keeps = is_answered(tempts, game.rules) and self.limit != Limit()

    def affordable(self) -> int:
        """How much of the game may remain when a read-out is tried."""
        nodes = math.inf
        if self.limit.nodes is not None:
            nodes = self.limit.nodes
        if self.limit.seconds is not None:
            nodes = min(nodes, self.limit.seconds * NODES_A_SECOND)
        if math.isinf(nodes):
            return self.depth or 0
        return int(math.log(max(nodes, 2)) / math.log(GROWTH))

    def mate(self, state: State) -> Choice | None:
        """The shortest win by checks alone, if a small part of the limit is enough to find it."""
        rules = self.game.rules
        if not has_checks(rules):
            return None
        seconds, nodes = self.limit
        if nodes is not None or seconds is None:
            nodes = max(1, (nodes or MATE_NODES * MATE_SHARE) // MATE_SHARE)
        limit = Limit(seconds and seconds / MATE_SHARE, nodes)
        found = find_mate(
            rules,
            state,
            limit=limit,
            plies=MATE_PLIES,
            megabytes=1,
            is_stopped=lambda: self.is_stopped,
        )
        if found.stopped == "interrupt":
            raise KeyboardInterrupt
        if not found.line:
            return None
        return Choice(found.line[0], 1, True, found.nodes, tuple(found.line))

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        if (mate := self.mate(state)) is not None:
            return mate
        self.chance(state, before).shuffle(moves)  # so that ties are broken at random
        limit, spent = self.limit, 0
        if remaining(self.game.rules, state) <= self.endgame and not self.game.has_chance:
            limit = half(self.limit)  # if it is not enough the other half is for looking ahead
            solved = read_out(self.game, state, moves, limit=limit, announce=self.announce)
            if solved is not None:
                return as_choice(solved)
            spent = limit.nodes or 0
        depth = self.depth or MOST_DEPTH
        found = look_ahead(
            self.game,
            state,
            moves,
            depth=depth,
            limit=limit,
            before=before,
            megabytes=self.megabytes(limit, depth),
            weights=self.weights,
            fair=self.limit == Limit(),
            announce=partial(self.keep, state),
            after=self.kept_from(before),
        )
        return as_choice(found, more=spent)

    def keep(self, state: State, team: Team) -> None:
        """Remember who searched which position: in the same game what it knows is used on."""
        self.announce(team)
        self.kept = (state, team) if self.keeps else None

    def megabytes(self, limit: Limit, depth: int) -> float:
        """The size of the table."""
        once = megabytes_for(limit, depth)
        return min(KEPT_FOR * once, MEGABYTES[1]) if self.keeps else once

    def kept_from(self, before: list[State]) -> Team | None:
        """Who searched two plies ago, if that was in this game."""
        if self.kept is None or self.kept[0] not in before[-2:]:
            return None
        return self.kept[1]


def half(limit: Limit) -> Limit:
    """Half of a limit."""
    seconds, nodes = limit
    return Limit(seconds and seconds / 2, nodes and -(-nodes // 2))


class PerfectPlayer(Player):
    """Never gives away what it has: every move keeps the value of the position.

    With a table it wins by the shortest way and loses by the longest.  Without one it reads out,
    and of moves with the same value it takes the one that looks best a few plies on.  `guide` is
    the game whose table it asks: the same, but distances may be counted otherwise.
    """

    def __init__(self, name: str, game: Game, seed: int, guide: Game | None = None) -> None:
        super().__init__(name, game, seed)
        self.guide = guide or game

    def think(self, state: State, moves: list[int], before: list[State]) -> Choice:
        game = self.game
        if game.has_chance:
            raise InputError(
                f"{game} has dice, so no result can be forced; try alphabeta:seconds=1"
            )
        if (table := find_table(self.guide)) is not None:
            return self.by_table(table, state, before)
        left = int(remaining(game.rules, state))
        found = None
        if left <= PERFECT_REMAINING:
            found = read_out(
                game,
                state,
                moves,
                limit=Limit(nodes=PERFECT_NODES),
                every=True,
                megabytes=min(PERFECT_MEGABYTES, 2.0 ** ((max(left, 16) - 12) / 2)),
                announce=self.announce,
            )
        if found is None:
            table_helps = game.table_classes() and needed_bytes(self.guide) <= free_memory()
            raise InputError(
                f"perfect cannot read out {game} from here in time ({remains(left)});"
                + (
                    f" build its table (`yomikiri table build {self.guide}`) or"
                    if table_helps
                    else ""
                )
                + " try level:9 or alphabeta:seconds=5, or begin from a later --position"
            )
        move = found.moves[0]
        if len(found.moves) > 1:
            self.chance(state, before).shuffle(found.moves)
            move = look_ahead(
                game, state, found.moves, depth=TIE_DEPTH, before=before, megabytes=8.0
            ).moves[0]
        line = found.line if move == found.moves[0] else (move,)
        return Choice(move, found.value, True, found.nodes, line)

    def by_table(self, table: Table, state: State, before: list[State]) -> Choice:
        """One of the best moves by the table; a draw is kept by what looks best."""
        ranked = table.moves(state)
        best = [entry.move for entry in ranked if rank(entry) == rank(ranked[0])]
        self.chance(state, before).shuffle(best)
        if ranked[0].wdl == 0 and len(best) > 1:
            found = look_ahead(
                self.game, state, best, depth=TIE_DEPTH, before=before, megabytes=8.0
            )
            best = found.moves
        return Choice(best[0], ranked[0].wdl, True, len(ranked), (best[0],))


def remains(left: int) -> str:
    """What remains, in words."""
    return (
        "the game need not end" if left == UNLIMITED else f"{plies(left)} remain{'s' * (left == 1)}"
    )
