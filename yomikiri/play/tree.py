"""A game in progress: a tree of moves, where it stands in it, and whether it is over there.

Moves that are played are trusted; `read` checks what people and files say.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

from yomikiri.errors import InputError
from yomikiri.games.end import ADJUDICATED, LIMIT, LOST, RULES, End, lost_by
from yomikiri.games.game import Ended, Game, Move, Position, State
from yomikiri.play import dice
from yomikiri.rules import CHANCE, key
from yomikiri.words import Message, message

HUMAN = "human"  # the text of a player who is a person


class Node:
    """A position in the tree, and the move that led to it."""

    def __init__(
        self, game: Game, id: int, parent: "Node | None", state: State, move: int | None = None
    ) -> None:
        self.game, self.id, self.parent, self.state, self.move = game, id, parent, state, move
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.children: list[Node] = []
        self.note = ""

    @cached_property
    def name(self) -> str:
        """The move as text; nothing at the root."""
        if self.parent is None or self.move is None:
            return ""
        return self.game.move_name(self.parent.state, self.move)

    @cached_property
    def turn(self) -> int:
        """Whose turn it is: FIRST, SECOND, or CHANCE for dice."""
        return self.game.mover(self.state)

    @property
    def side(self) -> int | None:
        """Whose move it was."""
        return None if self.parent is None else self.parent.turn

    @cached_property
    def place(self) -> tuple[int, ...]:
        """What is the same when the position is repeated."""
        return tuple(key(self.game.rules, self.state))

    @cached_property
    def end(self) -> End | None:
        """Why the rules, or a repetition, end the game here."""
        times = self.occurrences() if self.game.may_repeat else 1
        return self.game.end(self.state, self.history(), times)

    def occurrences(self) -> int:
        """How often the position has occurred, this time included."""
        place = self.place
        return sum(node.place == place for node in self.upwards())

    def upwards(self) -> Iterator["Node"]:
        """From here to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def path(self) -> list["Node"]:
        """From the root to here."""
        return list(self.upwards())[::-1]

    def history(self) -> list[State]:
        """The positions that led here."""
        return [node.state for node in self.path()[:-1]]

    def position(self) -> Position:
        """The same as Python programs see it, with the game so far."""
        position = Position(self.game, self.path()[0].state)
        for node in self.path()[1:]:
            assert node.move is not None
            position = Position(self.game, node.state, position, Move(node.name, node.move))
        return position

    def line(self) -> list["Node"]:
        """From here on, by the first move of each position."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def others(self) -> list["Node"]:
        """The alternatives to this move."""
        return [] if self.parent is None else [n for n in self.parent.children if n is not self]

    def subtree(self) -> Iterator["Node"]:
        """This and all below."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.children)


class Tree:
    """A game and all moves that were tried in it; `players` are texts such as `level:3`."""

    def __init__(
        self,
        game: Game,
        start: State = None,
        moves: Sequence[int] = (),
        *,
        players: tuple[str, str] = ("", ""),
        seed: int = 0,
        most_plies: float = math.inf,  # then the game is drawn
        most_nodes: float = math.inf,  # then no more are kept
    ) -> None:
        self.game, self.players, self.seed = game, players, seed
        self.most_plies, self.most_nodes = most_plies, most_nodes
        self.root = self.node = Node(game, 0, None, game.start if start is None else start)
        self.nodes = {0: self.root}
        self.last_id = 0
        self.given: tuple[Node, End] | None = None  # where a player lost it by one of LOST
        for move in moves:
            self.play(move)

    # Where it stands.

    @property
    def state(self) -> State:
        """The position now."""
        return self.node.state

    @property
    def turn(self) -> int:
        """Whose turn it is: FIRST, SECOND, or CHANCE for dice."""
        return self.node.turn

    @property
    def end(self) -> End | None:
        """Why the game is over where it stands; None while it goes on."""
        if self.given is not None and self.given[0] is self.node:
            return self.given[1]
        if self.node.end is None and self.node.ply >= self.most_plies:
            return End(LIMIT, 0)
        return self.node.end

    @property
    def ended(self) -> Ended | None:
        """Why, in words, and the places that show it; None while it goes on."""
        if (end := self.end) is None:
            return None
        if end.reason == RULES:
            return self.game.ending([*self.history, self.state])
        names = self.game.players
        loser = {language: names[language][int(end.value > 0)] for language in names}
        who = {"who": loser} if end.reason in LOST else {}
        return Ended(message(f"end.by_{end.reason}", **who))

    @property
    def history(self) -> list[State]:
        """The positions that led here."""
        return self.node.history()

    @property
    def moves(self) -> list[int]:
        """The moves that led here."""
        return [node.move for node in self.node.path() if node.move is not None]

    @property
    def names(self) -> list[str]:
        """The same as text."""
        return [node.name for node in self.node.path()[1:]]

    def legal(self) -> list[int]:
        """The moves allowed now; none when the game is over."""
        return [] if self.end is not None else self.game.legal_moves(self.state)

    # What can be done.

    def play(self, move: int) -> Node:
        """Make a legal move: along the tree if it is there, else as a new variation."""
        for child in self.node.children:
            if child.move == move:
                self.node = child
                return child
        if len(self.nodes) >= self.most_nodes:
            raise InputError("tree.too_many", count=len(self.nodes))
        state = self.game.play(self.node.state, move)
        return self.put(Node(self.game, self.last_id + 1, self.node, state, move))

    def put(self, node: Node) -> Node:
        """Add a node below its parent, and go there."""
        assert node.parent is not None
        node.parent.children.append(node)
        self.nodes[node.id] = self.node = node
        self.last_id = max(self.last_id, node.id)
        return node

    def read(self, text: str) -> Node:
        """Make a move that somebody wrote; raises InputError where the rules allow none."""
        if self.game.outcome(self.state) is not None:
            raise InputError("tree.over_before", move=text)
        return self.play(self.game.read_along([*self.history, self.state], text))

    def throw(self) -> int:
        """What the dice show here."""
        return dice.throw(self.game, self.state, self.seed, self.node.ply)

    def throw_dice(self) -> None:
        """Throw the dice as long as it is their turn."""
        while self.turn == CHANCE and self.end is None:
            self.play(self.throw())

    def give(self, side: int, reason: str, why: Message | None = None) -> None:
        """End the game here: a side loses it, by one of LOST; raises InputError if it is over."""
        if self.end is not None:
            raise InputError("tree.over")
        self.given = self.node, lost_by(side, reason, why)

    def adjudicate(self, value: int) -> None:
        """End the game here with a result, as the first player sees it, by somebody else."""
        self.given = self.node, End(ADJUDICATED, value)

    def remove(self, node: Node) -> list[int]:
        """Forget a move and all that follows it; the numbers of the nodes removed."""
        if node.parent is None:
            raise InputError("tree.start_stays")
        gone = [lost.id for lost in node.subtree()]
        if self.node.id in gone:
            self.node = node.parent
        if self.given is not None and self.given[0].id in gone:
            self.given = None
        node.parent.children.remove(node)
        for id in gone:
            del self.nodes[id]
        return gone
