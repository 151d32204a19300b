"""How the positions of a game are numbered: by the game, or as they are found from its start.

A game that numbers nothing has one class, of all positions that can be reached, if they are few
enough to be listed.  They are found again whenever a table is opened, which takes a second for a
million, so nothing but the codes is kept on disk.
"""

import hashlib
from functools import lru_cache
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State, TableClass
from yomikiri.games.parts import REACHED, short_hash
from yomikiri.rules import index
from yomikiri.search.frontier import TooMany
from yomikiri.search.numbering import (
    NOT_NUMBERED,
    NumberedRules,
    number_positions,
    repeats_are_draws,
    with_predecessors,
)
from yomikiri.search.survey import list_positions
from yomikiri.words import Message, message

MOST_POSITIONS = 5_000_000  # that are listed
FEW = 200_000  # that are counted in a moment


class Numbering(NamedTuple):
    """What the tables of a game are made of."""

    rules: Any  # that know the numbers
    classes: tuple[TableClass, ...]
    digest: str = ""  # of the positions, where they were found

    def hash(self, game: Game, group: int) -> str:
        """What the file of a class must agree with."""
        known = game.table_hash(group)
        return short_hash(f"{known} {self.digest}") if self.digest else known

    def has(self, game: Game, state: State) -> bool:
        """Whether a position has a number of its own."""
        if self.digest:
            return int(index(self.rules, state)[1]) != NOT_NUMBERED
        return game.has_number(state)

    @property
    def bytes(self) -> int:
        """The memory of numbers that were found, predecessors included; 0 for a game's own."""
        if not self.digest:
            return 0
        return int(self.rules.rows.nbytes + self.rules.slots.nbytes + 100 * len(self.rules.rows))

    def for_building(self) -> Any:
        """The rules, which can take moves back if they can be taught to."""
        return with_predecessors(self.rules) if self.digest else self.rules


def is_numbered(game: Game) -> bool:
    """Whether a game numbers its positions itself."""
    return bool(game.table_classes())


def counted(game: Game) -> Message:
    """What the counts of a table count."""
    return game.counted if is_numbered(game) else message("table.all_reached")


def is_small(game: Game) -> bool:
    """Whether a game that numbers nothing certainly has a table: not too much can be reached."""
    try:
        list_positions(game.rules, game.start, FEW)
    except TooMany:
        return False
    return repeats_are_draws(game.rules)


def numbering(game: Game) -> Numbering:
    """The numbers of a game's positions; raises InputError if there can be no table of it."""
    if game.has_chance:
        raise InputError("table.dice", game=game)
    if is_numbered(game):
        return Numbering(game.rules, tuple(game.table_classes()))
    if not repeats_are_draws(game.rules):
        raise InputError("table.repetition", game=game)
    return found(game)


@lru_cache(maxsize=4)
def found(game: Game) -> Numbering:
    """The numbers of a game that has none of its own."""
    try:
        rules: NumberedRules = number_positions(game.rules, game.start, MOST_POSITIONS)
    except TooMany as error:
        raise InputError("table.too_many", game=game, most=f"{error.room:,}") from None
    digest = hashlib.sha256(rules.rows.tobytes()).hexdigest()[:16]
    return Numbering(rules, (TableClass(REACHED, len(rules.rows)),), digest)
