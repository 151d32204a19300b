"""Players who sit at games of the page and remember their last moves: a few, in bounded memory.

A player is taken out while it thinks, so that no two jobs use it, and put back after its move.
What it remembers is of use for the next move of the same game only; a player whose game is changed
elsewhere notices that by the positions, and starts afresh.
"""

import threading
from collections import OrderedDict

from yomikiri.games.game import Game
from yomikiri.players import Player
from yomikiri.web.limits import open_player

MOST = 32  # players
MOST_BYTES = 256 << 20  # that all of them remember together

Seat = tuple[str, int]  # a game of the page, and a side


class Seated:
    """Who sits where."""

    def __init__(self, most: int = MOST, most_bytes: int = MOST_BYTES) -> None:
        self.most, self.most_bytes = most, most_bytes
        self.lock = threading.Lock()
        self.players: OrderedDict[Seat, Player] = OrderedDict()

    def take(self, seat: Seat, text: str, game: Game, seed: int) -> Player | None:
        """The player of a seat, with what it remembers; None is a person.  Raises UnknownPlayer."""
        fresh = open_player(text, game, seed)
        with self.lock:
            known = self.players.pop(seat, None)
        if known is None or fresh is None:
            return fresh
        is_same = (known.name, known.game, known.seed) == (fresh.name, game, seed)
        return known if is_same else fresh

    def put(self, seat: Seat, player: Player) -> None:
        """Keep a player there until its next move; the oldest leave if there are too many."""
        if player.memory is None or not player.memory.bytes:
            return
        with self.lock:
            self.players[seat] = player
            self.players.move_to_end(seat)
            while self.players and (len(self.players) > self.most or self.bytes > self.most_bytes):
                self.players.popitem(last=False)

    @property
    def bytes(self) -> int:
        """What all of them remember."""
        return sum(p.memory.bytes for p in self.players.values() if p.memory is not None)
