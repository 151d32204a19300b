"""A game of the page: its tree, who plays it, and what is still to be stored."""

import json
import threading
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.end import RESIGNED, lost_by
from yomikiri.games.game import Game
from yomikiri.play import record
from yomikiri.play.tree import Node, Tree
from yomikiri.rules import CHANCE
from yomikiri.web.limits import Limits, NotFound, checked_text, open_player
from yomikiri.web.store import GameRow, NodeRow
from yomikiri.web.views import position_view
from yomikiri.web.written import written_node
from yomikiri.words import kept, read_message


class Session:
    """One game.  Callers hold `lock` while they change it."""

    def __init__(self, id: str, tree: Tree, limits: Limits) -> None:
        self.id, self.tree, self.limits = id, tree, limits
        tree.most_nodes = limits.nodes
        self.start = tree.game.show(tree.root.state)
        self.lock = threading.RLock()
        self.version = 0
        self.stored = 0  # nodes up to this number are in the store
        self.noted: set[int] = set()  # and have another note now
        self.removed: list[int] = []  # and are gone
        self.sit(tree.players)
        self.settle()

    # What can be done.

    def sit(self, players: tuple[str, str]) -> None:
        """Change who plays; raises InputError."""
        for side, text in enumerate(players):
            open_player(text, self.tree.game, self.tree.seed + side)
        self.tree.players = players

    def play(self, text: str) -> Node:
        """Make a move where the game stands; then throw the dice, if it is their turn."""
        if self.tree.end is not None:
            raise InputError("tree.over_before", move=text)
        if self.tree.turn == CHANCE:
            raise InputError("tree.dice")
        self.tree.read(text)
        self.settle()
        return self.tree.node

    def settle(self) -> None:
        """Throw the dice, if it is their turn and they were not thrown here before."""
        if not self.tree.node.children:
            self.tree.throw_dice()

    def find(self, id: int) -> Node:
        """The node of this number; raises NotFound."""
        if id not in self.tree.nodes:
            raise NotFound("web.no_node", number=id)
        return self.tree.nodes[id]

    def go(self, id: int) -> None:
        """Go to a node."""
        self.tree.node = self.find(id)
        self.settle()

    def write_note(self, id: int, text: str) -> None:
        """Write a note to a move."""
        node = self.find(id)
        if node is self.tree.root:
            raise InputError("tree.note_at_start")
        node.note = checked_text(text, "web.a_note", self.limits.text)
        self.noted.add(id)

    def remove(self, id: int) -> None:
        """Forget a move and all that follows it."""
        self.removed += self.tree.remove(self.find(id))
        self.settle()

    def lose(self, side: int, reason: str) -> None:
        """Give up here, or have thought too long."""
        self.tree.give(side, reason)

    # What there is to know.

    def view(self) -> dict[str, Any]:
        """The whole game as JSON."""
        tree, game = self.tree, self.tree.game
        return {
            "id": self.id,
            "version": self.version,
            "game": str(game),
            "rules_hash": game.rules_hash,
            "start": self.start,
            "is_usual_start": tree.root.state == game.start,
            "players": list(tree.players),
            "node": tree.node.id,
            "line": tree.names,
            "tree": [node_view(node) for node in sorted(tree.nodes.values(), key=record.by_id)],
            "position": position_view(tree),
        }

    # As it is stored.

    def row(self) -> GameRow:
        """The game without its tree."""
        tree = self.tree
        node, end = tree.given or (None, None)
        return GameRow(
            id=self.id,
            game=str(tree.game),
            rules_hash=tree.game.rules_hash,
            start=self.start,
            first=tree.players[0],
            second=tree.players[1],
            seed=tree.seed,
            node=tree.node.id,
            loser=None if end is None else int(end.value > 0),
            lost_at=None if node is None else node.id,
            lost_by=None if end is None else end.reason,
            why=None if end is None or end.why is None else json.dumps(kept(end.why)),
            version=self.version,
            changed=0.0,
        )

    def new_rows(self) -> list[NodeRow]:
        """The moves that are not in the store, or have changed there."""
        return [
            NodeRow(node.id, node.parent.id, node.name, node.note)
            for node in self.tree.nodes.values()
            if node.parent is not None and (node.id > self.stored or node.id in self.noted)
        ]

    def forget_changes(self) -> None:
        """All is in the store now."""
        self.stored = self.tree.last_id
        self.noted.clear()
        self.removed.clear()


def node_view(node: Node) -> dict[str, Any]:
    """A node of the tree."""
    return {
        "id": node.id,
        "parent": None if node.parent is None else node.parent.id,
        "move": node.name,
        "side": node.side,
        "note": node.note,
        "written": written_node(node),
    }


def from_rows(row: GameRow, rows: list[NodeRow], game: Game, limits: Limits) -> Session:
    """A stored game."""
    tree = Tree(game, game.parse(row.start), players=(row.first, row.second), seed=row.seed)
    for stored in rows:
        parent = tree.nodes[stored.parent]
        move = game.read_move(parent.state, stored.move)
        node = tree.put(Node(game, stored.id, parent, game.play(parent.state, move), move))
        node.name, node.note = stored.move, stored.note
    tree.node = tree.nodes[row.node]
    if row.loser is not None and row.lost_at in tree.nodes:
        why = read_message(json.loads(row.why)) if row.why else None
        tree.given = tree.nodes[row.lost_at], lost_by(row.loser, row.lost_by or RESIGNED, why)
    session = Session(row.id, tree, limits)
    session.version = row.version
    session.stored = rows[-1].id if rows else 0
    return session
