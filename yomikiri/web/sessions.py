"""All games: those in memory, and behind them the store."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import quoted
from yomikiri.web.limits import Limits, NotFound, checked_text, open_game
from yomikiri.web.session import FORMAT, FORMAT_VERSION, Session, from_rows, play_record
from yomikiri.web.store import Store

BY_LOT = "random"  # a start
ID_BYTES = 12  # nobody guesses the name of another's game


class Sessions:
    """Finds games, makes new ones, and keeps what changes."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store, self.limits = store, limits
        self.lock = threading.Lock()
        self.open: OrderedDict[str, Session] = OrderedDict()

    def get(self, id: str) -> Session:
        """The game of this name; raises NotFound."""
        with self.lock:
            if id in self.open:
                self.open.move_to_end(id)
                return self.open[id]
        found = self.store.read(id)
        if found is None:
            raise NotFound("there is no such game here; it may have been removed: begin a new one")
        row, nodes = found
        game = open_game(row.game)
        if game.rules_hash != row.rules_hash:
            raise InputError(
                f"this game was played by other rules of {game} (hash {row.rules_hash},"
                f" now {game.rules_hash}); it cannot be continued"
            )
        return self.remember(from_rows(row, nodes, game, self.limits))

    def remember(self, session: Session) -> Session:
        """Hold a game in memory; if another thread was quicker, its one is the game."""
        with self.lock:
            session = self.open.setdefault(session.id, session)
            while len(self.open) > self.limits.open_games:
                self.open.popitem(last=False)
        return session

    def create(
        self,
        text: str,
        *,
        players: tuple[str, str],
        position: str = "",
        start: str = "",
        moves: str = "",
        seed: int | None = None,
        document: dict[str, Any] | None = None,
    ) -> Session:
        """A new game, from its start or elsewhere; raises InputError."""
        game = open_game(checked_text(text, "a game", self.limits))
        state = game.start
        if position:
            state = game.parse(checked_text(position, "a position", self.limits))
        seed = secrets.randbelow(1 << 31) if seed is None else seed
        if start and not position:
            lot = Random(f"start {seed}")
            start = checked_text(start, "a start", self.limits)
            state = game.draw_start(lot) if start == BY_LOT else game.read_start(start)
        id = secrets.token_urlsafe(ID_BYTES)
        session = Session(id, game, state, players, seed, self.limits)
        play_record(session, document or {"moves": moves})
        if self.store.count() >= self.limits.games:
            self.store.drop_oldest(self.limits.games - self.limits.games // 10)
        self.keep(session)
        return self.remember(session)

    def load(self, document: Any) -> Session:
        """A game from a saved file."""
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise InputError("this is not a game saved by yomikiri")
        if document.get("version") != FORMAT_VERSION:
            raise InputError(
                f"the file has version {str(document.get('version'))[:20]} of the format,"
                f" expected {FORMAT_VERSION}"
            )
        players, texts = document.get("players"), [document.get("game"), document.get("position")]
        texts += players if isinstance(players, list) and len(players) == 2 else [None]
        if not all(isinstance(text, str) for text in texts):
            raise InputError("the saved game is damaged: a field is missing or of the wrong kind")
        name, position, first, second = map(str, texts)
        game = open_game(name)
        if document.get("rules_hash") != game.rules_hash:
            raise InputError(
                f"the game was played by other rules of {quoted(name)}; it cannot be continued"
            )
        return self.create(name, players=(first, second), position=position, document=document)

    @contextmanager
    def changing(self, id: str) -> Iterator[Session]:
        """A game to be changed; what was done is on disk when this ends."""
        while True:
            session = self.get(id)
            with session.lock:
                if self.open.get(id) is not session:
                    continue  # it was put away and read again meanwhile
                yield session
                self.keep(session)
                return

    def keep(self, session: Session) -> None:
        """Write what has changed."""
        session.version += 1
        self.store.write(session.row(), session.added.values(), session.removed)
        session.added.clear()
        session.removed.clear()

    def delete(self, id: str) -> None:
        """Forget a game."""
        with self.lock:
            self.open.pop(id, None)
        self.store.delete(id)
