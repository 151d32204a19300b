"""The umpire of a game: measures the time that players take, and ends games that are decided.

A player that fails, in whatever way, loses the game; the tournament goes on.
"""

import time
from collections.abc import Sequence
from typing import Any

from yomikiri.errors import Said
from yomikiri.games.end import FORFEIT, TIME, sign
from yomikiri.lab.losses import table_ahead
from yomikiri.lab.terms import Terms
from yomikiri.play.tree import Tree
from yomikiri.players import Choice, Player
from yomikiri.players.player import Forfeit
from yomikiri.rules import FIRST
from yomikiri.work.processes import NoGuard


class Umpire:
    """Of one game."""

    def __init__(self, tree: Tree, sides: Sequence[Player], terms: Terms) -> None:
        self.tree, self.sides, self.terms = tree, sides, terms
        self.seconds, self.cpu, self.moves = [0.0, 0.0], [0.0, 0.0], [0, 0]
        self.proved: list[int | None] = [None, None]  # what each side says, as the first sees it
        self.table = table_ahead(tree.game, tree.state) if terms.tables else None
        self.clock = terms.clock()
        for player in sides:
            player.clock = self.clock

    def choose(self, side: int) -> Choice:
        """The choice of a side; raises Forfeit if it fails, or takes too long."""
        player, tree = self.sides[side], self.tree
        begun = None
        try:
            if not self.moves[side]:
                player.prepare()
            begun = time.perf_counter(), time.process_time(), player.outside_cpu()
            choice = player.choose(tree.state, tree.history)
        except (Forfeit, NoGuard):  # the one who called for the tournament is to blame, no player
            raise
        except Said as error:
            raise Forfeit(FORFEIT, error.message) from None
        except Exception as error:
            failure = f"{type(error).__name__}: {error}"
            raise Forfeit(FORFEIT, "player.failed", player=player.name, error=failure) from error
        finally:
            spent = self.measure(side, begun)
        if self.clock is not None and not self.clock.spend(side, spent):
            raise Forfeit(TIME, "player.late", player=player.name)
        self.proved[side] = None
        if choice.exact and choice.value is not None:
            self.proved[side] = sign(choice.value) * (1 if side == FIRST else -1)
        return choice

    def measure(self, side: int, begun: tuple[float, float, float] | None) -> float:
        """The seconds that a move took, which began with these clocks."""
        self.moves[side] += 1
        if begun is None:  # it failed before
            return 0.0
        spent = time.perf_counter() - begun[0]
        outside = self.sides[side].outside_cpu() - begun[2]
        self.seconds[side] += spent
        self.cpu[side] += time.process_time() - begun[1] + max(0.0, outside)
        return spent

    def decision(self) -> int | None:
        """The result as the first player sees it, if a table knows it or both sides agree."""
        game, state = self.tree.game, self.tree.state
        if self.table is not None and self.table.numbers.has(self.table.game, state):
            return self.table.probe(state).wdl * (1 if game.mover(state) == FIRST else -1)
        if self.terms.agree and self.proved[0] is not None and self.proved[0] == self.proved[1]:
            return self.proved[0]
        return None

    def times(self) -> dict[str, Any]:
        """What was measured, for the record."""
        return {
            "seconds": [round(seconds, 4) for seconds in self.seconds],
            "cpu_seconds": [round(seconds, 4) for seconds in self.cpu],
            "moves": self.moves,
        }
