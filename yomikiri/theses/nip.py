"""The tables of the thesis on Nip (003)."""

from collections.abc import Sequence

from yomikiri.games.reversi.published import TABLE_2
from yomikiri.solve import solve
from yomikiri.theses.table import SCORE, Effort, Part, Row, Table, Work
from yomikiri.words import message


def exact(game: str) -> int:
    """The stone difference by perfect play, as Black sees it."""
    return int(solve(game).to_dict()["value"])


def table_2(effort: Effort) -> Sequence[Row]:
    """The exact results."""
    rows = []
    for known in TABLE_2:
        assert known.final is not None
        score = known.final[0] - known.final[1]
        is_made = not effort.is_quick or known.game in ("nip:4x4", "nip:4x6")
        ours = Part(Work(exact, (known.game,))) if is_made else None
        why = message("thesis.why.mistakes")
        rows.append(Row(known.game.removeprefix("nip:"), score, ours, None, why, SCORE))
    return rows


TABLES = (Table("003", "table-2", table_2),)
