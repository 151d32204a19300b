"""What the documentation tells about players, and how each of it is measured again.

Levels are a ladder, errors are games against `perfect`, and strength is a gauntlet of ours against
other programs.  Each measurement is a run in a folder of its own; `kept.py` keeps what came of it,
and makes the tables.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.lab.errors import ErrorsResult, finish_errors, measure_errors
from yomikiri.lab.games_report import finish_tournament
from yomikiri.lab.openings import Openings
from yomikiri.lab.series import Watch, counting
from yomikiri.lab.tournament import (
    GAUNTLET,
    LADDER,
    TournamentResult,
    make_plan,
    play_tournament,
)
from yomikiri.players.levels import LEVELS
from yomikiri.reading import find_program
from yomikiri.tables.table import find_table
from yomikiri.words import Message, message

SEED = 1
RUNGS = ("random", *(f"level:{level}" for level in range(len(LEVELS))))
JUDGED = (
    "random",
    "greedy",
    "monte:10,10,8,100",
    "mcts:playouts=1000",
    "level:3",
    "level:6",
    "level:8",
    "alphabeta:depth=2",
    "alphabeta:depth=4",
    "alphabeta:depth=6",
)
FAIRY, GNU = "fairy-stockfish", "gnuminishogi"
GNU_AS_USI = "bench/gnuminishogi.py"  # it has a protocol of its own
IN_MINISHOGI = (
    "alphabeta:nodes=25000",
    f"usi:{FAIRY},depth=4",
    f"usi:{FAIRY},depth=8",
    f"usi:{FAIRY},nodes=10000",
    f"usi:python3 {GNU_AS_USI},depth=4",
)
LEVELS_KIND, ERRORS_KIND, STRENGTH_KIND = KINDS = ("levels", "errors", "strength")


class Measured(NamedTuple):
    """A measurement of the list."""

    kind: str
    game: str
    games: int  # of each two who meet, or of each player
    plies: int  # of the opening, at random
    players: tuple[str, ...] = RUNGS  # of strength, the first is ours
    needs: tuple[str, ...] = ()  # programs, and files in the folder where the command is given

    @property
    def name(self) -> str:
        """As documents name its table."""
        return f"{self.kind} {self.game}"

    @property
    def folder(self) -> str:
        """The name of its run."""
        return f"{self.kind}-{re.sub(r'[^a-z0-9]+', '-', self.game.lower())}"


# Of as many games as the strongest players allow in a few minutes.
LIST = (
    Measured(LEVELS_KIND, "tictactoe", 100, 2),
    Measured(LEVELS_KIND, "ending:KPK", 100, 4),
    Measured(LEVELS_KIND, "janken:simple", 60, 6),
    Measured(LEVELS_KIND, "anpanman", 100, 4),
    Measured(LEVELS_KIND, "janken:single", 60, 6),
    Measured(LEVELS_KIND, "janken:full", 60, 6),
    Measured(LEVELS_KIND, "dobutsu", 80, 2),
    Measured(LEVELS_KIND, "connect4:6x7", 60, 4),
    Measured(LEVELS_KIND, "minishogi", 40, 4),
    Measured(LEVELS_KIND, "gorogoro", 40, 4),
    Measured(LEVELS_KIND, "nip:8x8", 40, 6),
    Measured(LEVELS_KIND, "othello:8x8", 40, 6),
    Measured(ERRORS_KIND, "anpanman", 100, 4, JUDGED),
    Measured(ERRORS_KIND, "ending:KPK", 100, 4, JUDGED),
    Measured(ERRORS_KIND, "dobutsu", 200, 4, JUDGED),
    Measured(ERRORS_KIND, "janken:single,pieces=1", 100, 4, JUDGED),
    Measured(STRENGTH_KIND, "minishogi", 20, 2, IN_MINISHOGI, (FAIRY, GNU, GNU_AS_USI)),
)
Result = TournamentResult | ErrorsResult
Begin = Callable[[Measured], Watch | None]  # told what begins; what is told how far it is


def chosen(games: Sequence[str], kinds: Sequence[str] = ()) -> list[Measured]:
    """What is measured of these games and kinds, or of all; raises InputError."""
    known = [each.game for each in LIST]
    for game in games:
        if game not in known:
            raise InputError("measure.not_listed", game=game, known=list(dict.fromkeys(known)))
    for kind in kinds:
        if kind not in KINDS:
            raise InputError("measure.not_listed", game=kind, known=list(KINDS))
    return [
        each
        for each in LIST
        if (not games or each.game in games) and (not kinds or each.kind in kinds)
    ]


def lacking(each: Measured) -> Message | None:
    """Why something cannot be measured here, if so: a program or a table is missing."""
    for need in each.needs:
        if not (Path(need).exists() if "/" in need else find_program(need)):
            return message("measure.no_program", kind=each.kind, game=each.game, program=need)
    if each.kind == ERRORS_KIND and find_table(load(each.game)) is None:
        build = f"yomikiri table build {each.game}"
        return message("measure.no_table", game=each.game, command=build)
    return None


def measure_all(
    wanted: Sequence[Measured],
    out: Path,
    *,
    games: int | None = None,
    jobs: int = 1,
    cluster: str = "",
    command: Sequence[str] = (),
    begin: Begin | None = None,
) -> Iterator[tuple[Measured, Result | Message]]:
    """Each measurement as a run of its own in a folder, or why it is left out."""
    for each in wanted:
        where: dict[str, Any] = {"jobs": jobs, "cluster": cluster, "out": out / each.folder}
        number = each.games if games is None else games
        if (why := lacking(each)) is not None:
            yield each, why
            continue
        watch = None if begin is None else begin(each)
        yield each, measure(each, number, command=command, watch=watch, **where)


def measure(each: Measured, games: int, *, watch: Watch | None, **where: Any) -> Result:
    """One of them; a run that was stopped goes on."""
    asked: dict[str, Any] = {"games": games, "seed": SEED}
    if each.kind != ERRORS_KIND:
        form = LADDER if each.kind == LEVELS_KIND else GAUNTLET
        openings = Openings(each.plies)
        plan = make_plan(each.game, each.players, form=form, openings=openings, **asked)
        return play_tournament(plan, watch=watch, finish=finish_tournament, **where)
    keep = counting(watch, games * len(each.players))
    asked |= {"plies": each.plies, "keep": keep, "finish": finish_errors}
    return measure_errors(load(each.game), each.players, **asked, **where)
