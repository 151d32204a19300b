"""Routes for study: families, scenes and positions; hints, analyses and solves; jobs."""

from typing import Any

from starlette.responses import StreamingResponse

from yomikiri.errors import InputError
from yomikiri.games import FAMILIES
from yomikiri.games.scene import Piece
from yomikiri.jit import is_compiling
from yomikiri.play import formats
from yomikiri.play.tree import Tree
from yomikiri.solve.forecast import can_last
from yomikiri.tables.placing import has_map
from yomikiri.tables.table import find_table
from yomikiri.uncompiled import HURRY
from yomikiri.web import thinking
from yomikiri.web.desk import Desk, find_spot
from yomikiri.web.forms import (
    AnalysisForm,
    GameText,
    MapForm,
    ProofForm,
    ReviewForm,
    SetUpForm,
    SolveForm,
    SpotForm,
)
from yomikiri.web.jobs import QUICK, SLOW, events
from yomikiri.web.labels import game_title
from yomikiri.web.limits import NotFound, choices, open_families, open_game
from yomikiri.web.routes import Router
from yomikiri.web.seats import seats
from yomikiri.web.views import family_views, guide_view, position_view, sample_picture
from yomikiri.web.why import SIDES, explain
from yomikiri.words import LANGUAGES, say

router = Router()

Json = dict[str, Any]


@router.get("/status", tags=("server",))
def status(desk: Desk) -> Json:
    """Whether the server is busy, and whether it is compiling, which happens once."""
    return {"compiling": is_compiling() or HURRY.is_on, "jobs": sum(desk.jobs.loads.values())}


@router.get("/families", tags=("looking",))
def list_families() -> list[Json]:
    """Every family of games."""
    return family_views()


@router.get("/families/{name}/picture", tags=("looking",))
def picture(name: str) -> Json:
    """A family's board, some moves after the start."""
    if name not in open_families():
        raise NotFound("web.no_family", name=name[:40])
    return sample_picture(name)


@router.get("/seats", tags=("looking",))
def list_seats(game: GameText) -> list[Json]:
    """Who can play a game, in plain words."""
    return seats(open_game(game))


@router.get("/choices", tags=("looking",))
def list_choices(game: GameText) -> Json:
    """Each switch of a game's family, and its values that go together with what was chosen."""
    return choices(game)


@router.get("/scene", tags=("looking",))
def scene(game: GameText) -> Json:
    """What stays the same all game long: ground, places, zones and pieces' looks."""
    found = open_game(game)
    return {
        "game": str(found),
        "family": found.family,
        "titles": dict(found.titles),
        "label": game_title(FAMILIES[found.family], str(found)),
        "players": {language: list(names) for language, names in found.players.items()},
        "has_score": found.has_score,
        "greatest": found.greatest,
        "facts": [claim.to_dict(found.players, found.found) for claim in found.claims()],
        "formats": {
            name: {language: say(form.name, language) for language in LANGUAGES}
            for name, form in formats.of(found).items()
        },
        "goals": thinking.goals_of(found),
        "lasts": can_last(found),
        "has_map": has_map(found),
        "seats": seats(found),
        **guide_view(found),
        **found.page_scene.to_dict(),
    }


@router.post("/position", tags=("looking",))
def position(form: SpotForm, desk: Desk) -> Json:
    """Any position: what stands where and what may be done."""
    return position_view(find_spot(desk, form.game, form.position, form.moves))


@router.post("/setup", tags=("looking",))
def set_up(form: SetUpForm) -> Json:
    """The position of pieces put on the board by hand, or what is wrong with it."""
    game = open_game(form.game)
    drawn = game.page_scene
    for piece in form.pieces:
        if piece.place not in drawn.places or piece.look not in drawn.looks:
            raise InputError("web.no_place", look=piece.look, place=piece.place, game=game)
    pieces = [Piece(piece.place, piece.look, 0, piece.number) for piece in form.pieces]
    return position_view(Tree(game, game.parse(game.set_up(pieces, form.mover))))


@router.post("/maps", status=202, tags=("thinking",))
def map_piece(form: MapForm, desk: Desk) -> Json:
    """The value to White with one man of a chess ending on each square: a job."""
    spot = find_spot(desk, form.game, form.position, form.moves)
    game, state = spot.game, spot.state
    key = f"map {game} {game.show(state)} {form.place}"
    job = desk.jobs.start(
        QUICK, "map", key, lambda job: thinking.map_piece(job, game, state, form.place)
    )
    return job.view()


@router.post("/hints", status=202, tags=("thinking",))
def hint(form: SpotForm, desk: Desk) -> Json:
    """A good move: a job."""
    spot = find_spot(desk, form.game, form.position, form.moves)
    key = f"hint {spot.game} {spot.game.show(spot.state)} {len(spot.history)}"
    job = desk.jobs.start(
        QUICK, "hint", key, lambda job: thinking.give_hint(job, spot, desk.limits)
    )
    return job.view()


@router.post("/analyses", status=202, tags=("thinking",))
def analyse(form: AnalysisForm, desk: Desk) -> Json:
    """Every legal move with its value: a job."""
    spot = find_spot(desk, form.game, form.position, form.moves)
    seconds = min(form.seconds, desk.limits.analysis_seconds)
    key = f"analysis {spot.game} {spot.game.show(spot.state)} {spot.node.name} {seconds}"
    if spot.game.returning(spot.state, spot.history):
        key += f" {form.position} {form.moves}"  # not what another game would get
    if find_table(spot.game) is not None:
        key += " table"  # not what is still searched since before the table was built
    job = desk.jobs.start(
        QUICK,
        thinking.ANALYSIS,
        key,
        lambda job: thinking.analyse(job, desk.store, spot, seconds, desk.limits),
    )
    return job.view()


@router.post("/proofs", status=202, tags=("thinking",))
def prove(form: ProofForm, desk: Desk) -> Json:
    """Why a position is worth what it is: the prover's move and every defence to it, a job."""
    spot = find_spot(desk, form.game, form.position, form.moves)
    prover = next((side for side, name in SIDES.items() if name == form.prover), None)
    key = f"proof {spot.game} {form.position} {form.moves} {form.prover}"
    job = desk.jobs.start(
        QUICK,
        "proof",
        key,
        lambda job: explain(job, desk, spot, prover),
        patience=desk.limits.unfollowed_seconds,
    )
    return job.view()


@router.post("/reviews", status=202, tags=("thinking",))
def review(form: ReviewForm, desk: Desk) -> Json:
    """Every move of a game judged: a job, which ends when nobody asks about it any more."""
    spot = find_spot(desk, form.game, form.position, form.moves)
    key = f"review {spot.game} {spot.game.show(spot.root.state)} {spot.names} {form.seconds}"
    job = desk.jobs.start(
        QUICK,
        "review",
        key,
        lambda job: thinking.review_game(job, spot, form.seconds, desk.limits),
        patience=desk.limits.unfollowed_seconds,
    )
    return job.view()


@router.post("/solves", status=202, tags=("thinking",))
def solve(form: SolveForm, desk: Desk) -> Json:
    """The value by perfect play: a job that may take a long time."""
    spot = find_spot(desk, form.game, form.position, form.moves)
    limits = desk.limits
    key = f"solve {spot.game} {spot.game.show(spot.state)} {form.goal}"
    job = desk.jobs.start(
        SLOW,
        thinking.SOLVE,
        key,
        lambda job: thinking.solve_position(
            job,
            desk.store,
            spot,
            goal=form.goal,
            seconds=min(form.seconds, limits.solve_seconds),
            threads=min(form.threads, limits.solve_threads),
            limits=limits,
        ),
        patience=limits.unfollowed_seconds,
    )
    return job.view()


@router.get("/jobs/{id}", tags=("thinking",))
def show_job(id: str, desk: Desk) -> Json:
    """The progress of a job."""
    return desk.jobs.get(id).view()


@router.get("/jobs/{id}/events", tags=("thinking",), media="text/event-stream")
def follow_job(id: str, desk: Desk) -> StreamingResponse:
    """A job as server-sent events; a solve that nobody follows any more is stopped."""
    return StreamingResponse(events(desk.jobs.get(id)), media_type="text/event-stream")


@router.delete("/jobs/{id}", tags=("thinking",))
def cancel_job(id: str, desk: Desk) -> Json:
    """Stop a job; a search may still tell what it knows."""
    job = desk.jobs.get(id)
    job.cancel()
    return job.view()
