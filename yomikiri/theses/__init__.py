"""The five theses: every table and figure by its name."""

from yomikiri.errors import InputError, suggest
from yomikiri.theses import janken, kpk, minishogi, nip, nip_lines, nip_quoted, simple_janken
from yomikiri.theses.making import Page, make
from yomikiri.theses.report import write_report
from yomikiri.theses.table import Effort, Made, Table

__all__ = [
    "ALL",
    "Effort",
    "Made",
    "Page",
    "Table",
    "check_games",
    "find",
    "make",
    "write_report",
]

MOST_GAMES = 10_000  # of a match: what is to be played is listed before it begins

ALL: tuple[Table, ...] = (
    *kpk.TABLES,
    *minishogi.TABLES,
    *simple_janken.TABLES,
    *nip_quoted.TABLES,
    *nip.TABLES,
    *nip_lines.TABLES,
    *janken.TABLES,
)


def check_games(games: int | None) -> None:
    """Whether a match can have so many games; raises InputError."""
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise InputError("number.whole_range", name="games", least=1, most=MOST_GAMES, got=games)


def find(name: str) -> list[Table]:
    """The tables that a name means: a thesis, one table of it, or `all`; raises InputError."""
    word = name.strip().lower()
    found = [table for table in ALL if word in ("all", table.thesis, str(table))]
    if not found:
        known = [*{table.thesis: 0 for table in ALL}, *map(str, ALL)]
        raise InputError("thesis.unknown", got=name, hint=suggest(word, known))
    return found
