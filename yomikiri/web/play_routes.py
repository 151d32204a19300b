"""Routes for games: begin, move, go back and forth, save."""

import re
from typing import Any

from starlette.responses import PlainTextResponse, Response

from yomikiri.errors import InputError
from yomikiri.play import formats, record
from yomikiri.play.guess import guess
from yomikiri.web.desk import Desk
from yomikiri.web.forms import (
    MoveForm,
    NewGame,
    NodeForm,
    NoteForm,
    PieceSet,
    PlayersForm,
    ResignForm,
    SavedGame,
    TextForm,
    WrittenGame,
)
from yomikiri.web.jobs import QUICK
from yomikiri.web.limits import Conflict, checked_text, open_families
from yomikiri.web.routes import Router
from yomikiri.web.session import Session
from yomikiri.web.thinking import choose_move
from yomikiri.web.views import picture_of

router = Router(prefix="/games", tags=("games",))

Json = dict[str, Any]


@router.post("", status=201)
def begin(form: NewGame, desk: Desk) -> Json:
    """Begin a game."""
    first, second = form.players
    session = desk.sessions.begin(
        form.game,
        players=(first, second),
        position=form.position,
        start=form.start,
        moves=form.moves,
        seed=form.seed,
    )
    return session.view()


@router.post("/load", status=201)
def load(form: SavedGame, desk: Desk) -> Json:
    """Go on with a saved game."""
    return desk.sessions.load(form.document).view()


@router.post("/import", status=201)
def read(form: WrittenGame, desk: Desk) -> Json:
    """Go on with a game of another program: KIF, CSA, USI, PGN, or moves in one line."""
    return desk.sessions.read(form.game, form.text).view()


@router.post("/guess")
def guess_game(form: TextForm, desk: Desk) -> Json:
    """Which games a text of another program can be of: one of each family that can read it."""
    text = checked_text(form.text, "web.a_text", desk.limits.written)
    found = guess(text, open_families().values())
    if not found:
        raise InputError("web.no_guess")
    return {"games": [{"game": str(game), "titles": dict(game.titles)} for game in found]}


@router.get("/{id}")
def show(id: str, desk: Desk) -> Json:
    """A game as it stands."""
    session = desk.sessions.get(id)
    with session.lock:
        return session.view()


@router.get("/{id}/version")
def version(id: str, desk: Desk) -> Json:
    """A number that grows with each change, for spectators."""
    return {"version": desk.sessions.get(id).version}


@router.delete("/{id}", status=204)
def forget(id: str, desk: Desk) -> None:
    """Remove a game for good."""
    desk.sessions.get(id)
    desk.sessions.delete(id)


@router.post("/{id}/moves")
def move(id: str, form: MoveForm, desk: Desk) -> Json:
    """Make a move."""

    def make(session: Session) -> None:
        if form.here not in (None, session.tree.node.id):
            raise Conflict("web.gone_on")  # somebody else, or another tab, was faster
        if form.node is not None:
            session.go(form.node)
        session.play(form.move)

    return desk.sessions.change(id, make)


@router.post("/{id}/node")
def go(id: str, form: NodeForm, desk: Desk) -> Json:
    """Go back, forth or into a variation."""
    return desk.sessions.change(id, lambda session: session.go(form.node))


@router.post("/{id}/players")
def sit(id: str, form: PlayersForm, desk: Desk) -> Json:
    """Change who plays."""
    first, second = form.players
    return desk.sessions.change(id, lambda session: session.sit((first, second)))


@router.post("/{id}/resign")
def resign(id: str, form: ResignForm, desk: Desk) -> Json:
    """Give up, or lose by the clock, which is the page's."""
    return desk.sessions.change(id, lambda session: session.lose(form.side, form.reason))


@router.put("/{id}/nodes/{node}/note")
def write_note(id: str, node: int, form: NoteForm, desk: Desk) -> Json:
    """Write a note to a move."""
    return desk.sessions.change(id, lambda session: session.write_note(node, form.text))


@router.delete("/{id}/nodes/{node}")
def remove(id: str, node: int, desk: Desk) -> Json:
    """Remove a move and what follows it."""
    return desk.sessions.change(id, lambda session: session.remove(node))


@router.get("/{id}/record")
def keep(id: str, desk: Desk) -> Json:
    """The game as a file, which `yomikiri play --load` reads too."""
    session = desk.sessions.get(id)
    with session.lock:
        return record.write(session.tree, whole=True)


@router.get("/{id}/export/{form}", media="text/plain")
def write_down(id: str, form: str, desk: Desk) -> Response:
    """The game in one of its usual formats (`formats` of its scene): KIF, PGN, moves."""
    session = desk.sessions.get(id)
    with session.lock:
        text = formats.write(session.tree, form)
        name = re.sub("[^a-z0-9]+", "-", str(session.tree.game).lower())
    file = f"{name}.{formats.FORMATS[form].suffix}"
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return PlainTextResponse(text, headers=headers)


@router.get("/{id}/picture.svg", media="image/svg+xml")
def picture(id: str, desk: Desk, pieces: PieceSet = "") -> Response:
    """The board as a picture; `pieces` names another set of them (`sets` of its scene)."""
    session = desk.sessions.get(id)
    with session.lock:
        node = session.tree.node
        svg = picture_of(session.tree.game, node.state, last=node.move, pieces=pieces)
    return Response(svg, media_type="image/svg+xml")


@router.post("/{id}/think", status=202)
def think(id: str, desk: Desk) -> Json:
    """Let the player whose turn it is move: a job."""
    session = desk.sessions.get(id)
    with session.lock:
        key = f"think {id} {session.tree.node.id} {session.version}"
    job = desk.jobs.start(
        QUICK, "think", key, lambda job: choose_move(job, desk.sessions, id, desk.limits)
    )
    return job.view()
