"""Who plays a game in the terminal: players and people, and what they can do."""

import shlex
from itertools import pairwise

from yomikiri.errors import InputError
from yomikiri.games import as_typed
from yomikiri.games.game import Game, State
from yomikiri.play import files
from yomikiri.play.tree import HUMAN, Tree
from yomikiri.players import Player, make_player
from yomikiri.reading import path_of
from yomikiri.rules import CHANCE

PROGRAMS = ("usi", "uci")  # players that are other programs


class Seats:
    """A game, and for each side a player, or None for a person."""

    def __init__(self, tree: Tree) -> None:
        self.sit(tree)

    def sit(self, tree: Tree) -> None:
        """Play this game; raises InputError, and changes nothing, if its players cannot."""
        self.sides: list[Player | None] = [
            None if text == HUMAN else make_player(text, tree.game, seed=tree.seed + side)
            for side, text in enumerate(tree.players)
        ]
        self.tree, self.game = tree, tree.game

    @property
    def side(self) -> Player | None:
        """The player whose turn it is; None is a person."""
        return self.sides[self.tree.turn]

    def turn_number(self) -> int:
        """How many turns there were, with this one; a throw of dice belongs to the next."""
        states = [*self.tree.history, self.tree.state]
        movers = [mover for mover in map(self.game.mover, states) if mover != CHANCE]
        return 1 + sum(before != after for before, after in pairwise(movers))

    def is_same_turn(self) -> bool:
        """Whether the player to move has moved in this turn already."""
        return self.tree.node.side == self.tree.turn

    def must_pass(self, state: State) -> bool:
        """Whether the only move leaves the board as it is."""
        moves = self.game.legal_moves(state)
        if len(moves) != 1:
            return False
        return self.game.draw(state) == self.game.draw(self.game.play(state, moves[0]))

    def person_chooses(self, state: State) -> bool:
        """Whether a person has to decide here."""
        mover = self.game.mover(state)
        return mover != CHANCE and self.sides[mover] is None and not self.must_pass(state)

    def take_back(self) -> int:
        """Go back to the last decision of a person; how many moves that was."""
        here = self.tree.node
        for node in here.upwards():
            if node.parent is not None and self.person_chooses(node.parent.state):
                self.tree.remove(node)
                return here.ply - self.tree.node.ply
        return 0

    def legal_text(self) -> str:
        """The legal moves."""
        return " ".join(self.game.move_name(self.tree.state, move) for move in self.tree.legal())

    def command(self, file: str = "") -> str:
        """What to type in a shell to go on with this game."""
        tree = self.tree
        words = ["yomikiri", "play", *as_typed(self.game)]
        if file:
            words += ["--load", file]
            for option, player in zip(("--first", "--second"), tree.players, strict=True):
                if is_program(player):  # a file may not start one by itself
                    words += [option, player]
            return shlex.join(words)
        words += ["--first", tree.players[0], "--second", tree.players[1]]
        if tree.root.state != self.game.start:
            words += ["--position", self.game.show(tree.root.state)]
        if tree.names:
            words += ["--moves", " ".join(tree.names)]
        if self.game.has_chance:
            words += ["--seed", str(tree.seed)]
        return shlex.join(words)


def load(
    file: str,
    game: Game,
    *,
    first: str | None = None,
    second: str | None = None,
    seed: int = 0,
) -> Tree:
    """The game of a file, to be continued; `first` and `second` replace its players.

    A file does not start a program by itself; raises InputError.
    """
    tree = files.load(file, game, seed=seed)
    tree.given = None  # a game that is continued was not resigned
    players = list(tree.players)
    if files.format_of(path_of(file), game):
        players = [known(name, game) for name in players]  # another program may have written it
    for side, (option, asked) in enumerate((("--first", first), ("--second", second))):
        if asked is None and is_program(players[side]):
            raise InputError(
                "record.program", file=file, option=option, player=shlex.quote(players[side])
            )
        players[side] = asked or players[side]
    tree.players = (players[0], players[1])
    return tree


def known(name: str, game: Game) -> str:
    """The name of our player who is called so, else a person's."""
    try:
        return make_player(name, game).name
    except InputError:
        return HUMAN


def is_program(player: str) -> bool:
    """Whether a player is another program."""
    return player.partition(":")[0].strip().lower() in PROGRAMS
