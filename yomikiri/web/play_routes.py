"""Routes for games: begin, move, go back and forth, keep."""

import re
from typing import Any

from fastapi import APIRouter, Query
from fastapi.responses import PlainTextResponse, Response

from yomikiri.web.desk import Here
from yomikiri.web.exports import export, read_text
from yomikiri.web.forms import (
    MoveForm,
    NewGame,
    NodeForm,
    NoteForm,
    PlayersForm,
    ResignForm,
    SavedGame,
    WrittenGame,
)
from yomikiri.web.jobs import QUICK
from yomikiri.web.limits import HUMAN, open_game
from yomikiri.web.thinking import choose_move
from yomikiri.web.views import picture_of

router = APIRouter(prefix="/games", tags=["games"])

Json = dict[str, Any]


@router.post("", status_code=201)
def begin(form: NewGame, desk: Here) -> Json:
    """Begin a game."""
    first, second = form.players
    session = desk.sessions.create(
        form.game,
        players=(first, second),
        position=form.position,
        start=form.start,
        moves=form.moves,
        seed=form.seed,
    )
    return session.view()


@router.post("/load", status_code=201)
def load(form: SavedGame, desk: Here) -> Json:
    """Go on with a saved game."""
    return desk.sessions.load(form.document).view()


@router.post("/import", status_code=201)
def read(form: WrittenGame, desk: Here) -> Json:
    """Go on with a game of another program: KIF, CSA, USI, PGN, or moves in one line."""
    game = open_game(form.game)
    start, moves = read_text(game, form.text)
    session = desk.sessions.create(
        form.game,
        players=(HUMAN, HUMAN),
        position="" if start == game.start else game.show(start),
        moves=" ".join(game.line_text(start, moves)),
    )
    return session.view()


@router.get("/{id}")
def show(id: str, desk: Here) -> Json:
    """A game as it stands."""
    session = desk.sessions.get(id)
    with session.lock:
        return session.view()


@router.get("/{id}/version")
def version(id: str, desk: Here) -> Json:
    """A number that grows with each change, for those who look on."""
    return {"version": desk.sessions.get(id).version}


@router.delete("/{id}", status_code=204)
def forget(id: str, desk: Here) -> None:
    """Remove a game for good."""
    desk.sessions.get(id)
    desk.sessions.delete(id)


@router.post("/{id}/moves")
def move(id: str, form: MoveForm, desk: Here) -> Json:
    """Make a move."""
    with desk.sessions.changing(id) as session:
        if form.node is not None:
            session.go(form.node)
        session.play(form.move)
    return session.view()


@router.post("/{id}/node")
def go(id: str, form: NodeForm, desk: Here) -> Json:
    """Go back, forth or into a variation."""
    with desk.sessions.changing(id) as session:
        session.go(form.node)
    return session.view()


@router.post("/{id}/players")
def sit(id: str, form: PlayersForm, desk: Here) -> Json:
    """Change who plays."""
    first, second = form.players
    with desk.sessions.changing(id) as session:
        session.sit((first, second))
    return session.view()


@router.post("/{id}/resign")
def resign(id: str, form: ResignForm, desk: Here) -> Json:
    """Give up."""
    with desk.sessions.changing(id) as session:
        session.resign(form.side)
    return session.view()


@router.put("/{id}/nodes/{node}/note")
def write_note(id: str, node: int, form: NoteForm, desk: Here) -> Json:
    """Write beside a move."""
    with desk.sessions.changing(id) as session:
        session.write_note(node, form.text)
    return session.view()


@router.delete("/{id}/nodes/{node}")
def remove(id: str, node: int, desk: Here) -> Json:
    """Remove a move and what follows it."""
    with desk.sessions.changing(id) as session:
        session.remove(node)
    return session.view()


@router.get("/{id}/record")
def record(id: str, desk: Here) -> Json:
    """The game as a file, which `yomikiri play --load` reads too."""
    session = desk.sessions.get(id)
    with session.lock:
        return session.record()


@router.get("/{id}/export/{form}", response_class=PlainTextResponse)
def write_down(id: str, form: str, desk: Here) -> Response:
    """The game in one of its usual formats (`formats` of its scene): KIF, PGN, moves."""
    session = desk.sessions.get(id)
    with session.lock:
        text, found = export(session, form)
        name = re.sub("[^a-z0-9]+", "-", str(session.game).lower())
    headers = {"content-disposition": f'attachment; filename="{name}.{found.suffix}"'}
    return PlainTextResponse(text, headers=headers)


@router.get("/{id}/picture.svg", response_class=Response)
def picture(id: str, desk: Here, pieces: str = Query("", max_length=40)) -> Response:
    """The board as a picture; `pieces` names another set of them (`sets` of its scene)."""
    session = desk.sessions.get(id)
    with session.lock:
        node = session.node
        svg = picture_of(session.game, node.state, last=node.move, pieces=pieces)
    return Response(svg, media_type="image/svg+xml")


@router.post("/{id}/think", status_code=202)
def think(id: str, desk: Here) -> Json:
    """Let the player whose turn it is move: a job."""
    session = desk.sessions.get(id)
    with session.lock:
        key = f"think {id} {session.node.id} {session.version}"
    job = desk.jobs.start(
        QUICK, "think", key, lambda job: choose_move(job, desk.sessions, id, desk.limits)
    )
    return job.view()
