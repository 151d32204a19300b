"""A game being played: a tree of moves, where it stands in it, and who sits at the board."""

import random
import threading
from collections.abc import Iterator
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State, quoted
from yomikiri.rules import CHANCE, chances
from yomikiri.web.limits import Limits, NotFound, checked_text, open_player
from yomikiri.web.store import GameRow, NodeRow
from yomikiri.web.views import End, ending, position_view

FORMAT, FORMAT_VERSION = "yomikiri game", 1  # of saved games, as in the terminal
SIDES = ("first", "second")


class Node:
    """A position in the tree, and the move that led to it."""

    def __init__(self, id: int, parent: "Node | None", state: State, move: int | None = None):
        self.id, self.parent, self.state, self.move = id, parent, state, move
        self.children: list[Node] = []
        self.side: int | None = None  # whose move it was
        self.name = ""  # of the move
        self.note = ""

    def path(self) -> list["Node"]:
        """From the root to here."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def before(self) -> list[State]:
        """The positions that led here."""
        return [node.state for node in self.path()[:-1]]

    def subtree(self) -> Iterator["Node"]:
        """This and all below."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.children)

    def row(self) -> NodeRow:
        """As it is stored."""
        assert self.parent is not None
        return NodeRow(self.id, self.parent.id, self.name, self.note)


class Session:
    """One game.  Callers hold `lock` while they change it."""

    def __init__(
        self, id: str, game: Game, start: State, players: tuple[str, str], seed: int, limits: Limits
    ) -> None:
        self.id, self.game, self.seed, self.limits = id, game, seed, limits
        self.lock = threading.RLock()
        self.players = players
        self.root = self.node = Node(0, None, start)
        self.nodes = {0: self.root}
        self.resigned: tuple[int, int] | None = None  # who gave up, at which node
        self.version = 0
        self.added: dict[int, NodeRow] = {}  # since the last time it was stored
        self.removed: list[int] = []
        self.sit(players)

    # What can be done.

    def sit(self, players: tuple[str, str]) -> None:
        """Who plays; raises InputError."""
        for side, text in enumerate(players):
            open_player(text, self.game, self.seed + side)
        self.players = players

    def play(self, text: str) -> Node:
        """Make a move where the game stands; then the dice fall, if it is their turn."""
        if self.end() is not None:
            raise InputError(f"the game is over: {quoted(text)} cannot be played")
        if self.game.mover(self.node.state) == CHANCE:
            raise InputError("the dice are thrown now: no move can be chosen")
        self.add(self.game.read_move(self.node.state, text))
        dice = random.Random(f"{self.seed} {self.node.id}")
        while self.end() is None and self.game.mover(self.node.state) == CHANCE:
            state = self.node.state
            moves = self.game.legal_moves(state)
            weights = [int(chances(self.game.rules, state, move)) for move in moves]
            self.add(dice.choices(moves, weights)[0])
        return self.node

    def add(self, move: int) -> None:
        """Go on by a move: along the tree if it is there, else as a new variation."""
        for child in self.node.children:
            if child.move == move:
                self.node = child
                return
        if len(self.nodes) >= self.limits.nodes:
            raise InputError(
                f"this game has {len(self.nodes)} moves already, which is all that is kept;"
                " begin a new one from here"
            )
        state = self.game.play(self.node.state, move)
        node = Node(max(self.nodes) + 1, self.node, state, move)
        node.name = self.game.move_name(self.node.state, move)
        node.side = self.game.mover(self.node.state)
        self.node.children.append(node)
        self.nodes[node.id] = self.node = node
        self.added[node.id] = node.row()

    def find(self, id: int) -> Node:
        """The node of this number; raises NotFound."""
        if id not in self.nodes:
            raise NotFound(f"this game has no move number {id}")
        return self.nodes[id]

    def go(self, id: int) -> None:
        """Stand at a node."""
        self.node = self.find(id)

    def write_note(self, id: int, text: str) -> None:
        """Words beside a move."""
        node = self.find(id)
        if node is self.root:
            raise InputError("notes belong to moves: play one first")
        node.note = checked_text(text, "a note", self.limits)
        self.added[id] = node.row()

    def remove(self, id: int) -> None:
        """Forget a move and all that follows it."""
        node = self.find(id)
        if node.parent is None:
            raise InputError("the start cannot be removed; begin a new game instead")
        gone = list(node.subtree())
        if self.node in gone:
            self.node = node.parent
        node.parent.children.remove(node)
        for lost in gone:
            del self.nodes[lost.id]
            self.added.pop(lost.id, None)
            self.removed.append(lost.id)

    def resign(self, side: int) -> None:
        """Give up here."""
        if self.end() is not None:
            raise InputError("the game is over already")
        self.resigned = (side, self.node.id)

    # What there is to know.

    def end(self) -> End | None:
        """Why the game is over where it stands."""
        if self.resigned is not None and self.resigned[1] == self.node.id:
            most = self.game.greatest
            return End("resigned", most if self.resigned[0] else -most)
        return ending(self.game, self.node.state, self.node.before())

    def view(self) -> dict[str, Any]:
        """The whole game as JSON."""
        node, game = self.node, self.game
        return {
            "id": self.id,
            "version": self.version,
            "game": str(game),
            "rules_hash": game.rules_hash,
            "start": game.show(self.root.state),
            "is_usual_start": self.root.state == game.start,
            "players": list(self.players),
            "node": node.id,
            "line": [step.name for step in node.path()[1:]],
            "tree": [self.node_view(step) for step in sorted(self.nodes.values(), key=by_id)],
            "position": position_view(
                game, node.state, before=node.before(), last=node.move, end=self.end()
            ),
        }

    def node_view(self, node: Node) -> dict[str, Any]:
        """A node of the tree."""
        return {
            "id": node.id,
            "parent": None if node.parent is None else node.parent.id,
            "move": node.name,
            "side": node.side,
            "note": node.note,
        }

    def row(self) -> GameRow:
        """As it is stored."""
        who, where = self.resigned or (None, None)
        return GameRow(
            id=self.id,
            game=str(self.game),
            rules_hash=self.game.rules_hash,
            start=self.game.show(self.root.state),
            first=self.players[0],
            second=self.players[1],
            seed=self.seed,
            node=self.node.id,
            resigned=who,
            resigned_at=where,
            version=self.version,
            changed=0.0,
        )

    def record(self) -> dict[str, Any]:
        """As a file; the terminal reads it too, without its variations."""
        end = self.end()
        final = self.game.final(self.node.state)
        result = None
        if end is not None:
            result = {
                "winner": end.to_dict()["winner"],
                "final": None if final is None else final._asdict(),
                "resigned": end.reason == "resigned",
            }
        numbers = {
            node.id: place for place, node in enumerate(sorted(self.nodes.values(), key=by_id))
        }
        return {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "game": str(self.game),
            "rules_hash": self.game.rules_hash,
            "position": self.game.show(self.root.state),
            "moves": " ".join(node.name for node in self.node.path()[1:]),
            "players": list(self.players),
            "result": result,
            "tree": [
                [numbers[node.parent.id], node.name, node.note]
                for node in sorted(self.nodes.values(), key=by_id)
                if node.parent is not None
            ],
            "node": numbers[self.node.id],
        }


def by_id(node: Node) -> int:
    """Parents before children."""
    return node.id


def from_rows(row: GameRow, nodes: list[NodeRow], game: Game, limits: Limits) -> Session:
    """A stored game."""
    players = (row.first, row.second)
    session = Session(row.id, game, game.parse(row.start), players, row.seed, limits)
    for stored in nodes:
        parent = session.nodes[stored.parent]
        move = game.read_move(parent.state, stored.move)
        node = Node(stored.id, parent, game.play(parent.state, move), move)
        node.name, node.note, node.side = stored.move, stored.note, game.mover(parent.state)
        parent.children.append(node)
        session.nodes[node.id] = node
    session.node = session.nodes[row.node]
    if row.resigned is not None and row.resigned_at is not None:
        session.resigned = (row.resigned, row.resigned_at)
    session.version = row.version
    return session


def play_record(session: Session, document: dict[str, Any]) -> None:
    """Play the moves of a saved game: its tree if it has one, else its line."""
    tree = document.get("tree")
    if not isinstance(tree, list):
        for word in session.game.split_moves(checked_moves(document, session.limits)):
            session.add(session.game.read_move(session.node.state, word))
        return
    places = [session.root]
    for entry in tree:
        match entry:
            case [int(parent), str(move), str(note)] if 0 <= parent < len(places):
                session.node = places[parent]
            case _:
                raise InputError(f"the saved game is damaged at move {len(places)} of its tree")
        if not session.game.legal_moves(session.node.state):
            raise InputError(f"the saved game is over before {quoted(move)}")
        session.add(session.game.read_move(session.node.state, move))
        places.append(session.node)
        if note:
            session.write_note(session.node.id, note)
    at = document.get("node")
    session.node = places[at if isinstance(at, int) and 0 <= at < len(places) else -1]


def checked_moves(document: dict[str, Any], limits: Limits) -> str:
    """The moves of a saved game as text."""
    moves = document.get("moves", "")
    if not isinstance(moves, str):
        raise InputError("the saved game is damaged: expected its moves as text")
    return checked_text(moves, "moves", limits)
