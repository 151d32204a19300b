"""Opening books for Python: built, merged, asked."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from yomikiri.errors import (
    FLAG,
    FUNCTION,
    NUMBER,
    PLACES,
    TEXT,
    WHOLE,
    InputError,
    check_kind,
    check_optional,
    wrong_kind,
)
from yomikiri.games.game import Game, Move, Position
from yomikiri.lab.book import NODES, WIDEST, Watch, build_book, document, merge_books
from yomikiri.players import book as keeping
from yomikiri.players.book import BookMove
from yomikiri.reading import named_path
from yomikiri.solve.options import read_game, read_limits, read_position
from yomikiri.work import check_crew

DEPTH, MINUTES = 8, 1.0


class Book:
    """A book in a file, which may grow meanwhile."""

    def __init__(self, game: Game, file: Path) -> None:
        self.game, self.file = game, file
        with self.opened() as book:
            self.kept = {page.position for page in book.pages()}

    def opened(self) -> keeping.Book:
        """The file as it is now."""
        return keeping.Book(self.file, self.game)

    def moves(self, position: Position | str | None = None) -> dict[Move, BookMove]:
        """The moves of a position with their values, the best first; none if it is not there."""
        state = read_position(self.game, position, "")
        with self.opened() as book:
            return {self.game.move(state, move): entry for move, entry in book.look_up(state)}

    def to_dict(self) -> dict[str, Any]:
        """What `yomikiri book export` writes as JSON."""
        with self.opened() as book:
            return document(self.game, book)

    def __len__(self) -> int:
        return len(self.kept)

    def __iter__(self) -> Iterator[Position]:
        return (self.game.position(text) for text in sorted(self.kept))


def book(
    game: Game | str,
    file: str | os.PathLike[str],
    *,
    build: bool = False,
    merge: Sequence[str | os.PathLike[str]] = (),
    depth: int = DEPTH,
    minutes: float = MINUTES,
    nodes: int = NODES,
    margin: int = WIDEST,
    jobs: int = 1,
    cluster: str = "",
    watch: Watch | None = None,
) -> Book:
    """A book of openings, after the books `merge` were put into it; with `build` it grows first.

    It grows for so many minutes, to so many plies, each position searched with so many nodes; a
    line may give away `margin`.  `watch` gets how many positions there are, and how many wait.

    >>> import tempfile
    >>> found = book("tictactoe", tempfile.mkdtemp() + "/a.book", build=True, depth=2)
    >>> len(found), found.moves()["b2"].value
    (4, 0.0)
    """
    chosen, path = read_game(game), named_path("file", file)
    check_kind(FLAG, build=build)
    check_kind(WHOLE, depth=depth, nodes=nodes, margin=margin, jobs=jobs)
    check_kind(NUMBER, minutes=minutes)
    check_kind(TEXT, cluster=cluster)
    check_optional(FUNCTION, watch=watch)
    if isinstance(merge, str) or not isinstance(merge, Iterable):
        raise wrong_kind(PLACES, "merge", merge)
    if merge:
        merge_books(chosen, path, [named_path("merge", one) for one in merge])
    if build:
        check_growth(depth, minutes, nodes, margin)
        check_crew(jobs, cluster)
        build_book(
            chosen,
            path,
            depth=depth,
            seconds=60 * minutes,
            nodes=nodes,
            widest=margin,
            jobs=jobs,
            cluster=cluster,
            watch=watch,
        )
    return Book(chosen, path)


def check_growth(depth: int, minutes: float, nodes: int, margin: int) -> None:
    """Whether a book can grow so; raises InputError."""
    read_limits(None, nodes)
    if not minutes > 0:
        raise InputError("book.minutes", got=minutes)
    for name, value, least in (("depth", depth, 1), ("margin", margin, 0)):
        if value < least:
            raise InputError("number.least", name=name, least=least, got=value)
