"""What is in a table: counts by class, a histogram of distances, the longest wins, the starts."""

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from yomikiri.games.game import Game
from yomikiri.search.codes import HOLE
from yomikiri.search.reaching import OVER
from yomikiri.search.sides import count_sides
from yomikiri.tables.build import Watch
from yomikiri.tables.counts import Counts, count_codes
from yomikiri.tables.files import damaged
from yomikiri.tables.numbering import counted
from yomikiri.tables.reachable import find_reachable
from yomikiri.tables.table import Probe, Table
from yomikiri.words import Message, message

EXAMPLES = 3  # of the longest wins


class TableInfo(NamedTuple):
    """A report on a table, for the player to move; it turns into JSON."""

    game: Game
    classes: list[tuple[str, Counts]]
    wins: Counter[int]  # distance -> positions
    losses: Counter[int]
    examples: list[str]  # positions with the longest win
    starts: list[tuple[Message | str, Probe]]
    bytes: int  # on disk
    # What can be reached from the game's start by any play, if that was counted; and what if a win
    # that leads out of the tables is taken at once, with positions in which the game is over.
    reachable: Counts | None = None
    wins_taken: Counts | None = None
    over: int = 0  # how many of these are over
    # Of the game's own classes alone, without those that captures lead to: all, and by who is to
    # move where a table has positions for each player apart.
    own: Counts | None = None
    sides: tuple[Counts, ...] = ()

    @property
    def total(self) -> Counts:
        """All classes together."""
        total = Counts(0, 0, 0, None, None)
        for _, counts in self.classes:
            total = total.plus(counts)
        return total

    @property
    def start(self) -> Probe:
        """The value of the game's own start."""
        return self.starts[0][1]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `table info`."""
        return {
            "game": str(self.game),
            "rules_hash": self.game.rules_hash,
            "counted": str(counted(self.game)),
            **as_dict(self.total),
            "classes": [{"name": name, **as_dict(counts)} for name, counts in self.classes],
            "start": self.start._asdict(),
            "starts": [{"start": str(label), **probe._asdict()} for label, probe in self.starts],
            "longest": self.examples,
            "histogram": {
                "wins": {str(n): self.wins[n] for n in sorted(self.wins)},
                "losses": {str(n): self.losses[n] for n in sorted(self.losses)},
            },
            "bytes": self.bytes,
            "own": None if self.own is None else as_dict(self.own),
            "sides": [
                {"side": side, **side_dict(counts)}
                for side, counts in zip(("first", "second"), self.sides, strict=False)
            ],
            "reachable": None if self.reachable is None else as_dict(self.reachable),
            "reachable_wins_taken": None
            if self.wins_taken is None
            else as_dict(self.wins_taken) | {"over": self.over},
        }


def as_dict(counts: Counts) -> dict[str, Any]:
    """The counts with their sum."""
    return {"positions": counts.positions, **counts._asdict()}


def side_dict(counts: Counts) -> dict[str, int]:
    """The counts of one side; how long its games are was not looked at."""
    results = {"wins": counts.wins, "losses": counts.losses, "draws": counts.draws}
    return {"positions": counts.positions, **results}


def own_counts(table: Table) -> tuple[Counts, tuple[Counts, ...]]:
    """The game's own classes: all together, and by who is to move."""
    game = table.game
    own, numbers = Counts(0, 0, 0, None, None), np.zeros(6, np.int64)
    for group in game.own_classes():
        own = own.plus(table.files[group].counts)
        if game.numbers_both_sides:
            for start, codes in table.positions(group):
                count_sides(table.numbers.rules, group, start, codes.astype(np.int64), numbers)
    sides = [
        Counts(int(won), int(lost), int(drawn), None, None)
        for won, drawn, lost in numbers.reshape(2, 3)
    ]
    return own, tuple(sides) if game.numbers_both_sides else ()


def table_info(
    game: Game,
    folder: Path,
    *,
    reachable: bool = False,
    threads: int = 1,
    watch: Watch | None = None,
) -> TableInfo:
    """Read a whole table and count; `reachable` plays every game from the start as well."""
    table = Table(game, folder)
    seen = [
        find_reachable(game, wins_taken=wins_taken, threads=threads, watch=watch)
        for wins_taken in ((False, True) if reachable else ())
    ]
    came, base = [Counts(0, 0, 0, None, None)] * len(seen), 0
    wins: Counter[int] = Counter()
    losses: Counter[int] = Counter()
    examples: list[str] = []
    longest = 0
    classes = []
    for group, cls in enumerate(table.numbers.classes):
        counts = Counts(0, 0, 0, None, None)
        for start, codes in table.positions(group):
            counts = counts.plus(count_codes(codes))
            here = slice(base + start, base + start + len(codes))
            came = [
                so_far.plus(count_codes(codes[found[here] != 0]))
                for so_far, found in zip(came, seen, strict=True)
            ]
            real = codes[codes != HOLE].astype(np.int64)
            for count, found in ((wins, real[real > 0]), (losses, -real[real < 0])):
                for code, number in enumerate(np.bincount(found).tolist()):
                    if number:
                        count[code - 1] += number
            top = int(real.max(initial=0))
            if top > longest:
                longest, examples = top, []
            if top == longest > 0 and len(examples) < EXAMPLES:
                for number in np.flatnonzero(codes == top)[: EXAMPLES - len(examples)]:
                    examples.append(game.show(table.state(group, start + int(number))))
        if counts != table.files[group].counts:
            raise damaged(table.files[group].path, message("table.header_counts"))
        classes.append((cls.name, counts))
        base += cls.size
    starts = [(label, table.probe(state)) for label, state in all_starts(game)]
    size = sum(file.path.stat().st_size for file in table.files)
    own, sides = own_counts(table)
    table.close()
    info = TableInfo(game, classes, wins, losses, examples, starts, size, own=own, sides=sides)
    if not reachable:
        return info
    over = int(np.count_nonzero(seen[1] == OVER))
    return info._replace(reachable=came[0], wins_taken=came[1], over=over)


def all_starts(game: Game) -> list[tuple[Message | str, Any]]:
    """The game's own start first, then the others that it names."""
    named = list(game.table_starts())
    own = [(label, state) for label, state in named if state == game.start]
    return (own[:1] or [("", game.start)]) + [
        (label, state) for label, state in named if state != game.start
    ]
