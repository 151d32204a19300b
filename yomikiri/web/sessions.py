"""All games: those in memory, and behind them the store."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from yomikiri.errors import InputError
from yomikiri.play import record
from yomikiri.play.guess import read
from yomikiri.play.tree import HUMAN, Tree
from yomikiri.web.limits import Limits, NotFound, checked_text, open_game
from yomikiri.web.seated import Seated
from yomikiri.web.session import Session, from_rows
from yomikiri.web.store import Store
from yomikiri.words import message

ID_BYTES = 12  # nobody can guess the name of another's game
SEEDS = 1 << 31


class Sessions:
    """Finds games, makes new ones, and keeps what changes."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store, self.limits = store, limits
        self.lock = threading.Lock()
        self.open: OrderedDict[str, Session] = OrderedDict()
        self.seated = Seated()

    def get(self, id: str) -> Session:
        """The game of this name; raises NotFound."""
        with self.lock:
            if id in self.open:
                self.open.move_to_end(id)
                return self.open[id]
        found = self.store.read(id)
        if found is None:
            raise NotFound("web.no_game")
        row, nodes = found
        game = open_game(row.game)
        record.check_rules(row.rules_hash, row.game, game, message("record.stored"))
        return self.remember(from_rows(row, nodes, game, self.limits))

    def remember(self, session: Session) -> Session:
        """Hold a game in memory; if another thread was quicker, it is that thread's."""
        with self.lock:
            session = self.open.setdefault(session.id, session)
            while len(self.open) > self.limits.open_games:
                self.open.popitem(last=False)
        return session

    # New games; each raises InputError.

    def begin(
        self,
        text: str,
        *,
        players: tuple[str, str],
        position: str = "",
        start: str = "",
        moves: str = "",
        seed: int | None = None,
    ) -> Session:
        """A new game, from its start or elsewhere."""
        game = open_game(checked_text(text, "web.a_game", self.limits.text))
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        state = game.start
        if position:
            state = game.parse(checked_text(position, "web.a_position", self.limits.text))
        elif start:
            start = checked_text(start, "web.a_start", self.limits.text)
            state = game.begin(start, Random(f"start {seed}"))
        tree = Tree(game, state, players=players, seed=seed, most_nodes=self.limits.nodes)
        for word in game.split_moves(checked_text(moves, "web.moves", self.limits.text)):
            tree.read(word)
        return self.add(tree)

    def load(self, document: Any) -> Session:
        """A game from a saved file."""
        game = open_game(checked_text(record.game_of(document), "web.a_game", self.limits.text))
        tree = record.read(
            document,
            game,
            most_nodes=self.limits.nodes,
            most_text=self.limits.text,
            seed=secrets.randbelow(SEEDS),
        )
        return self.add(tree)

    def read(self, text: str, written: str) -> Session:
        """A game as another program wrote it."""
        written = checked_text(written, "web.a_text", self.limits.written)
        tree = read(written, open_game(text))
        tree.players, tree.seed = (HUMAN, HUMAN), secrets.randbelow(SEEDS)
        return self.add(tree)

    def add(self, tree: Tree) -> Session:
        """Keep a new game."""
        if len(tree.nodes) > self.limits.nodes:
            raise InputError("tree.too_many", count=self.limits.nodes)
        session = Session(secrets.token_urlsafe(ID_BYTES), tree, self.limits)
        if self.store.count() >= self.limits.games:
            self.store.drop_oldest(self.limits.games - self.limits.games // 10)
        self.keep(session)
        return self.remember(session)

    # Changes.

    @contextmanager
    def changing(self, id: str) -> Iterator[Session]:
        """A game to be changed; what was done is on disk when this ends."""
        while True:
            session = self.get(id)
            with session.lock:
                if self.open.get(id) is not session:
                    continue  # it was put away and read again meanwhile
                try:
                    yield session
                    self.keep(session)
                except BaseException:
                    with self.lock:  # what is not on disk did not happen
                        self.open.pop(id, None)
                    raise
                return

    def change(self, id: str, do: Callable[[Session], object]) -> dict[str, Any]:
        """Do something to a game; the game as JSON."""
        with self.changing(id) as session:
            do(session)
        return session.view()

    def keep(self, session: Session) -> None:
        """Write what has changed."""
        session.version += 1
        self.store.write(session.row(), session.new_rows(), session.removed)
        session.forget_changes()

    def delete(self, id: str) -> None:
        """Forget a game."""
        with self.lock:
            self.open.pop(id, None)
        self.store.delete(id)
