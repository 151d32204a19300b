"""The tables of the thesis on an AI for janken shogi (004).

Two evaluations, goal first and attack first, look four plies ahead and play 50 games with each
colour, with one to four dice; then players that put mobility first play themselves.  It is done
twice: by the search of the thesis, faults included, and by ours, which knows a won game.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from yomikiri.theses.games import counted, turns
from yomikiri.theses.switches import backed
from yomikiri.theses.table import Effort, Row, Table, Value, Work, told_games
from yomikiri.words import Message, message

OURS, THEIRS = "alphabeta:depth=4,", "takeda:"
TAKEDA = ["takeda"]  # the mistake: its search
GOAL, ATTACK, MOBILITY = "eval=goal", "eval=attack", "goal=10,dice=100,move=10000"
GAMES = 100
MOBILITY_GAMES = 20  # of ours: the thesis does not say how many
QUICK, QUICK_MOBILITY = 20, 4


class Published(NamedTuple):
    """What the thesis has for one number of dice."""

    goal_as_first: int  # wins of goal first, of 50
    goal_as_second: int
    first_wins: int  # of 100


PUBLISHED = {
    1: Published(50, 0, 100),
    2: Published(36, 22, 64),
    3: Published(30, 28, 52),
    4: Published(34, 32, 52),
}


def searches(effort: Effort) -> tuple[str, str]:
    """Our search, and that of the thesis if its mistakes are made."""
    return OURS, THEIRS if effort.makes("takeda") else OURS


def evaluations(search: str, dice: int, games: int, seed: int) -> list[Work]:
    """Goal first, which moves first in the games with even numbers, against attack first."""
    return turns(f"janken:single,pieces={dice}", search + GOAL, search + ATTACK, games, seed)


def mobility(search: str, dice: int, games: int, seed: int) -> list[Work]:
    """Mobility first against itself."""
    player = search + MOBILITY
    return turns(f"janken:single,pieces={dice}", player, player, games, seed)


def chance(games: int, printed: int) -> Callable[[Value, Value, Value], Message | None]:
    """The searches differ, and two matches of so many games differ by chance."""
    told, error = told_games(games, printed), round(1.96 * sqrt(games / 4))

    def why(published: Value, ours: Value, theirs: Value) -> Message | None:
        found = [one for one in (ours, theirs) if one is not None]
        if all(one == published for one in found):
            return None
        assert isinstance(published, int)
        if all(one * printed == published * games for one in found if isinstance(one, int)):
            return message("thesis.why.same_share", games=told)
        return backed("searches", TAKEDA, games=told, error=error)

    return why


def table_2(effort: Effort) -> Sequence[Row]:
    """Wins of goal first, moving first, second, and together."""
    games = effort.games_of(GAMES, QUICK)
    rows = []
    for dice, known in PUBLISHED.items():
        first, second = known.goal_as_first, known.goal_as_second
        matches = [
            (search, evaluations(search, dice, games, effort.seed)) for search in searches(effort)
        ]
        printed = {"first": (first, 0, 2), "second": (second, 1, 2)}
        for name, (wins, begin, step) in (printed | {"together": (first + second, 0, 1)}).items():
            ours, theirs = (
                counted(works[begin::step], "winner", search + GOAL) for search, works in matches
            )
            row = message(f"thesis.row.goal_{name}", dice=dice)
            rows.append(Row(row, wins, ours, theirs, chance(games // step, GAMES // step)))
    return rows


def table_3(effort: Effort) -> Sequence[Row]:
    """Wins of the first player, for each number of dice and together."""
    games = effort.games_of(GAMES, QUICK)
    matches = {
        dice: [evaluations(search, dice, games, effort.seed) for search in searches(effort)]
        for dice in PUBLISHED
    }
    rows = []
    for dice, both in matches.items():
        ours, theirs = (counted(works, "side", "first") for works in both)
        row = message("thesis.row.dice", dice=dice)
        rows.append(Row(row, PUBLISHED[dice].first_wins, ours, theirs, chance(games, GAMES)))
    every = ([work for works in one for work in works] for one in zip(*matches.values()))
    ours, theirs = (counted(works, "side", "first") for works in every)
    total = sum(known.first_wins for known in PUBLISHED.values())
    row = message("thesis.row.all_dice")
    return [
        *rows,
        Row(row, total, ours, theirs, chance(games * len(PUBLISHED), GAMES * len(PUBLISHED))),
    ]


def section_5_1(effort: Effort) -> Sequence[Row]:
    """Mobility first: a die comes near the goal and never enters it, so nobody wins."""
    games = effort.games_of(MOBILITY_GAMES, QUICK_MOBILITY)
    rows = []
    for dice in PUBLISHED:
        ours, theirs = (
            counted(mobility(search, dice, games, effort.seed), "end", "rules")
            for search in searches(effort)
        )
        why = backed("mobility", TAKEDA, games=told_games(games, games))
        rows.append(Row(message("thesis.row.decided", dice=dice), 0, ours, theirs, why))
    return rows


TABLES = (
    Table("004", "table-2", table_2),
    Table("004", "table-3", table_3),
    Table("004", "section-5.1", section_5_1),
)
