"""The tables of the thesis on an AI for janken shogi (004)."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

from yomikiri.lab.janken_tables import (
    GAMES,
    MOBILITY_GAMES,
    PUBLISHED,
    play_evaluations,
    play_mobility,
)
from yomikiri.theses.table import Effort, Part, Row, Table, Work
from yomikiri.words import message

QUICK, QUICK_MOBILITY = 20, 4
OURS, THEIRS = "own", "thesis"  # the searches of lab/janken_tables.py
TOGETHER = "together"


def evaluations(search: str, games: int, seed: int) -> dict[str, Any] | None:
    """Goal first against attack first, by the number of dice: who won how often."""
    found: dict[str, Any] = {}
    for dice in PUBLISHED:
        match = play_evaluations(search, dice, games=games, seed=seed)
        if match.stopped:
            return None
        counts = {"first": match.tally(0, 0).wins, "second": match.tally(0, 1).wins}
        counts |= {TOGETHER: match.tally(0).wins, "first_wins": match.to_dict()["first_wins"]}
        found[str(dice)] = counts
    first_wins = sum(found[str(dice)]["first_wins"] for dice in PUBLISHED)
    return found | {TOGETHER: {"first_wins": first_wins}}


def mobility(search: str, games: int, seed: int) -> dict[str, int] | None:
    """Mobility first against itself, by the number of dice: how many games somebody won."""
    found = {}
    for dice in PUBLISHED:
        match = play_mobility(search, dice, games=games, seed=seed)
        if match.stopped:
            return None
        found[str(dice)] = match.ends("rules")
    return found


def works(function: Any, games: int, seed: int) -> tuple[Work, Work]:
    """By our search, and by that of the thesis."""
    return Work(function, (OURS, games, seed)), Work(function, (THEIRS, games, seed))


def table_2(effort: Effort) -> Sequence[Row]:
    """Wins of goal first, moving first, second, and together."""
    games = effort.games_of(GAMES, QUICK)
    ours, theirs = works(evaluations, games, effort.seed)
    rows = []
    for dice, published in PUBLISHED.items():
        first, second = published.goal_as_first, published.goal_as_second
        printed = {"first": first, "second": second, TOGETHER: first + second}
        for side, wins in printed.items():
            of = games if side == TOGETHER else games // 2
            why = message("thesis.why.searches", games=of, error=round(1.96 * sqrt(of / 4)))
            fields = (str(dice), side)
            row = message(f"thesis.row.goal_{side}", dice=dice)
            rows.append(Row(row, wins, Part(ours, fields), Part(theirs, fields), why))
    return rows


def table_3(effort: Effort) -> Sequence[Row]:
    """Wins of the first player, for each number of dice and together."""
    games = effort.games_of(GAMES, QUICK)
    ours, theirs = works(evaluations, games, effort.seed)
    printed = {str(dice): published.first_wins for dice, published in PUBLISHED.items()}
    rows = []
    for key, wins in (printed | {TOGETHER: sum(printed.values())}).items():
        of = games * (len(PUBLISHED) if key == TOGETHER else 1)
        why = message("thesis.why.searches", games=of, error=round(1.96 * sqrt(of / 4)))
        fields = (key, "first_wins")
        name = "thesis.row.all_dice" if key == TOGETHER else "thesis.row.dice"
        row = message(name, dice=key)
        rows.append(Row(row, wins, Part(ours, fields), Part(theirs, fields), why))
    return rows


def section_5_1(effort: Effort) -> Sequence[Row]:
    """Mobility first: a die comes near the goal and never enters it, so nobody wins."""
    games = effort.games_of(MOBILITY_GAMES, QUICK_MOBILITY)
    ours, theirs = works(mobility, games, effort.seed)
    why = message("thesis.why.mobility", games=min(games, MOBILITY_GAMES))
    return [
        Row(
            message("thesis.row.decided", dice=dice),
            0,
            Part(ours, (str(dice),)),
            Part(theirs, (str(dice),)),
            why,
        )
        for dice in PUBLISHED
    ]


TABLES = (
    Table("004", "table-2", table_2),
    Table("004", "table-3", table_3),
    Table("004", "section-5.1", section_5_1),
)
