"""`Record`: a game that is or was played, with its variations and notes."""

import os
from collections.abc import Sequence
from typing import Any, Self

from yomikiri.errors import TEXT, InputError, check_kind
from yomikiri.games import load
from yomikiri.games.end import End
from yomikiri.games.game import Game, Move, Position
from yomikiri.games.parts import moves_as_text
from yomikiri.play import files, formats, guess, record
from yomikiri.play.tree import Node, Tree
from yomikiri.reading import named_path
from yomikiri.solve.options import read_asked, read_game


class Record:
    """The moves of a game as a tree, and where it stands in it.

    Moves that are taken back stay as variations; what is played from the same position again goes
    along them.

    >>> game = Record("tictactoe", moves="b2 a1 c3")
    >>> game.undo()
    >>> game.play("b1")
    >>> game.note = "better"
    >>> game.moves, game.variations
    (['b2', 'a1', 'b1'], ['c3'])
    """

    def __init__(
        self,
        game: Game | Position | str,
        position: Any = None,
        moves: str | Sequence[str] = "",
        *,
        players: tuple[str, str] = ("", ""),
        seed: int = 0,
    ) -> None:
        before = game if isinstance(game, Position) and position is None else None
        found, state = read_asked(game, position, "")
        if before is None:
            self.tree = Tree(found, state, players=players, seed=seed)
        else:  # with the moves that led there
            path, line = before.path, [move.number for move in before.line]
            is_whole = len(line) == len(path) - 1
            start, played = (path[0].state, line) if is_whole else (state, [])
            self.tree = Tree(found, start, played, players=players, seed=seed)
        self.play(moves)

    # Where it stands.

    @property
    def game(self) -> Game:
        """What is played."""
        return self.tree.game

    @property
    def players(self) -> tuple[str, str]:
        """Who plays, as texts such as `level:3`; nothing where that is not known."""
        return self.tree.players

    @property
    def position(self) -> Position:
        """The position now, with the moves that led there."""
        position = Position(self.game, self.tree.root.state)
        for node in self.tree.node.path()[1:]:
            assert node.move is not None
            position = position.after(node.move)
        return position

    @property
    def moves(self) -> list[Move]:
        """The moves that led here."""
        return [as_move(node) for node in self.tree.node.path()[1:]]

    @property
    def variations(self) -> list[Move]:
        """What else was played instead of the last move."""
        return [as_move(node) for node in self.tree.node.others()]

    @property
    def next(self) -> list[Move]:
        """What was played from here, the main move first."""
        return [as_move(node) for node in self.tree.node.children]

    @property
    def note(self) -> str:
        """What somebody wrote about the position."""
        return self.tree.node.note

    @note.setter
    def note(self, text: str) -> None:
        check_kind(TEXT, note=text)
        self.tree.node.note = text

    @property
    def result(self) -> End | None:
        """How the game ended; None while it goes on."""
        return self.tree.end

    # What can be done.

    def play(self, moves: str | Sequence[str]) -> None:
        """Play moves, as text or as a list; raises InputError at the first that is not legal."""
        state, history = self.tree.state, self.tree.history
        for number in self.game.read_moves(state, moves_as_text(moves), history):
            self.tree.play(number)

    def undo(self) -> None:
        """Go back by a move, which stays as a variation; raises InputError at the start."""
        if self.tree.node.parent is None:
            raise InputError("move.no_undo", position=self.game.show(self.tree.state))
        self.tree.node = self.tree.node.parent

    def to_start(self) -> None:
        """Go back to the start."""
        self.tree.node = self.tree.root

    def to_end(self) -> None:
        """Go on to the end of the main line."""
        self.tree.node = self.tree.node.line()[-1]

    # Files and formats.

    def to_text(self, form: str) -> str:
        """The game in a format of its own, such as `kif`, `csa`, `usi`, `pgn`, `moves`."""
        check_kind(TEXT, form=form)
        return formats.write(self.tree, form)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of a saved game, variations and notes included."""
        return record.write(self.tree)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write a file: its ending says the format, `.json` is ours, with everything."""
        files.save(self.tree, str(named_path("file", file)))

    @classmethod
    def of(cls, tree: Tree) -> Self:
        """The record of a tree."""
        made = cls.__new__(cls)
        made.tree = tree
        return made

    @classmethod
    def read(cls, text: str, game: Game | str) -> Self:
        """The game of a text, in whichever of the game's formats it is, or a position of it."""
        check_kind(TEXT, text=text)
        return cls.of(guess.read(text, read_game(game)))

    @classmethod
    def load(cls, file: str | os.PathLike[str], game: Game | str | None = None) -> Self:
        """The game of a file; of which game it is the file itself may say."""
        named = None if game is None else read_game(game)
        return cls.of(files.open_file(str(named_path("file", file)), named))

    @classmethod
    def from_dict(cls, document: dict[str, Any]) -> Self:
        """The game of the JSON of a saved game."""
        return cls.of(record.read(document, load(record.game_of(document))))

    def __str__(self) -> str:
        return " ".join(self.moves)

    def __repr__(self) -> str:
        return f"<record of {self.game}: {len(self.moves)} moves, {self.result or 'not over'}>"

    def _repr_svg_(self) -> str:
        return self.position.svg()


def as_move(node: Node) -> Move:
    """The move that led to a node."""
    assert node.move is not None
    return Move(node.name, node.move)
