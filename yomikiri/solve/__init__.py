"""From a question ("who wins 6x8?") to an answer that can be checked."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack, overload

from yomikiri.errors import FLAG, FUNCTION, TEXT, WHOLE, InputError, check_kind, check_optional
from yomikiri.games.game import Game, Position, State
from yomikiri.solve.analysis import analyze_position
from yomikiri.solve.analysis_answer import Analysis
from yomikiri.solve.answer import MATE, Answer, Interrupted, Progress
from yomikiri.solve.certificate import check_certifiable
from yomikiri.solve.lasting import check_alone, solve_lasting
from yomikiri.solve.mate import solve_mate
from yomikiri.solve.options import (
    STAGES,
    check_threads,
    read_game,
    read_goal,
    read_limits,
    read_memory,
    read_path,
    read_position,
)
from yomikiri.solve.solver import solve_goal
from yomikiri.solve.stages import solve_stages
from yomikiri.solve.stages_answer import StagesAnswer
from yomikiri.solve.tabled import analyze_by_table, may_answer, prove_by_table, solve_by_table
from yomikiri.tables.table import find_table
from yomikiri.think.warming import is_cold
from yomikiri.uncompiled import HURRY

__all__ = ["Analysis", "Answer", "Interrupted", "Progress", "StagesAnswer", "analyze", "solve"]


class Common(TypedDict, total=False):
    """What `solve` and `analyze` take."""

    position: Any
    moves: str | Sequence[str]
    threads: int
    memory: str | float
    tables: bool
    seconds: float | None
    nodes: int | None


class Options(Common, total=False):
    """What `solve` takes beside the goal."""

    watch: Callable[[Progress], None] | None
    store: str | Path | None
    fresh: bool
    jobs: int
    cluster: str
    task_nodes: int | None
    certificate: str | Path | None


class AnalysisOptions(Common, total=False):
    """What `analyze` takes."""

    depth: int | None
    watch: Callable[[Analysis], None] | None
    poll: Callable[[], None] | None


@overload
def solve(
    game: Game | Position | str,
    *,
    goal: Literal["score", "win", "mate"] = "score",
    **options: Unpack[Options],
) -> Answer: ...


@overload
def solve(
    game: Game | Position | str, *, goal: str, **options: Unpack[Options]
) -> Answer | StagesAnswer: ...


def solve(
    game: Game | Position | str,
    *,
    goal: str = "score",
    position: Any = None,
    moves: str | Sequence[str] = "",
    threads: int = 1,
    memory: str | float = "1GiB",
    tables: bool = True,
    seconds: float | None = None,
    nodes: int | None = None,
    watch: Callable[[Progress], None] | None = None,
    store: str | Path | None = None,
    fresh: bool = False,
    jobs: int = 1,
    cluster: str = "",
    task_nodes: int | None = None,
    certificate: str | Path | None = None,
) -> Answer | StagesAnswer:
    """The value of a position by perfect play, or what is known when a limit ends the search.

    `goal` is `score` (the exact result), `win` (the winner only), `mate` (the soonest win by checks
    and moves that end the game) or `stages=...`; `position` is text or a state, None the start;
    `moves` are played from there.  Where a table of all positions was built, it answers, unless
    `tables` is False.  A finished solve is written to the file `certificate`, if one is named, so
    that others can check it (`yomikiri verify`).  After Ctrl-C it raises Interrupted, a
    KeyboardInterrupt whose `answer` is what is known.

    With a `store`, a file (or `default`, one in the data folder), the solve is cut into tasks whose
    results are kept there: asked again it goes on where it was, `fresh` begins anew.  The tasks are
    done by `jobs` processes or on a `cluster`; `task_nodes` is how large they are on average.

    >>> print(solve("tictactoe").to_dict()["winner"])
    draw
    """
    if isinstance(game, Position) and position is None:
        position = game
    game = read_game(game)
    check_kind(FLAG, tables=tables, fresh=fresh)
    check_kind(WHOLE, jobs=jobs)
    check_kind(TEXT, cluster=cluster)
    check_optional(WHOLE, task_nodes=task_nodes)
    check_optional(FUNCTION, watch=watch)
    if is_cold(game):
        HURRY.wait()  # plain Python would take for ever
    asked = read_goal(goal)
    state = read_position(game, position, moves)
    limits = read_limits(seconds, nodes)
    megabytes = read_memory(memory)
    threads = check_threads(threads)
    if not isinstance(certificate, Path):
        check_optional(TEXT, certificate=certificate)
    file = None if certificate is None else Path(certificate)
    if file is not None:
        check_certifiable(game, asked.name)
    if store is not None:
        if threads > 1:
            raise InputError("store.threads", got=threads)
        return solve_lasting(
            game,
            state,
            str(asked),
            store=store,
            fresh=fresh,
            jobs=jobs,
            cluster=cluster,
            task_nodes=task_nodes,
            limits=limits,
            watch=watch,
            certificate=file,
        )
    check_alone(fresh=fresh, jobs=jobs > 1, cluster=cluster, task_nodes=task_nodes)
    if asked.name == STAGES:
        return solve_stages(
            game, state, asked, threads=threads, megabytes=megabytes, limits=limits, watch=watch
        )
    if asked.name == MATE:
        return solve_mate(
            game,
            state,
            megabytes=megabytes,
            limits=limits,
            watch=watch,
            certificate=file,
        )
    if file is not None and game.may_repeat:
        return prove_by_table(game, state, asked.name, find_table(game, state=state), file)
    if tables and file is None and may_answer(game, asked.name):
        if (table := find_table(game, state=state)) is not None:
            return solve_by_table(game, state, asked.name, table)
    return solve_goal(
        game,
        state,
        asked.name,
        threads=threads,
        megabytes=megabytes,
        limits=limits,
        watch=watch,
        certificate=file,
    )


def analyze(
    game: Game | Position | str,
    *,
    position: Any = None,
    moves: str | Sequence[str] = "",
    by: Callable[[State, Sequence[State]], Analysis] | None = None,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: str | float = "1GiB",
    tables: bool = True,
    watch: Callable[[Analysis], None] | None = None,
    poll: Callable[[], None] | None = None,
) -> Analysis:
    """Every legal move with its value; see players/analysis.py, which adds players.

    `by` answers instead of a search, given the position and those before it.
    """
    if isinstance(game, Position) and position is None:
        position = game
    game = read_game(game)
    check_kind(FLAG, tables=tables)
    check_optional(FUNCTION, by=by, watch=watch, poll=poll)
    *before, state = read_path(game, position, moves)
    limits, megabytes = read_limits(seconds, nodes, depth), read_memory(memory)
    threads = check_threads(threads)
    if by is not None:
        return by(state, before)._replace(threads=threads)
    if tables and depth is None and may_answer(game):
        if (table := find_table(game, state=state)) is not None:
            return analyze_by_table(game, state, table, before)
    return analyze_position(
        game,
        state,
        before,
        limits=limits,
        threads=threads,
        megabytes=megabytes,
        watch=watch,
        poll=poll,
    )
