"""The command `lab janken-tables`: the tables of Y. Takeda's thesis on janken shogi, replayed."""

from typing import Any

from yomikiri.cli.command import command
from yomikiri.cli.interrupt import code_of
from yomikiri.cli.lab.report import Games, Seed, check_games, show_head, show_row, timed
from yomikiri.cli.options import Jobs
from yomikiri.cli.screen import Screen
from yomikiri.lab.janken_tables import (
    ENDS,
    GAMES,
    PUBLISHED,
    SEARCHES,
    SEED,
    play_evaluations,
    play_mobility,
    start_value,
)
from yomikiri.lab.match import MatchResult

COLUMNS = (
    "dice",
    "goal_moving_first",
    "goal_moving_second",
    "together",
    "first_player",
    "second_player",
    "draws",
    "exact_start",
)


@command
def janken_tables(
    *, games: Games = GAMES, seed: Seed = SEED, jobs: Jobs = 1, screen: Screen
) -> int:
    """Play tables 2 and 3 and section 5.1 of the thesis on janken shogi again.

    Two evaluations, goal first and attack first, look four plies ahead and play half of the games
    with each colour, with one to four dice; then players that put mobility first play themselves.
    It is done twice: by the search of the thesis, faults included, and by ours.
    """
    check_games(games)
    document: list[dict[str, Any]] = []

    def play(search: str) -> str:
        """Both parts by one search; what stopped them, if anything did."""
        for dice in PUBLISHED:
            match = play_evaluations(search, dice, games=games, seed=seed, jobs=jobs)
            known = {"search": search, "dice": dice, "published": PUBLISHED[dice]._asdict()}
            document.append(known | {"match": match.to_dict()})
            if not screen.as_json:
                show_row(screen, cells(screen, dice, match))
            if match.stopped:
                return match.stopped
        if not screen.as_json:
            screen.row("")
        for dice in PUBLISHED:
            match = play_mobility(search, dice, games=games, seed=seed, jobs=jobs)
            ends = {end: match.ends(end) for end in ENDS}
            document.append({"search": search, "dice": dice, "mobility": ends})
            if not screen.as_json:
                played = sum(match.tally(0))
                screen.row(screen.words("measure.mobility", dice=dice, games=played, **ends))
            if match.stopped:
                return match.stopped
        return ""

    stopped = ""
    with timed(screen):
        for search in SEARCHES:
            if not screen.as_json:
                facts = {"games": games, "seed": seed, "published": GAMES}
                name = screen.words(f"measure.{search}_search")
                screen.row(screen.words("measure.wins_of", search=name, **facts) + "\n")
                show_head(screen, COLUMNS)
            if stopped := play(search):
                screen.notes.print(screen.words(f"result.stopped_{stopped}"))
                break
            if not screen.as_json:
                screen.row("")
    if screen.as_json:
        screen.document({"games": games, "seed": seed, "rows": document})
    return code_of(stopped)


def cells(screen: Screen, dice: int, match: MatchResult) -> list[object]:
    """Our wins, the published ones in brackets."""
    known = PUBLISHED[dice]
    document = match.to_dict()
    first, second = match.tally(0, 0).wins, match.tally(0, 1).wins
    return [
        dice,
        f"{first} ({known.goal_as_first})",
        f"{second} ({known.goal_as_second})",
        f"{first + second} ({known.goal_as_first + known.goal_as_second})",
        f"{document['first_wins']} ({known.first_wins})",
        document["second_wins"],
        document["draws"],
        exact(screen, dice),
    ]


def exact(screen: Screen, dice: int) -> str:
    """The value of the start by a table, where one was built."""
    found = start_value(dice)
    if found is None:
        return "-"
    name = {1: "start_won", 0: "start_drawn", -1: "start_lost"}[found.wdl]
    fields = {"plies": found.distance} if found.wdl else {}
    return screen.words(f"measure.{name}", **fields)
