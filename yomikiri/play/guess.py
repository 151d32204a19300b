"""Which game a text is of: a record of another program, a position, or moves."""

from collections.abc import Iterable

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.family import Family
from yomikiri.games.game import Game
from yomikiri.play import formats
from yomikiri.play.tree import Tree


def guess(text: str, families: Iterable[Family], form: str = "") -> list[Game]:
    """The games of which it can be, one of each family, its first variant that fits.

    With the name of a format only games that are written in it are tried.

    >>> from yomikiri.games import FAMILIES
    >>> guess("startpos moves 2e4c 4a3b", FAMILIES.values())
    [yomikiri.load('minishogi')]
    """
    if not text.strip():
        return []
    usual = [family for family in families if not family.of_files]
    return [game for family in usual if (game := fitting(text, family, form)) is not None]


def fitting(text: str, family: Family, form: str) -> Game | None:
    """The first variant of a family that can read a text, or the game that its start names."""
    for variant in family.variants or ("",):
        try:
            game = load(f"{family.name}:{variant}" if variant else family.name)
            if form and form not in game.formats:
                return None
            tree = read(text, game)
        except InputError:
            continue
        # A record without moves says something only where it begins elsewhere.
        if len(tree.nodes) > 1 or tree.root.state != game.start or is_position(text, game):
            named = family.of_position(game.show(tree.root.state))  # KPK reads KQK, too
            return load(named) if named else game
    return None


def read(text: str, game: Game) -> Tree:
    """The game, or the position, of a text; raises InputError.

    What can be both is moves: games of one's own may write both as numbers.
    """
    try:
        return formats.read(text, game)
    except InputError:
        if not is_position(text, game):
            raise
    return Tree(game, game.parse(bare(text)))


def bare(text: str) -> str:
    """A position without the words that programs write before it."""
    return text.strip().removeprefix("position ").removeprefix("sfen ").strip()


def is_position(text: str, game: Game) -> bool:
    """Whether a text is a position of a game, such as FEN or SFEN."""
    try:
        game.parse(bare(text))
    except InputError:
        return False
    return True
