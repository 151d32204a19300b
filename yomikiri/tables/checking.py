"""Checking a table: every value is derived again from those after its moves, by forward code."""

from pathlib import Path
from typing import NamedTuple

from yomikiri.games.game import Game
from yomikiri.rules import unindex
from yomikiri.search import retrograde as rg
from yomikiri.search.codes import HOLE, proper
from yomikiri.tables.build import Builder, Watch
from yomikiri.tables.counts import Counts, count_codes
from yomikiri.tables.files import ClassFile
from yomikiri.words import Message, message


class ClassCheck(NamedTuple):
    """The result of checking a class."""

    name: str
    counts: Counts  # counted again
    fault: Message | None  # what is wrong, or None

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return self.fault is None


def check_table(
    game: Game, folder: Path, *, threads: int = 1, watch: Watch | None = None
) -> list[ClassCheck]:
    """Load every class and derive it again: a table that passes satisfies the minimax equation.

    Distances only fall along a won line, so wrong values cannot support each other in a circle.
    """
    builder = Builder(game, threads=threads, watch=watch)
    checks = []
    for group, cls in enumerate(builder.classes):
        file = ClassFile(game, group, folder)
        codes = builder.codes(group)
        file.load(codes)
        header = file.counts
        file.close()
        found = max(builder.sweep(group, None, rg.check))
        counts = count_codes(codes)
        fault = None
        if found >= 0:
            state = unindex(builder.rules, group, int(found))
            space, moves = builder.space(group), builder.buffers[0][1]
            wanted = int(proper(builder.rules, space, int(found), moves))
            what = message("table.no_position") if wanted == HOLE else game.show(state)
            got = int(codes[found])
            fault = message("table.value_wrong", number=found, what=what, got=got, wanted=wanted)
        elif counts != header:
            fault = message("table.counts_wrong", header=str(header), counts=str(counts))
        checks.append(ClassCheck(cls.name, counts, fault))
    return checks
