"""Routes for solves that outlive the page and the server."""

from typing import Any

from yomikiri.web.desk import Desk, find_spot
from yomikiri.web.forms import LastingForm
from yomikiri.web.routes import Router

router = Router()

Json = dict[str, Any]


@router.post("/lasting", status=202, tags=("thinking",))
def start_lasting(form: LastingForm, desk: Desk) -> Json:
    """A solve with a store, in a process of its own: begun, or gone on with."""
    spot = find_spot(desk, form.game, form.position, form.moves)
    return desk.lasting.start(spot.game, spot.state, form.goal, fresh=form.fresh)


@router.get("/lasting", tags=("thinking",))
def list_lasting(desk: Desk) -> list[Json]:
    """Every such solve, the latest first."""
    return desk.lasting.list()


@router.get("/lasting/{name}", tags=("thinking",))
def show_lasting(name: str, desk: Desk) -> Json:
    """How far one is."""
    return desk.lasting.view(name)


@router.delete("/lasting/{name}", tags=("thinking",))
def stop_lasting(name: str, desk: Desk) -> Json:
    """Stop one; what it found is kept, and asked again it goes on."""
    return desk.lasting.stop(name)
