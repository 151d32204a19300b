"""The tables of the thesis on king and pawn against king (000)."""

from collections.abc import Sequence
from typing import Any

from yomikiri.lab.thesis import experiment
from yomikiri.theses.table import Effort, Part, Row, Table, Work
from yomikiri.words import message

GAMES, QUICK = 100, 20


def played(white: str, black: str, games: int, seed: int, by_text: bool) -> dict[str, Any]:
    """The games of two players from the start, the first always White."""
    row = experiment(white, black, games=games, seed=seed, repetition=by_text, solved=None)
    return row._asdict()


def promotions(effort: Effort) -> Sequence[Row]:
    """PEAI against PEAI: by the text the third repetition draws, the program sees none."""
    games = effort.games_of(GAMES, QUICK)
    by_text, by_program = (
        Work(played, ("peai", "peai", games, effort.seed, is_text)) for is_text in (True, False)
    )
    why = message("thesis.why.sum", games=games)
    return [
        Row(
            message("thesis.row.wins"),
            80,
            Part(by_text, ("wins",)),
            Part(by_program, ("wins",)),
            why,
        ),
        Row(
            message("thesis.row.draws"),
            20,
            Part(by_text, ("draws",)),
            Part(by_program, ("draws",)),
            why,
        ),
    ]


TABLES = (Table("000", "table-5", promotions),)
