"""Routes for learning a game: its lesson, exercises, and tables to explore."""

from typing import Any

from yomikiri.games import FAMILIES
from yomikiri.play.lesson import make_lesson
from yomikiri.web import teaching
from yomikiri.web.desk import Desk
from yomikiri.web.forms import ExerciseForm, GameText, ListForm, TableForm
from yomikiri.web.jobs import QUICK, SLOW
from yomikiri.web.labels import game_title
from yomikiri.web.limits import open_game
from yomikiri.web.routes import Router

router = Router()

Json = dict[str, Any]


@router.get("/lesson", tags=("learning",))
def lesson(game: GameText) -> Json:
    """How a game is played: goal, rules, moves that show them, and tasks to do on the board."""
    found = open_game(game)
    title = {"label": game_title(FAMILIES[found.family], str(found))}
    return make_lesson(found).to_dict() | title


@router.post("/exercises", status=202, tags=("learning",))
def exercise(form: ExerciseForm, desk: Desk) -> Json:
    """A position in which one move is right, proved: a job."""
    game = open_game(form.game)
    kind, seed, number = form.kind, form.seed, form.number
    job = desk.jobs.start(
        QUICK,
        "exercise",
        f"exercise {game} {kind} {seed} {number}",
        lambda job: teaching.make_exercise(job, game, kind, seed, number),
        patience=desk.limits.unfollowed_seconds,
    )
    return job.view()


@router.get("/tables", tags=("learning",))
def table(game: GameText) -> Json:
    """Whether a game has a table of all positions, or how large it would be."""
    return teaching.table_view(open_game(game))


@router.post("/tables", status=202, tags=("learning",))
def build_table(form: TableForm, desk: Desk) -> Json:
    """Build the table of a game: a job that may take a long time."""
    game = open_game(form.game)
    work = desk.jobs.start(SLOW, "table", f"table {game}", lambda job: teaching.build(job, game))
    return work.view()


@router.post("/tables/info", status=202, tags=("learning",))
def table_info(form: TableForm, desk: Desk) -> Json:
    """How many positions are won and lost in how many plies: a job."""
    game = open_game(form.game)
    work = desk.jobs.start(QUICK, "info", f"info {game}", lambda job: teaching.info(job, game))
    return work.view()


@router.post("/tables/list", status=202, tags=("learning",))
def list_positions(form: ListForm, desk: Desk) -> Json:
    """Positions of a table: longest wins, zugzwangs, or some at random: a job."""
    game = open_game(form.game)
    key = f"list {game} {form.kind} {form.distance} {form.seed}"
    work = desk.jobs.start(
        QUICK,
        "list",
        key,
        lambda job: teaching.list_positions(job, game, form.kind, form.distance, form.seed),
        patience=desk.limits.unfollowed_seconds,
    )
    return work.view()
