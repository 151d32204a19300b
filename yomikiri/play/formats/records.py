"""Games of the shogi family in files: KIF, CSA, and lists of USI moves.

    write(record, "kif")    the game as text
    read(text, game)        the game of a text, whichever of the three it is

What is wrong with a text is told with its line.  Games of every family as JSON: cli/record.py.
"""

from collections.abc import Callable, Mapping

from yomikiri.games.shogi.game import ShogiGame
from yomikiri.play.formats import csa, kif, usi_moves
from yomikiri.play.formats.game_record import BadRecord, GameRecord

WRITERS: Mapping[str, Callable[[GameRecord], str]] = {
    "kif": kif.write,
    "csa": csa.write,
    "usi": usi_moves.write,
}


def write(record: GameRecord, kind: str) -> str:
    """The game as text; raises BadRecord if the format cannot tell it."""
    if kind not in WRITERS:
        raise BadRecord(f"expected one of {', '.join(WRITERS)}, got {kind!r}")
    return WRITERS[kind](record)


def read(text: str, game: ShogiGame) -> GameRecord:
    """The game of a text; raises BadRecord."""
    text = text.removeprefix("\ufeff")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise BadRecord("line 1: expected a game as KIF, CSA or USI moves, got an empty text")
    if any(line.startswith(("手合割", "手数", "先手：", "後手：", "開始局面")) for line in lines):
        return kif.read(text, game)
    if any(line.startswith(("V2", "N+", "N-", "P1", "PI")) or line == "+" for line in lines):
        return csa.read(text, game)
    return usi_moves.read(text, game)
