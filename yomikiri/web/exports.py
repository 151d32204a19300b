"""Games as other programs write and read them: each in the formats that are usual for it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.game import Game, State
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.play.formats import csa, kif, records, usi_moves
from yomikiri.play.formats.game_record import RESIGNED, GameRecord
from yomikiri.play.formats.pgn import read_pgn, write_pgn
from yomikiri.web.limits import NotFound
from yomikiri.web.session import Session


class Format(NamedTuple):
    """A way of writing a game down."""

    names: Mapping[str, str]
    suffix: str  # of a file
    write: Callable[[Session], str]


def moves_text(session: Session) -> str:
    """The moves in one line."""
    return " ".join(node.name for node in session.node.path()[1:]) + "\n"


def position_text(session: Session) -> str:
    """The position in one line: FEN, SFEN, or the rows."""
    return session.game.show(session.node.state) + "\n"


def game_record(session: Session) -> GameRecord:
    """A game of the shogi family for its writers."""
    game = session.game
    assert isinstance(game, ShogiGame)
    end = session.end()
    moves = [node.move for node in session.node.path()[1:] if node.move is not None]
    is_resigned = end is not None and end.reason == RESIGNED
    players = session.players
    return GameRecord(game, session.root.state, moves, players, RESIGNED if is_resigned else "")


def pgn_text(session: Session) -> str:
    """A game of chess."""
    moves = [node.move for node in session.node.path()[1:] if node.move is not None]
    end = session.end()
    tags = dict(zip(("White", "Black"), session.players, strict=True))
    value = None if end is None else end.value
    return write_pgn(session.game, session.root.state, moves, tags, value)


def names(english: str, japanese: str) -> dict[str, str]:
    """In both languages."""
    return {"en": english, "ja": japanese}


MOVES = Format(names("Moves (transcript)", "棋譜（手順）"), "txt", moves_text)
POSITION = Format(names("Position", "局面"), "txt", position_text)
SHOGI = {
    "kif": Format(names("Game as KIF", "棋譜（KIF）"), "kif", lambda s: kif.write(game_record(s))),
    "csa": Format(names("Game as CSA", "棋譜（CSA）"), "csa", lambda s: csa.write(game_record(s))),
    "usi": Format(
        names("Game as USI", "棋譜（USI）"), "usi", lambda s: usi_moves.write(game_record(s))
    ),
    "sfen": POSITION._replace(names=names("Position as SFEN", "局面（SFEN）"), suffix="sfen"),
}
CHESS = {
    "pgn": Format(names("Game as PGN", "棋譜（PGN）"), "pgn", pgn_text),
    "fen": POSITION._replace(names=names("Position as FEN", "局面（FEN）"), suffix="fen"),
}


def formats_of(game: Game) -> Mapping[str, Format]:
    """The formats of a game by name, the most usual first."""
    if isinstance(game, EndingGame):
        return {**CHESS, "moves": MOVES}
    if not isinstance(game, ShogiGame):
        return {"moves": MOVES, "position": POSITION}
    try:
        csa.check_pieces(game)
    except InputError:
        return {name: form for name, form in SHOGI.items() if name != "csa"}
    return SHOGI


def export(session: Session, name: str) -> tuple[str, Format]:
    """A game up to where it stands, and the format it is in; raises NotFound."""
    known = formats_of(session.game)
    if name not in known:
        listed = ", ".join(known)
        raise NotFound(f"{session.game} is written as {listed}, got {name[:40]!r}")
    return known[name].write(session), known[name]


def read_text(game: Game, text: str) -> tuple[State, list[int]]:
    """The start and the moves of a game that another program wrote; raises InputError."""
    if isinstance(game, EndingGame):
        played = read_pgn(game, text)
        return played.start, played.moves
    if isinstance(game, ShogiGame):
        record = records.read(text, game)
        return record.start, list(record.moves)
    return game.start, game.read_moves(game.start, text)
