"""Games of every kind as a list of moves, and positions in one line."""

from yomikiri.games.game import Game
from yomikiri.play.formats.lines import LONGEST
from yomikiri.play.tree import Tree


def write_moves(tree: Tree) -> str:
    """The moves in one line."""
    return " ".join(tree.names) + "\n"


def write_position(tree: Tree) -> str:
    """The position in one line: FEN, SFEN, or the rows."""
    return tree.game.show(tree.state) + "\n"


def read_moves(text: str, game: Game) -> Tree:
    """The game of moves from the start; raises InputError."""
    tree = Tree(game, most_nodes=LONGEST + 1)
    for word in game.split_moves(text):
        tree.read(word)
    return tree
