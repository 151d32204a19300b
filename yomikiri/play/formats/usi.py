"""Games as USI writes them: `startpos moves 5d5c ...`, or `sfen ... moves ...`."""

from yomikiri.games.end import RESIGNED
from yomikiri.games.game import Game
from yomikiri.play.formats.lines import begin, lost_as, play, read_position, unexpected
from yomikiri.play.tree import Tree
from yomikiri.words import message

RESIGN = "resign"


def write(tree: Tree) -> str:
    """The game in one line."""
    game = tree.game
    is_usual = tree.root.state == game.start
    words = ["startpos" if is_usual else f"sfen {game.show(tree.root.state)}"]
    told = [*tree.names, lost_as(tree, {RESIGN: RESIGNED})]
    if any(told):
        words += ["moves", *filter(None, told)]
    return " ".join(words) + "\n"


def read(text: str, game: Game) -> Tree:
    """The game of a text; `position` may stand before it, and # begins a comment."""
    words = [
        (word, number)
        for number, line in enumerate(text.splitlines(), 1)
        for word in line.partition("#")[0].split()
    ]
    if words and words[0][0] == "position":
        words = words[1:]
    start = game.start
    if words and words[0][0] == "startpos":
        words = words[1:]
    elif words and words[0][0] == "sfen":
        sfen = [word for word, _ in words[1:5]]
        if "moves" in sfen:
            sfen = sfen[: sfen.index("moves")]
        start = read_position(game, " ".join(sfen), words[0][1])
        words = words[1 + len(sfen) :]
    elif words and words[0][0] != "moves":
        raise unexpected(words[0][1], message("format.usi_start"), words[0][0])
    if words and words[0][0] != "moves":
        raise unexpected(words[0][1], message("format.usi_moves"), words[0][0])
    tree = begin(game, start)
    has_resigned = False
    for word, number in words[1:]:
        if has_resigned:
            raise unexpected(number, message("format.nothing_after", what=RESIGN), word)
        if word == RESIGN:
            has_resigned = True
        else:
            play(tree, word, number)
    if has_resigned and tree.end is None:
        tree.give(tree.turn, RESIGNED)
    return tree
